// Everything that is wrong, each a way to its place.

import { el, fill, icon } from '../core/dom.js';
import { t } from '../core/text.js';
import * as entities from './entities.js';
import * as faults from './faults.js';
import { place } from './making.js';
import * as store from './store.js';

const SHOWN = 200;

function where(one) {
  if (one.path === 'world.json') return t('edit.group.settings');
  return entities.owner(one.path, one.pointer)?.name ?? one.path;
}

function row(one) {
  return el('li', {}, el('a.fault', { href: place(one.path, one.pointer) }, icon('warn'), el('span', {}, el('strong', {}, where(one)), el('span', {}, one.detail))));
}

/** Draws into a node and keeps itself true. */
export function panel(box) {
  const heading = el('h2.fault-head');
  const list = el('ul.fault-list');
  fill(box, heading, list);

  function draw() {
    const all = faults.all();
    fill(heading, t('edit.problems'), el('span.number', {}, String(all.length)));
    fill(list, all.slice(0, SHOWN).map(row), all.length > SHOWN && el('li.quiet', {}, t('edit.more_problems', { count: all.length - SHOWN })),
      all.length === 0 && el('li.fault-none', {}, icon('check'), t('edit.no_problems')));
  }

  store.on('problems', draw);
  store.on('entities', draw);
  draw();
}

// Everything that is wrong, each a way to its place; and what could be better, as advice.

import { get } from '../core/api.js';
import { el, fill, icon } from '../core/dom.js';
import { t } from '../core/text.js';
import { complain } from '../core/toast.js';
import * as entities from './entities.js';
import * as faults from './faults.js';
import { place } from './making.js';
import * as store from './store.js';

const SHOWN = 200;

function where(one) {
  const owner = entities.owner(one.path, one.pointer);
  if (one.path === 'world.json') return t('edit.group.settings');
  return owner ? owner.name : one.path;
}

function row(one, why) {
  return el('li', {}, el('a.fault', { href: place(one.path, one.pointer) }, icon(why ? 'lantern' : 'warn'),
    el('span', {}, el('strong', {}, where(one)), el('span', {}, one.detail ?? one.message), why && el('small', {}, why))));
}

/** Draws into a node and keeps itself true. */
export function panel(box) {
  let tab = 'problems';
  let advice = null;
  const list = el('ul.fault-list');
  const button = (name) => el('button', { type: 'button', role: 'tab', id: `fault-tab-${name}`, onclick: () => { tab = name; if (name === 'advice') ask(); else draw(); } });
  const tabs = { problems: button('problems'), advice: button('advice') };
  fill(box, el('div.part-tabs', { role: 'tablist' }, tabs.problems, tabs.advice), list);

  async function ask() {
    try {
      const found = await get(store.address('/lint'));
      advice = found.findings ?? found.items ?? [];
    } catch (problem) {
      if (problem.status !== 404) return complain(problem);
      advice = undefined;
    }
    draw();
  }

  function draw() {
    const all = faults.all();
    fill(tabs.problems, t('edit.problems'), el('span.number', {}, String(all.length)));
    fill(tabs.advice, t('edit.advice'), advice && el('span.number', {}, String(advice.length)));
    for (const [name, one] of Object.entries(tabs)) one.setAttribute('aria-selected', String(name === tab));
    if (tab === 'advice' && advice === undefined) return fill(list, el('li.fault-none', {}, t('edit.not_offered')));
    if (tab === 'advice' && advice) {
      fill(list, advice.map((one) => row({ ...one, path: faults.local(one.file) }, one.why)), advice.length === 0 && el('li.fault-none', {}, t('edit.no_advice')));
      return;
    }
    fill(list, all.slice(0, SHOWN).map((one) => row(one)), all.length > SHOWN && el('li.quiet', {}, t('edit.more_problems', { count: all.length - SHOWN })),
      all.length === 0 && el('li.fault-none', {}, icon('check'), t('edit.no_problems')));
  }

  let timer = 0;
  store.on('problems', () => { draw(); clearTimeout(timer); timer = setTimeout(() => { if (advice) ask(); }, 1500); });
  store.on('entities', draw);
  draw();
}

// Where a thing is, as one choice: lying in a place, held, worn, or inside another thing. It writes exactly one of the four
// members, so that a thing is never in two places by way of this form.

import { el, fill } from '../core/dom.js';
import { t } from '../core/text.js';
import { shapeOf } from './format.js';
import { member } from './form.js';
import { below, unset } from './pointer.js';
import * as store from './store.js';

const WAYS = ['location', 'held_by', 'worn_by', 'inside'];
const ASIDE = { location: ['position', 'feature'], held_by: [], worn_by: ['position'], inside: ['position'] };

/** The members that this chooser looks after, for shapes that have them all. */
export function placingMembers(shapeName) {
  const names = new Set((shapeOf(shapeName)?.members ?? []).map((one) => one.name));
  return WAYS.every((name) => names.has(name)) && shapeName === 'item' ? [...WAYS, 'position', 'feature'] : [];
}

export function placement(path, pointer) {
  const box = el('fieldset.placement');
  const members = new Map(shapeOf('item').members.map((one) => [one.name, one]));
  const held = () => WAYS.filter((name) => !unset(store.value(path, below(pointer, name))));
  let way = held()[0] ?? 'location';

  function turn(to) {
    const old = store.value(path, pointer) ?? {};
    way = to;
    for (const name of [...WAYS, 'position', 'feature']) if (name !== to && !ASIDE[to].includes(name) && Object.hasOwn(old, name)) store.remove(path, below(pointer, name));
    draw();
    box.querySelector('.combo input')?.focus();
  }

  function draw() {
    const now = new Set([way, ...held(), ...ASIDE[way], ...['position', 'feature'].filter((name) => !unset(store.value(path, below(pointer, name))))]);
    const order = [...WAYS, 'feature', 'position'].filter((name) => now.has(name));
    fill(box, el('legend', {}, t('edit.placement.title')),
      el('div.choice', { role: 'radiogroup' }, WAYS.map((name) => el('label', {},
        el('input', { type: 'radio', name: `way-${path}`, value: name, checked: name === way, onchange: () => turn(name) }), el('span', {}, t(`edit.placement.${name}`))))),
      el('div.members', {}, order.map((name) => member(members.get(name), path, below(pointer, name), 'item', draw))));
  }
  draw();
  return box;
}

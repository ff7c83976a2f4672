// A condition as a tree one can read: every part is a sentence that opens, parts can be added, wrapped, changed and taken away.

import { el, fill, icon } from '../core/dom.js';
import { t } from '../core/text.js';
import { CONDITIONS, conditionShape, wordLabel } from './format.js';
import { mark } from './form.js';
import { below } from './pointer.js';
import { condition as say } from './sayings.js';
import * as store from './store.js';
import { inner } from './widgets.js';

const DEEPEST = 4;
const MANY = new Set(['all', 'any']);
const blank = (type) => (MANY.has(type) ? { type, conditions: [] } : { type });
const single = CONDITIONS.filter((one) => !MANY.has(one) && one !== 'not');

/** The whole tree of a condition member. */
export function condition(place) {
  const box = el('div.condition', { id: place.id, tabindex: -1 });
  function draw(focus) {
    const root = store.value(place.path, place.pointer);
    const set = root !== undefined && root !== null && typeof root === 'object';
    fill(box, set ? node(place.path, place.pointer, 1, draw) : adder((type) => { store.set(place.path, place.pointer, blank(type)); draw(place.pointer); }));
    if (box.isConnected) mark(box.closest('.members') ?? box);
    if (focus) box.querySelector(`details[data-pointer="${CSS.escape(focus)}"] > summary`)?.focus();
  }
  draw();
  return box;
}

/** A menu that adds a part of the chosen kind. */
function adder(take, types = CONDITIONS) {
  const select = el('select.adder', { 'aria-label': t('edit.add_condition'), onchange: () => { if (select.value) take(select.value); } },
    el('option', { value: '' }, `+ ${t('edit.add_condition')}`), types.map((type) => el('option', { value: type }, t(`edit.condition.${type}`))));
  return select;
}

function node(path, pointer, depth, draw) {
  const value = store.value(path, pointer) ?? {};
  const title = el('span.entry-title', {}, say(value));
  const body = el('div.condition-body');
  const details = el('details.condition-node', { dataset: { pointer, type: value.type ?? '' } },
    el('summary', {}, el('span.condition-type', {}, value.type ? t(`edit.condition.${value.type}`) : '?'), title, el('ul.member-faults')), body);
  const unfold = () => {
    if (!details.open) { title.textContent = say(store.value(path, pointer)); return; }
    if (body.firstChild) return;
    fill(body, tools(path, pointer, depth, value, draw), parts(path, pointer, depth, value, draw));
    if (body.isConnected) mark(details);
  };
  details.addEventListener('toggle', unfold);
  details.addEventListener('unfold', unfold);
  // Groups stand open, so that the tree can be read; single parts are sentences until somebody opens them.
  if (MANY.has(value.type) || value.type === 'not' || Object.keys(value).length <= 1) { details.open = true; unfold(); }
  return el('div.condition-part.entry-box', {}, details);
}

function parts(path, pointer, depth, value, draw) {
  const again = () => draw(pointer);
  if (MANY.has(value.type)) {
    const list = below(pointer, 'conditions');
    const all = Array.isArray(value.conditions) ? value.conditions : [];
    return [el('ul.condition-list', {}, all.map((_, at) => el('li', {}, node(path, below(list, at), depth + 1, draw)))),
      depth < DEEPEST && adder((type) => { store.insert(path, list, all.length, blank(type)); draw(below(list, all.length)); }, depth + 1 < DEEPEST ? CONDITIONS : single)];
  }
  if (value.type === 'not') {
    const only = below(pointer, 'condition');
    if (value.condition) return node(path, only, depth + 1, draw);
    return depth < DEEPEST && adder((type) => { store.set(path, only, blank(type)); draw(only); }, depth + 1 < DEEPEST ? CONDITIONS : single);
  }
  return CONDITIONS.includes(value.type) ? groupOf(value.type, path, pointer, again) : null;
}

const groupOf = (type, path, pointer) => {
  const shape = `condition_${type}`;
  return conditionShape(type).members.length > 0 ? inner(shape, { path, pointer }, ['type']) : null;
};

function tools(path, pointer, depth, value, draw) {
  const change = el('select', { 'aria-label': t('edit.change_condition'), onchange: () => { store.set(path, pointer, changed(value, change.value)); draw(pointer); } },
    CONDITIONS.map((type) => el('option', { value: type, selected: type === value.type }, t(`edit.condition.${type}`))));
  const wrap = (type) => el('button.button.small.ghost', { type: 'button', disabled: depth >= DEEPEST, onclick: () => {
    store.set(path, pointer, type === 'not' ? { type, condition: value } : { type, conditions: [value] });
    draw(pointer);
  } }, t('edit.wrap', { type: wordLabel(type) }));
  return el('div.condition-tools', {}, change, wrap('all'), wrap('any'), wrap('not'),
    el('button.tool.mini', { type: 'button', title: t('edit.remove'), 'aria-label': t('edit.remove'), onclick: () => { store.remove(path, pointer); draw(); } }, icon('bin')));
}

/** Another type keeps what both have: the parts of a group, or a single part inside a new one. */
function changed(value, type) {
  if (MANY.has(type)) return { type, conditions: MANY.has(value.type) ? value.conditions ?? [] : value.condition ? [value.condition] : [] };
  if (type === 'not') return { type, ...(Array.isArray(value.conditions) && value.conditions[0] ? { condition: value.conditions[0] } : {}) };
  return { type };
}

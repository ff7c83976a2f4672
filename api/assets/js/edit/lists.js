// Lists with add, remove and order, references as chips, and objects that fold. A folded entry is drawn when it is opened.

import { el, fill, icon } from '../core/dom.js';
import { t } from '../core/text.js';
import { combo } from './combo.js';
import { wordLabel } from './format.js';
import { mark } from './form.js';
import { below } from './pointer.js';
import { effect, entry as say } from './sayings.js';
import * as store from './store.js';
import { inner, widget } from './widgets.js';

const act = (sign, words, onclick, more = {}) => el('button.tool.mini', { type: 'button', title: words, 'aria-label': words, onclick, ...more }, icon(sign));

/** References: one chip each, and a field to choose the next. */
export function chips(type, place, candidates) {
  const box = el('div.chips-field', { tabindex: -1 });
  const single = { ...type.of };
  const options = () => candidates(single, { ...place, pointer: below(place.pointer, 0), holder: place.pointer.slice(0, place.pointer.lastIndexOf('/')) });
  function draw(focus) {
    const list = store.value(place.path, place.pointer);
    const ids = Array.isArray(list) ? list : [];
    const known = new Map(options().map((one) => [one.id, one.name]));
    fill(box, ids.length > 0 && el('ul.chips', {}, ids.map((id, at) => el('li.entry-box', { dataset: { pointer: below(place.pointer, at) } },
      el('span.chip', { class: known.has(id) ? 'chip' : 'chip bad' }, known.get(id) ?? String(id),
        el('button.chip-close', { type: 'button', 'aria-label': t('edit.remove_named', { name: known.get(id) ?? String(id) }), onclick: () => { removeEntry(place, at, ids.length); draw(true); } }, icon('close'))),
      el('ul.member-faults')))),
    combo({ id: place.id, value: undefined, label: place.label, placeholder: t('edit.add_one'), options: () => options().filter((one) => !ids.includes(one.id)),
      take: (id) => { if (id === undefined) return; store.insert(place.path, place.pointer, ids.length, id); draw(true); } }));
    if (box.isConnected) mark(box.parentElement);
    if (focus) box.querySelector('input')?.focus();
  }
  draw();
  return box;
}

function removeEntry(place, at, count) {
  if (count === 1) store.remove(place.path, place.pointer);
  else store.remove(place.path, below(place.pointer, at));
}

/** Whether an entry is a single value that needs no folding. */
const small = (type) => !['object', 'tagged', 'condition'].includes(type.kind);

/** A list of texts or objects. */
export function entries(type, place) {
  const box = el('div.entries-field');
  let opened = null;
  function draw(focus = null) {
    const list = store.value(place.path, place.pointer);
    const all = Array.isArray(list) ? list : [];
    const open = new Set([...box.querySelectorAll(':scope > ul > li > details[open]')].map((one) => one.dataset.key));
    fill(box, all.length > 0 && el('ul.entry-list', {}, all.map((one, at) => row(one, at, all.length, open))),
      el('div.row', {}, addButton(all.length),
        type.most && all.length > type.most * 0.7 && el('small.quiet', {}, t('edit.of_most', { count: all.length, most: type.most }))));
    if (box.isConnected) mark(box.closest('.members') ?? box);
    if (focus !== null) box.querySelector(`:scope > ul > li:nth-child(${focus + 1}) :is(input:not([type=range]), textarea, select, summary)`)?.focus();
  }

  function addButton(count) {
    const full = type.most && count >= type.most;
    const add = () => {
      store.insert(place.path, place.pointer, count, first(type.of));
      opened = count;
      draw(count);
      opened = null;
    };
    return el('button.button.small', { id: place.id, type: 'button', disabled: Boolean(full), onclick: add }, icon('plus'), t('edit.add'));
  }

  function controls(at, count, pointer) {
    return el('span.entry-tools', {},
      act('up', t('edit.up'), () => { store.move(place.path, pointer, at - 1); draw(at - 1); }, { disabled: at === 0 }),
      act('down', t('edit.down'), () => { store.move(place.path, pointer, at + 1); draw(at + 1); }, { disabled: at === count - 1 }),
      act('bin', t('edit.remove'), () => { removeEntry(place, at, count); draw(Math.min(at, count - 2)); }));
  }

  function row(one, at, count, open) {
    const pointer = below(place.pointer, at);
    if (small(type.of)) {
      const id = `${place.id}-${at}`;
      return el('li.entry-box.single', { dataset: { pointer } },
        widget(type.of, { id, path: place.path, pointer, value: one, label: `${place.label} ${at + 1}`, set: (value) => store.set(place.path, pointer, value ?? ''), again: draw }),
        controls(at, count, pointer), el('ul.member-faults'));
    }
    const key = `${place.pointer}/${at}`;
    const title = el('span.entry-title', {}, titleOf(one));
    const body = el('div.entry-body');
    const details = el('details.entry-fold', { dataset: { pointer, key } }, el('summary', {}, title, el('ul.member-faults')), body);
    const unfold = () => {
      if (!details.open) { title.textContent = titleOf(store.value(place.path, pointer)); return; }
      if (body.firstChild) return;
      body.append(type.of.kind === 'object' ? inner(type.of.shape, { path: place.path, pointer }) : widget(type.of, { id: `${place.id}-${at}`, path: place.path, pointer, value: one, label: place.label, set: (value) => store.set(place.path, pointer, value), again: () => { body.replaceChildren(); unfold(); } }));
      if (body.isConnected) mark(body.parentElement);
    };
    details.addEventListener('toggle', unfold);
    details.addEventListener('unfold', unfold);
    if (open.has(key) || opened === at) { details.open = true; unfold(); }
    return el('li.entry-box.folding', {}, details, controls(at, count, pointer));
  }

  function titleOf(one) {
    if (type.of.kind === 'tagged') return `${wordLabel(one?.type ?? '?')}: ${effect(one)}`;
    return say(type.of.shape, one) || t('edit.untitled');
  }

  draw();
  return box;
}

/** What an entry begins as. */
function first(type) {
  if (type.kind === 'tagged') return { [type.by]: Object.keys(type.shapes).at(-1) };
  if (type.kind === 'object') return {};
  return '';
}

/** An object that may be there or not; it folds unless it is small. */
export function fold(shape, place) {
  const box = el('div.object-field');
  function draw(focus) {
    const there = store.value(place.path, place.pointer) !== undefined && store.value(place.path, place.pointer) !== null;
    if (!there) {
      fill(box, el('button.button.small.ghost', { id: place.id, type: 'button', onclick: () => { store.set(place.path, place.pointer, {}); draw(true); } }, icon('plus'), t('edit.add_named', { name: place.label })));
      return;
    }
    const fields = el('div.object-body', {}, inner(shape, place));
    fill(box, fields, el('button.link.object-remove', { type: 'button', onclick: () => { store.remove(place.path, place.pointer); draw(); place.again?.(); } }, t('edit.remove_named', { name: place.label })));
    if (box.isConnected) mark(box.closest('.members') ?? box);
    if (focus) box.querySelector('input, textarea, select, button')?.focus();
  }
  draw();
  return box;
}


// The form of an object, drawn from the format's description: one field per member, with what is wrong beside it. A form changes
// documents only through the store, so that every change can be undone.

import { el, fill, icon } from '../core/dom.js';
import { language, t } from '../core/text.js';
import { documentOf, shapeOf } from './format.js';
import * as faults from './faults.js';
import { below } from './pointer.js';
import { placement, placingMembers } from './placement.js';
import * as store from './store.js';
import { useGroup, widget } from './widgets.js';

let serial = 0;

/** The fields of a shape at a place; `again` draws the whole group anew when one member changes what another may hold. */
export function group(shapeName, path, pointer, { skip = [] } = {}) {
  const box = el('div.members', { dataset: { shape: shapeName } });
  const again = () => {
    const focused = document.activeElement?.closest('.member')?.dataset.pointer;
    draw();
    mark(box);
    if (focused !== undefined) focusOn(box, focused);
  };
  function draw() {
    const { members } = shapeOf(shapeName) ?? { members: [] };
    const placing = placingMembers(shapeName);
    const rest = members.filter((one) => !skip.includes(one.name) && !placing.includes(one.name));
    const fields = rest.map((one) => member(one, path, below(pointer, one.name), shapeName, again));
    if (placing.length) fields.splice(Math.min(3, fields.length), 0, placement(path, pointer, again));
    fill(box, fields, unknown(members.map((one) => one.name).concat(skip), path, pointer));
  }
  draw();
  return box;
}

const WIDE = new Set(['object', 'list', 'tagged', 'condition', 'values', 'oneOf', 'text']);

/** One member: its name, its widget, what helps and what is wrong. */
export function member(one, path, pointer, shapeName, again) {
  const id = `m${serial += 1}`;
  const words = one.label;
  const value = store.value(path, pointer);
  const describe = `${id}-help ${id}-faults`;
  const set = (next) => { if (next !== undefined || store.value(path, pointer) !== undefined) store.set(path, pointer, next); };
  const field = widget(one.type, { id, path, pointer, value, member: one, label: words, set, again, shapeName });
  const control = field.id === id ? field : field.querySelector(`#${id}`);
  control?.setAttribute('aria-describedby', describe);
  const box = el('div.member', { dataset: { pointer, kind: one.type.kind } },
    one.type.kind !== 'flag' && el('div.member-head', {},
      el(control ? 'label' : 'span.label', control ? { for: id } : {}, words), one.required && el('span.must', { title: t('edit.required') }, '*'),
      el('a.help-link', { href: helpOf(path, shapeName, one.name), target: '_blank', rel: 'noopener', tabindex: -1, 'aria-label': t('edit.help', { name: words }), title: t('edit.help', { name: words }) }, '?')),
    field, el('small.help', { id: `${id}-help` }, one.help ?? ''), el('ul.member-faults', { id: `${id}-faults` }));
  if (WIDE.has(one.type.kind)) box.classList.add('wide');
  return box;
}

function helpOf(path, shapeName, name) {
  return `/help/world-format/${documentOf(path)?.name ?? ''}?lang=${language}#${shapeName}.${name}`;
}

/** Members the format does not name: shown, never touched. */
function unknown(names, path, pointer) {
  const value = store.value(path, pointer);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const known = new Set(names);
  const others = Object.keys(value).filter((name) => !known.has(name) && name !== 'type');
  if (others.length === 0) return null;
  return el('details.unknown', {}, el('summary', {}, t('edit.unknown', { count: others.length })),
    el('p.quiet', {}, t('edit.unknown_text')),
    others.map((name) => el('div', {}, el('code', {}, name), el('pre', {}, JSON.stringify(value[name], null, 2)))));
}

/** Puts the problems beside the fields of everything drawn below a node. */
export function mark(root) {
  const sheet = root.closest('[data-path]') ?? root;
  const path = sheet.dataset.path;
  const list = faults.of(path);
  for (const box of root.querySelectorAll('.member, .entry-box')) {
    const { pointer } = box.dataset;
    const own = list.filter((one) => one.pointer === pointer || (isDeepest(root, box, one.pointer)));
    const place = box.querySelector(':scope > .member-faults');
    if (place) fill(place, own.map((one) => el('li', {}, icon('warn'), one.detail)));
    box.classList.toggle('faulty', own.length > 0 || list.some((one) => one.pointer.startsWith(`${pointer}/`)));
    const control = box.querySelector(':scope > :is(input, textarea, select), :scope > * > :is(input, textarea)');
    if (control && place) {
      if (own.length > 0) control.setAttribute('aria-invalid', 'true');
      else control.removeAttribute('aria-invalid');
    }
  }
  // A folded part says that something inside it is wrong.
  for (const fold of root.querySelectorAll('details[data-pointer]')) {
    fold.classList.toggle('faulty', list.some((one) => one.pointer === fold.dataset.pointer || one.pointer.startsWith(`${fold.dataset.pointer}/`)));
  }
}

/** A problem deeper than any field that is drawn stands at the field around it. */
function isDeepest(root, box, pointer) {
  if (!pointer.startsWith(`${box.dataset.pointer}/`)) return false;
  if (box.querySelector('details[data-pointer]:not([open])')) return false;
  return ![...box.querySelectorAll('[data-pointer]')].some((inner) => pointer === inner.dataset.pointer || pointer.startsWith(`${inner.dataset.pointer}/`));
}

/** Opens what is folded on the way to a place and puts the focus there. */
export function focusOn(root, pointer) {
  for (let rounds = 0; rounds < 16; rounds += 1) {
    const closed = [...root.querySelectorAll('details[data-pointer]:not([open])')]
      .find((fold) => pointer === fold.dataset.pointer || pointer.startsWith(`${fold.dataset.pointer}/`));
    if (!closed) break;
    closed.open = true;
    closed.dispatchEvent(new Event('unfold'));
  }
  let here = pointer;
  let box = null;
  while (!box) {
    box = root.querySelector(`[data-pointer="${CSS.escape(here)}"]`);
    if (!here || box) break;
    here = here.slice(0, here.lastIndexOf('/'));
  }
  if (!box) return false;
  const control = box.querySelector('input:not([type=range], [type=hidden]), textarea, select, button, summary') ?? box;
  control.focus({ preventScroll: true });
  box.scrollIntoView({ block: 'center' });
  return true;
}

useGroup(group);

// The world editor: the tree on the left, one document in the middle, what is wrong on the right. The address says what is open, so
// links and the back button work.

import { $, el, fill, show } from '../core/dom.js';
import { trouble } from '../core/problems.js';
import { typing } from '../core/shell.js';
import { t, word } from '../core/text.js';
import { complain } from '../core/toast.js';
import { conflict } from '../edit/conflict.js';
import * as entities from '../edit/entities.js';
import { load } from '../edit/format.js';
import { focusOn } from '../edit/form.js';
import { begin, place } from '../edit/making.js';
import { map } from '../edit/map.js';
import { panel } from '../edit/panel.js';
import { remark, sheet } from '../edit/sheet.js';
import * as store from '../edit/store.js';
import { ties } from '../edit/ties.js';
import { tree } from '../edit/tree.js';

const id = $('sheet').dataset.id;
const avatars = id === '@avatars';
const view = $('view');
const VIEWS = { map, ties };
let choose = () => {};

/** What the address means: `#path:/pointer;tab`, or one of the views. */
function here() {
  const [, path = '', pointer = '', tab = ''] = /^#?([^:;]*)(?::([^;]*))?(?:;(.*))?$/.exec(location.hash) ?? [];
  const read = (text) => text.split('/').map((part) => { try { return decodeURIComponent(part); } catch { return part; } }).join('/');
  return { path: read(path), pointer: read(pointer), tab: tab || 'form' };
}

const first = () => (avatars ? entities.all('character')[0]?.path ?? '' : 'world.json');

function open() {
  const to = here();
  const path = to.path || first();
  if (Object.hasOwn(VIEWS, path)) {
    fill(view, VIEWS[path]());
    choose(path);
  } else if (path) {
    sheet(view, { ...to, path });
    const list = /^\/\d+/.exec(to.pointer)?.[0];
    choose(path, entities.owner(path, to.pointer)?.pointer ? list : '');
  } else {
    fill(view, el('p.empty-line', {}, t('edit.avatars_none')));
  }
  scrollTo({ top: 0 });
  drawer(false);
}

function drawer(visible) {
  $('main').classList.toggle('with-tree', visible);
  $('tree-toggle').setAttribute('aria-expanded', String(visible));
  if (visible) $('tree').querySelector('input').focus();
}

function faultsShown(visible) {
  $('main').classList.toggle('with-faults', visible);
  $('problems-toggle').setAttribute('aria-expanded', String(visible));
}

/** Asks for a name and makes a thing of the kind. */
function add(kind) {
  const name = el('input', { name: 'name', required: true, maxlength: 200, 'aria-label': t('edit.name') });
  const dialog = el('dialog.sheet', { 'aria-label': t(`edit.new.${kind}`), onclose: () => dialog.remove() },
    el('form.stack', { method: 'dialog', onsubmit: () => {
      if (!name.value.trim()) return;
      const made = begin(kind, name.value.trim());
      location.hash = place(made.path, made.pointer);
    } }, el('h2', {}, t(`edit.new.${kind}`)), el('label.field', {}, el('span', {}, t('edit.name')), name),
    el('div.row.end', {}, el('button.button', { type: 'button', onclick: () => dialog.close() }, t('common.cancel')), el('button.button.primary', { type: 'submit' }, t('edit.make')))));
  document.body.append(dialog);
  dialog.showModal();
}

function bar() {
  $('world-link').textContent = avatars ? t('edit.avatars') : store.world.name;
  $('status').textContent = word('edit.status', store.state());
  $('status').dataset.state = store.state();
  $('undo').disabled = !store.canUndo();
  $('redo').disabled = !store.canRedo();
  const count = store.world.problems.length;
  $('problems-toggle').classList.toggle('bad', count > 0);
  $('problems-toggle').dataset.count = count > 0 ? String(count) : '';
}

/** Goes a step back or on, and to where it happened. */
function step(act) {
  const path = act();
  if (path && path !== here().path && store.has(path)) location.hash = place(path);
}

function keys(event) {
  const z = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.altKey;
  // Inside a text the browser's own undo is the right one.
  if (z && !(typing(event) && !['checkbox', 'radio', 'range'].includes(event.target.type))) {
    event.preventDefault();
    step(event.shiftKey ? store.redo : store.undo);
  }
  if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    store.save();
  }
  if (event.key === 'Escape') { drawer(false); faultsShown(false); }
}

function redraw() {
  const focused = document.activeElement?.closest?.('[data-pointer]')?.dataset.pointer;
  const scroll = scrollY;
  entities.forget();
  open();
  scrollTo({ top: scroll });
  const drawn = view.querySelector('.tab-panel');
  if (focused !== undefined && drawn) focusOn(drawn, focused);
}

async function start() {
  await Promise.all([load(), store.open(id)]);
  document.title = `${avatars ? t('edit.avatars') : store.world.name} · Talekeep`;
  if (avatars) $('world-link').href = '/library';
  choose = tree($('tree'), { avatars, add });
  panel($('faults'));
  store.on('status', bar);
  store.on('problems', () => { bar(); remark(view); });
  store.on('reset', redraw);
  store.on('conflict', conflict);
  store.on('refused', complain);
  addEventListener('hashchange', open);
  addEventListener('keydown', keys);
  addEventListener('beforeunload', (event) => { if (store.unsaved()) { store.save(); event.preventDefault(); } });
  $('undo').addEventListener('click', () => step(store.undo));
  $('redo').addEventListener('click', () => step(store.redo));
  $('tree-toggle').addEventListener('click', () => drawer(!$('main').classList.contains('with-tree')));
  $('problems-toggle').addEventListener('click', () => faultsShown(!$('main').classList.contains('with-faults')));
  $('faults').addEventListener('click', (event) => { if (event.target.closest('a')) faultsShown(false); });
  // Beside an open drawer a touch only puts it away.
  $('sheet').addEventListener('pointerdown', () => { if ($('main').matches('.with-tree, .with-faults')) { drawer(false); faultsShown(false); } });
  bar();
  open();
}

start().catch((problem) => {
  if (problem.status === 404) fill(view, el('section.empty', {}, el('h1', {}, t('lost.title')), el('p.lead', {}, t('lost.text')), el('p', {}, el('a.button', { href: '/library' }, t('world.to_library')))));
  else trouble($('trouble'), problem);
}).finally(() => { show($('loading'), false); $('sheet').setAttribute('aria-busy', 'false'); });

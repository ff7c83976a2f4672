// One document, or one entry of a list: its name, what can be done with it, and the tabs form and JSON.

import { el, fill, icon } from '../core/dom.js';
import { t } from '../core/text.js';
import { toast } from '../core/toast.js';
import * as entities from './entities.js';
import * as faults from './faults.js';
import { documentOf, shapeOf } from './format.js';
import { focusOn, group, mark } from './form.js';
import { kindNamed } from './kinds.js';
import { place } from './making.js';
import { raw } from './raw.js';
import * as store from './store.js';

const TABS = ['form', 'json'];

/** Draws the document of an address `{path, pointer, tab}`. */
export function sheet(view, { path, pointer, tab = 'form' }) {
  const kind = documentOf(path);
  const entity = entities.owner(path, pointer);
  const inList = kind?.root === 'list' && /^\/\d+/.test(pointer);
  const root = inList ? `/${pointer.split('/')[1]}` : '';
  if (!store.has(path)) return missing(view, path, kind);
  if (inList && store.value(path, root) === undefined && store.readable(path)) return missing(view, path, kind);
  const chosen = kind ? tab : tab === 'form' ? 'json' : tab;
  const panel = el('div.tab-panel', { role: 'tabpanel', tabindex: -1, dataset: { path } });
  fill(view, head(path, root, kind, entity), tabs(path, pointer, chosen), panel);
  if (chosen === 'json') fill(panel, raw(path, pointer));
  else form(panel, path, root, kind);
  if (chosen === 'form') {
    mark(panel);
    if (pointer !== root) requestAnimationFrame(() => focusOn(panel, pointer));
  }
}

function title(path, entity, kind) {
  if (path === 'world.json') return store.value(path, '/name') || t('edit.group.settings');
  if (entity) return entity.name;
  return kind ? t(`edit.group.${kind.name}`) : path.split('/').at(-1);
}

function head(path, root, kind, entity) {
  const heading = el('h1', {}, title(path, entity, kind));
  store.watch(heading, 'change', (changed) => { if (changed === path) heading.textContent = title(path, entities.owner(path, root), kind); });
  return el('header.sheet-head', {}, entity && kindNamed(entity.kind) && el('p.eyebrow', {}, t(`edit.one.${entity.kind}`)), heading,
    el('code.sheet-path', {}, path + (root ? `#${root}` : '')),
    path !== 'world.json' && (!kind || root || kind.root === 'object') && el('button.button.small.ghost.danger', { type: 'button', onclick: () => discard(path, root, entity) }, icon('bin'), t('edit.discard')));
}

function tabs(path, pointer, chosen) {
  // What the format describes no form for, such as a prompt, is a text.
  const kind = documentOf(path);
  const names = kind ? TABS : TABS.slice(1);
  const row = el('div.part-tabs', { role: 'tablist', onkeydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    location.hash = place(path, pointer, names[(names.indexOf(chosen) + step + names.length) % names.length]);
    requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector('.sheet-tab[aria-selected=true]')?.focus()));
  } }, names.map((name) => el('a.sheet-tab', { role: 'tab', href: place(path, pointer, name === 'form' ? '' : name), 'aria-selected': String(name === chosen), tabindex: name === chosen ? 0 : -1 }, kind ? t(`edit.tab.${name}`) : t('edit.tab.text'))));
  return row;
}

function form(panel, path, root, kind) {
  if (!store.readable(path)) {
    fill(panel, el('p.notice.notice-warn', {}, t('edit.broken'), ' ', el('a', { href: place(path, '', 'json') }, t('edit.to_json'))));
    return;
  }
  if (kind.root === 'list' && !root) return fill(panel, overview(path));
  const value = store.value(path, root);
  fill(panel,
    value !== null && typeof value === 'object' && shapeOf(kind.shape) ? group(kind.shape, path, root) : el('p.notice', {}, t('edit.no_object')));
}

function overview(path) {
  const list = entities.all(documentKind(path));
  return el('ul.lines', {}, list.map((one) => el('li.line', {}, el('div', {}, el('div.line-title', {}, el('a', { href: place(one.path, one.pointer) }, one.name)), el('div.line-meta', {}, el('code', {}, one.id))))));
}

const documentKind = (path) => entities.owner(path, '/0')?.kind ?? '';

function missing(view, path, kind) {
  fill(view, el('section.empty', {}, el('h1', {}, t('edit.not_there')), el('p.lead', {}, path),
    kind && el('button.button', { type: 'button', onclick: () => { store.create(path, kind.root === 'list' ? [] : {}); location.reload(); } }, icon('plus'), t('edit.write_it'))));
}

/** Out of the world, at once; what still refers to it is said, and it can be taken back. */
async function discard(path, root, entity) {
  const before = new Set(faults.all().map((one) => `${one.path}#${one.pointer}`));
  const name = entity?.name ?? path;
  if (root) store.remove(path, root);
  else store.drop(path);
  location.hash = '#';
  await store.save();
  const lost = faults.all().filter((one) => one.code === 'unknown_reference' && !before.has(`${one.path}#${one.pointer}`));
  toast(lost.length > 0 ? t('edit.discarded_missed', { name, count: lost.length }) : t('edit.discarded', { name }), {
    label: t('common.undo'), seconds: 20, act: () => { store.undo(); location.hash = place(path, root); },
  });
}

/** Draws the marks of the document in sight anew. */
export function remark(view) {
  const panel = view.querySelector('.tab-panel');
  if (panel) mark(panel);
}

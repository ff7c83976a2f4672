// The tree of the world: every kind with how much there is of it, every thing with a dot when something is wrong in it. Only the
// rows in sight are drawn, so that two thousand things are as quick as twenty.

import { el, fill, icon } from '../core/dom.js';
import { t } from '../core/text.js';
import * as entities from './entities.js';
import * as faults from './faults.js';
import { KINDS } from './kinds.js';
import { place } from './making.js';
import * as store from './store.js';

const ROW = 34;
const VIEWS = [['map', 'map'], ['ties', 'ties']];

/** Draws into a node; `add(kind)` begins a new thing. Answers what to call when the chosen place changes. */
export function tree(box, { avatars, add }) {
  const closed = new Set();
  let rows = [];
  let chosen = '';
  let active = 0;
  const search = el('input', { type: 'search', placeholder: t('edit.filter'), 'aria-label': t('edit.filter'), autocomplete: 'off', oninput: () => { list.scrollTop = 0; active = 0; build(); } });
  const space = el('div.tree-space');
  const list = el('div.tree-list', { role: 'tree', tabindex: 0, 'aria-label': t('edit.tree'), onscroll: paint, onkeydown: keys, onfocus: paint }, space);
  fill(box, el('div.tree-top', {}, search), list);

  function build() {
    const wanted = search.value.trim().toLowerCase();
    const marks = counts();
    const fits = (name, id) => !wanted || name.toLowerCase().includes(wanted) || String(id).toLowerCase().includes(wanted);
    rows = [];
    if (!avatars && fits(t('edit.group.settings'), 'world.json')) rows.push({ level: 1, sign: 'pen', name: t('edit.group.settings'), to: place('world.json'), faults: marks.get('world.json') ?? 0 });
    if (!avatars && !wanted) for (const [view, sign] of VIEWS) rows.push({ level: 1, sign, name: t(`edit.view.${view}`), to: `#${view}`, faults: 0, view: true });
    for (const one of KINDS.filter((kind) => !avatars || kind.kind === 'character')) {
      const all = entities.all(one.kind);
      const found = wanted ? all.filter((each) => fits(each.name, each.id)) : all;
      if (wanted && found.length === 0) continue;
      const inside = all.reduce((sum, each) => sum + (marks.get(each.path + each.pointer) ?? 0), 0) + (one.list ? marks.get(one.list) ?? 0 : 0);
      const open = wanted !== '' || !closed.has(one.group);
      rows.push({ level: 1, group: one, open, sign: one.sign, name: t(`edit.group.${one.group}`), count: all.length, faults: inside });
      if (open) for (const each of found) rows.push({ level: 2, name: each.name, id: each.id, to: place(each.path, each.pointer), faults: marks.get(each.path + each.pointer) ?? 0 });
    }
    const prompts = store.paths().filter((path) => path.startsWith('prompts/'));
    const fitting = prompts.filter((path) => fits(path, path));
    if (!avatars && fitting.length > 0) {
      rows.push({ level: 1, sign: 'report', name: t('edit.group.prompts'), count: prompts.length, faults: 0 });
      for (const path of fitting) rows.push({ level: 2, name: path.slice('prompts/'.length), to: place(path), faults: marks.get(path) ?? 0 });
    }
    active = Math.min(active, Math.max(0, rows.length - 1));
    space.style.height = `${rows.length * ROW}px`;
    paint();
  }

  /** Problems by document, and by entry where a document is a list. */
  function counts() {
    const found = new Map();
    const lists = new Set(KINDS.map((one) => one.list).filter(Boolean));
    for (const one of faults.all()) {
      const part = lists.has(one.path) && one.pointer ? `/${one.pointer.split('/')[1]}` : '';
      found.set(one.path + part, (found.get(one.path + part) ?? 0) + 1);
    }
    return found;
  }

  function paint() {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 6);
    const last = Math.min(rows.length, first + Math.ceil((list.clientHeight || 800) / ROW) + 14);
    const nodes = [];
    for (let at = first; at < last; at += 1) nodes.push(row(rows[at], at));
    space.replaceChildren(...nodes);
    list.setAttribute('aria-activedescendant', `row-${active}`);
  }

  function row(one, at) {
    const node = el('div.tree-row', {
      id: `row-${at}`, role: 'treeitem', 'aria-level': one.level, 'aria-expanded': one.group ? String(one.open) : null, 'aria-selected': String(one.to !== undefined && one.to === chosen), 'aria-setsize': rows.length, 'aria-posinset': at + 1,
      class: `tree-row level-${one.level}${at === active ? ' active' : ''}${one.view ? ' view' : ''}`, onclick: () => { active = at; enter(one); },
    },
    one.sign && icon(one.sign), el('span.tree-name', {}, one.name),
    one.faults > 0 && el('span.dot', { title: t('edit.problem_count', { count: one.faults }) }, el('span.visually-hidden', {}, t('edit.problem_count', { count: one.faults }))),
    one.count !== undefined && el('span.tree-count', {}, String(one.count)),
    one.group && el('button.tool.mini', { type: 'button', tabindex: -1, title: t(`edit.new.${one.group.kind}`), 'aria-label': t(`edit.new.${one.group.kind}`), onclick: (event) => { event.stopPropagation(); add(one.group.kind); } }, icon('plus')));
    node.style.top = `${at * ROW}px`;
    return node;
  }

  function enter(one) {
    if (one.to) { location.hash = one.to; box.dispatchEvent(new Event('chosen')); return; }
    if (one.group) {
      if (one.open) closed.add(one.group.group);
      else closed.delete(one.group.group);
      build();
    }
  }

  function keys(event) {
    const one = rows[active];
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: rows.length - 1, PageDown: active + 12, PageUp: active - 12 };
    if (event.key in moves) active = Math.max(0, Math.min(rows.length - 1, moves[event.key]));
    else if (event.key === 'Enter' || event.key === ' ') enter(one);
    else if (event.key === '+' && one?.group) add(one.group.kind);
    else if (event.key === 'ArrowLeft' && one?.group && one.open) enter(one);
    else if (event.key === 'ArrowLeft') { while (active > 0 && rows[active].level > 1) active -= 1; } else if (event.key === 'ArrowRight' && one?.group && !one.open) enter(one);
    else return;
    event.preventDefault();
    const top = active * ROW;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
    paint();
  }

  let waiting = 0;
  const soon = () => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(build); };
  for (const what of ['change', 'entities', 'problems', 'reset']) store.on(what, soon);
  new ResizeObserver(paint).observe(list);
  build();
  return (path, pointer) => {
    chosen = pointer === undefined ? `#${path}` : place(path, pointer);
    const at = rows.findIndex((one) => one.to === chosen);
    if (at >= 0) {
      active = at;
      const top = at * ROW;
      if (top < list.scrollTop || top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = Math.max(0, top - list.clientHeight / 2);
    }
    paint();
  };
}

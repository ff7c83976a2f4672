// Everything that is wrong, each a way to its place; and beside it what could be better, with the reason.

import { get } from '../core/api.js';
import { el, fill, icon } from '../core/dom.js';
import { t } from '../core/text.js';
import { complain } from '../core/toast.js';
import * as entities from './entities.js';
import * as faults from './faults.js';
import { place } from './making.js';
import * as store from './store.js';

const SHOWN = 200;
const SOON = 900;

function where(one) {
  if (one.path === 'world.json') return t('edit.group.settings');
  return entities.owner(one.path, one.pointer)?.name ?? one.path;
}

function row(one, sign, text, why) {
  return el('li', {}, el('a.fault', { href: place(one.path, one.pointer) }, icon(sign),
    el('span', {}, el('strong', {}, where(one)), el('span', {}, text), why && el('small', {}, why))));
}

const none = (sign, text) => el('li.fault-none', {}, icon(sign), el('span', {}, text));

function problems() {
  const all = faults.all();
  if (all.length === 0) return [none('check', t('edit.no_problems'))];
  return [all.slice(0, SHOWN).map((one) => row(one, 'warn', one.detail)), all.length > SHOWN && el('li.quiet', {}, t('edit.more_problems', { count: all.length - SHOWN }))];
}

/** Advice `{items, next}`: none while it was not asked for, and not of a world with problems. */
function advice(found) {
  if (faults.all().length > 0) return [none('warn', t('edit.advice_later'))];
  if (!found) return [none('lantern', t('common.loading'))];
  if (found.items.length === 0) return [none('check', t('edit.no_advice'))];
  return [found.items.map((one) => row({ ...one, path: faults.local(one.file) }, 'lantern', one.message, one.why)), found.next && el('li.quiet', {}, t('edit.more_advice'))];
}

/** Draws into a node and keeps itself true. */
export function panel(box) {
  let open = 'problems';
  let found = null;
  let asked = 0;
  const list = el('ul.fault-list', { id: 'fault-list' });
  const shown = el('div', { id: 'fault-shown', role: 'tabpanel' }, list);
  const button = (name) => el('button', { type: 'button', role: 'tab', id: `fault-tab-${name}`, 'aria-controls': 'fault-shown', onclick: () => choose(name) });
  const tabs = { problems: button('problems'), advice: button('advice') };
  const turn = (event) => {
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key) || tabs.advice.hidden) return;
    event.preventDefault();
    choose(open === 'problems' ? 'advice' : 'problems');
    tabs[open].focus();
  };
  // Avatars are in no world that could be looked over.
  tabs.advice.hidden = store.world.id.startsWith('@');
  fill(box, el('div.part-tabs', { role: 'tablist', 'aria-label': t('edit.problems'), onkeydown: turn }, tabs.problems, tabs.advice), shown);

  function choose(name) {
    open = name;
    draw();
    if (name === 'advice') ask();
  }

  /** Asks again; of several answers the last one asked for counts. */
  async function ask() {
    const mine = asked += 1;
    if (faults.all().length > 0) return;
    try {
      const answer = await get(`/api/worlds/${encodeURIComponent(store.world.id)}/lint?limit=${SHOWN}`);
      if (mine !== asked) return;
      found = answer;
    } catch (problem) {
      // It may have got problems only now; they are on their way.
      if (problem.status !== 422) complain(problem);
    }
    draw();
  }

  function draw() {
    const wrong = faults.all().length;
    const well = found && wrong === 0;
    fill(tabs.problems, t('edit.problems'), el('span.number', {}, String(wrong)));
    fill(tabs.advice, t('edit.advice'), well && el('span.number', {}, `${found.items.length}${found.next ? '+' : ''}`));
    for (const [name, tab] of Object.entries(tabs)) {
      tab.setAttribute('aria-selected', String(name === open));
      tab.tabIndex = name === open ? 0 : -1;
    }
    shown.setAttribute('aria-labelledby', `fault-tab-${open}`);
    fill(list, open === 'problems' ? problems() : advice(found));
  }

  let timer = 0;
  store.on('problems', () => {
    draw();
    clearTimeout(timer);
    if (open === 'advice') timer = setTimeout(ask, SOON);
  });
  store.on('entities', draw);
  draw();
}

// What a world holds, kind by kind behind tabs, and its problems with file, pointer and sentence.

import { face } from './begin.js';
import { el, fill, icon } from './dom.js';
import { problemList } from './problems.js';
import { phrase } from './prose.js';
import { t, word } from './text.js';

const KINDS = [['characters', 'person'], ['locations', 'place'], ['items', 'item'], ['factions', 'globe'], ['lore', 'lore'], ['plots', 'on'], ['triggers', 'again']];
const SHOWN = 60;

/** Tabs and their panel. */
export function contents(world, problems) {
  const parts = KINDS
    .map(([kind, sign]) => ({ kind, sign, label: t(`contents.${kind}`), ...listOf(world.contents?.[kind]) }))
    .filter((part) => part.count > 0);
  if (problems.length > 0) parts.unshift({ kind: 'problems', sign: 'warn', label: t('contents.problems'), count: problems.length, problems });
  if (parts.length === 0) return el('p.empty-line', {}, t('contents.empty'));
  const panel = el('div', { id: 'part', role: 'tabpanel', tabindex: 0 });
  const tabs = parts.map((part) => el('button', {
    type: 'button', role: 'tab', id: `tab-${part.kind}`, 'aria-controls': 'part', onclick: () => open(part),
  }, icon(part.sign), part.label, el('span.number', {}, String(part.count))));
  const row = el('div.part-tabs', { role: 'tablist', 'aria-label': t('contents.title'), onkeydown: move }, tabs);

  function open(part) {
    parts.forEach((one, at) => {
      tabs[at].setAttribute('aria-selected', String(one === part));
      tabs[at].tabIndex = one === part ? 0 : -1;
    });
    panel.setAttribute('aria-labelledby', `tab-${part.kind}`);
    fill(panel, part.problems ? problemList(part.problems) : entries(part));
  }

  function move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length;
    tabs[at].focus();
    open(parts[at]);
  }

  open(parts[0]);
  return [row, panel];
}

/** A view gives a list, or only a number. */
function listOf(value) {
  if (Array.isArray(value)) return { entries: value, count: value.length };
  return { entries: [], count: Number(value ?? 0) };
}

function entries(part) {
  const list = el('ul.entries', {}, part.entries.slice(0, SHOWN).map((entry) => line(part, entry)));
  const rest = part.entries.length - SHOWN;
  if (rest <= 0) return list;
  const button = el('button.button.small', {
    type: 'button',
    onclick: () => { list.append(...part.entries.slice(SHOWN).map((entry) => line(part, entry))); button.remove(); },
  }, t('contents.rest', { count: rest }));
  return [list, button];
}

function line(part, entry) {
  const title = entry.name ?? entry.title ?? (entry.keywords ?? entry.keys)?.join(', ') ?? entry.id;
  const text = entry.summary ?? entry.description ?? entry.content ?? entry.text ?? '';
  return el('li.entry', {},
    part.kind === 'characters' ? face(entry) : el('span.face', { 'aria-hidden': 'true' }, icon(part.sign)),
    el('div', {}, el('h3', {}, title), text && el('p', {}, phrase(text))),
    entry.role ? el('span.chip', {}, word('role', entry.role)) : el('span'));
}

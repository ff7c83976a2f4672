// Two people changed the same thing: both sides stand next to each other, member by member, and a person says which is to be.

import { el, fill } from '../core/dom.js';
import { t } from '../core/text.js';
import { reconcile } from './differ.js';
import * as patch from './patch.js';
import { at } from './pointer.js';
import * as store from './store.js';

const parse = (text) => { try { return JSON.parse(text); } catch { return undefined; } };
const show = (value) => (value === undefined ? t('edit.conflict.absent') : typeof value === 'string' ? value : JSON.stringify(value, null, 1));

/** Opens the sheet for all clashes; it stays until every one is decided. */
export function conflict(clashes) {
  const sheet = el('dialog.sheet.conflict', { 'aria-labelledby': 'conflict-title', oncancel: (event) => event.preventDefault() });
  const work = clashes.map(weigh);
  const close = () => {
    store.settle(work.map(decide));
    sheet.close();
    sheet.remove();
  };
  const every = (side) => { for (const box of sheet.querySelectorAll(`input[value=${side}]`)) { box.checked = true; box.dispatchEvent(new Event('change')); } };
  fill(sheet, el('h2', { id: 'conflict-title' }, t('edit.conflict.title')), el('p.quiet', {}, t('edit.conflict.lead')),
    el('div.row.wrap', {}, el('button.button.small', { type: 'button', onclick: () => every('mine') }, t('edit.conflict.mine_all')), el('button.button.small', { type: 'button', onclick: () => every('theirs') }, t('edit.conflict.theirs_all'))),
    el('div.conflict-list', {}, work.flatMap((one) => one.choices.map((choice) => el('fieldset.conflict-one', {}, el('legend', {}, el('code', {}, `${one.path}${choice.pointer ? `#${choice.pointer}` : ''}`)),
      ['mine', 'theirs'].map((side) => el('label', {}, el('input', { type: 'radio', name: `${one.path}#${choice.pointer}`, value: side, checked: side === choice.side, onchange: () => { choice.side = side; } }),
        el('strong', {}, t(`edit.conflict.${side}`)), el('pre', {}, show(choice[side])))))))),
    el('div.row.end', {}, el('button.button.primary', { type: 'button', onclick: close }, t('edit.conflict.go'))));
  document.body.append(sheet);
  sheet.showModal();
}

/** What can be merged by itself, and what must be chosen. A text that is no JSON, or gone on one side, is one choice. */
function weigh({ path, base, mine, theirs }) {
  const [one, own, other] = [base, mine, theirs].map((text) => (typeof text === 'string' ? parse(text) : undefined));
  if (own === undefined || other === undefined || one === undefined) return { path, mine, theirs, kept: [], choices: [{ pointer: '', side: 'mine', mine, theirs, whole: true }] };
  const { kept, both } = reconcile(one, own, other);
  return { path, mine, theirs, kept, choices: both.map((pointer) => ({ pointer, side: 'mine', mine: at(own, pointer), theirs: at(other, pointer) })) };
}

function decide({ path, mine, theirs, kept, choices }) {
  if (choices[0]?.whole) return { path, theirs, text: choices[0].side === 'mine' ? mine : theirs };
  let text = theirs;
  const put = (pointer, value) => { text = value === undefined ? patch.remove(text, pointer) : patch.set(text, pointer, value); };
  for (const change of kept) put(change.pointer, change.after);
  for (const choice of choices) if (choice.side === 'mine') put(choice.pointer, choice.mine);
  return { path, theirs, text };
}

// Choosing one of the world's things by name: type to narrow, arrows to choose, Enter to take. A name nobody has can become a new
// thing, or stay as an id that the world does not know yet.

import { el, fill, icon } from '../core/dom.js';
import { t } from '../core/text.js';

const SHOWN = 40;
let serial = 0;

/**
 * `options()` answers `[{id, name, note}]`; `take(id)` hears the choice, undefined for none; `create(name)` makes a new thing and
 * answers its id, and may be left out.
 */
export function combo({ id, value, options, take, create, label, placeholder, open }) {
  const listId = `choices-${serial += 1}`;
  const list = el('ul.choices', { id: listId, role: 'listbox', hidden: true, 'aria-label': label });
  const known = options().find((one) => one.id === value);
  const input = el('input', {
    id, type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: 'false', 'aria-expanded': 'false', 'aria-controls': listId, 'aria-autocomplete': 'list',
    'aria-label': label, placeholder: placeholder ?? t('edit.choose'), oninput: () => show(input.value), onkeydown: keys, onblur: () => setTimeout(leave, 120), onclick: () => show(''),
  });
  input.value = known?.name ?? value ?? '';
  let shown = [];
  let active = -1;

  function show(typed) {
    const wanted = typed.trim().toLowerCase();
    const found = options().filter((one) => !wanted || one.name.toLowerCase().includes(wanted) || one.id.toLowerCase().includes(wanted));
    shown = found.slice(0, SHOWN).map((one) => ({ ...one, act: () => choose(one.id, one.name) }));
    const exact = found.some((one) => one.name.toLowerCase() === wanted || one.id.toLowerCase() === wanted);
    if (create && wanted && !exact) shown.push({ id: '', name: t('edit.create_named', { name: typed.trim() }), sign: 'plus', act: () => choose(create(typed.trim()), typed.trim()) });
    active = -1;
    fill(list, shown.map((one, at) => el('li', { id: `${listId}-${at}`, role: 'option', 'aria-selected': 'false', onpointerdown: (event) => { event.preventDefault(); one.act(); } },
      one.sign && icon(one.sign), el('span', {}, one.name), one.id && one.id !== one.name && el('small', {}, one.id))));
    list.hidden = shown.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
  }

  function hide() {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function point(to) {
    list.children[active]?.setAttribute('aria-selected', 'false');
    active = (to + shown.length) % shown.length;
    list.children[active].setAttribute('aria-selected', 'true');
    list.children[active].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', `${listId}-${active}`);
  }

  function keys(event) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (list.hidden) show('');
      if (shown.length) point(event.key === 'ArrowDown' ? active + 1 : active < 0 ? -1 : active - 1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!list.hidden && active >= 0) shown[active].act();
      else leave();
    } else if (event.key === 'Escape' && !list.hidden) {
      event.stopPropagation();
      hide();
    }
  }

  function choose(chosen, name) {
    input.value = name;
    value = chosen;
    hide();
    take(chosen);
  }

  /** What stands in the field is taken: a name, an id, nothing, or an id that is not there yet. */
  function leave() {
    hide();
    const typed = input.value.trim();
    const current = options().find((one) => one.id === value)?.name ?? value ?? '';
    if (typed === current) return;
    if (!typed) return choose(undefined, '');
    const found = options().find((one) => one.name === typed) ?? options().find((one) => one.id === typed);
    choose(found?.id ?? typed, found?.name ?? typed);
  }

  return el('div.combo', { dataset: { lost: String(Boolean(value) && !known) } }, input, list,
    open && known && el('a.combo-open', { href: open(value), title: t('edit.open_it', { name: known.name }), 'aria-label': t('edit.open_it', { name: known.name }) }, icon('exit')));
}

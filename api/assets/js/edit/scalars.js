// The widgets of single values: texts that grow, words, numbers with their range, flags, times and days.

import { el } from '../core/dom.js';
import { t } from '../core/text.js';
import { wordLabel } from './format.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const FEW = 4;

/** A text of any length. */
export function text({ id, value, set, label, rows = 2 }) {
  const box = el('textarea', { id, 'aria-label': label, rows: String(rows), oninput: () => set(box.value === '' ? undefined : box.value) });
  box.value = typeof value === 'string' ? value : '';
  return box;
}

export function line({ id, value, set, label, spell = true, placeholder }) {
  const box = el('input', { id, 'aria-label': label, type: 'text', autocomplete: 'off', spellcheck: String(spell), placeholder, oninput: () => set(box.value === '' ? undefined : box.value) });
  box.value = value === undefined || value === null ? '' : String(value);
  return box;
}

/** Few words as a row of choices, many as a list; none chosen means the default. */
export function choice({ id, value, set, type, member, label }) {
  const words = type.words;
  const usual = member?.default?.replace?.(/^"|"$/g, '') ?? null;
  if (words.length > FEW) {
    const box = el('select', { id, 'aria-label': label, onchange: () => set(box.value || undefined) },
      el('option', { value: '' }, usual ? t('edit.usually', { value: wordLabel(usual) }) : t('edit.not_set')),
      words.map((word) => el('option', { value: word, selected: word === value }, wordLabel(word))),
      value !== undefined && value !== null && !words.includes(value) && el('option', { value: String(value), selected: true }, String(value)));
    return box;
  }
  const chosen = words.includes(value) ? value : usual;
  return el('div.choice', { id, role: 'radiogroup', tabindex: -1, 'aria-label': label }, words.map((word) => el('label', {},
    el('input', { type: 'radio', name: id, value: word, checked: word === chosen, onchange: () => set(word === usual ? undefined : word) }), el('span', {}, wordLabel(word)))));
}

/** A number; a slider stands beside it when both ends are near. */
export function number({ id, value, set, type, member, label }) {
  const whole = type.kind === 'whole';
  const ends = Number.isFinite(type.min) && Number.isFinite(type.max) && type.max - type.min <= 2 && !whole;
  const box = el('input', { id, 'aria-label': label, type: 'number', min: type.min, max: type.max, step: whole ? '1' : 'any', placeholder: member?.default ?? '', inputmode: whole ? 'numeric' : 'decimal',
    oninput: () => { if (slider) slider.value = box.value || String(base); set(box.value === '' ? undefined : Number(box.value)); } });
  if (typeof value === 'number') box.value = String(value);
  const base = Number(member?.default ?? Math.max(0, type.min ?? 0));
  const slider = ends && el('input', { type: 'range', min: type.min, max: type.max, step: '0.05', 'aria-label': label, tabindex: -1,
    oninput: () => { box.value = slider.value; set(Number(slider.value)); } });
  if (!slider) return box;
  slider.value = String(typeof value === 'number' ? value : base);
  return el('div.ranged', {}, slider, box);
}

export function flag({ id, value, set, member, label }) {
  const usual = String(member?.default) === 'true';
  const box = el('input', { id, type: 'checkbox', role: 'switch', onchange: () => set(box.checked === usual ? undefined : box.checked) });
  box.checked = typeof value === 'boolean' ? value : usual;
  return el('label.switch', {}, box, el('span', {}, label));
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/;

/** A date with or without a time; one with seconds or an offset stays a text. */
export function date({ id, value, set, label }) {
  const found = value === undefined || value === null || value === '' ? ['', '', ''] : MOMENT.exec(value);
  if (!found) return line({ id, value, set, label, spell: false });
  const day = el('input', { id, type: 'date', min: '0001-01-01', max: '9999-12-31', 'aria-label': label, oninput: give });
  const time = el('input', { type: 'time', 'aria-label': t('edit.time'), oninput: give });
  day.value = found[1];
  time.value = found[2] ?? '';
  function give() {
    set(day.value ? (time.value ? `${day.value}T${time.value}` : day.value) : undefined);
  }
  return el('div.pair', {}, day, time);
}

export function localTime({ id, value, set, label }) {
  if (value && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value)) return line({ id, value, set, label, spell: false });
  const box = el('input', { id, 'aria-label': label, type: 'datetime-local', oninput: () => set(box.value.slice(0, 16) || undefined) });
  box.value = value ?? '';
  return box;
}

export function timeOfDay({ id, value, set, label }) {
  if (value && !/^\d{2}:\d{2}$/.test(value)) return line({ id, value, set, label, spell: false });
  const box = el('input', { id, 'aria-label': label, type: 'time', oninput: () => set(box.value || undefined) });
  box.value = value ?? '';
  return box;
}

let zones = null;

export function zone({ id, value, set, label }) {
  if (!zones) {
    const names = Intl.supportedValuesOf?.('timeZone') ?? [];
    zones = el('datalist', { id: 'zones' }, ['UTC', ...names].map((name) => el('option', { value: name })));
    document.body.append(zones);
  }
  const box = line({ id, value, set, label, spell: false, placeholder: 'UTC' });
  box.setAttribute('list', 'zones');
  return box;
}

/** Days of the week; none chosen is every day. */
export function days({ id, value, set, label }) {
  const chosen = new Set(Array.isArray(value) ? value : []);
  return el('div.choice.days', { id, role: 'group', tabindex: -1, 'aria-label': label }, DAYS.map((day) => {
    const box = el('input', { type: 'checkbox', checked: chosen.has(day), onchange: () => {
      if (box.checked) chosen.add(day);
      else chosen.delete(day);
      set(chosen.size ? DAYS.filter((one) => chosen.has(one)) : undefined);
    } });
    return el('label', {}, box, el('span', {}, t(`edit.day.${day}`)));
  }));
}

/** A value of a variable, by what the variable takes; any plain value when the variable is not known. */
export function valueOf(variable, { id, value, set, label }) {
  if (variable?.kind === 'flag') return choice({ id, value: value === undefined ? undefined : String(value), label, set: (word) => set(word === undefined ? undefined : word === 'true'), type: { words: ['true', 'false'] } });
  if (variable?.kind === 'choice') return choice({ id, value, set, label, type: { words: Array.isArray(variable.options) ? variable.options.filter((one) => typeof one === 'string') : [] } });
  if (variable) return number({ id, value, set, type: { kind: variable.integer ? 'whole' : 'number', min: variable.min, max: variable.max } });
  return line({ id, value, label, spell: false, set: (typed) => {
    const plain = typed?.trim();
    if (plain === 'true' || plain === 'false') set(plain === 'true');
    else set(plain && Number.isFinite(Number(plain)) ? Number(plain) : typed);
  } });
}

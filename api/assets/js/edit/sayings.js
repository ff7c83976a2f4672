// Conditions, effects and entries said in a sentence, so that a person can read them without opening them.

import { moment, t } from '../core/text.js';
import * as entities from './entities.js';
import { wordLabel } from './format.js';

const list = (value) => (Array.isArray(value) ? value : []);
const when = (time) => moment(time);
const cut = (text, most = 90) => { const whole = String(text ?? '').replace(/\s+/g, ' ').trim(); return whole.length > most ? `${whole.slice(0, most)}…` : whole; };
const blank = '…';
const name = (kind, id) => (id ? entities.nameOf(kind, id) : blank);

/** The name of whatever kind has this id. */
function anyone(id) {
  for (const kind of ['character', 'location', 'item', 'faction', 'lore']) if (entities.find(kind, id)) return entities.nameOf(kind, id);
  return String(id ?? '');
}

const SAYS = {
  time: (one) => [
    one.from && t('edit.says.after', { time: when(one.from) }), one.to && t('edit.says.before', { time: when(one.to) }),
    one.window && t('edit.says.between', { from: one.window.from ?? blank, to: one.window.to ?? blank }), list(one.days).length > 0 && list(one.days).map((day) => t(`edit.day.${day}`)).join(' '),
  ].filter(Boolean).join(', ') || t('edit.says.time'),
  place: (one) => t('edit.says.place', { who: name('character', one.character), where: name('location', one.location) }),
  variable: (one) => t('edit.says.variable', { who: one.subject ? `${anyone(one.subject)}: ` : '', what: name('variable', one.variable), op: one.op ? t(`edit.op.${one.op}`) : blank, value: one.value === undefined ? blank : wordLabel(String(one.value)) }),
  item: (one) => (one.at ? t('edit.says.item_at', { what: name('item', one.item), where: name('location', one.at) }) : t('edit.says.item_held', { what: name('item', one.item), who: name('character', one.held_by) })),
  event: (one) => t('edit.says.event', { tag: one.tag ?? blank }),
  fired: (one) => t('edit.says.fired', { what: name('trigger', one.trigger) }),
  judged: (one) => t('edit.says.judged', { text: cut(one.text) || blank }),
  all: (one) => t('edit.says.all', { parts: list(one.conditions).map(condition).join(t('edit.says.and')) || blank }),
  any: (one) => t('edit.says.any', { parts: list(one.conditions).map(condition).join(t('edit.says.or')) || blank }),
  not: (one) => t('edit.says.not', { part: one.condition ? condition(one.condition) : blank }),
};

/** A condition as a person would say it. */
export function condition(one) {
  return SAYS[one?.type]?.(one) ?? t('edit.says.unknown');
}

/** An effect in a few words. */
export function effect(one) {
  if (one?.type !== 'edit') return cut(one?.text) || blank;
  const parts = Object.entries(one.edit ?? {}).filter(([, entries]) => list(entries).length > 0).map(([what, entries]) => `${wordLabel(what)} (${entries.length})`);
  return parts.join(', ') || blank;
}

/** What names an entry of a list. */
export function entry(shape, one) {
  if (one === null || typeof one !== 'object') return cut(one);
  const to = typeof one.to === 'object' ? name(one.to?.kind, one.to?.id) : one.to;
  const said = {
    relationship: () => [name('character', to), one.label],
    faction_relationship: () => [to, one.label],
    exit: () => [name('location', to), one.state && one.state !== 'open' && wordLabel(one.state)],
    known_exit: () => [`${name('location', one.from)} → ${name('location', to)}`],
    exit_change: () => [`${name('location', one.from)} → ${name('location', to)}`, one.state && wordLabel(one.state)],
    membership: () => [name('character', one.character), one.role],
    window: () => [`${one.from ?? blank}–${one.to ?? blank}`, one.activity],
    subject: () => [name(one.kind, one.id)],
    move: () => [`${name('character', one.character)} → ${one.nowhere ? blank : name('location', one.location)}`],
    item_change: () => [name('item', one.item)],
    variable_change: () => [name('variable', one.variable), one.delta !== undefined ? `${one.delta > 0 ? '+' : ''}${one.delta}` : one.value !== undefined && String(one.value)],
    band: () => [`≤ ${one.up_to ?? blank}`, one.label],
    opening_part: () => [one.character && name('character', one.character), cut(one.text)],
    engagement: () => [name('character', one.character), one.activity],
  }[shape]?.() ?? [one.name ?? one.title ?? one.id ?? one.key, cut(one.text ?? one.description)];
  return said.filter(Boolean).map((part) => cut(part)).join(' · ');
}

// Which widget a type of the format gets.

import { el } from '../core/dom.js';
import { t } from '../core/text.js';
import { combo } from './combo.js';
import { condition } from './condition.js';
import * as entities from './entities.js';
import { shapeOf, wordLabel } from './format.js';
import { FEELINGS, kindNamed, SLOTS } from './kinds.js';
import { begin, link } from './making.js';
import { chips, entries, fold } from './lists.js';
import { below, parent } from './pointer.js';
import * as scalars from './scalars.js';
import * as store from './store.js';
import { week } from './week.js';

const names = (kind) => entities.all(kind).map((one) => ({ id: one.id, name: one.name }));
const ANY = ['character', 'faction', 'location', 'item'];

/** Every id that a reference of this type may hold. */
export function candidates(type, place) {
  const beside = (name) => store.value(place.path, below(place.holder ?? parent(place.pointer), name));
  switch (type.kind) {
    case 'refer': return names(type.to);
    case 'referBy': return names(beside(type.member) ?? (type.member === 'subject' ? 'character' : ''));
    case 'referAny': return ANY.flatMap(names);
    case 'featureOf': return entities.features(beside(type.member ?? 'location')).map((one) => ({ id: one.id, name: one.name ?? one.id }));
    case 'variableKey': return [...names('variable'), ...FEELINGS.map((id) => ({ id, name: wordLabel(id) }))];
    case 'variableSubject': return names(variableAt(place)?.subject ?? 'character');
    case 'triggerKey': return names('trigger');
    case 'slot': return [...new Map([...SLOTS.map((id) => ({ id, name: wordLabel(id) })), ...names('slot')].map((one) => [one.id, one])).values()];
    case 'plotPart': return plotParts(place);
    default: return [];
  }
}

function plotParts({ path, pointer }) {
  const plot = store.value(path, `/${pointer.split('/')[1]}`) ?? {};
  return [plot.hooks, plot.developments].flatMap((list) => (Array.isArray(list) ? list : [])).filter((one) => one?.id).map((one) => ({ id: one.id, name: one.text ? `${one.id}: ${String(one.text).slice(0, 50)}` : one.id }));
}

/** The variable that a condition or change beside this place is about. */
function variableAt({ path, pointer }) {
  const key = store.value(path, below(parent(pointer), 'variable'));
  if (FEELINGS.includes(key)) return { kind: 'number', min: -1, max: 1, subject: 'character' };
  const found = entities.find('variable', key)?.value;
  return found && { kind: 'number', subject: 'character', ...found };
}

const REFERENCES = new Set(['refer', 'referBy', 'referAny', 'featureOf', 'variableKey', 'variableSubject', 'triggerKey', 'slot', 'plotPart']);

/** The node for a type at a place `{id, path, pointer, value, member, label, set, again}`. */
export function widget(type, place) {
  if (place.shapeName === 'character' && place.member?.name === 'routine') return [week, entries].reduce((box, draw) => { box.append(draw(type, place)); return box; }, el('div.stack'));
  if (REFERENCES.has(type.kind)) return reference(type, place);
  // A choice can change what the fields beside it may hold.
  const choosing = { ...place, type, set: (value) => { place.set(value); place.again?.(); } };
  switch (type.kind) {
    case 'text': return scalars.text(place);
    case 'word': return scalars.choice(choosing);
    case 'flag': return scalars.flag(place);
    case 'number': case 'whole': return scalars.number({ ...place, type });
    case 'date': return scalars.date(place);
    case 'localTime': return scalars.localTime(place);
    case 'timeOfDay': return scalars.timeOfDay(place);
    case 'zone': return scalars.zone(place);
    case 'value': return scalars.valueOf(place.shapeName === 'variable' ? store.value(place.path, parent(place.pointer)) : variableAt(place), place);
    case 'values': return values(type, place);
    case 'object': return fold(type.shape, place);
    case 'condition': return condition(place);
    case 'list': return listOf(type, place);
    case 'oneOf': return oneOf(type, place);
    case 'tagged': return tagged(type, place);
    default: return scalars.line({ ...place, spell: type.kind === 'line' });
  }
}

function listOf(type, place) {
  if (type.of.kind === 'day') return scalars.days(place);
  if (REFERENCES.has(type.of.kind)) return chips(type, place, candidates);
  return entries(type, place);
}

function reference(type, place) {
  const kind = type.kind === 'refer' ? type.to : type.kind === 'triggerKey' ? 'trigger' : type.kind === 'variableKey' ? 'variable' : null;
  return combo({
    ...place,
    options: () => candidates(type, place),
    take: (id) => { place.set(id); place.again?.(); },
    create: kindNamed(kind)?.file ? (name) => begin(kind, name).id : undefined,
    open: kind && kindNamed(kind) ? (id) => link(kind, id) : undefined,
  });
}

/** A member that takes more than one type: the one it holds now, and a way to the other. */
function oneOf(type, place) {
  const types = type.types;
  const fits = (one) => (one.kind === 'list' ? Array.isArray(place.value) : one.kind === 'object' ? place.value !== null && typeof place.value === 'object' && !Array.isArray(place.value)
    : one.kind === 'word' ? one.words.includes(place.value) : typeof place.value !== 'object');
  const now = place.value === undefined || place.value === null ? types[0] : types.find(fits) ?? types[0];
  const change = (to) => {
    const start = { list: typeof place.value === 'string' ? [to.of?.kind === 'object' ? { text: place.value } : place.value] : [], object: {}, word: to.words?.[0] }[to.kind];
    place.set(start);
    place.again?.();
  };
  return el('div.stack', {},
    el('div.row.wrap', {}, types.filter((one) => one !== now).map((one) => el('button.link', { type: 'button', onclick: () => change(one) }, t(`edit.as.${one.kind}`)))),
    now.kind === 'word' && place.value === undefined ? null : widget(now, place));
}

function tagged(type, place) {
  const { by } = type;
  const known = new Map(Object.entries(type.shapes));
  const now = place.value?.[by];
  const select = el('select', { id: place.id, 'aria-label': place.label, onchange: () => { store.set(place.path, place.pointer, { [by]: select.value }); place.again?.(); } },
    !known.has(now) && el('option', { value: '' }, t('edit.choose')), [...known.keys()].map((word) => el('option', { value: word, selected: word === now }, wordLabel(word))));
  const shape = known.get(now);
  return el('div.stack', {}, select, shape && shapeOf(shape) && inner(shape, place, [by]));
}

let drawGroup = null;

/** `form.js` draws groups and needs widgets for it; it comes in here to keep the modules free of a knot. */
export function useGroup(draw) { drawGroup = draw; }

export function inner(shape, { path, pointer }, skip = []) {
  return drawGroup(shape, path, pointer, { skip });
}

/** The first values of the world's variables about this kind of thing. */
function values(type, { path, pointer, id }) {
  const of = type.of ?? { w: 'world', c: 'character', l: 'location', i: 'item' }[path[0]];
  const own = entities.owner(path, pointer);
  const list = entities.all('variable').filter(({ value }) => (value.subject ?? 'character') === of && (!Array.isArray(value.only) || value.only.length === 0 || value.only.includes(own?.id)));
  if (list.length === 0) return el('p.quiet', {}, t('edit.no_variables'));
  return el('div.values', { id, tabindex: -1 }, list.map((variable, at) => {
    const where = below(pointer, variable.id);
    const set = (value) => store.set(path, where, value);
    return el('div.member', { dataset: { pointer: where } }, el('div.member-head', {}, el('label', { for: `${id}-${at}` }, variable.name)),
      scalars.valueOf({ kind: 'number', ...variable.value }, { id: `${id}-${at}`, value: store.value(path, where), set, label: variable.name }), el('ul.member-faults'));
  }));
}

// Where things stand, beside the story: the place, ways out, people, things, values. Choosing something writes it into
// the pen; nothing is played before the player sends it.

import { el, fill, icon } from './dom.js';
import { moment, t, word } from './text.js';

const list = (value) => (Array.isArray(value) ? value : []);

/** Draws the state; `write(text)` puts words into the composer. */
export function panel(box, state, write) {
  const place = state.place ?? state.location ?? {};
  fill(box,
    state.clock && el('p.when', {}, icon('clock'), clock(state.clock)),
    place.name && el('h2', {}, place.name),
    place.description && el('p.about', {}, place.description),
    section('exit', t('play.state.exits'), list(state.exits), (exit) => pick(exit.name ?? exit.to, t('play.write.go', { name: exit.name ?? exit.to }), write,
      exit.state && exit.state !== 'open' ? [icon('lock'), word('play.exit', exit.state)] : null)),
    section('person', t('play.state.people'), list(state.people), (person) => pick(person.name, t('play.write.talk', { name: person.name }), write, null, note(person))),
    section('item', t('play.state.items'), list(state.items), (item) => pick(item.name, t('play.write.look', { name: item.name }), write, count(item))),
    section('card', t('play.state.carried'), list(state.carried), (item) => pick(item.name, t('play.write.look', { name: item.name }), write, count(item))),
    values(list(state.variables)));
}

const count = (item) => (Number(item.quantity) > 1 ? `× ${item.quantity}` : null);

function clock(value) {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? moment(value) : value;
  return value.text ?? value.label ?? moment(value.now ?? value.time);
}

function section(sign, title, things, draw) {
  if (things.length === 0) return null;
  return el('section', {}, el('h3', {}, icon(sign), title), el('ul', {}, things.map((thing) => el('li', {}, draw(thing)))));
}

/** What everybody can see of a person. */
function note({ publicState }) {
  return typeof publicState === 'string' ? publicState : publicState?.text;
}

function pick(name, words, write, aside, below) {
  return el('button.pick', { type: 'button', title: words, onclick: () => write(words) },
    el('span', {}, name, below && el('span.pick-note', {}, below)), aside && el('small.row', {}, aside));
}

function values(variables) {
  if (variables.length === 0) return null;
  return el('section', {}, el('h3', {}, icon('jobs'), t('play.state.variables')),
    el('dl', {}, variables.flatMap(({ name, id, value }) => [el('dt', {}, name ?? id), el('dd', {}, show(value))])));
}

function show(value) {
  if (value === true) return t('common.yes');
  if (value === false) return t('common.no');
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '–');
}

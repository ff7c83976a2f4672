// Where things stand, beside the story: the place, ways out, people, things, values. Choosing something writes it into
// the pen; nothing is played before the player sends it.

import { el, fill, icon } from './dom.js';
import { moment, t, word } from './text.js';

const list = (value) => (Array.isArray(value) ? value : []);

/** Draws the state; `write(text)` puts words into the composer. */
export function panel(box, state, write) {
  const place = state.place ?? {};
  fill(box,
    state.localTime && el('p.when', { title: state.timeZone }, icon('clock'), moment(state.localTime.replace(' ', 'T'))),
    place.name ? el('h2', {}, place.name) : el('p.about', {}, t('play.state.nowhere')),
    place.within?.length > 0 && el('p.within', {}, place.within.join(' · ')),
    place.description && el('p.about', {}, place.description),
    section('exit', t('play.state.exits'), list(place.exits), (exit) => pick(exit.name, t('play.write.go', { name: exit.name }), write,
      exit.state !== 'open' && [icon('lock'), word('play.exit', exit.state)], exit.note || exit.description)),
    section('person', t('play.state.people'), list(state.people), (person) => pick(person.name, t('play.write.talk', { name: person.name }), write, null, note(person))),
    section('item', t('play.state.items'), list(state.here), (item) => pick(item.name, t('play.write.look', { name: item.name }), write, count(item))),
    section('card', t('play.state.carried'), list(state.carried), (item) => pick(item.name, t('play.write.look', { name: item.name }), write, count(item))),
    section('on', t('play.state.goals'), list(state.goals), (goal) => el('p.goal', {}, goal.name, el('small', {}, word('play.goal', goal.status)))),
    section('clock', t('play.state.announced'), list(state.announcements), (one) => el('p.goal', {}, one.text, one.at && el('small', {}, moment(one.at)))),
    values(list(state.variables)));
}

/** How many, and whether it is worn or shut. */
function count({ quantity, worn, containerState }) {
  const words = [quantity > 1 && `× ${quantity}`, worn && t('play.worn'), containerState && word('play.exit', containerState)];
  return words.filter(Boolean).join(' · ') || null;
}

function section(sign, title, things, draw) {
  if (things.length === 0) return null;
  return el('section', {}, el('h3', {}, icon(sign), title), el('ul', {}, things.map((thing) => el('li', {}, draw(thing)))));
}

/** What everybody can see of a person. */
function note({ activity, publicState }) {
  return [activity, publicState].filter(Boolean).join(' · ');
}

function pick(name, words, write, aside, below) {
  return el('button.pick', { type: 'button', title: words, onclick: () => write(words) },
    el('span', {}, name, below && el('span.pick-note', {}, below)), aside && el('small.row', {}, aside));
}

function values(variables) {
  if (variables.length === 0) return null;
  return el('section', {}, el('h3', {}, icon('jobs'), t('play.state.variables')),
    el('dl', {}, variables.flatMap(({ name, of, value }) => [el('dt', {}, of ? `${name} (${of})` : name), el('dd', {}, value)])));
}

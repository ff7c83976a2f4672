// Beginning a story: who to be, then play. A world with problems says all of them instead of beginning.

import { send } from './api.js';
import { el, icon, show } from './dom.js';
import { trouble } from './problems.js';
import { phrase } from './prose.js';
import { language, t } from './text.js';

/** A person's picture in a circle, or the first letter of the name. */
export function face(person) {
  const letter = () => [...(person.name ?? '?')][0] ?? '?';
  if (!person.portraitUrl) return el('span.face', { 'aria-hidden': 'true' }, letter());
  const image = new Image();
  image.alt = '';
  image.loading = 'lazy';
  const box = el('span.face', {}, image);
  image.addEventListener('error', () => box.replaceChildren(letter()), { once: true });
  image.src = person.portraitUrl;
  return box;
}

const playable = (world) => (world.contents?.characters ?? []).filter((person) => person.role === 'playable');

/** The form that begins a session in this world. */
export function begin(world, problems) {
  const cast = playable(world);
  const box = el('div.trouble', { role: 'alert', hidden: true });
  const button = el('button.button.primary', { type: 'submit', disabled: cast.length === 0 }, icon('play'), t('begin.go'));
  const form = el('form.begin', { 'aria-labelledby': 'begin-title', onsubmit: (event) => { event.preventDefault(); start(); } },
    el('h2', { id: 'begin-title' }, t('begin.title')),
    cast.length === 0 && el('p.quiet', {}, t('begin.nobody')),
    cast.length === 1 && el('p.quiet', {}, t('begin.one')),
    cast.length > 0 && el('fieldset', {}, el('legend.visually-hidden', {}, t('begin.who')),
      el('div.cast', {}, cast.map((person, at) => el('label', {},
        el('input', { type: 'radio', name: 'character', value: person.id, checked: at === 0 }),
        face(person),
        el('span', {}, el('strong', {}, person.name), person.summary && el('small', {}, phrase(person.summary))))))),
    problems > 0 && el('p.quiet', {}, t('begin.problems', { count: problems })),
    box,
    el('div.row.wrap', {}, button, el('span.quiet', {}, t('begin.offline'))));

  async function start() {
    button.disabled = true;
    show(box, false);
    try {
      const session = await send('POST', '/api/sessions', {
        world: world.id, character: new FormData(form).get('character'), language, connection: 'offline',
      });
      location.assign(`/play/${encodeURIComponent(session.id)}`);
    } catch (problem) {
      trouble(box, problem);
      button.disabled = false;
    }
  }
  return form;
}

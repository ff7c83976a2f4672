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

/** The languages a story can be told in, each by its own name. */
const TOLD = [['en', 'English'], ['zh', '中文']];

/** A world written in Chinese is told in Chinese unless somebody says otherwise. */
const tongue = (world) => (/\p{Script=Han}/u.test(`${world.name}${world.description ?? ''}`) ? 'zh' : language);

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
    el('div.row.wrap', {}, button,
      el('label.row', {}, el('span.quiet', {}, t('begin.told_in')), el('select', { name: 'language' }, TOLD.map(([tag, name]) => el('option', { value: tag, lang: tag, selected: tag === tongue(world) }, name)))),
      el('span.quiet', {}, t('begin.offline'))));

  async function start() {
    button.disabled = true;
    show(box, false);
    try {
      const chosen = new FormData(form);
      const session = await send('POST', '/api/sessions', {
        world: world.id, character: chosen.get('character'), language: chosen.get('language'), connection: 'offline',
      });
      location.assign(`/play/${encodeURIComponent(session.id)}`);
    } catch (problem) {
      trouble(box, problem);
      button.disabled = false;
    }
  }
  return form;
}

// The landing page: the story to go on with, what else was played, what came in, or three doors when there is nothing yet.

import { get } from '../core/api.js';
import { cover } from '../core/art.js';
import { watch } from '../core/bring.js';
import { sessionLine, storyCard, worldCard } from '../core/cards.js';
import { $, el, fill, icon, show } from '../core/dom.js';
import { ago, t, word } from '../core/text.js';
import { complain } from '../core/toast.js';
import { onArrival, resume } from '../core/tray.js';
import '../core/shell.js';

function hero(session) {
  fill($('continue'), el('div.hero', {},
    el('div.hero-text', {},
      el('span.eyebrow', {}, t('home.continue')),
      el('h2', {}, session.title || session.worldName),
      el('p.quiet', {}, sessionLine(session)),
      el('a.button.primary', { href: `/play/${encodeURIComponent(session.id)}` }, icon('play'), t('home.go_on'))),
    el('div.hero-art', {}, picture(session))));
  show($('continue'));
}

/** A drawn landscape fills the space; a real cover stands in it as a book before its own colours. */
function picture(session) {
  if (!session.cover) return cover(null, session.world, { wide: true });
  return [el('div.hero-glow', { 'aria-hidden': 'true' }, cover(session.cover, session.world)), el('div.cover', {}, cover(session.cover, session.world))];
}

function importLine(view) {
  const kind = { done: 'good', failed: 'bad', cancelled: '' }[view.phase] ?? 'busy';
  const to = view.phase === 'done' && view.worldId ? `/worlds/${encodeURIComponent(view.worldId)}` : `/imports/${encodeURIComponent(view.id)}`;
  return el('li.line', {},
    el('div', {},
      el('div.line-title', {}, el('a', { href: to }, view.name || view.fileName)),
      el('div.line-meta', {}, [view.fileName, ago(view.updatedAt)].filter(Boolean).map((text) => el('span', {}, text)))),
    el('div.line-actions', {}, el(kind ? `span.chip.${kind}` : 'span.chip', {}, word('import.phase', view.phase))));
}

let after = null;

async function more() {
  const page = await get(`/api/sessions?limit=24&after=${encodeURIComponent(after)}`);
  $('session-list').append(...page.items.map(storyCard));
  after = page.next ?? null;
  show($('more'), after !== null);
}

async function draw() {
  const [sessions, worlds, imports] = await Promise.all([
    get('/api/sessions?limit=10'), get('/api/worlds?limit=6&sort=recent'), get('/api/imports?limit=5'),
  ]);
  const [latest, ...others] = sessions.items;
  if (latest) hero(latest);
  show($('sessions'), others.length > 0);
  fill($('session-list'), others.map(storyCard));
  after = sessions.next ?? null;
  show($('more'), after !== null);
  show($('worlds'), worlds.items.length > 0);
  fill($('world-list'), worlds.items.map((world) => worldCard(world)));
  show($('imports'), imports.items.length > 0);
  fill($('import-list'), imports.items.map(importLine));
  show($('first'), !latest && worlds.items.length === 0);
  resume(imports.items);
}

$('more').addEventListener('click', () => more().catch(complain));
watch();
onArrival(() => draw().catch(complain));
draw().catch(complain).finally(() => show($('loading'), false));

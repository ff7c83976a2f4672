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
    el('div.hero-art', {}, cover(session.coverUrl ?? session.cover, session.world ?? session.worldId, { wide: true }))));
  show($('continue'));
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

async function draw() {
  const [sessions, worlds, imports] = await Promise.all([
    get('/api/sessions?limit=7'), get('/api/worlds?limit=6&sort=recent'), get('/api/imports?limit=5'),
  ]);
  const [latest, ...others] = sessions.items;
  if (latest) hero(latest);
  show($('sessions'), others.length > 0);
  fill($('session-list'), others.map(storyCard));
  show($('worlds'), worlds.items.length > 0);
  fill($('world-list'), worlds.items.map((world) => worldCard(world)));
  show($('imports'), imports.items.length > 0);
  fill($('import-list'), imports.items.map(importLine));
  show($('first'), !latest && worlds.items.length === 0);
  resume(imports.items);
}

watch();
onArrival(() => draw().catch(complain));
draw().catch(complain).finally(() => show($('loading'), false));

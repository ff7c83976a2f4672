// A world as a book on the shelf and a session as a book with a marker in it.

import { cover } from './art.js';
import { el, icon } from './dom.js';
import { phrase } from './prose.js';
import { ago, t } from './text.js';

/** How many problems a world has: views give a number or the list itself. */
export function problemCount(world) {
  return Array.isArray(world.problems) ? world.problems.length : Number(world.problems ?? 0);
}

/** One world of the grid; `onTag` makes its tags a filter. */
export function worldCard(world, { onTag, fresh = false } = {}) {
  const problems = problemCount(world);
  const tags = (world.tags ?? []).slice(0, 3);
  return el(fresh ? 'li.card.fresh' : 'li.card', { dataset: { id: world.id } },
    el('div.cover', {}, cover(world.cover, world.id)),
    problems > 0 && el('span.card-flag.chip.warn', {}, icon('warn'), t('world.problem_count', { count: problems })),
    el('h3', {}, el('a', { href: `/worlds/${encodeURIComponent(world.id)}` }, world.name)),
    world.description && el('p.card-text', {}, phrase(world.description)),
    tags.length > 0 && el('div.card-tags', {}, tags.map((tag) => (onTag
      ? el('button.chip', { type: 'button', onclick: () => onTag(tag) }, tag)
      : el('span.chip', {}, tag)))));
}

/** One session of the shelf. */
export function storyCard(session) {
  return el('article.story-card', {},
    el('div.cover', {}, cover(session.cover, session.world)),
    el('div', {},
      el('h3', {}, el('a', { href: `/play/${encodeURIComponent(session.id)}` }, session.title || session.worldName)),
      el('p', {}, sessionLine(session))));
}

/** "Mira · 12 turns · yesterday" */
export function sessionLine(session) {
  const turns = Array.isArray(session.turns) ? session.turns.length : session.turns;
  return [
    session.characterName ?? session.character,
    Number.isFinite(turns) && t('session.turns', { count: turns }),
    ago(session.updatedAt),
  ].filter(Boolean).join(' · ');
}

/** Empty books while the real ones are on their way. */
export const ghosts = (count) => Array.from({ length: count }, () => el('li.ghost-card', { 'aria-hidden': 'true' }));

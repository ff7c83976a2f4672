// A world's page: what it is, how to begin a story in it, what it holds and what is wrong with it.

import { get, send } from '../core/api.js';
import { cover } from '../core/art.js';
import { begin } from '../core/begin.js';
import { problemCount } from '../core/cards.js';
import { contents } from '../core/contents.js';
import { $, el, fill, icon, show } from '../core/dom.js';
import { trouble } from '../core/problems.js';
import { prose } from '../core/prose.js';
import { ago, moment, t } from '../core/text.js';
import { complain, toast } from '../core/toast.js';
import '../core/shell.js';

const subject = $('subject');
const path = `/api/worlds/${encodeURIComponent(subject.dataset.id)}`;

async function load() {
  const world = await get(path);
  // A view that only counts its problems has them one request away.
  const problems = Array.isArray(world.problems) ? world.problems
    : world.problems > 0 ? await get(`${path}/problems`).then((found) => found.items ?? found.problems ?? found, () => []) : [];
  document.title = `${world.name} · Talekeep`;
  draw(world, problems);
}

function draw(world, problems) {
  fill(subject, el('div.world', {},
    el('div.world-side', {},
      el('div.world-cover', {}, cover(world.cover, world.id)),
      el('div.side-actions', {}, sideActions(world)),
      el('div.facts', {},
        el('span', { title: moment(world.createdAt) }, t('world.created', { when: ago(world.createdAt) })),
        el('span', { title: moment(world.updatedAt) }, t('world.updated', { when: ago(world.updatedAt) })))),
    el('div.world-main', {}, heading(world), text(world), begin(world, problemCount(world)), contents(world, problems))));
  subject.setAttribute('aria-busy', 'false');
}

function heading(world) {
  const author = world.author?.name ?? (typeof world.author === 'string' ? world.author : null);
  return el('header.world-head', {},
    el('h1', {}, world.name),
    author && el('p.world-by', {}, t('world.by', { name: author })),
    world.tags?.length > 0 && el('div.row.wrap', {}, world.tags.map((tag) =>
      el('a.chip', { href: `/library?tag=${encodeURIComponent(tag)}` }, tag))));
}

function text(world) {
  if (!world.description) return null;
  const box = el('div.world-text', {}, prose(world.description));
  if (world.description.length < 900) return box;
  box.classList.add('cut');
  const button = el('button.link', { type: 'button', onclick: () => { box.classList.remove('cut'); button.remove(); } }, t('world.read_on'));
  return [box, button];
}

function sideActions(world) {
  return [
    el('a.button.small', { href: `/worlds/${encodeURIComponent(world.id)}/edit` }, icon('pen'), t('world.edit')),
    world.import && el('a.button.small', { href: `/imports/${encodeURIComponent(world.import)}` }, icon('report'), t('world.report')),
    el('a.button.small', { href: `${path}/export`, download: '' }, icon('export'), t('world.export')),
    el('button.button.small.danger', { type: 'button', onclick: (event) => discard(world, event.currentTarget) }, icon('bin'), t('world.delete')),
  ];
}

async function discard(world, button) {
  button.disabled = true;
  try {
    await send('DELETE', path);
  } catch (problem) {
    button.disabled = false;
    return complain(problem);
  }
  fill(subject, el('section.empty', {},
    el('h1', {}, t('world.gone', { name: world.name })),
    el('p.lead', {}, t('world.gone_text')),
    el('p', {}, el('a.button', { href: '/library' }, t('world.to_library')))));
  toast(t('trash.moved', { name: world.name }), { label: t('common.undo'), act: () => restore(world), seconds: 20 });
}

async function restore(world) {
  try {
    await send('POST', `/api/trash/${encodeURIComponent(world.id)}/restore`);
    await load();
  } catch (problem) {
    complain(problem);
  }
}

load().catch((problem) => {
  if (problem.status === 404) {
    fill(subject, el('section.empty', {}, el('h1', {}, t('lost.title')), el('p.lead', {}, t('lost.text')),
      el('p', {}, el('a.button', { href: '/library' }, t('world.to_library')))));
  } else {
    trouble($('trouble'), problem);
  }
}).finally(() => show($('loading'), false));

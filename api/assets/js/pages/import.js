// An import: how far it is, what went wrong, and where every piece of the card went.

import { get, send } from '../core/api.js';
import { $, el, fill, icon, show } from '../core/dom.js';
import { ended, follow } from '../core/follow.js';
import { problemList, trouble } from '../core/problems.js';
import { ago, t, word } from '../core/text.js';
import { complain } from '../core/toast.js';
import '../core/shell.js';

const PHASES = ['survey', 'build', 'review', 'finish', 'done'];
const FATES = { built: 'good', held: 'warn', waiting: 'busy', excluded: '', rejected: '' };
const subject = $('subject');
const path = `/api/imports/${encodeURIComponent(subject.dataset.id)}`;
const reportBox = el('div');

function draw(view) {
  document.title = `${view.name || view.fileName} · Talekeep`;
  const now = PHASES.indexOf(view.phase);
  fill(subject,
    el('div.page-head', {}, el('h1', {}, view.name || view.fileName), el('div.row.wrap', {}, actions(view))),
    el('section.sheet-like.import-state', { 'aria-live': 'polite' },
      now >= 0 && el('ol.phases', {}, PHASES.map((phase, at) => el(step(at, now, view.phase),
        { 'aria-current': at === now ? 'step' : null }, word('import.phase', phase)))),
      now < 0 && el('p', {}, el(`span.chip.${view.phase === 'failed' ? 'bad' : 'warn'}`, {}, word('import.phase', view.phase))),
      view.error && el('p', {}, view.error),
      view.problems?.length > 0 && problemList(view.problems),
      el('p.line-meta', {}, view.fileName && el('span', {}, view.fileName), view.format && el('span', {}, view.format), el('span', {}, ago(view.createdAt)),
        el('a', { href: `${path}/source`, download: '' }, t('import.source')))),
    reportBox);
  subject.setAttribute('aria-busy', 'false');
}

const step = (at, now, phase) => (at < now ? 'li.past' : at > now ? 'li' : phase === 'done' ? 'li.past.now' : 'li.now');

function actions(view) {
  const button = (verb, label) => el('button.button', { type: 'button', onclick: (event) => tell(verb, event.currentTarget) }, label);
  return [
    view.phase === 'done' && view.worldId && el('a.button.primary', { href: `/worlds/${encodeURIComponent(view.worldId)}` }, icon('lore'), t('import.open')),
    view.phase === 'review' && button('finish', t('tray.accept')),
    view.phase === 'failed' && button('retry', t('common.retry')),
    !ended(view) && button('cancel', t('common.cancel')),
  ];
}

async function tell(verb, button) {
  button.disabled = true;
  try {
    await send('POST', `${path}/${verb}`);
    await load();
  } catch (problem) {
    complain(problem);
    button.disabled = false;
  }
}

async function report() {
  const found = await get(`${path}/report`);
  const pieces = found.survey?.pieces ?? found.pieces ?? [];
  const groups = Map.groupBy ? Map.groupBy(pieces, (piece) => piece.fate) : grouped(pieces);
  fill(reportBox,
    el('div.report-counts', {}, [...groups].map(([fate, list]) =>
      el(FATES[fate] ? `span.chip.${FATES[fate]}` : 'span.chip', {}, `${word('import.fate', fate)} ${list.length}`))),
    found.warnings?.length > 0 && el('section.report-group', {}, el('h2', {}, t('import.warnings')),
      problemList(found.warnings.map((warning) => ({ ...warning, detail: warning.message ?? warning.detail })))),
    Object.keys(FATES).filter((fate) => groups.has(fate)).map((fate) => el('section.report-group', {},
      el('h2', {}, word('import.fate', fate)), groups.get(fate).map(piece))));
}

function grouped(pieces) {
  const groups = new Map();
  for (const one of pieces) groups.set(one.fate, [...(groups.get(one.fate) ?? []), one]);
  return groups;
}

function piece(one) {
  return el('div.piece', {},
    el('strong', {}, one.title || one.id), el('span.chip', {}, word('import.class', one.class)),
    one.preview && el('p', {}, one.preview),
    one.reason && el('p', {}, one.reason),
    one.made?.length > 0 && el('p', {}, icon('on'), ' ', one.made.map((place, at) => [at > 0 && ', ', el('code', {}, place)])),
    one.remarks?.map((remark) => el('p', {}, remark)),
    one.pointer && el('code', {}, one.pointer));
}

async function load() {
  const view = await get(path);
  draw(view);
  const settled = ended(view) || view.phase === 'review';
  if (settled && view.phase !== 'cancelled') {
    report().catch((problem) => { if (problem.status !== 404) complain(problem); });
  }
  if (ended(view)) return;
  follow(view.id, (next, problem) => {
    if (problem) return complain(problem);
    draw(next);
    if (ended(next) || next.phase === 'review') report().catch(() => { /* a failed import may have none */ });
  });
}

load().catch((problem) => trouble($('trouble'), problem)).finally(() => show($('loading'), false));

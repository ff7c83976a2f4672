// My jobs: what runs in the background, why something did not work, and trying again.

import { get, send } from '../core/api.js';
import { $, el, fill, show } from '../core/dom.js';
import { trouble } from '../core/problems.js';
import { ago, moment, t, word } from '../core/text.js';
import { complain } from '../core/toast.js';
import '../core/shell.js';

const LOOK = { queued: 'busy', running: 'busy', done: 'good', parked: 'bad', cancelled: '' };
const EVERY = 2500;
const rows = new Map();
const names = new Map();
let after = null;

async function load(more = false) {
  const page = await get(`/api/jobs?limit=30${more && after ? `&after=${encodeURIComponent(after)}` : ''}`);
  if (more) {
    for (const job of page.items) $('list').append(row(job));
    after = page.next ?? null;
  } else {
    // Only the newest are asked for again; what was paged in below stays.
    const fresh = page.items.filter((job) => !rows.has(job.id));
    for (const job of page.items) if (rows.has(job.id)) renew(job);
    $('list').prepend(...fresh.map(row));
    if (rows.size === page.items.length) after = page.next ?? null;
  }
  show($('more'), after !== null);
  show($('empty'), rows.size === 0);
  $('list').setAttribute('aria-busy', 'false');
  return page.items.some((job) => ['queued', 'running'].includes(job.state));
}

/** Draws a job again when something about it is new, and leaves the focus where it was. */
function renew(job) {
  const old = rows.get(job.id);
  const text = JSON.stringify(job);
  if (old.dataset.job === text) return;
  const focused = old.contains(document.activeElement);
  const node = row(job);
  old.replaceWith(node);
  if (focused) node.querySelector('button, a')?.focus();
}

function row(job) {
  const look = LOOK[job.state];
  const { done = 0, total = 0, note = '' } = job.progress ?? {};
  const node = el('li.line', { dataset: { job: JSON.stringify(job) } },
    el('div', {},
      el('div.line-title', {}, title(job)),
      el('div.line-meta', {},
        el('span', { title: moment(job.createdAt) }, ago(job.createdAt)),
        job.attempt > 1 && el('span', {}, t('jobs.attempt', { attempt: job.attempt, most: job.maxAttempts ?? job.attempt })),
        job.crashes > 0 && el('span', {}, t('jobs.crashes', { count: job.crashes })),
        job.state === 'running' && note && el('span', {}, note))),
    el('div.line-actions', {}, el(look ? `span.chip.${look}` : 'span.chip', {}, word('jobs.state', job.state)), actions(job)),
    job.state === 'running' && el('progress.line-more', total > 0 ? { max: total, value: done } : { 'aria-label': t('jobs.state.running') }),
    job.reason && el('p.line-more.quiet', {}, job.reason));
  rows.set(job.id, node);
  return node;
}

function title(job) {
  const kind = word('jobs.kind', job.kind);
  const text = names.has(job.subject) ? `${kind}: ${names.get(job.subject)}` : kind;
  if (!job.subject) return text;
  const place = job.kind.startsWith('import') ? '/imports/' : job.kind === 'project' ? '/worlds/' : null;
  return place ? el('a', { href: place + encodeURIComponent(job.subject) }, text) : text;
}

function actions(job) {
  const button = (verb, label) => el('button.button.small', { type: 'button', onclick: (event) => tell(job, verb, event.currentTarget) }, label);
  return [
    ['parked', 'cancelled'].includes(job.state) && button('retry', t('common.retry')),
    ['queued', 'running'].includes(job.state) && button('cancel', t('common.cancel')),
  ];
}

async function tell(job, verb, button) {
  button.disabled = true;
  try {
    await send('POST', `/api/jobs/${encodeURIComponent(job.id)}/${verb}`);
  } catch (problem) {
    complain(problem);
  }
  watch();
}

let timer;
async function watch() {
  clearTimeout(timer);
  try {
    const busy = await load();
    trouble($('trouble'), null);
    timer = setTimeout(watch, busy && !document.hidden ? EVERY : EVERY * 5);
  } catch (problem) {
    trouble($('trouble'), problem);
  } finally {
    show($('loading'), false);
  }
}

$('more').addEventListener('click', () => load(true).catch(complain));
fill($('list'));
// Jobs know ids; what they are about has a name where it came in.
get('/api/imports?limit=200')
  .then((page) => { for (const one of page.items) names.set(one.id, one.name || one.fileName); }, () => { /* ids will do */ })
  .finally(watch);

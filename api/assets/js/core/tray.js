// The tray at the bottom right: everything on its way in, from the file in the browser to the world in the library.

import { get, send, sentence } from './api.js';
import { $, el, fill, icon, show } from './dom.js';
import { ended, follow } from './follow.js';
import { problemList } from './problems.js';
import { t, word } from './text.js';
import { complain } from './toast.js';
import { upload } from './upload.js';

const MOST = 20 * 1000 * 1000;
const items = new Map();
const tray = $('tray');
const list = el('ul.tray-list');
const heard = el('span.visually-hidden', { role: 'status' });
const title = el('span');
let serial = 0;
let arrived = () => {};

if (tray) {
  tray.append(el('div.tray-head', {}, title,
    el('button.tool', { type: 'button', title: t('tray.close'), 'aria-label': t('tray.close'), onclick: clear }, icon('close'))), list, heard);
}

/** What to do when a world has arrived. */
export function onArrival(act) { arrived = act; }

/** Takes files in. */
export function bring(files) {
  for (const file of files) {
    const item = place({ name: file.name, file, stage: 'upload', done: 0 });
    if (file.size > MOST) refuse(item, { message: t('problem.too_large'), errors: [] });
    else start(item);
  }
}

/** Shows imports that were on their way before this page opened. */
export function resume(imports) {
  for (const view of imports) {
    if (ended(view) || [...items.values()].some((item) => item.view?.id === view.id)) continue;
    watch(place({ name: view.name || view.fileName, stage: 'import', view }), view);
  }
}

function place(item) {
  item.key = serial += 1;
  item.node = el('li.tray-item');
  items.set(item.key, item);
  list.prepend(item.node);
  draw(item);
  show(tray);
  return item;
}

async function start(item) {
  Object.assign(item, { stage: 'upload', done: 0, problem: null });
  draw(item);
  try {
    const view = await upload(item.file, (done) => { item.done = done; draw(item); });
    watch(item, view);
    if (view.sameAs) known(item, view.sameAs);
  } catch (problem) {
    refuse(item, problem);
  }
}

/** The very same file became a world before: says so, with the way there. */
async function known(item, id) {
  try {
    item.before = (await get(`/api/imports/${encodeURIComponent(id)}`)).worldId;
  } catch { /* it was only a hint */ }
  if (item.before) draw(item);
}

function watch(item, view) {
  item.stage = 'import';
  see(item, view);
  if (ended(view)) return;
  item.stop = follow(view.id, (next, problem) => (next ? see(item, next) : refuse(item, problem)));
}

function see(item, view) {
  const before = item.view?.phase;
  item.view = view;
  item.name = view.name || view.fileName || item.name;
  if (view.phase !== before) heard.textContent = `${item.name}: ${word('import.phase', view.phase)}`;
  draw(item);
  if (ended(view)) show(tray);
  if (view.phase === 'done' && before !== 'done') arrived(view);
}

function refuse(item, problem) {
  item.stage = 'refused';
  item.problem = problem;
  heard.textContent = `${item.name}: ${sentence(problem)}`;
  draw(item);
  show(tray);
}

/** Puts the tray away; what still runs goes on and comes back when it has something to say. */
function clear() {
  for (const [key, item] of items) {
    if (item.stage !== 'refused' && !(item.view && ended(item.view))) continue;
    item.node.remove();
    items.delete(key);
  }
  show(tray, false);
}

const busy = () => [...items.values()].filter((item) => item.stage === 'upload' || (item.view && !ended(item.view))).length;

function draw(item) {
  const running = busy();
  const text = running ? t('tray.busy', { count: running }) : t('tray.title');
  if (title.textContent !== text) title.textContent = text;
  const failed = item.stage === 'refused' || item.view?.phase === 'failed';
  item.node.className = `tray-item${failed ? ' bad' : item.view?.phase === 'done' ? ' done' : ''}`;
  const focused = item.node.contains(document.activeElement);
  fill(item.node, mark(item, failed),
    el('div', {}, el('div.tray-name', { title: item.name }, name(item)), el('div.tray-note', {}, note(item))),
    el('div.tray-actions', {}, actions(item)), bar(item), more(item));
  if (focused) item.node.querySelector('button, a')?.focus();
}

function mark(item, failed) {
  return el('span.tray-mark', {}, icon(failed ? 'warn' : item.view?.phase === 'done' ? 'check' : 'card'));
}

function name(item) {
  const { view } = item;
  if (view?.phase === 'done' && view.worldId) return el('a', { href: `/worlds/${encodeURIComponent(view.worldId)}` }, item.name);
  return item.name;
}

function note(item) {
  if (item.stage === 'refused') return sentence(item.problem) || item.problem.message;
  if (item.stage === 'upload') return t('tray.upload', { percent: Math.round(item.done * 100) });
  const phase = word('import.phase', item.view.phase);
  if (item.view.phase === 'failed') return item.view.error || phase;
  if (!item.before) return phase;
  return [phase, ' · ', el('a', { href: `/worlds/${encodeURIComponent(item.before)}` }, t('tray.before'))];
}

function bar(item) {
  if (item.stage === 'refused' || (item.view && ended(item.view))) return null;
  if (item.stage === 'upload') return el('progress', { max: 1, value: item.done, 'aria-label': item.name });
  const { done = 0, total = 0 } = item.view.progress ?? {};
  return total > 0
    ? el('progress', { max: total, value: Math.min(done, total), 'aria-label': item.name })
    : el('progress', { 'aria-label': item.name });
}

function actions(item) {
  const { view } = item;
  const button = (label, act) => el('button.button.small', { type: 'button', onclick: act }, label);
  const tell = async (verb) => {
    try { watch(item, (await send('POST', `/api/imports/${encodeURIComponent(view.id)}/${verb}`)) ?? view); } catch (problem) { complain(problem); }
  };
  if (item.stage === 'refused') return item.file && item.problem.status !== 422 ? button(t('common.retry'), () => start(item)) : null;
  if (!view) return null;
  if (view.phase === 'done' && view.worldId) return el('a.button.small', { href: `/worlds/${encodeURIComponent(view.worldId)}` }, t('tray.open'));
  if (view.phase === 'failed') return button(t('common.retry'), () => tell('retry'));
  if (view.phase === 'review') return button(t('tray.accept'), () => tell('finish'));
  if (!ended(view)) return button(t('common.cancel'), () => tell('cancel'));
  return null;
}

function more(item) {
  const errors = item.stage === 'refused' ? item.problem.errors ?? [] : item.view?.problems ?? [];
  if (errors.length === 0) return null;
  return el('details.tray-more', { open: errors.length <= 2 },
    el('summary', {}, t('world.problem_count', { count: errors.length })), problemList(errors));
}

// Play: the story so far, the pen, the turn being told, and the world beside it.

import { get, send as ask } from '../core/api.js';
import { $, calm, el, fill, icon, show } from '../core/dom.js';
import { panel } from '../core/panel.js';
import { Pen } from '../core/pen.js';
import { said, trouble } from '../core/problems.js';
import { Telling, note, people, turn } from '../core/story.js';
import { t } from '../core/text.js';
import { complain, toast } from '../core/toast.js';
import { join, play, stop } from '../core/turn.js';
import '../core/shell.js';

const id = $('stage').dataset.id;
const path = `/api/sessions/${encodeURIComponent(id)}`;
const scroll = $('scroll');
const story = $('story');
let session;
let telling = null;
let playing = null;
let joining = null;
let pinned = true;

// --- Reading -----------------------------------------------------------------------------------------------------

const atEnd = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 90;
scroll.addEventListener('scroll', () => { pinned = atEnd(); show($('latest'), !pinned); }, { passive: true });
$('latest').addEventListener('click', () => toEnd(true));
new ResizeObserver(() => { if (pinned) toEnd(); }).observe(story);

function toEnd(smooth = false) {
  pinned = true;
  show($('latest'), false);
  scroll.scrollTo({ top: scroll.scrollHeight, behavior: smooth && !calm() ? 'smooth' : 'instant' });
}

// --- The panel ---------------------------------------------------------------------------------------------------

const main = $('main');
const wide = matchMedia('(min-width: 62.001rem)');
const panelOpen = () => (wide.matches ? !main.classList.contains('no-panel') : main.classList.contains('with-panel'));

function showPanel(open) {
  if (wide.matches) main.classList.toggle('no-panel', !open);
  else main.classList.toggle('with-panel', open);
  $('panel-toggle').setAttribute('aria-expanded', String(open));
}

$('panel-toggle').addEventListener('click', () => showPanel(!panelOpen()));
$('stage').addEventListener('click', () => { if (!wide.matches && panelOpen()) showPanel(false); });
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !playing && !wide.matches && panelOpen()) { showPanel(false); $('panel-toggle').focus(); }
});
wide.addEventListener('change', () => showPanel(wide.matches));

function drawState(view) {
  panel($('state'), view?.state ?? view ?? {}, (words) => {
    if (!wide.matches) showPanel(false);
    pen.write(words);
  });
}

const loadState = () => get(`${path}/state`).then(drawState);

// --- Telling -----------------------------------------------------------------------------------------------------

const who = () => session?.characterName ?? session?.character ?? t('play.you');

function hear(event, data) {
  if (event === 'fragment') telling?.grow(data.text ?? '');
  else if (event === 'part') telling?.keep(data);
  else if (event === 'state') drawState(data);
  else if (event === 'done') finished(data);
  else if (event === 'problem') failed(said(data));
}

function finished(data) {
  // Nothing was kept: a problem came before and said why.
  if (data.kept === false) return void (telling && failed(t('play.turn_lost')));
  const told = telling?.spoken() ?? '';
  const view = data.turn && typeof data.turn === 'object' ? data.turn : null;
  const node = telling?.end(view, who());
  for (const problem of data.problems ?? []) node?.append(note(typeof problem === 'string' ? problem : problem.detail, true));
  if (data.stopped) node?.append(note(t('play.stopped')));
  telling = null;
  $('said').textContent = view ? view.parts.map((one) => (one.speaker ? `${one.speaker}: ` : '') + one.text).join('\n') : told;
}

function failed(text) {
  const node = telling?.end(null, who());
  node?.append(note(text, true));
  if (telling) pen.giveBack(telling.action);
  telling = null;
}

function open(action) {
  telling = new Telling(action, who());
  story.append(telling.node);
  pen.working(true);
  toEnd(true);
}

async function send(action) {
  open(action);
  pen.clear();
  try {
    const heard = await play(id, action, hear, (turnId) => { playing = turnId; });
    if (!heard) await load();
  } catch (problem) {
    await recover(action, problem);
  } finally {
    if (!joining) settle();
  }
}

/** The line broke before the turn had a name, or the turn was refused. */
async function recover(action, problem) {
  telling?.node.remove();
  telling = null;
  if (problem.status === 0 || problem.code === 'busy') {
    complain(problem);
    pen.giveBack(action);
    return void await load().catch(complain);
  }
  pen.giveBack(action);
  if (problem.errors?.length) trouble($('trouble'), problem);
  else complain(problem);
}

function settle() {
  playing = null;
  pen.working(false);
  trouble($('trouble'), null);
  if (wide.matches) $('text').focus({ preventScroll: true });
}

const pen = new Pen(id, {
  send,
  stop: () => { if (playing) stop(id, playing).catch(complain); },
});

// --- Beginning ---------------------------------------------------------------------------------------------------

async function allTurns() {
  const turns = [];
  for (let after = null; ;) {
    const page = await get(`${path}/turns${after ? `?after=${encodeURIComponent(after)}` : ''}`);
    turns.push(...(page.items ?? page));
    after = page.next ?? null;
    if (!after) return turns;
  }
}

async function load() {
  const [view, turns] = await Promise.all([get(path), allTurns()]);
  session = view;
  people(view.portraits);
  document.title = `${view.title || view.worldName} · Talekeep`;
  fill($('story-head'), el('h1', {}, view.title || view.worldName),
    el('p', {}, t('play.as', { name: who() }), ' · ', el('a', { href: `/worlds/${encodeURIComponent(view.world ?? view.worldId)}` }, view.worldName)));
  hint();
  const opening = view.opening && !turns.some((one) => one.kind === 'opening') ? [{ kind: 'opening', parts: view.opening }] : [];
  fill(story, [...opening, ...turns].map((one) => turn(one, who())));
  story.setAttribute('aria-busy', 'false');
  // A new story is read from its beginning, an old one from where it was left.
  if (turns.filter((one) => one.kind !== 'opening').length > 0) toEnd();
  else pinned = false;
  loadState().catch(complain);
  if (view.playing) joining = rejoin(view.playing).finally(() => { joining = null; });
}

/** Another tab, or this one before it was reloaded, is playing. */
async function rejoin(turnId) {
  open({ kind: 'continue', text: '' });
  playing = turnId;
  try {
    if (!await join(id, turnId, hear)) return void await load();
  } catch (problem) {
    failed(problem.message);
  } finally {
    settle();
  }
}

function hint() {
  const key = 'hint:offline';
  let away = false;
  try { away = localStorage.getItem(key) === 'away'; } catch { /* then it comes every time */ }
  if (away || (session.connection && session.connection !== 'offline')) return;
  const words = t('play.hint_words').split('|');
  fill($('hint'), el('span', {}, t('play.hint')),
    el('div.row.wrap', {}, words.map((word) => el('button.chip', { type: 'button', onclick: () => pen.write(word) }, word))),
    el('button.tool.close', {
      type: 'button', 'aria-label': t('common.close'),
      onclick: () => { show($('hint'), false); try { localStorage.setItem(key, 'away'); } catch { /* as above */ } },
    }, icon('close')));
  show($('hint'));
}

async function discard() {
  try {
    await ask('DELETE', path);
  } catch (problem) {
    return complain(problem);
  }
  const name = session.title || session.worldName;
  show($('composer'), false);
  show($('panel'), false);
  fill(scroll, el('section.empty', {}, el('h1', {}, t('world.gone', { name })), el('p.lead', {}, t('play.gone_text')),
    el('p', {}, el('a.button', { href: '/' }, t('lost.home')))));
  const act = async () => {
    try {
      await ask('POST', `/api/trash/${encodeURIComponent(id)}/restore`);
      location.reload();
    } catch (problem) {
      complain(problem);
    }
  };
  toast(t('trash.moved', { name }), { label: t('common.undo'), act, seconds: 20 });
}

$('discard').addEventListener('click', discard);
showPanel(wide.matches);
load().then(() => { if (wide.matches) $('text').focus({ preventScroll: true }); }, (problem) => {
  show($('composer'), false);
  if (problem.status === 404) {
    fill(story, el('section.empty', {}, el('h1', {}, t('lost.title')), el('p.lead', {}, t('lost.text')), el('p', {}, el('a.button', { href: '/' }, t('lost.home')))));
  } else {
    trouble($('trouble'), problem);
  }
}).finally(() => show($('loading'), false));

// The library: search, tags and order in the address, worlds page by page, and every way to bring one in.

import { get } from '../core/api.js';
import { watch } from '../core/bring.js';
import { ghosts, worldCard } from '../core/cards.js';
import { $, el, fill, show } from '../core/dom.js';
import { trouble } from '../core/problems.js';
import { typing } from '../core/shell.js';
import { t } from '../core/text.js';
import { onArrival, resume } from '../core/tray.js';

const PAGE = 24;
const MOST_TAGS = 14;
const wanted = { query: '', tag: '', sort: 'recent' };
let known = [];
let after = null;
let asking = null;

function fromAddress() {
  const search = new URLSearchParams(location.search);
  for (const name of Object.keys(wanted)) wanted[name] = search.get(name) ?? (name === 'sort' ? 'recent' : '');
  $('query').value = wanted.query;
  $('sort').value = wanted.sort;
}

function toAddress() {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) if (value && !(name === 'sort' && value === 'recent')) search.set(name, value);
  const text = search.toString();
  history.replaceState(null, '', text ? `?${text}` : location.pathname);
}

async function load({ more = false, fresh = null } = {}) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const search = new URLSearchParams({ limit: PAGE });
  for (const [name, value] of Object.entries(wanted)) if (value) search.set(name, value);
  if (more && after) search.set('after', after);
  try {
    const page = await get(`/api/worlds?${search}`, { signal });
    draw(page, more, fresh);
    trouble($('trouble'), null);
  } catch (problem) {
    if (signal.aborted) return;
    fill($('worlds'));
    trouble($('trouble'), problem);
  } finally {
    if (!signal.aborted) $('worlds').setAttribute('aria-busy', 'false');
  }
}

function draw(page, more, fresh) {
  const cards = page.items.map((world) => worldCard(world, { onTag: choose, fresh: world.id === fresh }));
  if (more) $('worlds').append(...cards);
  else fill($('worlds'), cards);
  after = page.next ?? null;
  show($('more'), after !== null);
  const filtered = Boolean(wanted.query || wanted.tag);
  const none = !more && page.items.length === 0;
  show($('empty'), none && !filtered);
  show($('nothing'), none && filtered);
  show($('filters'), filtered || !none);
  show($('sample-again'), after === null && !none && !filtered);
  $('count').textContent = t('library.count', { count: $('worlds').children.length });
}

/** The tags most worlds have; the chosen one is always among them. */
function tags() {
  const shown = known.slice(0, MOST_TAGS);
  if (wanted.tag && !shown.includes(wanted.tag)) shown.unshift(wanted.tag);
  fill($('tags'), shown.map((tag) => el('button.chip', {
    type: 'button', 'aria-pressed': String(tag === wanted.tag), onclick: () => choose(tag === wanted.tag ? '' : tag),
  }, tag)));
}

async function loadTags() {
  const page = await get('/api/tags');
  known = page.items.map((one) => one.tag);
  tags();
}

function choose(tag) {
  wanted.tag = tag;
  tags();
  again();
}

function again() {
  after = null;
  toAddress();
  $('worlds').setAttribute('aria-busy', 'true');
  load();
}

/** Tags and the tray are conveniences: the page is whole without them. */
function quiet() {}

let typed;
$('query').addEventListener('input', () => {
  clearTimeout(typed);
  typed = setTimeout(() => { wanted.query = $('query').value.trim(); again(); }, 220);
});
$('filters').addEventListener('submit', (event) => event.preventDefault());
$('sort').addEventListener('change', () => { wanted.sort = $('sort').value; again(); });
$('clear').addEventListener('click', () => { wanted.query = ''; $('query').value = ''; choose(''); });
$('more').addEventListener('click', () => load({ more: true }));
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing(event) || $('filters').hidden) return;
  event.preventDefault();
  $('query').focus();
});
// The next page comes before one gets there; the button stays for keyboards and for when it does not.
new IntersectionObserver((entries) => {
  if (entries[0].isIntersecting && !$('more').hidden) load({ more: true });
}, { rootMargin: '600px' }).observe($('more'));

fromAddress();
tags();
fill($('worlds'), ghosts(8));
watch();
onArrival((view) => { load({ fresh: view.worldId }); loadTags().catch(quiet); });
load();
loadTags().catch(quiet);
get('/api/imports?limit=20').then((page) => resume(page.items), quiet);

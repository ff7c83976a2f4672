// The trash: what was deleted and can come back.

import { get, send } from '../core/api.js';
import { $, el, show } from '../core/dom.js';
import { trouble } from '../core/problems.js';
import { ago, moment, t, word } from '../core/text.js';
import { complain, toast } from '../core/toast.js';
import { icon } from '../core/dom.js';
import '../core/shell.js';

let after = null;

async function load(more = false) {
  const page = await get(`/api/trash?limit=50${more && after ? `&after=${encodeURIComponent(after)}` : ''}`);
  for (const thing of page.items) $('list').append(row(thing));
  after = page.next ?? null;
  show($('more'), after !== null);
  settle();
}

function settle() {
  show($('empty'), $('list').children.length === 0);
  $('list').setAttribute('aria-busy', 'false');
}

function row(thing) {
  const name = thing.name || thing.title || word('trash.kind', thing.kind);
  const node = el('li.line', {},
    el('div', {},
      el('div.line-title', {}, name),
      el('div.line-meta', {}, el('span', {}, word('trash.kind', thing.kind)), el('span', { title: moment(thing.trashedAt) }, ago(thing.trashedAt)))),
    el('div.line-actions', {}, el('button.button.small', {
      type: 'button', 'aria-label': `${t('trash.restore')}: ${name}`, onclick: (event) => restore(thing, name, node, event.currentTarget),
    }, icon('back'), t('trash.restore'))));
  return node;
}

async function restore(thing, name, node, button) {
  button.disabled = true;
  try {
    await send('POST', `/api/trash/${encodeURIComponent(thing.id)}/restore`);
  } catch (problem) {
    button.disabled = false;
    return complain(problem);
  }
  node.remove();
  settle();
  const to = thing.kind === 'session' ? '/play/' : '/worlds/';
  toast(t('trash.restored', { name }), { label: t('tray.open'), act: () => location.assign(to + encodeURIComponent(thing.id)) });
}

$('more').addEventListener('click', () => load(true).catch(complain));
load().catch((problem) => trouble($('trouble'), problem)).finally(() => show($('loading'), false));

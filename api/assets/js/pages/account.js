// The account: how it looks, tokens for programs (shown once), leaving.

import { get, send } from '../core/api.js';
import { $, el, fill, icon, show } from '../core/dom.js';
import { trouble } from '../core/problems.js';
import { setTheme, theme } from '../core/shell.js';
import { ago, moment, t } from '../core/text.js';
import { complain, toast } from '../core/toast.js';

for (const choice of $('themes').elements) {
  choice.checked = choice.value === (theme() ?? 'system');
  choice.addEventListener('change', () => setTheme(choice.value === 'system' ? null : choice.value));
}

$('logout').addEventListener('click', async () => {
  try {
    await send('POST', '/api/logout');
    location.assign('/login');
  } catch (problem) {
    complain(problem);
  }
});

async function load() {
  const answer = await get('/api/tokens');
  const tokens = answer.items ?? answer;
  fill($('tokens'), tokens.length === 0 ? el('li.empty-line', {}, t('account.no_tokens')) : tokens.map(row));
  $('tokens').setAttribute('aria-busy', 'false');
}

function row(token) {
  return el('li.line', {},
    el('div', {},
      el('div.line-title', {}, token.label),
      el('div.line-meta', {},
        el('span', { title: moment(token.createdAt) }, t('account.made', { when: ago(token.createdAt) })),
        el('span', {}, token.usedAt ? t('account.used', { when: ago(token.usedAt) }) : t('account.unused')))),
    el('div.line-actions', {}, el('button.button.small.danger', {
      type: 'button', 'aria-label': `${t('common.delete')}: ${token.label}`, onclick: (event) => remove(token, event.currentTarget),
    }, icon('bin'), t('common.delete'))));
}

async function remove(token, button) {
  button.disabled = true;
  try {
    await send('DELETE', `/api/tokens/${encodeURIComponent(token.id)}`);
    await load();
  } catch (problem) {
    button.disabled = false;
    complain(problem);
  }
}

$('token-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const field = event.target.elements.namedItem('label');
  const label = field.value.trim();
  if (!label) return field.focus();
  try {
    const made = await send('POST', '/api/tokens', { label });
    field.value = '';
    trouble($('trouble'), null);
    once(made.token);
    await load();
  } catch (problem) {
    trouble($('trouble'), problem);
  }
});

function once(token) {
  const copy = el('button.button.small', { type: 'button', onclick: async () => {
    try {
      await navigator.clipboard.writeText(token);
      toast(t('account.copied'));
    } catch {
      getSelection().selectAllChildren(shown);
    }
  } }, icon('copy'), t('account.copy'));
  const shown = el('code', {}, token);
  show(fill($('fresh'), el('p', {}, t('account.once')), el('p.row.wrap', {}, shown, copy)));
}

load().catch((problem) => trouble($('trouble'), problem));

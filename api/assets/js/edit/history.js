// Earlier states of a document or of the whole world: when, what was different, and a way back. Going back is a change like any
// other, so it can be undone.

import { get, send } from '../core/api.js';
import { el, fill } from '../core/dom.js';
import { ago, moment, t, word } from '../core/text.js';
import { complain, toast } from '../core/toast.js';
import { differences } from './differ.js';
import * as store from './store.js';

const PAGE = 50;
const short = (value) => { const text = value === undefined ? t('edit.conflict.absent') : typeof value === 'string' ? value : JSON.stringify(value); return text.length > 400 ? `${text.slice(0, 400)}…` : text; };
const plain = (text) => { try { return JSON.parse(text); } catch { return text; } };

/** The revisions in which a document changed; all of them without a path. */
export function historyOf(path = null) {
  const list = el('ul.lines');
  const more = el('button.button', { type: 'button', hidden: true, onclick: () => load() }, t('common.more'));
  const box = el('div.history', { 'aria-busy': 'true' }, list, el('div.more', {}, more));
  let after = null;

  async function load() {
    try {
      await store.save();
      const page = await get(store.address(`/history?limit=${PAGE}${after ? `&after=${encodeURIComponent(after)}` : ''}`));
      for (const one of page.items) if (!path || !one.changed || one.changed.includes(path)) list.append(row(one));
      after = page.next ?? null;
      more.hidden = after === null;
      if (!list.firstChild && after === null) fill(box, el('p.empty-line', {}, t('edit.history_none')));
    } catch (problem) {
      if (problem.status === 404) fill(box, el('p.empty-line', {}, t('edit.not_offered')));
      else complain(problem);
    }
    box.setAttribute('aria-busy', 'false');
  }

  function row(one) {
    const detail = el('div.line-more');
    return el('li.line', {}, el('div', {}, el('div.line-title', {}, word('edit.reason', one.reason)),
      el('div.line-meta', {}, el('span', { title: moment(one.createdAt) }, ago(one.createdAt)), el('span', {}, t('edit.revision', { revision: one.revision })), !path && el('span', {}, (one.changed ?? []).slice(0, 4).join(', ')))),
    el('div.line-actions', {},
      el('button.button.small', { type: 'button', onclick: () => compare(one, detail) }, t('edit.compare')),
      el('button.button.small', { type: 'button', disabled: one.revision === store.world.revision, onclick: () => restore(one) }, t('edit.restore'))), detail);
  }

  /** What has changed since, for one document or all that differ. */
  async function compare(one, detail) {
    try {
      let changes;
      if (path) {
        const text = await fetch(store.address(`/history/${one.revision}/documents/${path.split('/').map(encodeURIComponent).join('/')}`)).then((answer) => (answer.ok ? answer.text() : undefined));
        changes = differences(text === undefined ? undefined : plain(text), plain(store.textOf(path))).map((each) => ({ ...each, path }));
      } else {
        const found = await get(store.address(`/diff?from=${one.revision}&to=${store.world.revision}`));
        changes = (found.changes ?? found.items ?? []).flatMap((each) => (each.members ?? [{ pointer: '' }]).map((member) => ({ ...member, path: each.path })));
      }
      fill(detail, changes.length === 0 ? el('p.quiet', {}, t('edit.no_difference')) : el('dl.diff', {}, changes.slice(0, 100).map((each) => [
        el('dt', {}, el('code', {}, path ? each.pointer || '/' : `${each.path}#${each.pointer}`)), el('dd', {}, el('del', {}, short(each.before)), el('ins', {}, short(each.after)))])));
    } catch (problem) { complain(problem); }
  }

  async function restore(one) {
    try {
      await store.save();
      await send('POST', store.address(`/history/${one.revision}/restore`), path ? { documents: [path] } : {}, { 'If-Match': `"${store.world.revision}"` });
      await store.refresh();
      toast(t('edit.restored', { revision: one.revision }));
    } catch (problem) { complain(problem); }
  }

  load();
  return box;
}

/** The world's own trash. */
export function trashView() {
  const box = el('div', { 'aria-busy': 'true' });
  get(store.address('/trash')).then((page) => {
    const row = (one) => {
      const node = el('li.line', {}, el('div', {}, el('div.line-title', {}, one.name ?? one.path), el('div.line-meta', {}, el('span', {}, ago(one.trashedAt ?? one.createdAt)), el('code', {}, one.path ?? ''))),
        el('div.line-actions', {}, el('button.button.small', { type: 'button', onclick: async () => {
          try {
            await send('POST', store.address(`/trash/${encodeURIComponent(one.id)}/restore`), {}, { 'If-Match': `"${store.world.revision}"` });
            node.remove();
            await store.refresh();
          } catch (problem) { complain(problem); }
        } }, t('trash.restore'))));
      return node;
    };
    fill(box, page.items.length === 0 ? el('p.empty-line', {}, t('edit.trash_none')) : el('ul.lines', {}, page.items.map(row)));
  }, (problem) => (problem.status === 404 ? fill(box, el('p.empty-line', {}, t('edit.not_offered'))) : complain(problem))).finally(() => box.setAttribute('aria-busy', 'false'));
  return box;
}

// Asking our own API: JSON in and out, problems as one kind of error, reads that wait out a lost connection.
// A change is never sent twice by itself.

import { lost, pause } from './lost.js';
import { t, word } from './text.js';

/** What went wrong, as RFC 9457 says it, or a lost connection (`status` 0). */
export class Problem extends Error {
  constructor(status, body = {}, retryAfter = 0) {
    super(body.detail || body.title || t('problem.unknown'));
    this.status = status;
    this.code = body.code ?? '';
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.retryAfter = retryAfter;
  }
}

export async function problemOf(response) {
  let body = {};
  try { body = await response.json(); } catch { /* an answer without a body still has its status */ }
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return new Problem(response.status, body, Number.isFinite(seconds) ? seconds : 0);
}

function toLogin() {
  const here = location.pathname + location.search;
  location.assign(`/login?next=${encodeURIComponent(here)}`);
  return new Promise(() => {});
}

async function read(response) {
  if (response.status === 401 && !['login', 'setup'].includes(document.documentElement.dataset.page)) return toLogin();
  if (!response.ok) throw await problemOf(response);
  if (response.status === 204) return null;
  const type = response.headers.get('Content-Type') ?? '';
  return type.includes('json') ? response.json() : null;
}

/** Reads, and goes on trying while the connection is away or the server asks to wait. */
export async function get(path, { signal } = {}) {
  let found;
  for (let wait = 800; ; wait = Math.min(wait * 1.8, 15000)) {
    try {
      const response = await fetch(path, { signal, headers: { Accept: 'application/json' } });
      if (response.status === 429 || response.status === 503 || response.status === 502) {
        const problem = await problemOf(response);
        wait = Math.max(wait, problem.retryAfter * 1000);
        found?.();
        found = lost(t('lost_line.busy', { seconds: Math.ceil(wait / 1000) }));
      } else {
        return await read(response);
      }
    } catch (error) {
      if (error instanceof Problem || signal?.aborted) throw error;
      found?.();
      found = lost();
    } finally {
      if (signal?.aborted) found?.();
    }
    await pause(wait, signal);
    found?.();
    found = undefined;
  }
}

/** Changes something. */
export async function send(method, path, body, headers = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
      // A text is a document as it is.
      body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
    });
  } catch {
    throw new Problem(0, { detail: t('problem.lost') });
  }
  return read(response);
}

/** One sentence for a person. */
export function sentence(problem) {
  if (!(problem instanceof Problem)) return t('problem.unknown');
  // One fault of a form's own body says more than that there is one.
  const field = problem.code === 'invalid_body' && problem.errors.length === 1 && fault(problem.errors[0].code);
  const own = field || known(problem.code);
  if (own) return own;
  if (problem.status === 429) return t('problem.too_many', { seconds: problem.retryAfter || 5 });
  if (problem.status === 413) return t('problem.too_large');
  return problem.message;
}

/** What is wrong with one field, in the reader's language. */
function fault(code) {
  const text = word('problem.fault', code);
  return text === code ? null : text;
}

/** What we can say in the reader's language; the server's own sentences are English. */
export function known(code) {
  const text = word('problem.code', code);
  return text === code ? null : text;
}

// One file on its way to the server, with its progress. Two at a time; the rest wait their turn.

import { Problem } from './api.js';
import { t } from './text.js';

const AT_ONCE = 2;
const waiting = [];
let running = 0;

/** Sends a file; `progress` hears a number from 0 to 1. Resolves to the import. */
export function upload(file, progress) {
  return new Promise((resolve, reject) => {
    waiting.push(() => post(file, progress).then(resolve, reject));
    next();
  });
}

function next() {
  if (running >= AT_ONCE || waiting.length === 0) return;
  running += 1;
  waiting.shift()().finally(() => { running -= 1; next(); });
}

// XMLHttpRequest, because fetch does not tell how far an upload is.
function post(file, progress) {
  return new Promise((resolve, reject) => {
    const body = new FormData();
    body.append('file', file, file.name);
    body.append('review', 'skip');
    const request = new XMLHttpRequest();
    request.open('POST', '/api/imports');
    request.setRequestHeader('Accept', 'application/json');
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total) progress(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      let answer = {};
      try { answer = JSON.parse(request.responseText); } catch { /* a proxy's page, perhaps */ }
      if (request.status >= 200 && request.status < 300) return resolve(answer);
      if (request.status === 401) return location.assign(`/login?next=${encodeURIComponent(location.pathname)}`);
      const wait = Number.parseInt(request.getResponseHeader('Retry-After') ?? '', 10);
      reject(new Problem(request.status, answer, Number.isFinite(wait) ? wait : 0));
    });
    request.addEventListener('error', () => reject(new Problem(0, { detail: t('problem.lost') })));
    request.send(body);
  });
}

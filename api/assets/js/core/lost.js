// The calm line under the header while the server cannot be reached. It comes and goes by itself.

import { $ } from './dom.js';
import { t } from './text.js';

const waiting = new Set();

function say(text) {
  const line = $('lost-line');
  if (!line) return;
  line.textContent = text ?? '';
  line.hidden = !text;
}

/** A request is trying again; the answer is what to call when it got through. */
export function lost(message = t('lost_line.lost')) {
  const mark = {};
  waiting.add(mark);
  say(message);
  return () => {
    waiting.delete(mark);
    if (waiting.size === 0) say(null);
  };
}

addEventListener('online', () => dispatchEvent(new Event('tryagain')));

/** Waits, but not longer than until the browser says it is online again. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const end = (act) => () => {
      clearTimeout(timer);
      removeEventListener('tryagain', resume);
      signal?.removeEventListener('abort', abort);
      act();
    };
    const resume = end(resolve);
    const abort = end(() => reject(signal.reason));
    const timer = setTimeout(resume, milliseconds);
    addEventListener('tryagain', resume);
    signal?.addEventListener('abort', abort);
  });
}

// Following an import: its event stream while one can be had, asking again and again otherwise. Browsers open only six
// connections to a place, so at most two streams are open and everything else is asked for.

import { get } from './api.js';

const STREAMS = 2;
const EVERY = 1500;
let open = 0;

export const ended = (view) => ['done', 'failed', 'cancelled'].includes(view.phase);

/** Calls `see` with every new view until the import has ended; answers a function that stops. */
export function follow(id, see) {
  const stop = new AbortController();
  const path = `/api/imports/${encodeURIComponent(id)}`;
  const tell = (view) => { if (!stop.signal.aborted) see(view); };
  const ask = async () => {
    try {
      for (;;) {
        const view = await get(path, { signal: stop.signal });
        tell(view);
        if (ended(view)) return;
        await new Promise((resolve) => setTimeout(resolve, EVERY));
        if (stop.signal.aborted) return;
      }
    } catch (problem) {
      if (!stop.signal.aborted) see(null, problem);
    }
  };
  if (open < STREAMS && 'EventSource' in window) listen(`${path}/events`, tell, ask, stop.signal);
  else ask();
  return () => stop.abort();
}

function listen(path, tell, ask, signal) {
  const source = new EventSource(path);
  open += 1;
  let over = false;
  const close = () => {
    if (over) return false;
    over = true;
    open -= 1;
    source.close();
    return true;
  };
  const hear = (event) => {
    let view;
    try { view = JSON.parse(event.data); } catch { return; }
    if (!view?.phase) return;
    tell(view);
    if (ended(view)) close();
  };
  source.addEventListener('phase', hear);
  // A stream that breaks is not waited for: asking works with any proxy and shows the lost line when it does not.
  source.addEventListener('error', () => { if (close()) ask(); });
  signal.addEventListener('abort', close);
}

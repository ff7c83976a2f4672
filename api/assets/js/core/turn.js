// Playing one turn: post it, hear its events, and when the line breaks in the middle, go on hearing from the last id.
// The turn itself goes on at the server whatever happens here.

import { Problem, problemOf } from './api.js';
import { lost, pause } from './lost.js';
import { events } from './stream.js';
import { t } from './text.js';

/** `begun(turn)` hears its id first, `hear(event, data)` is called for everything that comes; resolves to false when the turn ended unheard. */
export async function play(session, body, hear, begun) {
  const base = `/api/sessions/${encodeURIComponent(session)}/turns`;
  let response;
  try {
    response = await fetch(base, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Problem(0, { detail: t('problem.lost') });
  }
  if (!response.ok) throw await problemOf(response);
  const place = { turn: response.headers.get('Talekeep-Turn'), last: '' };
  begun(place.turn);
  if (await listen(response, place, hear)) return true;
  // Without an id nobody knows whether the turn began; the caller looks at the story again.
  if (!place.turn) throw new Problem(0, { detail: t('problem.lost') });
  return resume(base, place, hear);
}

/** Hears a turn that is being played already, from its beginning. */
export function join(session, turn, hear) {
  return resume(`/api/sessions/${encodeURIComponent(session)}/turns`, { turn, last: '' }, hear);
}

/** Asks the server to end a turn with what has been told so far. */
export async function stop(session, turn) {
  const path = `/api/sessions/${encodeURIComponent(session)}/turns/${encodeURIComponent(turn)}/stop`;
  const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
  if (!response.ok && response.status !== 404 && response.status !== 409) throw await problemOf(response);
}

async function resume(base, place, hear) {
  for (let wait = 600; ; wait = Math.min(wait * 1.8, 12000)) {
    let found;
    try {
      const headers = { Accept: 'text/event-stream' };
      if (place.last) headers['Last-Event-ID'] = place.last;
      const response = await fetch(`${base}/${encodeURIComponent(place.turn)}/events`, { headers });
      if (response.status === 404) throw new Problem(404, { detail: t('play.turn_lost') });
      if (response.status === 204) return false;
      if (response.ok && await listen(response, place, hear)) return true;
    } catch (problem) {
      if (problem instanceof Problem) throw problem;
    }
    found = lost();
    await pause(wait);
    found();
  }
}

/** True when the last event of the turn was heard. */
async function listen(response, place, hear) {
  try {
    for await (const { id, event, data } of events(response)) {
      if (id) place.last = id;
      hear(event, data);
      if (event === 'done') return true;
    }
  } catch { /* the line broke; whoever called goes on from the last id */ }
  return false;
}

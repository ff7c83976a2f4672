// Reading an event stream from a fetch, so that it can be posted, resumed by its last id and stopped.

/** The events of one response as they come: `{id, event, data}`. */
export async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let current = fresh();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop();
      for (const line of lines) {
        if (line !== '') { take(current, line); continue; }
        if (current.data !== null) yield finish(current);
        current = fresh(current.id);
      }
    }
  } finally {
    reader.cancel().catch(() => { /* it is over either way */ });
  }
}

const fresh = (id = '') => ({ id, event: 'message', data: null });

function take(current, line) {
  const colon = line.indexOf(':');
  if (colon === 0) return;
  const field = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (field === 'data') current.data = current.data === null ? value : `${current.data}\n${value}`;
  else if (field === 'event') current.event = value;
  else if (field === 'id') current.id = value;
}

function finish({ id, event, data }) {
  try { return { id, event, data: JSON.parse(data) }; } catch { return { id, event, data: { text: data } }; }
}

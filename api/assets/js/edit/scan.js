// Where everything stands in a JSON text: for every pointer the offset of its name, its value's start and end. Gives up at the
// first fault, because a text that is no JSON has no places.

const DEEPEST = 64;

/** A map from pointer to `{from, start, end}` in the order of the text; `whole` tells whether all of it could be read. */
export function scan(text) {
  const found = new Map();
  let at = 0;
  const blank = () => { while (at < text.length && /[\s\ufeff]/.test(text[at])) at += 1; };
  const escape = (part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1');

  function string() {
    const start = at;
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    at += 1;
    try { return JSON.parse(text.slice(start, at)); } catch { return ''; }
  }

  function inside(end, entry) {
    at += 1;
    for (blank(); at < text.length && text[at] !== end; blank()) {
      if (!entry()) return false;
      blank();
      if (text[at] === ',') at += 1;
      else if (text[at] !== end) return false;
    }
    at += 1;
    return at <= text.length;
  }

  function value(pointer, from, depth) {
    blank();
    const place = { from: from ?? at, start: at, end: at };
    found.set(pointer, place);
    let good = depth <= DEEPEST;
    if (!good) return false;
    if (text[at] === '{') {
      good = inside('}', () => {
        if (text[at] !== '"') return false;
        const start = at;
        const own = `${pointer}/${escape(string())}`;
        blank();
        if (text[at] !== ':') return false;
        at += 1;
        return value(own, start, depth + 1);
      });
    } else if (text[at] === '[') {
      let index = 0;
      good = inside(']', () => { index += 1; return value(`${pointer}/${index - 1}`, null, depth + 1); });
    } else if (text[at] === '"') {
      string();
    } else {
      while (at < text.length && /[\w.+-]/.test(text[at])) at += 1;
      good = at > place.start;
    }
    place.end = at;
    return good;
  }

  const whole = value('', null, 1);
  return { places: found, whole };
}

/** The 1-based line of an offset. */
export function lineAt(text, offset) {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** The offset of a pointer, or of the nearest thing around it. */
export function offsetOf(text, pointer) {
  const { places } = scan(text);
  let here = pointer;
  while (here && !places.has(here)) here = here.slice(0, here.lastIndexOf('/'));
  return places.get(here)?.from ?? 0;
}

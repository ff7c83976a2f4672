// JSON pointers (RFC 6901) and what they point at. Never changes a value it was given.

export const split = (pointer) => pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const escape = (part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1');

/** The pointer of a member or entry below another. */
export const below = (pointer, part) => `${pointer}/${escape(part)}`;

export const join = (parts) => parts.map((part) => `/${escape(part)}`).join('');

export const parent = (pointer) => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

export const last = (pointer) => split(pointer).at(-1) ?? '';

/** Whether one place is another or lies in it. */
export const within = (pointer, outer) => pointer === outer || pointer.startsWith(`${outer}/`);

const plain = (value) => value !== null && typeof value === 'object';

/** The value at a pointer, or undefined. */
export function at(value, pointer) {
  let here = value;
  for (const part of split(pointer)) {
    if (!plain(here) || !Object.hasOwn(here, part)) return undefined;
    here = here[part];
  }
  return here;
}

/** A copy with another value at the pointer; undefined takes the member or entry away. Parents must be there. */
export function put(value, pointer, replacement) {
  return change(value, split(pointer), (holder, part) => {
    if (Array.isArray(holder)) {
      if (replacement === undefined) holder.splice(Number(part), 1);
      else holder[Number(part)] = replacement;
    } else if (replacement === undefined) delete holder[part];
    else holder[part] = replacement;
  }, replacement);
}

/** A copy with an entry put in before the one at the pointer. */
export function insert(value, pointer, entry) {
  return change(value, split(pointer), (holder, part) => holder.splice(part === '-' ? holder.length : Number(part), 0, entry));
}

/** A copy with an entry of a list at another place of it. */
export function move(value, pointer, to) {
  return change(value, split(pointer), (holder, part) => holder.splice(to, 0, ...holder.splice(Number(part), 1)));
}

function change(value, parts, act, whole) {
  if (parts.length === 0) return whole;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (parts.length === 1) act(copy, parts[0]);
  else copy[parts[0]] = change(value[parts[0]], parts.slice(1), act);
  return copy;
}

/** Not set, as the format says it: absent, null, blank text, a list with nothing in it. */
export function unset(value) {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.every(unset);
}

/** Whether two values say the same. */
export function same(a, b) {
  if (a === b) return true;
  if (!plain(a) || !plain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
}

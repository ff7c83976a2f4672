// JSON pointers (RFC 6901) and what they point at. Never changes a value it was given.

export const split = (pointer) => pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const escape = (part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1');

/** The pointer of a member or entry below another. */
export const below = (pointer, part) => `${pointer}/${escape(part)}`;

export const join = (parts) => parts.map((part) => `/${escape(part)}`).join('');

export const parent = (pointer) => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

export const last = (pointer) => split(pointer).at(-1) ?? '';

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

/** Not set, as the format says it: absent, null, blank text, a list with nothing in it. */
export function unset(value) {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.every(unset);
}

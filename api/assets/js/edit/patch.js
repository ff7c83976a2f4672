// Changing one place of a JSON text and no other byte of it: layout, order, line ends and unknown members stay as written.

import { below, last, parent, split } from './pointer.js';
import { scan } from './scan.js';

const lineEnd = (text) => (text.includes('\r\n') ? '\r\n' : '\n');
const oneLine = (text) => !/[\r\n]/.test(text.trim());
const unitOf = (text) => /[{[]\s*[\r\n]+([ \t]+)\S/.exec(text)?.[1] ?? '  ';

/** The white space a line begins with. */
function indentAt(text, offset) {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t\ufeff]*/.exec(text.slice(start, offset))[0].replace('\ufeff', '');
}

function write(text, value, indent) {
  if (oneLine(text)) return JSON.stringify(value);
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', lineEnd(text) + indent);
}

const splice = (text, from, to, words) => text.slice(0, from) + words + text.slice(to);

/** The places directly below a pointer, in the order of the text. */
function children(places, pointer) {
  const depth = split(pointer).length + 1;
  return [...places].filter(([one]) => one.startsWith(`${pointer}/`) && split(one).length === depth).map(([one, place]) => ({ pointer: one, ...place }));
}

/** Sets a member or entry that may be there already; its parent must be. */
export function set(text, pointer, value) {
  const { places } = scan(text);
  const place = places.get(pointer);
  if (place) return splice(text, place.start, place.end, write(text, value, indentAt(text, place.from)));
  const name = last(pointer);
  return add(text, places, parent(pointer), (indent) => `${JSON.stringify(name)}:${oneLine(text) && !/":\s/.test(text) ? '' : ' '}${write(text, value, indent)}`);
}

/** Puts an entry into a list, at the index that the pointer ends with. */
export function insert(text, pointer, value) {
  return insertWords(text, pointer, (indent) => write(text, value, indent));
}

function insertWords(text, pointer, words) {
  const { places } = scan(text);
  const next = places.get(pointer);
  if (!next) return add(text, places, parent(pointer), words);
  const indent = indentAt(text, next.from);
  const gap = /[\s]*$/.exec(text.slice(0, next.from))[0];
  return splice(text, next.from, next.from, `${words(indent)},${gap || ''}`);
}

/** Adds behind the last of an object or list. */
function add(text, places, holder, words) {
  const box = places.get(holder);
  const rest = children(places, holder);
  const indent = indentAt(text, box.from);
  if (rest.length === 0) {
    const inner = indent + unitOf(text);
    const flat = oneLine(text);
    const body = words(inner);
    return splice(text, box.start + 1, box.end - 1, flat ? body : `${lineEnd(text)}${inner}${body}${lineEnd(text)}${indent}`);
  }
  const { from, end } = rest.at(-1);
  const gap = /\s*$/.exec(text.slice(0, from))[0];
  return splice(text, end, end, `,${gap}${words(indentAt(text, from))}`);
}

/** Takes a member or entry away. */
export function remove(text, pointer) {
  const { places } = scan(text);
  if (!places.has(pointer)) return text;
  const box = places.get(parent(pointer));
  const rest = children(places, parent(pointer));
  const at = rest.findIndex((one) => one.pointer === pointer);
  if (rest.length === 1) return splice(text, box.start + 1, box.end - 1, '');
  if (at + 1 < rest.length) return splice(text, rest[at].from, rest[at + 1].from, '');
  return splice(text, rest[at - 1].end, rest[at].end, '');
}

/** Moves an entry to another place of its list, with its bytes. */
export function move(text, pointer, to) {
  const place = scan(text).places.get(pointer);
  if (!place) return text;
  const words = text.slice(place.start, place.end);
  return insertWords(remove(text, pointer), below(parent(pointer), to), () => words);
}

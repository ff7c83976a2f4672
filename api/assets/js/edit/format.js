// The format as the server describes it: which shape a document has, what its members take, and what they are called in the
// reader's language. Forms are drawn from nothing else.

import { get } from '../core/api.js';
import { language, word } from '../core/text.js';

/** The words a condition can begin with, in the order people need them. */
export const CONDITIONS = ['all', 'any', 'not', 'time', 'place', 'item', 'variable', 'event', 'fired', 'judged'];

let documents = [];
let shapes = {};

/** Asks for the description once. */
export async function load() {
  ({ documents, shapes } = await get(`/api/format?language=${language}`));
}

/** The kind of document at a path. */
export function documentOf(path) {
  const parts = path.split('/');
  return documents.find((one) => {
    const wanted = one.path.split('/');
    return wanted.length === parts.length && wanted.every((part, at) => part === '*' || part === parts[at]);
  });
}

export const shapeOf = (name) => shapes[name];

/** One of the format's words for people. */
export function wordLabel(name) {
  const found = word('edit.word', name);
  return found === name ? name.replaceAll('_', ' ') : found;
}

/** The shape of a condition by its word. */
export const conditionShape = (name) => shapes[`condition_${name}`] ?? { members: [] };

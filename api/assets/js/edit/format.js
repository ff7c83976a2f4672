// The format as the server describes it: which shape a document has, what its members take, and what they are called in the
// reader's language. Forms are drawn from nothing else.

import { get } from '../core/api.js';
import { language, word } from '../core/text.js';
import { DOCUMENTS, SHAPES } from './shapes.js';

/** The words a condition can begin with, in the order people need them. */
export const CONDITIONS = ['all', 'any', 'not', 'time', 'place', 'item', 'variable', 'event', 'fired', 'judged'];

let documents = DOCUMENTS;
let shapes = SHAPES;

/** Asks for the description once; a server without one leaves the page with the names alone. */
export async function load() {
  try {
    const found = await get(`/api/format?language=${language}`);
    if (!found?.documents?.length) return;
    documents = found.documents;
    // Shapes the description does not have keep working.
    shapes = { ...SHAPES, ...found.shapes };
  } catch (problem) {
    if (problem.status !== 404) throw problem;
  }
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

/** What a member is called: by the description, or by our own words for a server that has none. */
export const label = (member) => member.label ?? word('edit.members', member.name);

/** One of the format's words for people. */
export function wordLabel(name) {
  const found = word('edit.word', name);
  return found === name ? name.replaceAll('_', ' ') : found;
}

/** A tagged type's words with their shapes, whichever way the description lists them. */
export function choices(type) {
  if (Array.isArray(type.shapes)) return type.shapes.map((one) => (Array.isArray(one) ? one : [one.word ?? one.name, one.shape ?? one.name]));
  return Object.entries(type.shapes);
}

/** The shape of a condition by its word. */
export const conditionShape = (name) => shapes[`condition_${name}`] ?? shapes[`${name}_condition`] ?? { members: [] };

// What a world has, by kind: names, ids and paths for the tree and for choosing. Read from the documents, never kept beside them.

import { KINDS } from './kinds.js';
import { below, unset } from './pointer.js';
import * as store from './store.js';

let index = null;

function entry(one, path, pointer, value, folder) {
  const own = value !== null && typeof value === 'object' ? value : {};
  const id = unset(own[one.key ?? 'id']) ? folder : String(own[one.key ?? 'id']);
  const title = unset(own[one.title]) ? '' : String(own[one.title]);
  return { kind: one.kind, path, pointer, id, folder, name: title || id || folder || '?', value: own };
}

function build() {
  const found = new Map(KINDS.map((one) => [one.kind, []]));
  const byFile = new Map(KINDS.filter((one) => one.file).map((one) => [one.group, one]));
  for (const path of store.paths()) {
    const parts = path.split('/');
    const one = parts.length === 3 ? byFile.get(parts[0]) : undefined;
    if (one && parts[2] === one.file) found.get(one.kind).push(entry(one, path, '', store.value(path), parts[1]));
  }
  for (const one of KINDS.filter((kind) => kind.list)) {
    const list = store.value(one.list);
    if (Array.isArray(list)) list.forEach((value, at) => found.get(one.kind).push(entry(one, one.list, below('', at), value, '')));
  }
  for (const list of found.values()) if (list[0]?.folder) list.sort((a, b) => (a.folder < b.folder ? -1 : 1));
  return found;
}

/** Everything of a kind. */
export function all(kind) {
  index ??= build();
  return index.get(kind) ?? [];
}

export const find = (kind, id) => all(kind).find((one) => one.id === id);

/** The entity a place lies in. */
export function owner(path, pointer = '') {
  const list = KINDS.find((one) => one.list === path);
  if (list) return all(list.kind)[Number(pointer.split('/')[1])];
  const one = KINDS.find((kind) => kind.file && path.startsWith(`${kind.group}/`));
  return one && all(one.kind).find((each) => each.path === path);
}

/** The features of a place. */
export function features(location) {
  const list = find('location', location)?.value.features;
  return Array.isArray(list) ? list.filter((one) => one?.id) : [];
}

export const nameOf = (kind, id) => find(kind, id)?.name ?? String(id ?? '');

store.on('change', () => { index = null; });
store.on('entities', () => { index = null; });
export const forget = () => { index = null; };

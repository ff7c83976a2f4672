// Making new things and finding the address of old ones.

import * as entities from './entities.js';
import { free, kindNamed, plainName } from './kinds.js';
import * as store from './store.js';

const encode = (path) => path.split('/').map(encodeURIComponent).join('/');

/** The address of a place in a document. */
export const place = (path, pointer = '', tab = '') => `#${encode(path)}${pointer ? `:${encode(pointer)}` : ''}${tab ? `;${tab}` : ''}`;

/** The address of an entity. */
export function link(kind, id) {
  const found = entities.find(kind, id);
  return found ? place(found.path, found.pointer) : '#';
}

/** Begins a new thing of a kind under a name; answers `{id, path, pointer}`. */
export function begin(kind, name) {
  const one = kindNamed(kind);
  const taken = new Set(entities.all(kind).flatMap((each) => [each.id, each.folder]));
  if (one.file) {
    const folder = free(plainName(name) || kind, taken);
    const path = `${one.group}/${folder}/${one.file}`;
    store.create(path, { [one.title]: name, ...one.first });
    return { id: folder, path, pointer: '' };
  }
  const id = free(plainName(name, kind === 'variable' ? '_' : '-') || kind, taken);
  const first = { [one.key]: id, [one.title]: name };
  if (store.has(one.list) && Array.isArray(store.value(one.list))) {
    const count = store.value(one.list).length;
    store.insert(one.list, '', count, first);
    return { id, path: one.list, pointer: `/${count}` };
  }
  store.create(one.list, [first]);
  return { id, path: one.list, pointer: '/0' };
}

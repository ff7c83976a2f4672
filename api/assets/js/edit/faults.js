// The world's problems by document and place, as the server last said them.

import { lineAt, offsetOf } from './scan.js';
import { within } from './pointer.js';
import * as store from './store.js';

/** The path inside the world that a problem's file means. */
export function local(file) {
  return file.replace(/^worlds\/[^/]+\//, '').replace(/^avatars\//, '');
}

export const all = () => store.world.problems.map((one) => ({ ...one, path: local(one.file) }));

export const of = (path) => all().filter((one) => one.path === path);

/** The problems of one member: at it, or below it when nothing below it is shown. */
export const at = (path, pointer, deep = false) => of(path).filter((one) => (deep ? within(one.pointer, pointer) : one.pointer === pointer));

export function line(problem) {
  return problem.line ?? lineAt(store.textOf(problem.path), offsetOf(store.textOf(problem.path), problem.pointer));
}

// The world's problems by document and place, as the server last said them.

import * as store from './store.js';

/** The path inside the world that a problem's file means. */
export function local(file) {
  return file.replace(/^worlds\/[^/]+\//, '').replace(/^avatars\//, '');
}

export const all = () => store.world.problems.map((one) => ({ ...one, path: local(one.file) }));

export const of = (path) => all().filter((one) => one.path === path);

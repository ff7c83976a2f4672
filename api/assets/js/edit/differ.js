// What is different between two values, member by member. Lists of the same length are looked into; others differ as a whole.

import { below } from './pointer.js';

const open = (value) => value !== null && typeof value === 'object';

/** Every difference as `{pointer, before, after}`, undefined meaning that it is not there. */
function differences(before, after, pointer = '', found = []) {
  if (before === after) return found;
  const lists = Array.isArray(before) && Array.isArray(after);
  const objects = open(before) && open(after) && !Array.isArray(before) && !Array.isArray(after);
  if ((lists && before.length === after.length) || objects) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const name of names) differences(before[name], after[name], below(pointer, name), found);
  } else if (lists || !same(before, after)) {
    if (JSON.stringify(before) !== JSON.stringify(after)) found.push({ pointer, before, after });
  }
  return found;
}

const same = (a, b) => !open(a) && !open(b) && Object.is(a, b);

/**
 * Two people's changes of one value: what only they changed is taken, what only I changed is kept, the rest must be
 * decided. Answers `{mine: [...], both: [{pointer, mine, theirs}]}`, to be put onto theirs.
 */
export function reconcile(base, mine, theirs) {
  const ours = differences(base, mine);
  const others = differences(base, theirs);
  const touches = (a, b) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
  const both = [];
  const kept = [];
  for (const change of ours) {
    const rival = others.find((other) => touches(other.pointer, change.pointer));
    if (!rival) kept.push(change);
    else if (JSON.stringify(rival) !== JSON.stringify(change)) both.push(rival.pointer.length < change.pointer.length ? rival.pointer : change.pointer);
  }
  return { kept, both: [...new Set(both)].filter((one, _, all) => !all.some((other) => other !== one && one.startsWith(`${other}/`))) };
}

// The world that is being edited: every document's text as the server has it and as it is here. A change is made to the text,
// kept for undoing, and sent a moment later; nothing that was typed is ever thrown away because of somebody else's change.

import { get, send } from '../core/api.js';
import { pause } from '../core/lost.js';
import * as patch from './patch.js';
import { at, below, join, split } from './pointer.js';

const SOON = 700;
const MERGE = 1500;
const KEPT = 200;

export const world = { id: '', name: '', folder: '', revision: 0, problems: [] };
const documents = new Map();
const ears = new Map();
let past = [];
let future = [];
let timer = null;
let saving = false;
let status = 'saved';

/** Hears `change` (path), `problems`, `status`, `entities`, `reset` and `conflict`. */
export function on(what, act) {
  ears.set(what, [...(ears.get(what) ?? []), act]);
}

/** Hears as long as a node is in the page. */
export function watch(node, what, act) {
  const own = (...words) => {
    if (node.isConnected) act(...words);
    else ears.set(what, ears.get(what).filter((one) => one !== own));
  };
  on(what, own);
}

function tell(what, ...words) {
  for (const act of ears.get(what) ?? []) act(...words);
}

const root = () => `/api/worlds/${encodeURIComponent(world.id)}`;
const documentAddress = (path) => `${root()}/documents/${path.split('/').map(encodeURIComponent).join('/')}`;

function read(text) {
  if (text === null) return { value: undefined, broken: true };
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')), broken: false };
  } catch {
    return { value: undefined, broken: true };
  }
}

const held = (text, saved) => ({ text, saved, ...(text === undefined ? { value: undefined, broken: false } : read(text)) });

/** Brings the world in. */
export async function open(id) {
  world.id = id;
  const [view, found, list] = await Promise.all([get(root()), get(`${root()}/documents?text=true`), get(`${root()}/problems`)]);
  Object.assign(world, { name: view.name, folder: view.folder, revision: list.revision, problems: list.problems });
  documents.clear();
  for (const one of found.items) documents.set(one.path, held(one.text ?? null, one.text ?? null));
}

export const paths = () => [...documents].filter(([, one]) => one.text !== undefined).map(([path]) => path);
export const has = (path) => documents.get(path)?.text !== undefined;
export const textOf = (path) => documents.get(path)?.text ?? '';
export const readable = (path) => Boolean(documents.get(path)) && !documents.get(path).broken;
export const value = (path, pointer = '') => at(documents.get(path)?.value, pointer);

function put(path, text) {
  documents.set(path, held(text, documents.get(path)?.saved));
}

/** Makes changes of texts (`undefined`: the document goes) one step that can be undone. */
function commit(changes, mark = null) {
  const now = Date.now();
  const before = past.at(-1);
  if (mark && before?.mark === mark && now - before.when < MERGE) {
    before.changes[0].after = changes[0].after;
    before.when = now;
  } else {
    past.push({ changes, mark, when: now });
    if (past.length > KEPT) past.shift();
  }
  future = [];
  for (const { path, after } of changes) put(path, after);
  changed(changes);
}

function changed(changes) {
  for (const { path } of changes) tell('change', path);
  later();
  tell('status');
}

const step = (path, after) => ({ path, before: documents.get(path)?.text, after });

/** Sets a member, making the objects around it; undefined takes it away. */
export function set(path, pointer, replacement) {
  const text = textOf(path);
  if (replacement === undefined) return commit([step(path, patch.remove(text, pointer))], `${path}#${pointer}`);
  const parts = split(pointer);
  let depth = 0;
  while (depth < parts.length && value(path, join(parts.slice(0, depth))) !== null && typeof value(path, join(parts.slice(0, depth))) === 'object') depth += 1;
  // The first thing that is not there is made, with all that lies between it and the member.
  const whole = parts.slice(depth).reduceRight((inner, part) => ({ [part]: inner }), replacement);
  commit([step(path, patch.set(text, join(parts.slice(0, depth)), whole))], `${path}#${pointer}`);
}

export function insert(path, pointer, index, entry) {
  const list = value(path, pointer);
  if (!Array.isArray(list)) return set(path, pointer, [entry]);
  commit([step(path, patch.insert(textOf(path), below(pointer, index), entry))]);
}

export function remove(path, pointer) {
  commit([step(path, patch.remove(textOf(path), pointer))]);
}

export function move(path, pointer, to) {
  commit([step(path, patch.move(textOf(path), pointer, to))]);
}

/** Replaces a whole text, also by one that is no JSON. */
export function write(path, text) {
  commit([step(path, text)], `${path}!`);
}

export function create(path, first) {
  commit([step(path, `${JSON.stringify(first, null, 2)}\n`)]);
  tell('entities');
}

export function drop(path) {
  commit([step(path, undefined)]);
  tell('entities');
}

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

function turn(from, to, side) {
  const last = from.pop();
  if (!last) return null;
  to.push({ ...last, mark: null });
  for (const change of last.changes) put(change.path, change[side]);
  changed(last.changes);
  tell('entities');
  tell('reset', last.changes[0].path);
  return last.changes[0].path;
}

export const undo = () => turn(past, future, 'before');
export const redo = () => turn(future, past, 'after');

const dirty = () => [...documents].filter(([, one]) => one.text !== one.saved && one.text !== null).map(([path]) => path);
export const unsaved = () => dirty().length > 0;
export const state = () => status;

function say(word) {
  status = word;
  tell('status');
}

function later() {
  clearTimeout(timer);
  if (status !== 'conflict') status = unsaved() ? 'unsaved' : 'saved';
  timer = setTimeout(save, SOON);
}

/** Sends what is not sent yet, one document after the other, and tries again while the line is away. */
export async function save() {
  clearTimeout(timer);
  if (saving || status === 'conflict') return;
  saving = true;
  try {
    for (let next = dirty()[0]; next !== undefined; next = dirty()[0]) {
      say('saving');
      if (!await sendOne(next)) return;
    }
    say('saved');
  } finally {
    saving = false;
  }
}

async function sendOne(path) {
  const { text } = documents.get(path);
  try {
    const answer = await post(path, text);
    documents.get(path).saved = text;
    world.revision = answer.world.revision;
    world.name = answer.world.name;
    world.problems = answer.problems;
    tell('problems');
    return true;
  } catch (problem) {
    if (problem.status === 409 || problem.status === 412) return problem.code === 'same_path' ? refuse(problem) : catchUp();
    if (problem.status === 404 && text === undefined) { documents.get(path).saved = undefined; return true; }
    if (problem.status === 0 || problem.status >= 500 || problem.status === 429) {
      say('offline');
      await pause(Math.max(2500, problem.retryAfter * 1000));
      return true;
    }
    return refuse(problem);
  }
}

function refuse(problem) {
  say('refused');
  tell('refused', problem);
  return false;
}

function post(path, text) {
  const headers = { 'If-Match': `"${world.revision}"` };
  if (text === undefined) return send('DELETE', documentAddress(path), undefined, headers);
  return send('PUT', documentAddress(path), text, headers);
}

/** Somebody else was first: what only they changed is taken, what only I changed stays, the rest is asked about. */
async function catchUp() {
  const [found, list] = await Promise.all([get(`${root()}/documents?text=true`), get(`${root()}/problems`)]);
  world.revision = list.revision;
  world.problems = list.problems;
  const theirs = new Map(found.items.map((one) => [one.path, one.text ?? null]));
  const clashes = [];
  for (const path of new Set([...documents.keys(), ...theirs.keys()])) {
    const mine = documents.get(path) ?? held(undefined, undefined);
    const text = theirs.get(path);
    if (text === mine.saved || text === mine.text) documents.set(path, held(mine.text, text));
    else if (mine.text === mine.saved) { documents.set(path, held(text, text)); tell('change', path); }
    else clashes.push({ path, base: mine.saved, mine: mine.text, theirs: text });
  }
  tell('entities');
  tell('problems');
  if (clashes.length === 0) { tell('reset'); return true; }
  say('conflict');
  tell('conflict', clashes);
  return false;
}

/** The answer to a conflict: what each document shall be now. */
export function settle(decided) {
  status = 'unsaved';
  const changes = [];
  for (const { path, theirs, text } of decided) {
    documents.set(path, held(theirs, theirs));
    if (text !== theirs) changes.push(step(path, text));
  }
  if (changes.length > 0) commit(changes);
  else later();
  tell('entities');
  tell('reset');
}

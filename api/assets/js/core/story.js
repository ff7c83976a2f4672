// The story on the page: turns, their parts with speakers, and the turn that is being told right now.

import { face } from './begin.js';
import { el } from './dom.js';
import { prose } from './prose.js';
import { t, word } from './text.js';

const VOICES = 6;
const voices = new Map();

let portraits = {};

/** The pictures of a story's people by their names, before anything is drawn. */
export function people(pictures) { portraits = pictures ?? {}; }

/** A speaker with a portrait has it beside the name. */
function portrait(name) {
  return Object.hasOwn(portraits, name) && face({ name, portraitUrl: portraits[name] });
}

function speaker(name) {
  // Each new speaker gets the next of a few voices (colours); the name says who it is, the colour only helps.
  if (!voices.has(name)) voices.set(name, voices.size % VOICES);
  return el(`span.speaker.voice-${voices.get(name)}`, {}, portrait(name), name);
}

/** One part: narration, or what somebody says. */
export function part({ speaker: name, text }) {
  return el(name ? 'div.part.spoken' : 'div.part', {}, name && speaker(name), prose(text));
}

/** What the player did. */
export function mine({ kind, text }, who) {
  if (!text && kind !== 'wait') return null;
  const label = kind === 'act' ? who : `${who} · ${word('play.kind', kind)}`;
  return el(`div.mine.${['act', 'say', 'ooc', 'wait', 'continue'].includes(kind) ? kind : 'act'}`, {},
    el('span.speaker', {}, label), text ? prose(text) : el('p', {}, t('play.waits')));
}

/** A kept turn. */
export function turn(view, who) {
  return el('article.turn', { dataset: { id: view.id ?? '' } },
    view.kind !== 'opening' && mine(view, who), (view.parts ?? []).map(part));
}

/** The turn being told: parts that are settled, and text that still grows. */
export class Telling {
  constructor(action, who) {
    this.node = el('article.turn', { 'aria-busy': 'true' }, mine(action, who));
    this.live = el('div.part.waiting', { 'aria-hidden': 'true' });
    this.node.append(this.live);
    this.action = action;
    this.text = '';
    this.kept = [];
    this.planned = false;
  }

  /** More text of the part that is being told; drawn at most once a frame. */
  grow(text) {
    this.text += text;
    if (this.planned) return;
    this.planned = true;
    requestAnimationFrame(() => { this.planned = false; this.draw(); });
  }

  draw() {
    if (!this.live) return;
    this.live.className = this.text ? 'part' : 'part waiting';
    this.live.replaceChildren(...prose(this.text));
    this.node.classList.toggle('streaming', this.text !== '');
  }

  /** A part as it will be kept. Parts say again, in order and with speakers, what the fragments told. */
  keep(view) {
    this.kept.push(view);
    const node = part(view);
    if (this.live) this.live.before(node);
    else this.node.append(node);
    this.text = '';
    this.draw();
  }

  /** Nothing grows any more. */
  end(view, who) {
    const done = view ? turn(view, who) : null;
    if (!done) {
      if (this.text) this.draw(); else this.live.remove();
      this.live.removeAttribute('aria-hidden');
      this.live = null;
      this.node.classList.remove('streaming');
      this.node.removeAttribute('aria-busy');
      return this.node;
    }
    this.live = null;
    this.node.replaceWith(done);
    return done;
  }

  /** What a screen reader is told once: the whole turn. */
  spoken() {
    return this.kept.length ? this.kept.map((view) => (view.speaker ? `${view.speaker}: ` : '') + view.text).join('\n') : this.text;
  }
}

/** A quiet line under a turn. */
export const note = (text, warn = false) => el(warn ? 'p.turn-note.warn' : 'p.turn-note', {}, text);

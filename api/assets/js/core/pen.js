// The composer: what is written, of which kind, and the keys that send and stop it.

import { $ } from './dom.js';
import { typing } from './shell.js';
import { t } from './text.js';

const KINDS = ['act', 'say', 'ooc', 'wait'];

export class Pen {
  /** `send({kind, text})` and `stop()` are what the pen can ask for; drafts are kept per session in this tab. */
  constructor(session, { send, stop }) {
    this.form = $('composer');
    this.text = $('text');
    this.key = `draft:${session}`;
    this.busy = false;
    this.ask = { send, stop };
    this.form.addEventListener('submit', (event) => { event.preventDefault(); this.submit(true); });
    this.text.addEventListener('keydown', (event) => this.press(event));
    this.text.addEventListener('input', () => this.changed());
    this.form.addEventListener('change', () => this.look());
    $('stop').addEventListener('click', () => this.ask.stop());
    addEventListener('keydown', (event) => this.anywhere(event));
    try { this.text.value = sessionStorage.getItem(this.key) ?? ''; } catch { /* no drafts then */ }
    this.changed();
    this.look();
  }

  get kind() { return new FormData(this.form).get('kind') ?? 'act'; }

  set kind(kind) {
    for (const choice of this.form.querySelectorAll('[name=kind]')) choice.checked = choice.value === kind;
    this.look();
  }

  press(event) {
    // Enter that ends the choice of a Chinese word is not Enter.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.submit(false);
  }

  anywhere(event) {
    if (event.key === 'Escape' && this.busy) return void this.ask.stop();
    if (event.altKey && /^Digit[1-4]$/.test(event.code)) {
      event.preventDefault();
      this.kind = KINDS[Number(event.code.at(-1)) - 1];
      return void this.text.focus();
    }
    // Typing anywhere is writing.
    const plain = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && !typing(event) && !(event.target instanceof HTMLButtonElement)) this.text.focus();
  }

  /** The button also sends an empty page, which lets the story go on by itself. */
  submit(byButton) {
    if (this.busy) return;
    const text = this.text.value.trim();
    if (text || this.kind === 'wait') this.ask.send({ kind: this.kind, text });
    else if (byButton) this.ask.send({ kind: 'continue', text: '' });
  }

  /** Words from elsewhere on the page. */
  write(words) {
    this.kind = 'act';
    this.text.value = words;
    this.changed();
    this.text.focus();
    this.text.setSelectionRange(words.length, words.length);
  }

  /** Waiting and asides are for once; acting and speaking stay chosen. */
  clear() {
    this.text.value = '';
    if (this.kind === 'wait' || this.kind === 'ooc') this.kind = 'act';
    else this.changed();
  }

  /** Puts back what could not be sent, unless something else is written by now. */
  giveBack({ kind, text }) {
    if (this.text.value || !text) return;
    this.text.value = text;
    if (KINDS.includes(kind)) this.kind = kind;
    this.changed();
  }

  changed() {
    const empty = this.text.value.trim() === '' && this.kind !== 'wait';
    $('send').classList.toggle('idle', empty);
    $('send-label').textContent = empty ? t('play.go_on') : t('play.send');
    $('send').title = empty ? t('play.go_on') : '';
    // Browsers that cannot grow a field by themselves.
    if (!CSS.supports('field-sizing', 'content')) {
      this.text.style.height = 'auto';
      this.text.style.height = `${this.text.scrollHeight + 2}px`;
    }
    try { sessionStorage.setItem(this.key, this.text.value); } catch { /* no drafts then */ }
  }

  look() {
    this.text.placeholder = t(`play.placeholder.${this.kind}`);
    this.changed();
  }

  working(busy) {
    this.busy = busy;
    $('send').hidden = busy;
    $('stop').hidden = !busy;
  }
}

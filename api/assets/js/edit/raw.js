// A document as the text it is: line numbers, the same problems at their lines, Ctrl+S, and a text that is no JSON is kept, too.

import { el, fill, icon } from '../core/dom.js';
import { t } from '../core/text.js';
import * as faults from './faults.js';
import { lineAt, offsetOf } from './scan.js';
import * as store from './store.js';

const LINE = 21;

/** The text of a document with its problems. */
export function raw(path, pointer = '') {
  const numbers = el('pre.raw-numbers', { 'aria-hidden': 'true' });
  const marks = el('div.raw-marks');
  const area = el('textarea.raw-text', { spellcheck: 'false', wrap: 'off', 'aria-label': path, 'aria-describedby': 'raw-faults', autocapitalize: 'off',
    oninput: () => { store.write(path, area.value); number(); }, onscroll: follow, onkeydown: (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') { event.preventDefault(); store.save(); }
    } });
  const list = el('ul.raw-faults', { id: 'raw-faults' });
  const box = el('div.raw', {}, el('div.raw-frame', {}, el('div.raw-gutter', {}, numbers, marks), area), list);
  area.value = store.textOf(path);

  function number() {
    const count = area.value.split('\n').length;
    if (Number(numbers.dataset.count) === count) return;
    numbers.dataset.count = count;
    numbers.textContent = Array.from({ length: count }, (_, at) => at + 1).join('\n');
  }

  function follow() {
    numbers.style.translate = `0 ${-area.scrollTop}px`;
    marks.style.translate = `0 ${-area.scrollTop}px`;
  }

  function show() {
    const found = faults.of(path).map((one) => ({ ...one, line: one.line ?? lineAt(area.value, offsetOf(area.value, one.pointer)) }));
    fill(marks, found.map((one) => { const mark = el('span.raw-mark', { title: one.detail }); mark.style.top = `${(one.line - 1) * LINE}px`; return mark; }));
    fill(list, found.map((one) => el('li', {}, el('button.fault', { type: 'button', onclick: () => go(one.line) }, icon('warn'), el('span', {}, one.detail), el('code', {}, t('edit.line', { line: one.line }))))));
  }

  function go(line) {
    const lines = area.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.focus();
    area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    area.scrollTop = Math.max(0, (line - 6) * LINE);
  }

  store.watch(box, 'problems', show);
  number();
  show();
  if (pointer) requestAnimationFrame(() => go(lineAt(area.value, offsetOf(area.value, pointer))));
  return box;
}

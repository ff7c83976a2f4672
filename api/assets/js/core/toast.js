// Short messages at the bottom, with at most one thing to do about them. They never take the focus.

import { $, el } from './dom.js';
import { sentence } from './api.js';

/** `toast('Moved to trash', {label: 'Undo', act})` */
export function toast(text, { label, act, bad = false, seconds = label ? 9 : 5 } = {}) {
  const box = el(bad ? 'div.toast.bad' : 'div.toast', {}, el('span', {}, text));
  let timer;
  const close = () => { clearTimeout(timer); box.remove(); };
  if (label) {
    box.append(el('button', { type: 'button', onclick: async () => { close(); await act(); } }, label));
  }
  const wait = () => { timer = setTimeout(close, seconds * 1000); };
  box.addEventListener('pointerenter', () => clearTimeout(timer));
  box.addEventListener('pointerleave', wait);
  box.addEventListener('focusin', () => clearTimeout(timer));
  box.addEventListener('focusout', wait);
  wait();
  $('toasts').append(box);
  return close;
}

export const complain = (problem) => toast(sentence(problem), { bad: true, seconds: 8 });

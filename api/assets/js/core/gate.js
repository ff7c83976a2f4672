// The two forms before anybody is known: one way to send them, one view out of the window.

import { Problem, send } from './api.js';
import { art } from './art.js';
import { $ } from './dom.js';
import { mark, trouble } from './problems.js';
import { t } from './text.js';
import './shell.js';

/** Sends the form to `path` and goes where `next` says. */
export function gate(path, next) {
  const form = $('form');
  const box = $('trouble');
  const button = form.querySelector('[type=submit]');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const empty = [...form.elements].find((field) => field.required && !field.value);
    if (empty) {
      trouble(box, new Problem(422, { detail: t('gate.empty') }));
      return void empty.focus();
    }
    const short = [...form.elements].find((field) => field.minLength > 0 && [...field.value].length < field.minLength);
    if (short) {
      trouble(box, new Problem(422, { detail: t('gate.short', { count: short.minLength }) }));
      return void short.focus();
    }
    button.disabled = true;
    try {
      await send('POST', path, Object.fromEntries(new FormData(form)));
      location.assign(next(form));
    } catch (problem) {
      trouble(box, problem);
      mark(form, problem);
      button.disabled = false;
      const password = form.elements.namedItem('password');
      if (problem.status === 401) { password.value = ''; password.focus(); }
    }
  });
}

const scene = $('scene');
function paint() {
  const dark = document.documentElement.dataset.theme === 'dark';
  scene.replaceChildren(art(dark ? 'a window by night' : 'a window by day', { wide: true, mood: dark ? 1 : 0 }));
}
paint();
new MutationObserver(paint).observe(document.documentElement, { attributeFilter: ['data-theme'] });

// Problems in a readable list: the sentence first, then where it is. Used wherever the API refuses something.

import { known, sentence } from './api.js';
import { el, fill } from './dom.js';
import { t } from './text.js';

/** The sentence of a problem that came as an event. */
export const said = ({ code, detail }) => known(code) ?? detail ?? t('problem.unknown');

/** Every problem with its place. */
export function problemList(errors) {
  return el('ul.problems', {}, errors.map((error) => {
    const place = [error.file, error.pointer].filter(Boolean).join('#');
    return el('li.problem', {},
      error.code && el('span.problem-code', {}, error.code),
      el('span', {}, error.detail ?? error.message ?? ''),
      place && place !== 'body' && el('code', {}, place));
  }));
}

/** Fills a `.trouble` box with a refusal, or empties it. */
export function trouble(box, problem) {
  if (!box) return;
  box.hidden = !problem;
  if (!problem) return void box.replaceChildren();
  const errors = problem.errors ?? [];
  // One fault of a form's own body says the same as the sentence.
  const same = errors.length === 1 && errors[0].detail === problem.message && errors[0].file === 'body';
  fill(box,
    el('p', {}, sentence(problem), errors.length > 1 && ` ${t('problem.all', { count: errors.length })}`),
    errors.length > 0 && !same && problemList(errors));
}

/** Marks the fields of a form that a refusal points at. */
export function mark(form, problem) {
  for (const field of form.elements) field.removeAttribute('aria-invalid');
  let first;
  for (const error of problem?.errors ?? []) {
    const field = form.elements.namedItem(String(error.pointer ?? '').split('/')[1] ?? '');
    if (!(field instanceof HTMLElement)) continue;
    field.setAttribute('aria-invalid', 'true');
    first ??= field;
  }
  first?.focus();
}

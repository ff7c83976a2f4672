// Ways in: dropping files anywhere, the file picker, pasting a card, and the three doors of an empty place.

import { send } from './api.js';
import { $, show } from './dom.js';
import { mark, trouble } from './problems.js';
import { complain } from './toast.js';
import { language, t } from './text.js';
import { bring } from './tray.js';

const carriesFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');

function watchDrops() {
  const veil = $('drop-veil');
  let depth = 0;
  addEventListener('dragenter', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth += 1;
    show(veil);
  });
  addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  });
  addEventListener('dragleave', (event) => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    show(veil, depth > 0);
  });
  addEventListener('drop', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth = 0;
    show(veil, false);
    bring(event.dataTransfer.files);
  });
  addEventListener('paste', (event) => {
    if (event.clipboardData?.files.length) bring(event.clipboardData.files);
  });
}

function watchPicker(...buttons) {
  const files = $('files');
  for (const button of buttons) button?.addEventListener('click', () => files.click());
  files.addEventListener('change', () => {
    bring(files.files);
    files.value = '';
  });
}

/** Adds the sample in that language and goes there. */
function watchSample(button, edition = language) {
  button?.addEventListener('click', async () => {
    button.disabled = true;
    try {
      const { world } = await send('POST', '/api/worlds/sample', { language: edition });
      location.assign(`/worlds/${encodeURIComponent(world.id)}`);
    } catch (problem) {
      complain(problem);
      button.disabled = false;
    }
  });
}

function watchWriting(...buttons) {
  const sheet = $('write');
  const form = $('write-form');
  for (const button of buttons) button?.addEventListener('click', () => sheet.showModal());
  $('write-cancel').addEventListener('click', () => sheet.close());
  sheet.addEventListener('click', (event) => { if (event.target === sheet) sheet.close(); });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const value = (name) => form.elements.namedItem(name).value.trim();
    if (!value('name')) {
      trouble($('write-trouble'), { message: '', errors: [{ detail: t('write.name_missing') }] });
      return form.elements.namedItem('name').focus();
    }
    const body = { name: value('name'), language };
    if (value('description')) body.description = value('description');
    if (value('opening')) body.opening = value('opening');
    const submit = form.querySelector('[type=submit]');
    submit.disabled = true;
    try {
      const world = await send('POST', '/api/worlds', body);
      location.assign(`/worlds/${encodeURIComponent(world.id)}`);
    } catch (problem) {
      trouble($('write-trouble'), problem);
      mark(form, problem);
      submit.disabled = false;
    }
  });
}

/** Makes every way in work on this page. */
export function watch() {
  watchDrops();
  watchPicker($('bring'), $('door-cards'));
  watchSample($('door-sample'));
  watchSample($('sample-again'));
  watchSample($('sample-other'), language === 'zh' ? 'en' : 'zh');
  watchWriting($('new-world'), $('door-write'));
}

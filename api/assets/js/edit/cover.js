// The cover of a world or the portrait of a character: what it is now, and a way to another picture.

import { problemOf } from '../core/api.js';
import { el, fill, icon } from '../core/dom.js';
import { t } from '../core/text.js';
import { complain } from '../core/toast.js';
import * as scalars from './scalars.js';
import * as store from './store.js';

const PICTURES = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** Sends a picture's bytes. */
async function send(path, file) {
  await store.save();
  const response = await fetch(store.address(path), { method: 'PUT', headers: { Accept: 'application/json', 'Content-Type': file.type, 'If-Match': `"${store.world.revision}"` }, body: file });
  if (!response.ok) throw await problemOf(response);
}

/** A picture with a button to choose another; `url` is null when there is none. */
export function picture({ url, path, id, label }) {
  const box = el('div.picture-field');
  const chooser = el('input.visually-hidden', { id: `${id}-file`, type: 'file', accept: PICTURES, 'aria-label': label, onchange: async () => {
    const [file] = chooser.files;
    if (!file) return;
    try {
      await send(path, file);
      draw(URL.createObjectURL(file));
      await store.refresh();
    } catch (problem) { complain(problem); }
  } });
  function draw(source) {
    const image = source && new Image();
    if (image) { image.alt = label; image.src = source; image.addEventListener('error', () => image.remove()); }
    fill(box, image || el('span.picture-none', { 'aria-hidden': 'true' }, icon('card')), chooser,
      el('button.button.small', { type: 'button', onclick: () => chooser.click() }, icon('import'), t('edit.picture')));
  }
  draw(url);
  return box;
}

/** The member that names the cover: the picture, and its id for whoever wants to write it. */
export function cover(place) {
  return el('div.stack', {},
    picture({ url: store.world.cover && store.value(place.path, place.pointer) ? `${store.world.cover}?${store.world.revision}` : null, path: '/cover', id: place.id, label: place.label }),
    scalars.line({ ...place, spell: false }));
}

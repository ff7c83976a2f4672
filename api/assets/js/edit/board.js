// A picture one can move and come nearer to: wheel, drag, pinch by two fingers, keys and buttons.

import { el, icon, svg } from '../core/dom.js';
import { t } from '../core/text.js';

/** Puts drawn things of a size on a board. */
export function board(drawing, width, height, label) {
  const view = { x: -30, y: -30, w: width + 60, h: height + 60 };
  const picture = svg('svg', { class: 'board-picture', role: 'group', 'aria-label': label, preserveAspectRatio: 'xMidYMid meet' }, drawing);
  const show = () => picture.setAttribute('viewBox', `${view.x} ${view.y} ${view.w} ${view.h}`);
  const whole = () => { Object.assign(view, { x: -30, y: -30, w: width + 60, h: height + 60 }); show(); };

  function zoom(by, atX = 0.5, atY = 0.5) {
    const next = Math.min(Math.max(view.w * by, 120), (width + 60) * 3);
    const scale = next / view.w;
    view.x += view.w * atX * (1 - scale);
    view.y += view.h * atY * (1 - scale);
    view.w *= scale;
    view.h *= scale;
    show();
  }

  picture.addEventListener('wheel', (event) => {
    event.preventDefault();
    const box = picture.getBoundingClientRect();
    zoom(event.deltaY > 0 ? 1.15 : 0.87, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  }, { passive: false });

  const fingers = new Map();
  let apart = 0;
  let travelled = 0;
  picture.addEventListener('pointerdown', (event) => { fingers.set(event.pointerId, event); travelled = 0; apart = 0; });
  picture.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const box = picture.getBoundingClientRect();
    const scale = Math.max(view.w / box.width, view.h / box.height);
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) {
      view.x -= (event.clientX - before.clientX) * scale;
      view.y -= (event.clientY - before.clientY) * scale;
      travelled += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
      show();
    } else {
      const [a, b] = [...fingers.values()];
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (apart) zoom(apart / now);
      apart = now;
    }
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) picture.addEventListener(end, (event) => { fingers.delete(event.pointerId); apart = 0; });
  // The end of a drag is no click.
  picture.addEventListener('click', (event) => { if (travelled > 6) { event.preventDefault(); event.stopPropagation(); } }, { capture: true });

  const box = el('div.board', { onkeydown: (event) => {
    const act = { '+': () => zoom(0.8), '=': () => zoom(0.8), '-': () => zoom(1.25), 0: whole }[event.key];
    const by = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
    if (by) { view.x += view.w * by[0]; view.y += view.h * by[1]; show(); } else if (act) act();
    else return;
    event.preventDefault();
  } }, picture, el('div.board-tools', {},
    el('button.tool', { type: 'button', 'aria-label': t('edit.nearer'), title: t('edit.nearer'), onclick: () => zoom(0.75) }, icon('plus')),
    el('button.tool', { type: 'button', 'aria-label': t('edit.farther'), title: t('edit.farther'), onclick: () => zoom(1.33) }, icon('minus')),
    el('button.tool', { type: 'button', 'aria-label': t('edit.whole'), title: t('edit.whole'), onclick: whole }, icon('whole'))));
  show();
  return box;
}

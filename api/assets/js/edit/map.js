// The map of the world: places as boxes in their places, ways between them with their direction and locks. A click opens a place.

import { el, svg } from '../core/dom.js';
import { t } from '../core/text.js';
import { board } from './board.js';
import * as entities from './entities.js';
import { wordLabel } from './format.js';
import { layout } from './layout.js';
import { place } from './making.js';

/** Ways as drawn: both directions of one way are one line. */
function ways(places) {
  const found = new Map();
  const known = new Set(places.map((one) => one.id));
  for (const one of places) {
    for (const exit of Array.isArray(one.value.exits) ? one.value.exits : []) {
      if (!exit || !known.has(exit.to) || exit.to === one.id) continue;
      const key = [one.id, exit.to].sort().join('\u0000');
      const old = found.get(key);
      if (old) Object.assign(old, { oneWay: false, state: old.state === 'open' ? exit.state ?? 'open' : old.state });
      else found.set(key, { from: one.id, to: exit.to, oneWay: exit.one_way === true, state: exit.state ?? 'open', note: exit.note ?? exit.description });
    }
  }
  return [...found.values()];
}

/** Where the line from the middle of a box leaves it. */
function edge(box, x, y) {
  const cx = box.x + box.w / 2;
  const cy = box.y + box.h / 2;
  const dx = x - cx;
  const dy = y - cy;
  const scale = Math.min(box.w / 2 / Math.abs(dx || 1e-6), box.h / 2 / Math.abs(dy || 1e-6), 1);
  return [cx + dx * scale, cy + dy * scale];
}

const centre = (box) => [box.x + box.w / 2, box.y + box.h / 2];

function wayLine(way, placed) {
  const [a, b] = [placed.get(way.from), placed.get(way.to)];
  const [x1, y1] = edge(a, ...centre(b));
  const [x2, y2] = edge(b, ...centre(a));
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  return svg('g', { class: `way way-${way.state}` },
    svg('title', {}, `${entities.nameOf('location', way.from)} ${way.oneWay ? '→' : '↔'} ${entities.nameOf('location', way.to)}${way.note ? `: ${way.note}` : ''}`),
    svg('path', { d: `M${x1} ${y1}L${x2} ${y2}`, 'marker-end': way.oneWay ? 'url(#way-end)' : '' }),
    way.state !== 'open' && svg('g', { class: 'way-mark', transform: `translate(${mx} ${my})` }, svg('circle', { r: 11 }),
      svg('use', { href: way.state === 'locked' ? '#i-lock' : '#i-close', x: -7, y: -7, width: 14, height: 14 })));
}

function placeBox(one, box) {
  return svg('a', { href: place(one.path), class: box.inside ? 'spot area' : 'spot', 'aria-label': one.name },
    svg('rect', { x: box.x, y: box.y, width: box.w, height: box.h, rx: 9 }),
    svg('text', { x: box.inside ? box.x + 14 : box.x + box.w / 2, y: box.inside ? box.y + 20 : box.y + box.h / 2 + 5, 'text-anchor': box.inside ? 'start' : 'middle' }, one.name.length > 30 ? `${one.name.slice(0, 29)}…` : one.name));
}

/** The whole view: the picture, and the same as a list. */
export function map() {
  const places = entities.all('location');
  if (places.length === 0) return el('section.empty', {}, el('h1', {}, t('edit.view.map')), el('p.lead', {}, t('edit.map_none')));
  const lines = ways(places);
  const { placed, width, height } = layout(places.map((one) => ({ id: one.id, name: one.name, parent: one.value.parent })), lines);
  // Areas lie under what is in them.
  const order = [...places].filter((one) => placed.has(one.id)).sort((a, b) => placed.get(a.id).depth - placed.get(b.id).depth);
  const drawing = [
    svg('defs', {}, svg('marker', { id: 'way-end', viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 9, markerHeight: 9, orient: 'auto-start-reverse' }, svg('path', { d: 'M0 0L10 5L0 10z' }))),
    order.filter((one) => placed.get(one.id).inside).map((one) => placeBox(one, placed.get(one.id))),
    lines.map((way) => wayLine(way, placed)),
    order.filter((one) => !placed.get(one.id).inside).map((one) => placeBox(one, placed.get(one.id))),
  ];
  return el('div.picture-view', {}, el('header.sheet-head', {}, el('h1', {}, t('edit.view.map')), el('p.quiet', {}, t('edit.map_text'))),
    board(drawing, width, height, t('edit.view.map')),
    el('details.as-list', {}, el('summary', {}, t('edit.as_list')), el('ul', {}, lines.map((way) =>
      el('li', {}, `${entities.nameOf('location', way.from)} ${way.oneWay ? '→' : '↔'} ${entities.nameOf('location', way.to)}`, way.state !== 'open' && ` (${wordLabel(way.state)})`)))));
}

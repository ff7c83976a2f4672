// Who stands how towards whom: characters and factions in a ring, one line per view of another, coloured by affinity, as strong as
// it is familiar. Choosing somebody shows only their lines.

import { el, svg } from '../core/dom.js';
import { t } from '../core/text.js';
import { board } from './board.js';
import * as entities from './entities.js';
import { place } from './making.js';

const list = (value) => (Array.isArray(value) ? value : []);
const key = (kind, id) => `${kind}/${id}`;

/** Every view of another: relationships, and memberships as a line of their own kind. */
function views(people, factions) {
  const known = new Set([...people, ...factions].map((one) => key(one.kind, one.id)));
  const found = [];
  for (const one of people) for (const each of list(one.value.relationships)) if (each) found.push({ from: key('character', one.id), to: key('character', each.to), ...each, to_key: key('character', each.to) });
  for (const one of factions) {
    for (const each of list(one.value.relationships)) if (each?.to) found.push({ ...each, from: key('faction', one.id), to_key: key(each.to.kind, each.to.id) });
    for (const each of list(one.value.members)) if (each?.character) found.push({ from: key('character', each.character), to_key: key('faction', one.id), label: each.role ?? t('edit.belongs'), membership: true });
  }
  return found.filter((one) => known.has(one.from) && known.has(one.to_key) && one.from !== one.to_key);
}

/** From −1 to 1 in five steps. */
const shade = (affinity) => Math.max(0, Math.min(4, Math.round(((Number(affinity) || 0) + 1) * 2)));

function line(one, spots) {
  const [a, b] = [spots.get(one.from), spots.get(one.to_key)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  // Bent to the right of its way, so that both directions can be seen; it ends at the rim.
  const bend = Math.min(46, length * 0.16);
  const [mx, my] = [(a.x + b.x) / 2 - (dy / length) * bend, (a.y + b.y) / 2 + (dx / length) * bend];
  const rim = 27;
  const [ex, ey] = [b.x - mx, b.y - my];
  const end = Math.hypot(ex, ey) || 1;
  const width = one.membership ? 1.4 : 1.2 + 3 * Math.max(0, Math.min(1, Number(one.familiarity) || 0));
  const path = svg('path', { d: `M${a.x} ${a.y}Q${mx} ${my} ${b.x - (ex / end) * rim} ${b.y - (ey / end) * rim}`, 'stroke-width': width.toFixed(1), 'marker-end': `url(#tie-${one.membership ? 'm' : shade(one.affinity)})` });
  return svg('g', { class: one.membership ? 'tie tie-m' : `tie tie-${shade(one.affinity)}`, 'data-from': one.from, 'data-to': one.to_key },
    svg('title', {}, `${a.name} → ${b.name}: ${one.label ?? ''}`), path);
}

/** The whole view: the picture, and the same as a list. */
export function ties() {
  const people = entities.all('character');
  const factions = entities.all('faction');
  const all = [...people, ...factions];
  const found = views(people, factions);
  if (all.length === 0) return el('section.empty', {}, el('h1', {}, t('edit.view.ties')), el('p.lead', {}, t('edit.ties_none')));
  const radius = Math.max(150, all.length * 15);
  const spots = new Map(ring(all, found).map((one, at) => {
    const angle = (at / all.length) * 2 * Math.PI - Math.PI / 2;
    return [key(one.kind, one.id), { name: one.name, x: radius + 90 + Math.cos(angle) * radius * 1.25, y: radius + 40 + Math.sin(angle) * radius, one }];
  }));
  const marks = [...[0, 1, 2, 3, 4].map(String), 'm'].map((name) => svg('marker', { id: `tie-${name}`, class: `tie-end tie-${name}`, viewBox: '0 0 10 10', refX: 8, refY: 5, markerWidth: 9, markerHeight: 9, markerUnits: 'userSpaceOnUse', orient: 'auto' }, svg('path', { d: 'M0 0L10 5L0 10z' })));
  const lines = svg('g', {}, found.map((one) => line(one, spots)));
  const nodes = [...spots].map(([id, spot]) => {
    const node = svg('a', { class: `who who-${spot.one.kind}`, href: place(spot.one.path), 'aria-label': spot.name },
      spot.one.kind === 'faction' ? svg('rect', { x: spot.x - 22, y: spot.y - 22, width: 44, height: 44, rx: 10 }) : svg('circle', { cx: spot.x, cy: spot.y, r: 23 }),
      svg('text', { x: spot.x, y: spot.y + 6, class: 'who-letter' }, [...spot.name][0] ?? '?'), svg('text', { x: spot.x, y: spot.y + 40, class: 'who-name' }, spot.name.length > 18 ? `${spot.name.slice(0, 17)}…` : spot.name));
    const only = (on) => { for (const each of lines.children) each.classList.toggle('dim', on && each.dataset.from !== id && each.dataset.to !== id); };
    for (const [event, state] of [['pointerenter', true], ['focus', true], ['pointerleave', false], ['blur', false]]) node.addEventListener(event, () => only(state));
    return node;
  });
  return el('div.picture-view', {}, el('header.sheet-head', {}, el('h1', {}, t('edit.view.ties')), el('p.quiet', {}, t('edit.ties_text'))),
    el('p.legend', {}, [0, 2, 4].map((step) => el('span', { class: `legend-${step}` }, t(`edit.affinity.${step}`)))),
    board([svg('defs', {}, marks), lines, nodes], radius * 2.5 + 110, radius * 2 + 110, t('edit.view.ties')),
    el('details.as-list', {}, el('summary', {}, t('edit.as_list')), el('ul', {}, found.map((one) =>
      el('li', {}, `${spots.get(one.from).name} → ${spots.get(one.to_key).name}: ${one.label ?? ''}`, one.affinity !== undefined && ` (${one.affinity})`)))));
}

/** Who is linked stands near each other: a walk along the lines, from the most linked on. */
function ring(all, found) {
  const next = new Map(all.map((one) => [key(one.kind, one.id), new Set()]));
  for (const one of found) { next.get(one.from).add(one.to_key); next.get(one.to_key).add(one.from); }
  const byKey = new Map(all.map((one) => [key(one.kind, one.id), one]));
  const order = new Set();
  const starts = [...next.keys()].sort((a, b) => next.get(b).size - next.get(a).size);
  const visit = (id) => { const line = [id]; while (line.length) { const here = line.pop(); if (!order.has(here)) { order.add(here); line.push(...[...next.get(here)].reverse()); } } };
  for (const id of starts) visit(id);
  return [...order].map((id) => byKey.get(id));
}

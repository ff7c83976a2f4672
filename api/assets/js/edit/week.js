// A routine as a week: one column per day, one block per window, the first that fits on top. A block opens its entry below.

import { el, svg } from '../core/dom.js';
import { t } from '../core/text.js';
import * as store from './store.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WIDTH = 700;
const HEIGHT = 240;
const LEFT = 34;
const TOP = 20;

const minutes = (time) => { const found = /^(\d\d):(\d\d)$/.exec(time ?? ''); return found ? Number(found[1]) * 60 + Number(found[2]) : null; };

/** The spans of one window as `[day, from, to]`, past midnight going on in the next column. */
function spans(one) {
  const from = minutes(one?.from);
  const to = minutes(one?.to);
  if (from === null || to === null || from === to) return [];
  const days = Array.isArray(one.days) && one.days.length > 0 ? one.days.map((day) => DAYS.indexOf(day)).filter((day) => day >= 0) : DAYS.map((_, at) => at);
  return days.flatMap((day) => (to > from ? [[day, from, to]] : [[day, from, 1440], [(day + 1) % 7, 0, to]])).filter(([, start, end]) => end > start);
}

/** The picture; it is drawn again whenever the routine changes. */
export function week(_, place) {
  const box = el('div.week');
  const column = (WIDTH - LEFT) / 7;
  const y = (minute) => TOP + (minute / 1440) * (HEIGHT - TOP);
  function draw() {
    const list = store.value(place.path, place.pointer);
    const windows = Array.isArray(list) ? list : [];
    box.hidden = windows.length === 0;
    // The first window that fits counts, so it is painted last.
    const blocks = windows.flatMap((one, at) => spans(one).map((span) => [one, at, span])).reverse();
    box.replaceChildren(svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('edit.week') },
      DAYS.map((day, at) => svg('text', { x: LEFT + (at + 0.5) * column, y: 13, class: 'week-day' }, t(`edit.day.${day}`))),
      [0, 6, 12, 18, 24].map((hour) => [svg('line', { x1: LEFT, x2: WIDTH, y1: y(hour * 60), y2: y(hour * 60), class: 'week-line' }), svg('text', { x: LEFT - 5, y: y(hour * 60) + 4, class: 'week-hour' }, String(hour).padStart(2, '0'))]),
      blocks.map(([one, at, [day, from, to]]) => svg('g', { class: `week-block week-${at % 6}` },
        svg('title', {}, `${one.from}–${one.to} ${one.activity ?? ''}`),
        svg('rect', { x: LEFT + day * column + 2, y: y(from) + 1, width: column - 4, height: Math.max(3, y(to) - y(from) - 2), rx: 4 }),
        to - from >= 90 && svg('text', { x: LEFT + day * column + 7, y: y(from) + 14 }, String(one.activity ?? '').slice(0, 13))))));
  }
  store.watch(box, 'change', (path) => { if (path === place.path) draw(); });
  draw();
  return box;
}

// A cover for what has none: a small landscape that always comes out the same for the same seed.

import { svg } from './dom.js';

// sky above, sky below, light, far ridge, middle ridge, near ridge
const MOODS = [
  ['#f3c98b', '#f7e7c6', '#fff4d8', '#d98b5f', '#a85a41', '#5f2f2a'],
  ['#27345f', '#6e6f9f', '#f2e6c0', '#3e4577', '#2a2f57', '#171a36'],
  ['#a9cbc4', '#edf0d8', '#fffbe6', '#6fa398', '#3f7470', '#214548'],
  ['#e8a598', '#f6dcc3', '#fff1dd', '#c2686a', '#87445a', '#4a2743'],
  ['#12233d', '#3d6b78', '#e4f0da', '#25505e', '#173845', '#0b1f2b'],
  ['#c9b7d6', '#f3e4dd', '#fffaf0', '#9682b0', '#665285', '#3a2e58'],
  ['#e9c46a', '#f4e6b8', '#fffbe8', '#a3a65a', '#647d4c', '#34503a'],
  ['#3a1d33', '#a14a4e', '#ffd9a0', '#6d2f45', '#4a2038', '#2a1226'],
];

/** A 32-bit hash of a text (FNV-1a). */
export function hash(text) {
  let value = 0x811c9dc5;
  for (const character of String(text)) value = Math.imul(value ^ character.codePointAt(0), 0x01000193);
  return value >>> 0;
}

function dice(seed) {
  let state = seed || 1;
  return () => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) / 0x100000000;
  };
}

function ridge(roll, width, height, base, rise, steps) {
  const phases = [roll() * 6, roll() * 6, roll() * 6];
  let path = `M0 ${height}`;
  for (let step = 0; step <= steps; step += 1) {
    const x = (step / steps) * width;
    const u = x / 300;
    const wave = Math.sin(u * 3.1 + phases[0]) * 0.55 + Math.sin(u * 7.3 + phases[1]) * 0.28 + Math.sin(u * 17 + phases[2]) * 0.1;
    path += `L${x.toFixed(1)} ${(base - wave * rise).toFixed(1)}`;
  }
  return `${path}L${width} ${height}Z`;
}

function keep(x, y, size, colour, light) {
  const w = size * 0.5;
  const top = y - size;
  const battlement = `M${x - w / 2} ${y + 30}V${top}h${w / 5}v${w / 6}h${w / 5}v${-w / 6}h${w / 5}v${w / 6}h${w / 5}v${-w / 6}h${w / 5}V${y + 30}Z`;
  return [
    svg('path', { d: battlement, fill: colour }),
    svg('rect', { x: x - w / 14, y: top + size * 0.32, width: w / 7, height: size * 0.16, rx: w / 14, fill: light }),
  ];
}

function trees(roll, width, base, colour) {
  const out = [];
  for (let n = 0; n < Math.round(width / 45); n += 1) {
    const x = roll() * width;
    const h = 26 + roll() * 34;
    out.push(svg('path', { d: `M${x.toFixed(1)} ${base - h}l${h * 0.22} ${h + 40}h${-h * 0.44}Z`, fill: colour }));
  }
  return out;
}

let serial = 0;

/** The picture; `wide` for a landscape instead of a book's cover. */
export function art(seedText, { wide = false, mood } = {}) {
  const seed = hash(seedText);
  const roll = dice(seed);
  const [high, low, light, far, middle, near] = MOODS[mood ?? seed % MOODS.length];
  const width = wide ? 640 : 300;
  const height = 400;
  const id = `art-${serial += 1}`;
  const x = width * (0.25 + roll() * 0.5);
  const y = 80 + roll() * 90;
  const size = 26 + roll() * 26;
  const night = luminance(high) < 0.25;
  const stars = night ? Array.from({ length: wide ? 70 : 36 }, () => svg('circle', {
    cx: (roll() * width).toFixed(1), cy: (roll() * 210).toFixed(1), r: (0.5 + roll() * 1.1).toFixed(2), fill: light, opacity: (0.35 + roll() * 0.6).toFixed(2),
  })) : [];
  const towerAt = width * (0.2 + roll() * 0.6);
  const kind = seed % 3;
  return svg('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true' },
    svg('defs', {},
      svg('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 },
        svg('stop', { offset: 0, 'stop-color': high }), svg('stop', { offset: 0.72, 'stop-color': low }))),
    svg('rect', { width, height, fill: `url(#${id})` }),
    stars,
    svg('circle', { cx: x, cy: y, r: size * 1.9, fill: light, opacity: 0.16 }),
    svg('circle', { cx: x, cy: y, r: size * 1.35, fill: light, opacity: 0.22 }),
    svg('circle', { cx: x, cy: y, r: size, fill: light, opacity: 0.95 }),
    svg('path', { d: ridge(roll, width, height, 250, 34, 60), fill: far, opacity: 0.85 }),
    kind === 0 ? keep(towerAt, 290, 92, middle, light) : [],
    svg('path', { d: ridge(roll, width, height, 300, 30, 60), fill: middle }),
    kind === 1 ? trees(roll, width, 345, near) : [],
    svg('path', { d: ridge(roll, width, height, 352, 24, 60), fill: near }));
}

function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The real cover when there is one, the drawn one until it loads and when it does not. */
export function cover(url, seed, options) {
  if (!url) return art(seed, options);
  const image = new Image();
  image.alt = '';
  image.loading = 'lazy';
  image.decoding = 'async';
  image.addEventListener('error', () => image.replaceWith(art(seed, options)), { once: true });
  image.src = url;
  return image;
}

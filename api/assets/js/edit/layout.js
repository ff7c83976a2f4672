// Laying out places as boxes in boxes, always the same for the same world. Pure numbers: nothing here knows a page.

const GAP = 46;
const PAD = 18;
const HEAD = 30;
const HIGH = 44;

const wide = (name) => Math.min(250, 36 + [...name].reduce((sum, one) => sum + (one.codePointAt(0) > 0x2e80 ? 14 : 8.8), 0));

/**
 * `nodes`: `[{id, name, parent}]`, `links`: `[{from, to}]`. Answers a map from id to `{x, y, w, h, depth, inside}` and the
 * size of the whole.
 */
export function layout(nodes, links) {
  const byId = new Map(nodes.map((one) => [one.id, one]));
  const above = (id) => {
    const trail = [];
    for (let here = id; here && byId.has(here) && !trail.includes(here); here = byId.get(here).parent) trail.push(here);
    return trail;
  };
  const children = new Map();
  for (const one of nodes) {
    const trail = above(one.id);
    // A circle of places is a problem of the world's; here it is cut where it closes.
    const holder = trail.length > 1 && above(trail[1]).indexOf(one.id) < 0 ? trail[1] : null;
    children.set(holder, [...(children.get(holder) ?? []), one.id]);
  }
  const placed = new Map();

  function box(id, depth) {
    const inner = children.get(id) ?? [];
    if (id !== null && inner.length === 0) return { w: wide(byId.get(id).name), h: HIGH };
    const sizes = inner.map((one) => ({ id: one, ...box(one, depth + 1) }));
    const member = (one) => inner.find((each) => above(one).includes(each));
    const pairs = new Map();
    for (const link of links) {
      const [a, b] = [member(link.from), member(link.to)];
      if (a && b && a !== b) pairs.set([a, b].sort().join('\u0000'), [a, b]);
    }
    const spots = spread(sizes, [...pairs.values()]);
    for (const spot of spots) placed.set(spot.id, { ...spot, holder: id, inside: (children.get(spot.id) ?? []).length > 0, depth });
    const w = Math.max(...spots.map((one) => one.x + one.w), 0);
    const h = Math.max(...spots.map((one) => one.y + one.h), 0);
    if (id === null) return { w, h };
    return { w: Math.max(w + 2 * PAD, wide(byId.get(id).name)), h: h + PAD + HEAD };
  }

  const size = box(null, 0);
  const absolute = (id) => {
    const one = placed.get(id);
    if (!one.done) {
      if (one.holder !== null) {
        const outer = absolute(one.holder);
        one.x += outer.x + PAD;
        one.y += outer.y + HEAD;
      }
      one.done = true;
    }
    return one;
  };
  for (const id of placed.keys()) absolute(id);
  return { placed, width: size.w, height: size.h };
}

/** Boxes of different sizes near what they are linked with and never over each other, beginning at 0, 0. */
function spread(sizes, pairs) {
  const count = sizes.length;
  if (count === 0) return [];
  const at = new Map(sizes.map((one, index) => [one.id, index]));
  const edges = pairs.map(([a, b]) => [at.get(a), at.get(b)]);
  const order = walk(count, edges);
  const step = Math.sqrt(sizes.reduce((sum, one) => sum + (one.w + GAP) * (one.h + GAP), 0) / count);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  // A sunflower in the order of the walk: neighbours begin near each other.
  order.forEach((index, n) => {
    const angle = n * 2.399963;
    x[index] = Math.cos(angle) * step * Math.sqrt(n) * 0.8;
    y[index] = Math.sin(angle) * step * Math.sqrt(n) * 0.6;
  });
  const rounds = count > 250 ? 90 : count > 80 ? 160 : 260;
  for (let round = 0; round < rounds; round += 1) relax(x, y, edges, step, 1 - round / rounds);
  draw(x, y, edges, step);
  part(sizes, x, y);
  const left = Math.min(...sizes.map((one, i) => x[i] - one.w / 2));
  const top = Math.min(...sizes.map((one, i) => y[i] - one.h / 2));
  return sizes.map((one, i) => ({ ...one, x: x[i] - one.w / 2 - left, y: y[i] - one.h / 2 - top }));
}

/** Breadth first from the one with most links. */
function walk(count, edges) {
  const next = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) { next[a].push(b); next[b].push(a); }
  const starts = [...next.keys()].sort((a, b) => next[b].length - next[a].length || a - b);
  const seen = new Set();
  for (const start of starts) {
    const line = [start];
    for (const one of line) if (!seen.has(one)) { seen.add(one); line.push(...next[one]); }
  }
  return [...seen];
}

function relax(x, y, edges, step, heat) {
  const count = x.length;
  const dx = new Float64Array(count);
  const dy = new Float64Array(count);
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) {
      const ux = x[a] - x[b] || 0.01 * (a - b);
      const uy = y[a] - y[b] || 0.013;
      const push = (step * step) / (ux * ux + uy * uy + 1);
      dx[a] += ux * push; dy[a] += uy * push; dx[b] -= ux * push; dy[b] -= uy * push;
    }
  }
  for (const [a, b] of edges) {
    const ux = x[a] - x[b];
    const uy = y[a] - y[b];
    const pull = Math.hypot(ux, uy) / step;
    dx[a] -= ux * pull; dy[a] -= uy * pull; dx[b] += ux * pull; dy[b] += uy * pull;
  }
  const most = step * 0.35 * heat + 1;
  for (let a = 0; a < count; a += 1) {
    // A light pull to the middle keeps what has no links in sight; pages are wider than high.
    dx[a] -= x[a] * 0.05; dy[a] -= y[a] * 0.12;
    const length = Math.hypot(dx[a], dy[a]) || 1;
    const by = Math.min(length, most) / length;
    x[a] += dx[a] * by; y[a] += dy[a] * by;
  }
}

/** Draws everything together until links are as long as boxes lie apart; what then lies over each other is parted. */
function draw(x, y, edges, step) {
  if (edges.length === 0) return;
  const mean = edges.reduce((sum, [a, b]) => sum + Math.hypot(x[a] - x[b], y[a] - y[b]), 0) / edges.length;
  // The more there is, the more room parting needs.
  const scale = Math.min(1, (step * (1 + x.length / 120)) / (mean || 1));
  for (let a = 0; a < x.length; a += 1) { x[a] *= scale; y[a] *= scale; }
}

/** Pushes boxes that lie over each other apart along the shorter way. */
function part(sizes, x, y) {
  for (let round = 0; round < 200; round += 1) {
    let moved = false;
    for (let a = 0; a < sizes.length; a += 1) {
      for (let b = a + 1; b < sizes.length; b += 1) {
        const overX = (sizes[a].w + sizes[b].w) / 2 + GAP - Math.abs(x[a] - x[b]);
        const overY = (sizes[a].h + sizes[b].h) / 2 + GAP * 0.7 - Math.abs(y[a] - y[b]);
        if (overX <= 0 || overY <= 0) continue;
        moved = true;
        if (overX < overY) { const by = (x[a] < x[b] ? -1 : 1) * (overX / 2 + 0.5); x[a] += by; x[b] -= by; } else { const by = (y[a] < y[b] ? -1 : 1) * (overY / 2 + 0.5); y[a] += by; y[b] -= by; }
      }
    }
    if (!moved) return;
  }
}

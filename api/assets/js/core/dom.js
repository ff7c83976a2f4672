// Building nodes. Text only ever becomes text: there is no way from a string to markup in this file or any other.

const SVG = 'http://www.w3.org/2000/svg';

/** `el('a.card.fresh', {href, onclick}, 'text', node, [nodes], null)` */
export function el(what, props = {}, ...children) {
  const [tag, ...classes] = what.split('.');
  const node = document.createElement(tag || 'div');
  if (classes.length) node.classList.add(...classes);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'dataset') Object.assign(node.dataset, value);
    else if (name in node && !name.includes('-') && typeof value !== 'string') node[name] = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  add(node, children);
  return node;
}

/** The same for SVG, where everything is an attribute. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  add(node, children);
  return node;
}

function add(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

/** An icon of the page's own sheet. */
export function icon(name) {
  return svg('svg', { class: 'icon', 'aria-hidden': 'true' }, svg('use', { href: `#i-${name}` }));
}

export const $ = (id) => document.getElementById(id);

/** Replaces what a node holds. */
export function fill(node, ...children) {
  node.replaceChildren();
  add(node, children);
  return node;
}

/** Shows or hides. */
export function show(node, visible = true) {
  if (node) node.hidden = !visible;
  return node;
}

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// Story text as people write it (paragraphs, *emphasis*, **strong**, quoted speech, a line of its own) as nodes.
// No links, no pictures, no markup of any kind: whatever is not in this list stays the characters it is.

import { el } from './dom.js';

const MARKS = [
  [/\*\*([^*\n]{1,2000})\*\*/y, 'strong'],
  [/\*([^*\n]{1,2000})\*/y, 'em'],
  [/(?<![\p{L}\p{N}])_([^_\n]{1,2000})_(?![\p{L}\p{N}])/uy, 'em'],
  [/"[^"\n]{1,2000}"/y, 'q'],
  [/“[^”\n]{1,2000}”/y, 'q'],
  [/「[^」\n]{1,2000}」/y, 'q'],
  [/『[^』\n]{1,2000}』/y, 'q'],
  [/«[^»\n]{1,2000}»/y, 'q'],
];
const STARTS = /[*_"“「『«]/g;
const DEPTH = 4;

function inline(text, depth = 0) {
  if (depth >= DEPTH) return [text];
  const nodes = [];
  let plain = 0;
  STARTS.lastIndex = 0;
  for (let at = next(text, 0); at >= 0;) {
    const found = match(text, at);
    if (!found) { at = next(text, at + 1); continue; }
    if (at > plain) nodes.push(text.slice(plain, at));
    nodes.push(node(found, depth));
    plain = at + found.whole.length;
    at = next(text, plain);
  }
  if (plain < text.length) nodes.push(text.slice(plain));
  return nodes;
}

function next(text, from) {
  STARTS.lastIndex = from;
  return STARTS.exec(text)?.index ?? -1;
}

function match(text, at) {
  for (const [pattern, kind] of MARKS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return { kind, whole: found[0], inner: found[1] };
  }
  return null;
}

function node({ kind, whole, inner }, depth) {
  if (kind !== 'q') return el(kind, {}, inline(inner, depth + 1));
  // Quoted speech keeps its marks; only what is between them is looked at again.
  return el('span.quote', {}, whole[0], inline(whole.slice(1, -1), depth + 1), whole.at(-1));
}

function paragraph(block) {
  if (/^\s*(?:\*\s*){3,}$|^\s*(?:-\s*){3,}$|^\s*(?:_\s*){3,}$/.test(block)) return el('hr.prose-line');
  const lines = block.split('\n');
  return el('p', {}, lines.flatMap((line, at) => (at ? [el('br'), ...inline(line)] : inline(line))));
}

/** A text that stands in one line, such as a summary: marks without paragraphs. */
export const phrase = (text) => inline(String(text ?? ''));

/** The paragraphs of a text. */
export function prose(text) {
  return String(text ?? '').replace(/\r\n?/g, '\n').split(/\n[ \t]*\n+/).filter((block) => block.trim())
    .map((block) => paragraph(block.replace(/^\n+|\n+$/g, '')));
}

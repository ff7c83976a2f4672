// The kinds of things a world has, where they stand in its folder, and how a new one begins.

export const KINDS = [
  { kind: 'character', group: 'characters', sign: 'person', file: 'character.json', title: 'name', first: { role: 'npc' } },
  { kind: 'location', group: 'locations', sign: 'place', file: 'location.json', title: 'name' },
  { kind: 'item', group: 'items', sign: 'item', file: 'item.json', title: 'name' },
  { kind: 'slot', group: 'slots', sign: 'card', list: 'items/slots.json', key: 'id', title: 'name' },
  { kind: 'faction', group: 'factions', sign: 'globe', file: 'faction.json', title: 'name' },
  { kind: 'lore', group: 'lore', sign: 'lore', file: 'lore.json', title: 'title' },
  { kind: 'plot', group: 'plots', sign: 'on', list: 'plots.json', key: 'id', title: 'name' },
  { kind: 'trigger', group: 'triggers', sign: 'again', list: 'triggers.json', key: 'key', title: 'name' },
  { kind: 'variable', group: 'variables', sign: 'panel', list: 'variables.json', key: 'key', title: 'name' },
];

export const kindNamed = (name) => KINDS.find((one) => one.kind === name);

/** Slots that are there without being written (W-248). */
export const SLOTS = ['head', 'face', 'neck', 'torso', 'back', 'waist', 'hands', 'wrists', 'fingers', 'legs', 'feet'];

/** Variables that are there without being written. */
export const FEELINGS = ['valence', 'arousal', 'dominance'];

/** A plain folder name or key from a name in any script; letters that have no plain spelling are left out. */
export function plainName(name, separator = '-') {
  const plain = name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, separator);
  return plain.replace(new RegExp(`^${separator}+|${separator}+$`, 'g'), '').slice(0, 60);
}

/** A name that is not among the taken ones. */
export function free(wanted, taken) {
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; ; n += 1) if (!taken.has(`${wanted}-${n}`)) return `${wanted}-${n}`;
}

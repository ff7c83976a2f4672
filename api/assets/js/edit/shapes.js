// The format's documents and shapes for a server that does not describe them itself yet (`GET /api/format`), in the very form
// that description has, but without words for people: those are then among the page's own messages.

const is = (kind, more = {}) => ({ kind, ...more });
const text = is('text');
const line = is('line');
const id = is('id');
const flag = is('flag');
const key = is('key');
const number = (min, max) => is('number', { min, max });
const whole = (min, max) => is('whole', { min, max });
const words = (list) => is('word', { words: list.split(' ') });
const refer = (to) => is('refer', { to });
const list = (of, most) => is('list', { of, most });
const object = (shape) => is('object', { shape });
const either = (...types) => is('oneOf', { types });
const audience = either(words('everyone'), object('audience'));

/** `must` are required members, the rest may be left out. */
function shape(members, must = '', defaults = {}) {
  const required = new Set(must.split(' '));
  return { members: Object.entries(members).map(([name, type]) => ({ name, type, required: required.has(name), default: defaults[name] ?? null, rules: [], label: null, help: null })) };
}

const intent = {
  name: line, description: text, type: words('need obligation quest agenda aspiration relationship habit reaction'),
  status: words('active paused completed failed abandoned'), horizon: words('immediate short day long open_ended'),
  priority: number(0, 1), urgency: number(0, 1), plan: list(text), open_threads: list(text), constraints: list(text), deadline: is('date'),
};
const intentDefaults = { type: 'agenda', status: 'active', horizon: 'short', priority: 0.5, urgency: 0.5 };
const feelings = { label: line, summary: text, familiarity: number(0, 1), trust: number(-1, 1), affinity: number(-1, 1), tension: number(0, 1) };
const placing = { location: refer('location'), held_by: refer('character'), worn_by: refer('character'), inside: refer('item'), position: line, feature: is('featureOf', { member: 'location' }) };
const exitStates = words('open locked blocked');
const boxStates = words('open closed locked');
const told = { characters: list(refer('character')), audience };

export const SHAPES = {
  world: shape({
    name: line, description: text, opening_message: either(text, list(object('opening_part'))), starting_time: is('date'), time_zone: is('zone'),
    rules: either(list(text, 30), text), author: object('author'), metadata: object('metadata'), cover_media_id: line, narration_voice: line, variables: is('values', { of: 'world' }), id,
  }, 'name', { time_zone: 'UTC' }),
  opening_part: shape({ type: words('narration utterance'), character: refer('character'), text }, 'text', { type: 'narration' }),
  author: shape({ name: line, url: line }, 'name'),
  metadata: shape({ tags: list(line) }),
  character: shape({
    name: line, aliases: list(line), age: line, gender: line, pronouns: line, kind: words('person group'), tier: words('principal supporting background'), role: words('playable npc'),
    summary: text, personality: text, background: text, appearance: text, speech: object('speech'), voice: line, visual_identity: object('visual_identity'), start: object('start'),
    relationships: list(object('relationship'), 60), knowledge: object('knowledge'), routine: list(object('window'), 24), variables: is('values', { of: 'character' }), id,
  }, 'name', { kind: 'person', tier: 'principal', role: 'npc' }),
  speech: shape({ style: text, examples: list(text) }),
  visual_identity: shape({ description: text, tags: list(line), negative_tags: list(line), global_id: line }, 'description'),
  start: shape({ public_state: text, inner_state: text, activity: text, emotion: object('emotion'), location: refer('location'), position: line, feature: is('featureOf', { member: 'location' }), intents: list(object('intent')) }),
  emotion: shape({ baseline: object('feeling'), immediate: object('feeling') }, 'baseline'),
  feeling: shape({ valence: number(-1, 1), arousal: number(-1, 1), dominance: number(-1, 1) }, '', { valence: 0, arousal: 0, dominance: 0 }),
  intent: shape(intent, 'name', intentDefaults),
  relationship: shape({ to: refer('character'), ...feelings }, 'to label'),
  knowledge: shape({ locations: list(refer('location')), items: list(refer('item')), exits: list(object('known_exit')), lore: list(refer('lore')) }),
  known_exit: shape({ from: refer('location'), to: refer('location') }, 'from to'),
  window: shape({ days: list(is('day')), from: is('timeOfDay'), to: is('timeOfDay'), activity: line, location: refer('location'), feature: is('featureOf', { member: 'location' }), position: line, interruptible: flag }, 'from to activity', { interruptible: true }),
  faction: shape({ name: line, aliases: list(line), values: list(line), summary: text, description: text, structure: text, start: object('faction_start'), members: list(object('membership')), relationships: list(object('faction_relationship'), 60), id }, 'name'),
  faction_start: shape({ public_state: text, inner_state: text, goals: list(object('intent')) }),
  membership: shape({ character: refer('character'), role: line, rank: line, status: words('active inactive former'), public: flag, commitment: number(0, 1) }, 'character', { status: 'active', public: true }),
  faction_relationship: shape({ to: object('party'), ...feelings }, 'to label'),
  party: shape({ kind: words('character faction'), id: is('referBy', { member: 'kind' }) }, 'kind id'),
  location: shape({ name: line, description: text, parent: refer('location'), features: list(object('feature'), 30), exits: list(object('exit'), 30), visual_identity: object('visual_identity'), variables: is('values', { of: 'location' }), id }, 'name'),
  feature: shape({ id: key, name: line, description: text }, 'id name'),
  exit: shape({ to: refer('location'), description: text, one_way: flag, back_description: text, travel_time_seconds: whole(0), state: exitStates, note: text, opened_by: list(refer('item')) }, 'to', { state: 'open', one_way: false }),
  item: shape({
    name: line, description: text, quality: text, ...placing, owner: refer('character'), quantity: whole(1), unique: flag, notable: flag, hidden: flag, wearable: is('slot'),
    container: object('container'), visual_identity: object('visual_identity'), variables: is('values', { of: 'item' }), id,
  }, 'name', { quantity: 1, unique: false, notable: false, hidden: false }),
  container: shape({ state: boxStates, opened_by: list(refer('item'), 10) }, '', { state: 'closed' }),
  slot: shape({ id: key, name: line, capacity: whole(1) }, 'id', { capacity: 1 }),
  lore: shape({
    title: line, kind: words('history culture religion politics geography science custom legend other'), summary: text, body: text, subjects: list(object('subject')), related: list(refer('lore')),
    sources: list(text), starts_at: is('date'), ends_at: is('date'), id,
  }, 'title', { kind: 'other' }),
  subject: shape({ kind: words('character faction location item lore'), id: is('referBy', { member: 'kind' }) }, 'kind id'),
  plot: shape({
    id, name: line, premise: text, themes: list(text), stakes: list(text), participants: list(is('referAny')), hooks: list(object('hook')), developments: list(object('development')),
    resolutions: list(text), start: words('dormant available engaged cooling resolved abandoned'), pacing: object('pacing'),
  }, 'id name', { start: 'available' }),
  hook: shape({ id: key, text, guidance: text, avoid: list(text) }, 'id text'),
  development: shape({ id: key, text, mode: words('opportunity reminder character consequence escalation breathing_room'), prerequisites: list(is('plotPart')), guidance: text, avoid: list(text) }, 'id text', { mode: 'opportunity' }),
  pacing: shape({ quiet_turns: whole(0), cooldown_turns: whole(0), cooldown_days: number(0) }),
  variable: shape({
    key, name: line, description: text, kind: words('number flag choice'), subject: words('character item location world'), only: list(is('referBy', { member: 'subject' })), min: number(), max: number(), integer: flag,
    options: list(line, 12), default: is('value'), baseline: flag, visibility: words('public private hidden'), bands: list(object('band')), always: flag,
  }, 'key name', { kind: 'number', subject: 'character', visibility: 'public', integer: false, baseline: false, always: false }),
  band: shape({ up_to: number(), label: line }, 'up_to label'),
  trigger: shape({
    key, name: line, when: is('condition'), effects: list(is('tagged', { by: 'type', shapes: { edit: 'effect_edit', beat: 'effect_beat', cue: 'effect_cue' } }), 6), announce: object('announce'),
    repeat: flag, cooldown_seconds: whole(0), chance: number(0, 1), expires: is('localTime'), priority: whole(),
  }, 'key when effects', { repeat: false, cooldown_seconds: 0, chance: 1, priority: 0 }),
  announce: shape({ text, ...told, from: is('localTime'), at: is('localTime') }, 'text'),
  audience: shape({ characters: list(refer('character')), place: refer('location') }),
  effect_edit: shape({ edit: object('edit') }, 'edit'),
  effect_beat: shape({ text }, 'text'),
  effect_cue: shape({ text, ...told }, 'text'),
  condition_time: shape({ from: is('localTime'), to: is('localTime'), window: object('day_window'), days: list(is('day')) }),
  day_window: shape({ from: is('timeOfDay'), to: is('timeOfDay') }, 'from to'),
  condition_place: shape({ character: refer('character'), location: refer('location'), feature: is('featureOf', { member: 'location' }) }, 'character location'),
  condition_variable: shape({ variable: is('variableKey'), subject: is('variableSubject'), op: words('eq ne lt le gt ge'), value: is('value') }, 'variable op value'),
  condition_item: shape({ item: refer('item'), held_by: refer('character'), at: refer('location') }, 'item'),
  condition_event: shape({ tag: line }, 'tag'),
  condition_fired: shape({ trigger: is('triggerKey') }, 'trigger'),
  condition_judged: shape({ text }, 'text'),
  condition_all: shape({ conditions: list(is('condition')) }, 'conditions'),
  condition_any: shape({ conditions: list(is('condition')) }, 'conditions'),
  condition_not: shape({ condition: is('condition') }, 'condition'),
  edit: shape({
    exit_changes: list(object('exit_change')), item_changes: list(object('item_change')), moves: list(object('move')), variable_changes: list(object('variable_change')),
    goals: list(object('goal')), engagements: list(object('engagement')), events: list(object('event')),
  }),
  exit_change: shape({ from: refer('location'), to: refer('location'), state: exitStates, note: text, opened_by: list(refer('item')) }, 'from to'),
  item_change: shape({ item: refer('item'), ...placing, quantity: whole(1), quality: text, notable: flag, hidden: flag, container_state: boxStates, owner: refer('character'), removed: flag }, 'item'),
  move: shape({ character: refer('character'), location: refer('location'), feature: is('featureOf', { member: 'location' }), position: line, nowhere: flag }, 'character'),
  variable_change: shape({ variable: is('variableKey'), subject: is('variableSubject'), value: is('value'), delta: number(), baseline: flag }, 'variable'),
  goal: shape({ character: refer('character'), faction: refer('faction'), ...intent }, 'name'),
  engagement: shape({ character: refer('character'), activity: line, with: list(refer('character')), location: refer('location'), until: is('localTime'), interruptible: flag, ended: flag }, 'character', { interruptible: true }),
  event: shape({ text, location: refer('location'), turn: whole(0), round: whole(0), importance: whole(1, 5), tags: list(line), involves: list(refer('character')), perceived_by: either(words('everyone'), list(refer('character'))) }, 'text', { importance: 3 }),
};

export const DOCUMENTS = [
  ['world', 'world.json', 'object'], ['character', 'characters/*/character.json', 'object'], ['location', 'locations/*/location.json', 'object'],
  ['item', 'items/*/item.json', 'object'], ['slots', 'items/slots.json', 'list', 'slot'], ['faction', 'factions/*/faction.json', 'object'], ['lore', 'lore/*/lore.json', 'object'],
  ['plots', 'plots.json', 'list', 'plot'], ['triggers', 'triggers.json', 'list', 'trigger'], ['variables', 'variables.json', 'list', 'variable'],
].map(([name, path, root, of]) => ({ name, path, root, shape: of ?? name }));

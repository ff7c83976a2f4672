// The page's messages, loaded once, and the reader's way of writing times and numbers.

const root = document.documentElement.dataset;
export const language = root.language ?? 'en';
const locale = language === 'zh' ? 'zh-Hans' : 'en';

async function load() {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const answer = await fetch(`${root.assets}/messages/${language}.json`);
      if (answer.ok) return await answer.json();
    } catch { /* the connection is away; the page is of no use without words, so go on asking */ }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

const messages = await load();
const plurals = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);

/** The message of a key; `{name}` is filled in, and `count` chooses between `.one` and `.other`. */
export function t(key, values = {}) {
  let text = messages[key];
  if (text === undefined && 'count' in values) {
    text = messages[`${key}.${plurals.select(Number(values.count))}`] ?? messages[`${key}.other`];
  }
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return typeof value === 'number' ? numbers.format(value) : value ?? whole;
  });
}

/** A word the server may know and we do not: its message, or the word itself. */
export function word(group, name) {
  const key = `${group}.${name}`;
  return messages[key] ?? String(name);
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const STEPS = [['second', 60], ['minute', 60], ['hour', 24], ['day', 7]];

/** "3 minutes ago", or a date when it was more than a week ago. */
export function ago(iso) {
  const then = new Date(iso);
  if (Number.isNaN(then.valueOf())) return '';
  let amount = (then - Date.now()) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return relative.format(Math.round(amount), unit);
    amount /= size;
  }
  return dates.format(then);
}

export function moment(iso) {
  const then = new Date(iso);
  return Number.isNaN(then.valueOf()) ? String(iso ?? '') : moments.format(then);
}

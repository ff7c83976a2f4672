// What every page does: the theme switch, the language link, words that must not be lost on the way.

import { $ } from './dom.js';

/** `light`, `dark` or null for the system's own. */
export function setTheme(theme) {
  try {
    if (theme) localStorage.setItem('theme', theme);
    else localStorage.removeItem('theme');
  } catch { /* a browser without storage follows the system */ }
  dispatchEvent(new Event('themechange'));
}

export function theme() {
  try { return localStorage.getItem('theme'); } catch { return null; }
}

$('theme')?.addEventListener('click', () => {
  setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
});

// The switch keeps what the address says besides the language.
$('language')?.addEventListener('click', (event) => {
  const wanted = event.currentTarget.hreflang;
  const to = new URL(location.href);
  to.searchParams.set('lang', wanted);
  event.currentTarget.href = to.pathname + to.search;
});

// The choice is in the cookie by now; the address goes back to being short.
const here = new URL(location.href);
if (here.searchParams.has('lang')) {
  here.searchParams.delete('lang');
  history.replaceState(history.state, '', here.pathname + here.search + here.hash);
}

/** Typing in a field is not a shortcut. */
export function typing(event) {
  const target = event.target;
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

// The reference: the list of documents shows which one this is, and brings it into sight where the list scrolls sideways.

import '../core/shell.js';

const here = document.querySelector(`.help-nav a[href="${location.pathname}"]`);
if (here) {
  here.setAttribute('aria-current', 'page');
  const list = here.parentElement;
  list.scrollLeft = here.offsetLeft - list.offsetLeft - (list.clientWidth - here.offsetWidth) / 2;
}

// The first account: its owner is logged in by making it, or is asked to log in when the server would rather have that.

import { gate } from '../core/gate.js';

// A token that came with the printed address is typed already, and does not stay in the history.
const here = new URL(location.href);
const token = here.searchParams.get('token');
const field = document.querySelector('[name=token]');
if (token && field) {
  field.value = token;
  history.replaceState(null, '', here.pathname);
}

gate('/api/setup', () => '/');

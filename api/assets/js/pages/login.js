// Who is there? The server has made sure that `next` is a place of ours.

import { gate } from '../core/gate.js';

gate('/api/login', (form) => form.dataset.next || '/');

// A page that is not there still has its theme and its language.

import '../core/shell.js';

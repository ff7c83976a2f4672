//! The description against the readers: neither knows a member, word, limit or default that the other does not.

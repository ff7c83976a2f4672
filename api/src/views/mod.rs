//! What clients read: camelCase, times in RFC 3339, opaque ids. Never a row: each view says which members leave the house.

pub(crate) mod format;
pub(crate) mod imports;
pub(crate) mod jobs;
pub(crate) mod lint;
pub(crate) mod people;
pub(crate) mod prompts;
pub(crate) mod sessions;
pub(crate) mod trash;
pub(crate) mod worlds;

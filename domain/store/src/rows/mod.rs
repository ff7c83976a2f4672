//! The rows as the tables have them. Nobody outside this crate ever sees one: each noun's file turns them into its own type.

#![expect(
    unreachable_pub,
    reason = "what the entity macros expand to must be pub"
)]

pub(crate) mod events;
pub(crate) mod folders;
pub(crate) mod imports;
pub(crate) mod jobs;
pub(crate) mod logins;
pub(crate) mod members;
pub(crate) mod revisions;
pub(crate) mod sessions;
pub(crate) mod sources;
pub(crate) mod throttles;
pub(crate) mod tokens;
pub(crate) mod topics;
pub(crate) mod turns;
pub(crate) mod users;
pub(crate) mod workspaces;
pub(crate) mod world_tags;
pub(crate) mod worlds;

//! What can go wrong outside of authored text: each error keeps its source and says nothing that a stranger may not read
//! (no key, no SQL) in the variants a client sees.

use crate::Moment;

/// The result of everything here that touches the outside.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a call into the store did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It does not exist, or it is not yours: the two are never told apart (S3).
    #[error("there is no such thing")]
    NotFound,
    /// Somebody else was first, or the thing is in another state; nothing was changed.
    #[error("{0}")]
    Conflict(Conflict),
    /// A turn of this session is being played; it is free again at the latest at this moment.
    #[error("a turn of this session is being played")]
    Busy { until: Moment },
    /// A name, path or text that cannot be kept (S5: one path part, no NUL); says which and why.
    #[error("{0}")]
    Refused(String),
    /// A name or password that no account can have.
    #[error("{0}")]
    Unfit(Unfit),
    /// More than a named limit.
    #[error("{what}: at most {limit}")]
    Limit { what: &'static str, limit: u64 },
    /// Kept bytes that cannot be what was written.
    #[error("kept data is damaged: {0}")]
    Damaged(String),
    /// The settings name a backend that there is not.
    #[error("settings: {0}")]
    Settings(String),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] sea_orm::DbErr),
    /// The object store failed.
    #[error("the object store failed")]
    Objects(#[from] object_store::Error),
    /// Redis failed.
    #[error("the queue failed")]
    Queue(#[from] redis::RedisError),
    /// A task on a blocking thread did not come back.
    #[error("a background task was lost")]
    Task(#[from] tokio::task::JoinError),
}

/// What a refused change collided with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    /// The world or session moved on since it was read: the revision that was read and the one that is there now.
    #[error("revision {expected} was read, {found} is there now")]
    Revision { expected: i64, found: i64 },
    /// The name is taken (compared in NFC lower case).
    #[error("{0:?} is taken")]
    Taken(String),
    /// Another world of the workspace has this `id` in its `world.json` (W-056).
    #[error("another world has the id {0:?}")]
    Identity(String),
    /// The thing is in another state or phase than the one this change starts from.
    #[error("it is {found}, not {expected}")]
    State { expected: String, found: String },
}

/// What is wrong with a name or password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Nothing but blanks.
    #[error("name is empty")]
    NameEmpty,
    /// More than a line of a list shows.
    #[error("name is longer than 64 characters")]
    NameLong,
    /// Something that cannot be read.
    #[error("name holds a control character")]
    NameControl,
    /// Fewer characters than S1 asks for.
    #[error("password has fewer than 12 characters")]
    PasswordShort,
    /// More characters than S1 allows.
    #[error("password has more than 256 characters")]
    PasswordLong,
    /// One of those that everybody tries first.
    #[error("password is too easy to guess")]
    PasswordCommon,
}

impl Error {
    pub(crate) fn state(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Error::Conflict(Conflict::State {
            expected: expected.into(),
            found: found.into(),
        })
    }

    /// Whether this is [`Error::Conflict`].
    pub fn is_conflict(&self) -> bool {
        matches!(self, Error::Conflict(_))
    }
}

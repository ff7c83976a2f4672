//! Rows, objects and jobs: everything Talekeep keeps, on SQLite or Postgres, a folder or S3, one process or many.
//!
//! Start at [`Store::open`]; people come in through [`Accounts`], and a [`Workspace`] (from a [`Caller`] or a [`Claimed`] job)
//! is the only way to rows and objects. The order of every write is bytes, row, bell.
//! This crate never asks anybody outside for anything and never judges what a world means: summaries come from the caller.

mod accounts;
mod addresses;
mod bell;
mod cache;
mod chimes;
mod database;
mod error;
mod events;
pub mod fail;
mod folders;
mod imports;
mod jobs;
mod keys;
mod links;
mod names;
mod objects;
mod pack;
mod page;
mod queue;
mod rows;
mod sessions;
mod settings;
mod sources;
mod store;
mod sweep;
mod trash;
mod workspace;
mod worlds;

pub use accounts::{Accounts, Caller, LoginError, Role, Secret, TokenRow, User, Via, Visitor};
pub use error::{Conflict, Error, Result, Unfit};
pub use events::{Bells, Event, Events, Topic};
pub use imports::{Import, Imports, NewImport, Problem, Staged};
pub use jobs::{Job, JobState, Jobs, NewJob, Progress};
pub use page::{Page, PageQuery};
pub use queue::{Claimed, Depth, Ending, Queue, Retry, Swept};
pub use sessions::{KeptTurn, NewSession, Playing, Session, SessionPatch, Sessions, Turn};
pub use settings::{PasswordCost, Settings};
pub use sources::{Source, Sources};
pub use store::{Health, Store};
pub use trash::{Trash, TrashItem, TrashKind};
pub use workspace::Workspace;
pub use worlds::{Documents, NewWorld, Revision, Sort, World, WorldQuery, WorldSummary, Worlds};

/// A moment in UTC with the precision every database here keeps (microseconds).
pub type Moment = chrono::DateTime<chrono::Utc>;

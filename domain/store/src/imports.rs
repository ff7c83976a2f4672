//! Imports: a payload that was kept, on its way to be a world. Rows move phase by phase; a crash re-enters the saved phase.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{Moment, NewWorld, Page, PageQuery, Progress, Result, Workspace, World};

/// An import as its owner sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// Its id.
    pub id: Uuid,
    /// What the payload calls itself.
    pub name: String,
    /// The file it came in.
    pub file_name: Option<String>,
    /// What it was recognised as.
    pub format: String,
    /// SHA-256 of the payload, for [`crate::Sources`].
    pub source: String,
    /// The folder that is reserved for the world.
    pub folder: String,
    /// `survey build review finish done failed cancelled`.
    pub phase: String,
    /// The phase it failed in; where `retry` goes on.
    pub failed_in: Option<String>,
    /// Whether it waits for its owner in `review`.
    pub review: bool,
    /// How far it is.
    pub progress: Progress,
    /// The world it became.
    pub world: Option<Uuid>,
    /// Why it failed.
    pub error: Option<String>,
    /// What is wrong with what it made, when it failed for that.
    pub problems: Vec<Problem>,
    /// Since when.
    pub created_at: Moment,
    /// Last change.
    pub updated_at: Moment,
    /// When it was done, failed or cancelled.
    pub finished_at: Option<Moment>,
    /// The job that works (or worked last) on it.
    pub job: Uuid,
}

/// A problem as rows keep it; the words are `world::Problem`'s.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Which file.
    pub file: String,
    /// Where in it.
    pub pointer: String,
    /// Which rule, as a word.
    pub code: String,
    /// In words.
    pub message: String,
}

/// A payload to be kept and imported.
#[derive(Debug, Clone)]
pub struct NewImport<'a> {
    /// The payload, byte for byte.
    pub bytes: &'a [u8],
    /// The name it was uploaded under; kept, never used as a path.
    pub file_name: Option<String>,
    /// What it was recognised as ("png/ccv3", …).
    pub format: String,
    /// What it calls itself.
    pub name: String,
    /// The folder that is wanted for the world; made unique with `-2`, `-3`, …
    pub folder: String,
    /// Accept every confident proposal and go on to finish.
    pub review_skip: bool,
}

/// What an import keeps beside its world, under `.import/`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Staged {
    /// `source`: the payload again, for whoever reads the folder.
    Source,
    /// `state.json`.
    State,
    /// `survey.json`.
    Survey,
    /// `decisions.json`: what the owner chose in review.
    Decisions,
    /// `build.json`.
    Build,
    /// `records.json`: which piece came from where.
    Records,
    /// `report.json`.
    Report,
}

/// The imports of one workspace.
#[derive(Clone)]
pub struct Imports {
    pub(crate) workspace: Workspace,
}

impl Imports {
    /// Keeps the payload (bytes), then import, folder and job (rows), then rings. The import is in `survey`, its job has kind
    /// `import` and the import as subject.
    pub async fn begin(&self, new: NewImport<'_>) -> Result<Import> {
        let _ = (&self.workspace, new);
        unimplemented!()
    }

    /// Newest first.
    pub async fn list(&self, page: &PageQuery) -> Result<Page<Import>> {
        let _ = page;
        unimplemented!()
    }

    /// One import.
    pub async fn get(&self, id: Uuid) -> Result<Import> {
        let _ = id;
        unimplemented!()
    }

    /// The payload.
    pub async fn source(&self, id: Uuid) -> Result<Bytes> {
        let _ = id;
        unimplemented!()
    }

    /// What was kept under `.import/`, or none yet.
    pub async fn staged(&self, id: Uuid, what: Staged) -> Result<Option<Bytes>> {
        let _ = (id, what);
        unimplemented!()
    }

    /// Keeps it; the same again overwrites.
    pub async fn put_staged(&self, id: Uuid, what: Staged, bytes: Vec<u8>) -> Result<()> {
        let _ = (id, what, bytes);
        unimplemented!()
    }

    /// Moves it from the phase that was read to the next (the same one: only progress) and tells topic `Import(id)`.
    /// `Conflict::State` when it is in another phase by now, for example cancelled.
    pub async fn enter(
        &self,
        id: Uuid,
        from: &str,
        to: &str,
        progress: &Progress,
    ) -> Result<Import> {
        let _ = (id, from, to, progress);
        unimplemented!()
    }

    /// [`Imports::enter`] and a new job for it, in one transaction: the owner ended the review.
    pub async fn proceed(&self, id: Uuid, from: &str, to: &str) -> Result<Import> {
        let _ = (id, from, to);
        unimplemented!()
    }

    /// Keeps the world and moves the import from `finish` to `done`, in one transaction. Done before: answers that world.
    pub async fn finish(&self, id: Uuid, world: NewWorld) -> Result<World> {
        let _ = (id, world);
        unimplemented!()
    }

    /// Ends it in `failed`, with the reason and every problem. Ended before: nothing changes.
    pub async fn fail(&self, id: Uuid, reason: &str, problems: Vec<Problem>) -> Result<Import> {
        let _ = (id, reason, problems);
        unimplemented!()
    }

    /// Ends it in `cancelled`, with its job; its folder is free again. `Conflict` when it is done.
    pub async fn cancel(&self, id: Uuid) -> Result<Import> {
        let _ = id;
        unimplemented!()
    }

    /// A failed import once more, from the phase it failed in, with a new job. `Conflict` in any other phase.
    pub async fn retry(&self, id: Uuid) -> Result<Import> {
        let _ = id;
        unimplemented!()
    }
}

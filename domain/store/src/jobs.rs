//! The ledger as its owner sees it: what runs for me, what went wrong, once more please.
//! Claiming and finishing belong to the worker and are in `queue`.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{Moment, Page, PageQuery, Result, Workspace};

/// One piece of background work. The row is the truth; queues only ring.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// Its id.
    pub id: Uuid,
    /// Which kind: `import`, `project`, …
    pub kind: String,
    /// Where it stands.
    pub state: JobState,
    /// What it is about (the id of an import, a world, …).
    pub subject: Option<Uuid>,
    /// How often it was claimed; with the worker's name this is the fencing token.
    pub attempt: i32,
    /// How often it failed in an orderly way.
    pub failures: i32,
    /// It is parked when `failures` reaches this.
    pub max_attempts: i32,
    /// How often its worker was lost while it ran; three park it (S10).
    pub crashes: i32,
    /// How far it says it is.
    pub progress: Progress,
    /// Why the last try failed, why it waits, or why it is parked.
    pub reason: Option<String>,
    /// Not before this.
    pub run_at: Moment,
    /// When it was asked for.
    pub created_at: Moment,
    /// When it was done, parked or cancelled.
    pub finished_at: Option<Moment>,
}

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobState {
    /// Waits for a worker.
    Queued,
    /// A worker has it.
    Running,
    /// Done.
    Done,
    /// Given up, with its reason; can be retried by hand.
    Parked,
    /// Cancelled by its owner.
    Cancelled,
}

impl JobState {
    /// The word in rows and views.
    pub fn as_str(self) -> &'static str {
        match self {
            JobState::Queued => "queued",
            JobState::Running => "running",
            JobState::Done => "done",
            JobState::Parked => "parked",
            JobState::Cancelled => "cancelled",
        }
    }
}

/// How far something is: `done` of `total` steps (0 of 0: cannot say) and a few words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Steps done.
    pub done: u32,
    /// Steps in all.
    pub total: u32,
    /// What is being done, in a few words.
    pub note: String,
}

/// A job to be asked for.
#[derive(Debug, Clone)]
pub struct NewJob {
    /// Which kind.
    pub kind: String,
    /// What it is about.
    pub subject: Option<Uuid>,
    /// What else the worker must know; ids, never bytes.
    pub args: serde_json::Value,
    /// Higher first, within one workspace.
    pub priority: i32,
    /// While a job of this kind and key is queued or running, asking again is the same job.
    pub dedupe: Option<String>,
    /// Failures until it is parked.
    pub max_attempts: i32,
    /// Not before this; none is now.
    pub run_at: Option<Moment>,
}

impl NewJob {
    /// A job of this kind with everything else as usual: no arguments, priority 0, five tries, at once.
    pub fn new(kind: impl Into<String>, subject: Option<Uuid>) -> Self {
        NewJob {
            kind: kind.into(),
            subject,
            args: serde_json::Value::Null,
            priority: 0,
            dedupe: None,
            max_attempts: 5,
            run_at: None,
        }
    }
}

/// The jobs of one workspace.
#[derive(Clone)]
pub struct Jobs {
    pub(crate) workspace: Workspace,
}

impl Jobs {
    /// Newest first.
    pub async fn list(&self, page: &PageQuery) -> Result<Page<Job>> {
        let _ = (&self.workspace, page);
        unimplemented!()
    }

    /// One job, or `NotFound`.
    pub async fn get(&self, id: Uuid) -> Result<Job> {
        let _ = id;
        unimplemented!()
    }

    /// Asks for a job and rings. With a dedupe key that is in use this answers the job that is there.
    pub async fn add(&self, job: NewJob) -> Result<Job> {
        let _ = job;
        unimplemented!()
    }

    /// A parked or cancelled job once more, with fresh counters; the import it belongs to leaves `failed`.
    /// `Conflict` when it is in any other state.
    pub async fn retry(&self, id: Uuid) -> Result<Job> {
        let _ = id;
        unimplemented!()
    }

    /// A queued job never runs; a running one is told at its next heartbeat. The import it belongs to is cancelled too.
    /// `Conflict` when it has ended.
    pub async fn cancel(&self, id: Uuid) -> Result<Job> {
        let _ = id;
        unimplemented!()
    }
}

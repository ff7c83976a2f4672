//! The worker's side of the ledger: claim, stay alive, end. Every ending is fenced by worker name and attempt, so a worker
//! that was believed dead can never overwrite what its successor does.

use std::time::Duration;

use serde_json::Value;

use crate::{Job, Moment, Progress, Result, Workspace};

/// The jobs of all workspaces. Only the worker has business here.
#[derive(Clone)]
pub struct Queue {}

/// A job that is ours until its lease ends.
#[derive(Clone)]
pub struct Claimed {
    /// The job as it was claimed.
    pub job: Job,
    /// What the asker handed in.
    pub args: Value,
    /// The workspace it belongs to: the way to everything it may touch.
    pub workspace: Workspace,
    pub(crate) worker: String,
}

impl Claimed {
    /// The worker name it was claimed under.
    pub fn worker(&self) -> &str {
        &self.worker
    }
}

/// Whether a failed job is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// After the backoff, unless its tries are used up.
    Later,
    /// Parked at once.
    Never,
}

/// What became of a job that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It is tried again at this moment.
    Again(Moment),
    /// It is parked; an import it belongs to is `failed` now.
    Parked,
    /// It was not ours any more (cancelled, or claimed by somebody else): nothing changed.
    Lost,
}

/// How many jobs are where.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Depth {
    /// Due now.
    pub due: u64,
    /// Queued for later.
    pub later: u64,
    /// Running.
    pub running: u64,
    /// Parked.
    pub parked: u64,
}

/// What one sweep found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    /// Jobs whose worker was lost and that are queued again.
    pub recovered: u64,
    /// Jobs whose worker was lost for the third time.
    pub parked: u64,
}

impl Queue {
    /// The next due job, or none. Workspaces take turns: the one whose last claim is longest ago comes first, then priority,
    /// then age; at most `Settings::imports_at_once` imports of a workspace run at once. `worker` must be unique per process
    /// start, see [`Queue::worker_name`].
    pub async fn claim(&self, worker: &str) -> Result<Option<Claimed>> {
        let _ = worker;
        unimplemented!()
    }

    /// A worker name that no other process start has or had.
    pub fn worker_name() -> String {
        format!("{}-{}", std::process::id(), uuid::Uuid::new_v4().simple())
    }

    /// Extends the lease. False: it is not ours any more (cancelled or lost), stop without a trace.
    pub async fn beat(&self, claimed: &Claimed) -> Result<bool> {
        let _ = claimed;
        unimplemented!()
    }

    /// Notes how far it is, tells open pages, extends the lease; false as in [`Queue::beat`].
    pub async fn progress(&self, claimed: &Claimed, progress: &Progress) -> Result<bool> {
        let _ = (claimed, progress);
        unimplemented!()
    }

    /// Done. False: it was not ours any more and nothing changed.
    pub async fn finish(&self, claimed: &Claimed) -> Result<bool> {
        let _ = claimed;
        unimplemented!()
    }

    /// Failed in an orderly way: an error, a time limit, a panic that was caught.
    pub async fn fail(&self, claimed: &Claimed, reason: &str, retry: Retry) -> Result<Ending> {
        let _ = (claimed, reason, retry);
        unimplemented!()
    }

    /// Back into the queue at once, without a failure: we are shutting down. False as in [`Queue::finish`].
    pub async fn hand_back(&self, claimed: &Claimed) -> Result<bool> {
        let _ = claimed;
        unimplemented!()
    }

    /// Finds jobs whose worker was lost, rings for jobs nobody was told of, and now and then clears away what is old
    /// (events, logins, throttles). Every worker process calls it each `Settings::sweep`.
    pub async fn sweep(&self) -> Result<Swept> {
        unimplemented!()
    }

    /// Sleeps until somebody rings, at most this long (and never longer than a second: the bell is a hint, the row the truth).
    pub async fn wait(&self, timeout: Duration) {
        let _ = timeout;
        unimplemented!()
    }

    /// Listens for bells of other processes and passes them on to [`Queue::wait`]. Run one per worker process, for as long as
    /// it lives; it ends only when dropped. In one process there is nothing to listen to and it just waits.
    pub async fn listen(&self, worker: &str) {
        let _ = worker;
        unimplemented!()
    }

    /// For the metrics page.
    pub async fn depth(&self) -> Result<Depth> {
        unimplemented!()
    }

    /// The settings a worker loop needs.
    pub fn heartbeat(&self) -> Duration {
        unimplemented!()
    }

    /// How often to call [`Queue::sweep`].
    pub fn sweep_every(&self) -> Duration {
        unimplemented!()
    }
}

//! Background work as its owner sees it. Never the arguments a worker gets.

use chrono::{DateTime, Utc};
use serde::Serialize;
use talekeep_store::{Job, Progress};
use utoipa::ToSchema;
use uuid::Uuid;

/// How far something is; 0 of 0 means that it cannot say.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProgressView {
    #[schema(example = 2)]
    pub(crate) done: u32,
    #[schema(example = 4)]
    pub(crate) total: u32,
    /// What is being done, in a few words.
    pub(crate) note: String,
}

impl From<Progress> for ProgressView {
    fn from(progress: Progress) -> ProgressView {
        ProgressView {
            done: progress.done,
            total: progress.total,
            note: progress.note,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobView {
    pub(crate) id: Uuid,
    #[schema(example = "import")]
    pub(crate) kind: String,
    /// `queued`, `running`, `done`, `parked` (given up, can be retried) or `cancelled`.
    #[schema(example = "parked")]
    pub(crate) state: String,
    /// What it is about: the id of an import or a world.
    pub(crate) subject: Option<Uuid>,
    pub(crate) attempt: i32,
    pub(crate) max_attempts: i32,
    /// How often its worker was lost while it ran.
    pub(crate) crashes: i32,
    pub(crate) progress: ProgressView,
    /// Why the last try failed, why it waits, or why it is parked.
    pub(crate) reason: Option<String>,
    pub(crate) run_at: DateTime<Utc>,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) finished_at: Option<DateTime<Utc>>,
}

impl From<Job> for JobView {
    fn from(job: Job) -> JobView {
        JobView {
            id: job.id,
            kind: job.kind,
            state: job.state.as_str().to_owned(),
            subject: job.subject,
            attempt: job.attempt,
            max_attempts: job.max_attempts,
            crashes: job.crashes,
            progress: job.progress.into(),
            reason: job.reason,
            run_at: job.run_at,
            created_at: job.created_at,
            finished_at: job.finished_at,
        }
    }
}

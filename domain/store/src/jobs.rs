//! The ledger as its owner sees it: what runs for me, what went wrong, once more please.
//! Claiming and finishing belong to the worker and are in `queue`.

use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::database::{now, statement};
use crate::page::{self, Cursor};
use crate::rows::jobs as rows;
use crate::{Error, Moment, Page, PageQuery, Result, Topic, Workspace, events};

/// The kind whose subject is an import.
pub(crate) const IMPORT: &str = "import";
/// The kind whose subject is a world with folder keys to be written.
pub(crate) const PROJECT: &str = "project";

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

    fn from_name(text: &str) -> Result<Self> {
        use JobState::*;
        [Queued, Running, Done, Parked, Cancelled]
            .into_iter()
            .find(|state| state.as_str() == text)
            .ok_or_else(|| Error::Damaged(format!("a job in state {text:?}")))
    }

    /// Whether nothing happens to it any more by itself.
    pub fn is_ended(self) -> bool {
        matches!(
            self,
            JobState::Done | JobState::Parked | JobState::Cancelled
        )
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
        let limit = page::limit(page.limit);
        let mut find = rows::Entity::find()
            .filter(rows::Column::Workspace.eq(self.workspace.id))
            .order_by_desc(rows::Column::Id)
            .limit(limit + 1);
        if let Some(after) = &page.after {
            find = find.filter(rows::Column::Id.lt(Cursor::read(after)?.1));
        }
        let found = find.all(&self.workspace.inner.database.rows).await?;
        page::cut(
            found,
            limit,
            |row| Cursor(String::new(), row.id),
            Job::try_from,
        )
    }

    /// One job, or `NotFound`.
    pub async fn get(&self, id: Uuid) -> Result<Job> {
        self.find(&self.workspace.inner.database.rows, id)
            .await?
            .try_into()
    }

    /// Asks for a job and rings. With a dedupe key that is in use this answers the job that is there.
    pub async fn add(&self, job: NewJob) -> Result<Job> {
        let write = self.workspace.inner.database.begin_write().await?;
        let row = insert(&*write, self.workspace.id, job).await?;
        write.commit().await?;
        self.workspace.inner.bell.ring();
        row.try_into()
    }

    /// A parked or cancelled job once more, with fresh counters; the import it belongs to leaves `failed`.
    /// `Conflict` when it is in any other state.
    pub async fn retry(&self, id: Uuid) -> Result<Job> {
        let write = self.workspace.inner.database.begin_write().await?;
        let row = self.find(&*write, id).await?;
        if row.kind == IMPORT
            && let Some(import) = row.subject
        {
            // An import is more than its job: it goes on in the phase it failed in, with a job of its own.
            drop(write);
            let import = self.workspace.imports().retry(import).await?;
            return self.get(import.job).await;
        }
        let again = "UPDATE jobs SET state = 'queued', failures = 0, crashes = 0, run_at = $1, reason = NULL, \
            finished_at = NULL WHERE id = $2 AND state IN ('parked', 'cancelled')";
        let again = write
            .execute_raw(statement(&*write, again, [now().into(), id.into()]))
            .await?;
        if again.rows_affected() == 0 {
            return Err(Error::state("parked or cancelled", row.state));
        }
        let row = self.find(&*write, id).await?;
        changed(&*write, &self.workspace, &row).await?;
        write.commit().await?;
        events::ring(&self.workspace, Topic::Jobs);
        self.workspace.inner.bell.ring();
        row.try_into()
    }

    /// A queued job never runs; a running one is told at its next heartbeat. The import it belongs to is cancelled too.
    /// `Conflict` when it has ended.
    pub async fn cancel(&self, id: Uuid) -> Result<Job> {
        let write = self.workspace.inner.database.begin_write().await?;
        let row = self.find(&*write, id).await?;
        if JobState::from_name(&row.state)?.is_ended() {
            return Err(Error::state("queued or running", row.state));
        }
        if let Some(import) = row.subject.filter(|_| row.kind == IMPORT) {
            drop(write);
            self.workspace.imports().cancel(import).await?;
            return self.get(id).await;
        }
        cancel(&*write, &self.workspace, id).await?;
        let row = self.find(&*write, id).await?;
        write.commit().await?;
        events::ring(&self.workspace, Topic::Jobs);
        row.try_into()
    }

    async fn find(&self, on: &impl ConnectionTrait, id: Uuid) -> Result<rows::Model> {
        rows::Entity::find_by_id(id)
            .filter(rows::Column::Workspace.eq(self.workspace.id))
            .one(on)
            .await?
            .ok_or(Error::NotFound)
    }
}

impl TryFrom<rows::Model> for Job {
    type Error = Error;

    fn try_from(row: rows::Model) -> Result<Self> {
        Ok(Job {
            state: JobState::from_name(&row.state)?,
            progress: Progress::read(&row.progress)?,
            id: row.id,
            kind: row.kind,
            subject: row.subject,
            attempt: row.attempt,
            failures: row.failures,
            max_attempts: row.max_attempts,
            crashes: row.crashes,
            reason: row.reason,
            run_at: row.run_at,
            created_at: row.created_at,
            finished_at: row.finished_at,
        })
    }
}

impl Progress {
    pub(crate) fn write(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|error| Error::Damaged(format!("progress: {error}")))
    }

    pub(crate) fn read(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|error| Error::Damaged(format!("progress: {error}")))
    }
}

/// The row of a job, within the caller's transaction; whoever commits rings afterwards.
pub(crate) async fn insert(
    on: &impl ConnectionTrait,
    workspace: Uuid,
    job: NewJob,
) -> Result<rows::Model> {
    let at = now();
    let row = rows::ActiveModel {
        id: Set(Uuid::now_v7()),
        workspace: Set(workspace),
        kind: Set(job.kind.clone()),
        state: Set(JobState::Queued.as_str().into()),
        subject: Set(job.subject),
        args: Set(job.args.to_string()),
        priority: Set(job.priority),
        dedupe: Set(job.dedupe.clone()),
        attempt: Set(0),
        failures: Set(0),
        max_attempts: Set(job.max_attempts.max(1)),
        crashes: Set(0),
        run_at: Set(job.run_at.unwrap_or(at)),
        lease_by: Set(None),
        lease_until: Set(None),
        progress: Set(Progress::default().write()?),
        reason: Set(None),
        created_at: Set(at),
        finished_at: Set(None),
    };
    let id = row.id.clone().unwrap();
    // The loser of a race inserts nothing, which unlike an error leaves its transaction alive on Postgres.
    let insert = rows::Entity::insert(row).on_conflict(OnConflict::new().do_nothing().to_owned());
    insert.exec_without_returning(on).await?;
    let found = rows::Entity::find().filter(match job.dedupe {
        None => Condition::all().add(rows::Column::Id.eq(id)),
        Some(dedupe) => Condition::all()
            .add(rows::Column::Workspace.eq(workspace))
            .add(rows::Column::Kind.eq(job.kind))
            .add(rows::Column::Dedupe.eq(dedupe)),
    });
    found.one(on).await?.ok_or(Error::NotFound)
}

/// Cancels a job that has not ended; false when it has.
pub(crate) async fn cancel(
    on: &impl ConnectionTrait,
    workspace: &Workspace,
    id: Uuid,
) -> Result<bool> {
    let cancel = "UPDATE jobs SET state = 'cancelled', dedupe = NULL, lease_by = NULL, lease_until = NULL, \
        finished_at = $1 WHERE id = $2 AND workspace = $3 AND state IN ('queued', 'running') RETURNING *";
    let cancel = statement(on, cancel, [now().into(), id.into(), workspace.id.into()]);
    match rows::Entity::find().from_raw_sql(cancel).one(on).await? {
        Some(row) => changed(on, workspace, &row).await.map(|()| true),
        None => Ok(false),
    }
}

/// Tells the workspace's job page, within the transaction that changed the row.
pub(crate) async fn changed(
    on: &impl ConnectionTrait,
    workspace: &Workspace,
    row: &rows::Model,
) -> Result<()> {
    let data = json!({
        "id": row.id, "kind": row.kind, "state": row.state, "subject": row.subject, "reason": row.reason,
        "progress": Progress::read(&row.progress)?,
    });
    events::keep(on, workspace, Topic::Jobs, vec![("job", data)])
        .await
        .map(drop)
}

//! The worker's side of the ledger: claim, stay alive, end. Every ending is fenced by worker name and attempt, so a worker
//! that was believed dead can never overwrite what its successor does.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::{ConnectionTrait, EntityTrait, FromQueryResult, Value as Bound};
use serde_json::Value;

use crate::database::{Alone, Write, now, statement};
use crate::jobs::{self, IMPORT};
use crate::rows::jobs as rows;
use crate::store::Inner;
use crate::{Error, Job, Moment, Progress, Result, Topic, Workspace, events, imports};

/// Losing its worker this often parks a job (S10).
pub(crate) const CRASHES: i32 = 3;

/// The jobs of all workspaces. Only the worker has business here.
#[derive(Clone)]
pub struct Queue {
    pub(crate) inner: Arc<Inner>,
}

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

/// Claims one job in one statement. It hops along the index from one (workspace, kind) that has queued jobs to the next and
/// looks at the first due job of each, so it costs as much as there are workspaces waiting, however long their queues are.
const CLAIM: &str = "\
    WITH RECURSIVE waiting(id, workspace, kind) AS ( \
      SELECT id, workspace, kind FROM \
        (SELECT id, workspace, kind FROM jobs WHERE state = 'queued' ORDER BY workspace, kind LIMIT 1) AS first_one \
      UNION ALL \
      SELECT n.id, n.workspace, n.kind FROM waiting p JOIN jobs n ON n.id = \
        (SELECT q.id FROM jobs q WHERE q.state = 'queued' AND (q.workspace, q.kind) > (p.workspace, p.kind) \
         ORDER BY q.workspace, q.kind LIMIT 1)) \
    UPDATE jobs SET state = 'running', attempt = attempt + 1, crashes = crashes + 1, lease_by = $1, lease_until = $2 \
    WHERE state = 'queued' AND id IN ( \
      SELECT t.id FROM waiting p JOIN workspaces w ON w.id = p.workspace JOIN jobs t ON t.id = \
        (SELECT q.id FROM jobs q WHERE q.state = 'queued' AND q.workspace = p.workspace AND q.kind = p.kind \
           AND q.run_at <= $3 ORDER BY q.priority DESC, q.run_at, q.id LIMIT 1) \
      WHERE p.kind <> 'import' OR p.workspace NOT IN \
        (SELECT r.workspace FROM jobs r WHERE r.state = 'running' AND r.kind = 'import' \
         GROUP BY r.workspace HAVING COUNT(*) >= $4) \
      ORDER BY w.claimed_at, t.priority DESC, t.run_at, t.id LIMIT 1) \
    RETURNING *";

impl Queue {
    /// The next due job, or none. Workspaces take turns: the one whose last claim is longest ago comes first, then priority,
    /// then age; at most `Settings::imports_at_once` imports of a workspace run at once. `worker` must be unique per process
    /// start, see [`Queue::worker_name`].
    pub async fn claim(&self, worker: &str) -> Result<Option<Claimed>> {
        // Nearly always there is nothing, and then nobody's write has to wait for us to find out.
        if self.depth_due().await? == 0 {
            return Ok(None);
        }
        let write = self.inner.database.begin_write().await?;
        // Alone, so that two workers cannot both be the second import of a workspace, nor both serve the same turn.
        write.alone([Alone::Claiming]).await?;
        let Some(row) = self.take(&write, worker).await? else {
            return Ok(None);
        };
        let turn = "UPDATE workspaces SET claimed_at = $1 WHERE id = $2";
        write
            .execute_raw(statement(
                &*write,
                turn,
                [now().timestamp_micros().into(), row.workspace.into()],
            ))
            .await?;
        write.commit().await?;
        metrics::counter!("talekeep_jobs_claimed_total", "kind" => row.kind.clone()).increment(1);
        let waited = (now() - row.run_at).to_std().unwrap_or_default();
        metrics::histogram!("talekeep_jobs_waited_seconds", "kind" => row.kind.clone())
            .record(waited.as_secs_f64());
        let args = serde_json::from_str(&row.args)
            .map_err(|error| Error::Damaged(format!("a job's arguments: {error}")))?;
        let workspace = Workspace {
            inner: self.inner.clone(),
            id: row.workspace,
        };
        Ok(Some(Claimed {
            job: row.try_into()?,
            args,
            workspace,
            worker: worker.to_owned(),
        }))
    }

    async fn take(&self, write: &Write, worker: &str) -> Result<Option<rows::Model>> {
        let at = now();
        let most = i64::from(self.inner.settings.imports_at_once);
        let values = [
            worker.into(),
            (at + self.inner.settings.lease).into(),
            at.into(),
            most.into(),
        ];
        let claim = statement(&**write, CLAIM, values);
        Ok(rows::Entity::find()
            .from_raw_sql(claim)
            .one(&**write)
            .await?)
    }

    /// A worker name that no other process start has or had.
    pub fn worker_name() -> String {
        format!("{}-{}", std::process::id(), uuid::Uuid::new_v4().simple())
    }

    /// Extends the lease. False: it is not ours any more (cancelled or lost), stop without a trace.
    pub async fn beat(&self, claimed: &Claimed) -> Result<bool> {
        let until = now() + self.inner.settings.lease;
        let write = self.inner.database.begin_write().await?;
        let ours = change(&*write, claimed, "lease_until = $4", [until.into()])
            .await?
            .is_some();
        write.commit().await?;
        Ok(ours)
    }

    /// Notes how far it is, tells open pages, extends the lease; false as in [`Queue::beat`].
    pub async fn progress(&self, claimed: &Claimed, progress: &Progress) -> Result<bool> {
        let until = now() + self.inner.settings.lease;
        self.keep(
            claimed,
            "lease_until = $4, progress = $5",
            [until.into(), progress.write()?.into()],
            None,
        )
        .await
    }

    /// Done. False: it was not ours any more and nothing changed.
    pub async fn finish(&self, claimed: &Claimed) -> Result<bool> {
        let set = "state = 'done', crashes = crashes - 1, dedupe = NULL, reason = NULL, lease_by = NULL, lease_until = NULL, \
            finished_at = $4";
        let ours = self.keep(claimed, set, [now().into()], None).await?;
        if ours {
            metrics::counter!("talekeep_jobs_done_total", "kind" => claimed.job.kind.clone())
                .increment(1);
        }
        Ok(ours)
    }

    /// Failed in an orderly way: an error, a time limit, a panic that was caught.
    pub async fn fail(&self, claimed: &Claimed, reason: &str, retry: Retry) -> Result<Ending> {
        let failures = claimed.job.failures + 1;
        let reason: String = reason.replace('\0', " ").chars().take(2_000).collect();
        let parked = retry == Retry::Never || failures >= claimed.job.max_attempts;
        let at = now();
        let ours = if parked {
            let set = "state = 'parked', crashes = crashes - 1, failures = failures + 1, dedupe = NULL, reason = $4, \
                lease_by = NULL, lease_until = NULL, finished_at = $5";
            self.keep(
                claimed,
                set,
                [reason.clone().into(), at.into()],
                Some(&reason),
            )
            .await?
        } else {
            let set = "state = 'queued', crashes = crashes - 1, failures = failures + 1, reason = $4, lease_by = NULL, \
                lease_until = NULL, run_at = $5";
            let run_at = at + self.backoff(failures);
            if !self
                .keep(claimed, set, [reason.into(), run_at.into()], None)
                .await?
            {
                return Ok(Ending::Lost);
            }
            metrics::counter!("talekeep_jobs_failed_total", "kind" => claimed.job.kind.clone(), "ending" => "again").increment(1);
            return Ok(Ending::Again(run_at));
        };
        if ours {
            metrics::counter!("talekeep_jobs_failed_total", "kind" => claimed.job.kind.clone(), "ending" => "parked").increment(1);
        }
        Ok(if ours { Ending::Parked } else { Ending::Lost })
    }

    /// Back into the queue at once, without a failure: we are shutting down. False as in [`Queue::finish`].
    pub async fn hand_back(&self, claimed: &Claimed) -> Result<bool> {
        let set = "state = 'queued', crashes = crashes - 1, lease_by = NULL, lease_until = NULL, run_at = $4";
        let ours = self.keep(claimed, set, [now().into()], None).await?;
        if ours {
            self.inner.bell.ring();
        }
        Ok(ours)
    }

    /// Changes a job that is still ours, tells its owner, and fails its import when it is parked.
    async fn keep<const N: usize>(
        &self,
        claimed: &Claimed,
        set: &str,
        values: [Bound; N],
        parked: Option<&str>,
    ) -> Result<bool> {
        let write = self.inner.database.begin_write().await?;
        let Some(row) = change(&*write, claimed, set, values).await? else {
            return Ok(false);
        };
        jobs::changed(&*write, &claimed.workspace, &row).await?;
        if let Some(reason) = parked {
            park_import(&write, &claimed.workspace, &row, reason).await?;
        }
        write.commit().await?;
        events::ring(&claimed.workspace, Topic::Jobs);
        if parked.is_some()
            && row.kind == IMPORT
            && let Some(import) = row.subject
        {
            events::ring(&claimed.workspace, Topic::Import(import));
        }
        Ok(true)
    }

    /// The wait after so many failures: doubling, capped.
    fn backoff(&self, failures: i32) -> Duration {
        let doublings = u32::try_from(failures - 1).unwrap_or(0).min(16);
        self.inner
            .settings
            .backoff
            .saturating_mul(1 << doublings)
            .min(self.inner.settings.backoff_cap)
    }

    /// Sleeps until somebody rings, at most this long (and never longer than a second: the bell is a hint, the row the truth).
    pub async fn wait(&self, timeout: Duration) {
        self.inner
            .bell
            .wait(timeout.min(Duration::from_secs(1)))
            .await;
    }

    /// Listens for bells of other processes and passes them on to [`Queue::wait`]. Run one per worker process, for as long as
    /// it lives; it ends only when dropped. In one process there is nothing to listen to and it just waits.
    pub async fn listen(&self, worker: &str) {
        self.inner.bell.listen(worker).await;
    }

    /// For the metrics page.
    pub async fn depth(&self) -> Result<Depth> {
        #[derive(FromQueryResult)]
        struct Counted {
            state: String,
            due: i32,
            jobs: i64,
        }
        let rows = &self.inner.database.rows;
        let count = "SELECT state, CASE WHEN run_at <= $1 THEN 1 ELSE 0 END AS due, COUNT(*) AS jobs FROM jobs \
            WHERE state IN ('queued', 'running', 'parked') GROUP BY 1, 2";
        let counted = Counted::find_by_statement(statement(rows, count, [now().into()]))
            .all(rows)
            .await?;
        let mut depth = Depth::default();
        for Counted { state, due, jobs } in counted {
            let jobs = u64::try_from(jobs).unwrap_or(0);
            match (state.as_str(), due) {
                ("queued", 1) => depth.due += jobs,
                ("queued", _) => depth.later += jobs,
                ("running", _) => depth.running += jobs,
                _ => depth.parked += jobs,
            }
        }
        Ok(depth)
    }

    /// 1 when anything is due, else 0.
    pub(crate) async fn depth_due(&self) -> Result<u64> {
        let rows = &self.inner.database.rows;
        let any = "SELECT id FROM jobs WHERE state = 'queued' AND run_at <= $1 LIMIT 1";
        let any = rows
            .query_one_raw(statement(rows, any, [now().into()]))
            .await?;
        Ok(u64::from(any.is_some()))
    }

    /// How often a worker calls [`Queue::beat`].
    pub fn heartbeat(&self) -> Duration {
        self.inner.settings.heartbeat
    }

    /// How often to call [`Queue::sweep`].
    pub fn sweep_every(&self) -> Duration {
        self.inner.settings.sweep
    }
}

/// Changes a running job only while it is this claim's: worker and attempt together are the fence. `$1` to `$3` are taken.
async fn change<const N: usize>(
    on: &impl ConnectionTrait,
    claimed: &Claimed,
    set: &str,
    values: [Bound; N],
) -> Result<Option<rows::Model>> {
    let change = format!(
        "UPDATE jobs SET {set} WHERE id = $1 AND state = 'running' AND lease_by = $2 AND attempt = $3 RETURNING *"
    );
    let fence = [
        claimed.job.id.into(),
        claimed.worker.as_str().into(),
        claimed.job.attempt.into(),
    ];
    let change = statement(on, change, fence.into_iter().chain(values));
    Ok(rows::Entity::find().from_raw_sql(change).one(on).await?)
}

/// The import of a job that was given up is failed, with the same reason, in the same transaction.
pub(crate) async fn park_import(
    write: &Write,
    workspace: &Workspace,
    row: &rows::Model,
    reason: &str,
) -> Result<()> {
    if row.kind == IMPORT
        && let Some(import) = row.subject
    {
        imports::end(
            &**write,
            workspace,
            import,
            imports::Ended::Failed {
                reason,
                problems: vec![],
            },
        )
        .await?;
    }
    Ok(())
}

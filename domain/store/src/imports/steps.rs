//! An import's way from phase to phase. Every move names the phase it starts from, so of two that move at the same moment
//! one is told that it is late.

use sea_orm::{ConnectionTrait, EntityTrait};
use uuid::Uuid;

use super::{Import, Imports, Problem, changed};
use crate::database::{now, statement};
use crate::jobs::{self, IMPORT, NewJob};
use crate::keys::Folder;
use crate::rows::{imports as rows, jobs as job_rows};
use crate::{Error, Progress, Result, Workspace, fail, folders};

impl Imports {
    /// Moves it from the phase that was read to the next (the same one: only progress) and tells topic `Import(id)`.
    /// `Conflict::State` when it is in another phase by now, for example cancelled.
    pub async fn enter(
        &self,
        id: Uuid,
        from: &str,
        to: &str,
        progress: &Progress,
    ) -> Result<Import> {
        let write = self.workspace.inner.database.begin_write().await?;
        let row = self.step(&*write, id, from, to, progress, None).await?;
        write.commit().await?;
        fail::point("import.enter.after-row");
        self.ring(id);
        row.try_into()
    }

    /// [`Imports::enter`] and a new job for it, in one transaction: the owner ended the review.
    pub async fn proceed(&self, id: Uuid, from: &str, to: &str) -> Result<Import> {
        let write = self.workspace.inner.database.begin_write().await?;
        let job = jobs::insert(&*write, self.workspace.id, NewJob::new(IMPORT, Some(id))).await?;
        let row = self
            .step(&*write, id, from, to, &Progress::default(), Some(job.id))
            .await?;
        jobs::changed(&*write, &self.workspace, &job).await?;
        write.commit().await?;
        self.ring(id);
        self.workspace.inner.bell.ring();
        row.try_into()
    }

    /// Ends it in `failed`, with the reason and every problem. Ended before: nothing changes.
    pub async fn fail(&self, id: Uuid, reason: &str, problems: Vec<Problem>) -> Result<Import> {
        let write = self.workspace.inner.database.begin_write().await?;
        end(
            &*write,
            &self.workspace,
            id,
            Ended::Failed { reason, problems },
        )
        .await?;
        let row = self.row(&*write, id).await?;
        write.commit().await?;
        self.ring(id);
        row.try_into()
    }

    /// Ends it in `cancelled`, with its job; its folder is free again (at once, or an hour later when a worker had it).
    /// `Conflict` when it has ended.
    pub async fn cancel(&self, id: Uuid) -> Result<Import> {
        let write = self.workspace.inner.database.begin_write().await?;
        let before = self.row(&*write, id).await?;
        let was_failed = before.phase == "failed";
        let job = job_rows::Entity::find_by_id(before.job)
            .one(&*write)
            .await?;
        let has_worker = job.is_some_and(|job| job.state == "running");
        jobs::cancel(&*write, &self.workspace, before.job).await?;
        if was_failed {
            set_phase(&*write, &self.workspace, id, "failed", "cancelled").await?;
        } else if !end(&*write, &self.workspace, id, Ended::Cancelled).await? {
            return Err(Error::state("going on or failed", before.phase));
        }
        let row = self.row(&*write, id).await?;
        write.commit().await?;
        self.ring(id);
        if !has_worker {
            // All of it, media too, and before it is free, so that nobody inherits what lies there. The sweep does it should we
            // die here.
            let inner = &self.workspace.inner;
            inner
                .objects
                .delete_all(
                    self.workspace.id,
                    Folder::World {
                        folder: &before.folder,
                    },
                )
                .await?;
            folders::free(&inner.database.rows, self.workspace.id, &before.folder).await?;
        }
        row.try_into()
    }

    /// A failed import once more, from the phase it failed in, with a new job. `Conflict` in any other phase.
    pub async fn retry(&self, id: Uuid) -> Result<Import> {
        let write = self.workspace.inner.database.begin_write().await?;
        let before = self.row(&*write, id).await?;
        if before.phase != "failed" {
            return Err(Error::state("failed", before.phase));
        }
        let job = jobs::insert(&*write, self.workspace.id, NewJob::new(IMPORT, Some(id))).await?;
        let phase = before.failed_in.unwrap_or_else(|| "survey".into());
        let again = "UPDATE imports SET phase = $1, failed_in = NULL, error = NULL, problems = '[]', finished_at = NULL, \
            updated_at = $2, job = $3 WHERE id = $4 AND workspace = $5 AND phase = 'failed' RETURNING *";
        let again = statement(
            &*write,
            again,
            [
                phase.into(),
                now().into(),
                job.id.into(),
                id.into(),
                self.workspace.id.into(),
            ],
        );
        // Nothing to update: somebody else was quicker since it was read, and the new job goes with the transaction.
        let Some(row) = rows::Entity::find()
            .from_raw_sql(again)
            .one(&*write)
            .await?
        else {
            return Err(Error::state("failed", self.row(&*write, id).await?.phase));
        };
        changed(&*write, &self.workspace, &row).await?;
        jobs::changed(&*write, &self.workspace, &job).await?;
        write.commit().await?;
        self.ring(id);
        self.workspace.inner.bell.ring();
        row.try_into()
    }

    async fn step(
        &self,
        on: &impl ConnectionTrait,
        id: Uuid,
        from: &str,
        to: &str,
        progress: &Progress,
        job: Option<Uuid>,
    ) -> Result<rows::Model> {
        let step = "UPDATE imports SET phase = $1, progress = $2, updated_at = $3, job = COALESCE($4, job) \
            WHERE id = $5 AND workspace = $6 AND phase = $7 RETURNING *";
        let values = [
            to.into(),
            progress.write()?.into(),
            now().into(),
            job.into(),
            id.into(),
            self.workspace.id.into(),
            from.into(),
        ];
        match rows::Entity::find()
            .from_raw_sql(statement(on, step, values))
            .one(on)
            .await?
        {
            Some(row) => changed(on, &self.workspace, &row).await.map(|()| row),
            None => Err(Error::state(from, self.row(on, id).await?.phase)),
        }
    }
}

/// How an import ends without a world.
pub(crate) enum Ended<'a> {
    Failed {
        reason: &'a str,
        problems: Vec<Problem>,
    },
    Cancelled,
}

/// Ends an import that has not ended, within the caller's transaction; false when it has.
pub(crate) async fn end(
    on: &impl ConnectionTrait,
    workspace: &Workspace,
    id: Uuid,
    how: Ended<'_>,
) -> Result<bool> {
    let (phase, reason, problems) = match how {
        Ended::Failed { reason, problems } => ("failed", Some(reason.replace('\0', " ")), problems),
        Ended::Cancelled => ("cancelled", None, vec![]),
    };
    let problems = serde_json::to_string(&problems)
        .map_err(|error| Error::Damaged(format!("problems: {error}")))?;
    let end = "UPDATE imports SET failed_in = phase, phase = $1, error = $2, problems = $3, updated_at = $4, finished_at = $4 \
        WHERE id = $5 AND workspace = $6 AND phase NOT IN ('done', 'failed', 'cancelled') RETURNING *";
    let values = [
        phase.into(),
        reason.into(),
        problems.into(),
        now().into(),
        id.into(),
        workspace.id.into(),
    ];
    match rows::Entity::find()
        .from_raw_sql(statement(on, end, values))
        .one(on)
        .await?
    {
        Some(row) => changed(on, workspace, &row).await.map(|()| true),
        None => Ok(false),
    }
}

async fn set_phase(
    on: &impl ConnectionTrait,
    workspace: &Workspace,
    id: Uuid,
    from: &str,
    to: &str,
) -> Result<()> {
    let set = "UPDATE imports SET phase = $1, updated_at = $2, finished_at = $2 WHERE id = $3 AND workspace = $4 AND phase = $5 \
        RETURNING *";
    let values = [
        to.into(),
        now().into(),
        id.into(),
        workspace.id.into(),
        from.into(),
    ];
    match rows::Entity::find()
        .from_raw_sql(statement(on, set, values))
        .one(on)
        .await?
    {
        Some(row) => changed(on, workspace, &row).await,
        None => Ok(()),
    }
}

//! Looking after what nobody looks after: jobs whose worker was lost, bells nobody heard, folder keys nobody finished, and
//! rows that are only old. It may run in every worker at once; it never touches what users made.

use std::time::Duration;

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::database::{now, statement};
use crate::queue::{self, CRASHES};
use crate::rows::{folders, imports, jobs as rows, worlds};
use crate::{Moment, Queue, Result, Swept, Topic, Workspace, events, jobs};

/// Events are for pages that lost their stream.
const EVENTS_KEPT: Duration = Duration::from_secs(24 * 3600);
/// Numbers of topics are kept much longer, so that no stream ever sees one twice.
const TOPICS_KEPT: Duration = Duration::from_secs(30 * 24 * 3600);
/// A folder name whose world or import never came, or was cancelled while it ran.
const RESERVATION_KEPT: Duration = Duration::from_secs(3600);
/// Jobs that are done are news for a month.
const DONE_KEPT: Duration = Duration::from_secs(30 * 24 * 3600);
/// How long a world may be ahead of its folder before a job is made for it.
const PROJECTION_LATE: Duration = Duration::from_secs(120);

impl Queue {
    /// Finds jobs whose worker was lost, rings for jobs nobody was told of, and clears away what is old (events, logins,
    /// throttles). Every worker process calls it each `Settings::sweep`.
    pub async fn sweep(&self) -> Result<Swept> {
        let at = now();
        let lost = rows::Entity::find()
            .filter(rows::Column::State.eq("running"))
            .filter(rows::Column::LeaseUntil.lt(at))
            .order_by_asc(rows::Column::LeaseUntil)
            .limit(200)
            .all(&self.inner.database.rows)
            .await?;
        let mut swept = Swept::default();
        for row in lost {
            let parked = row.crashes >= CRASHES;
            if self.recover(row, parked).await? {
                if parked {
                    swept.parked += 1
                } else {
                    swept.recovered += 1
                }
            }
        }
        self.late_projections(at).await?;
        if self.depth_due().await? > 0 {
            self.inner.bell.ring();
        }
        self.inner.bell.tidy().await;
        if self.inner.clear_away_due(at) {
            self.clear_away(at).await?;
        }
        Ok(swept)
    }

    /// Takes a job from a worker that was lost; false when it showed up again in time.
    async fn recover(&self, lost: rows::Model, parked: bool) -> Result<bool> {
        let at = now();
        let workspace = Workspace {
            inner: self.inner.clone(),
            id: lost.workspace,
        };
        let reason = format!(
            "its worker was lost {} time(s) while doing this",
            lost.crashes
        );
        let set = if parked {
            "state = 'parked', dedupe = NULL, finished_at = $1"
        } else {
            "state = 'queued', run_at = $1"
        };
        let recover = format!(
            "UPDATE jobs SET {set}, reason = $2, lease_by = NULL, lease_until = NULL \
             WHERE id = $3 AND state = 'running' AND attempt = $4 AND lease_until < $1 RETURNING *"
        );
        let write = self.inner.database.begin_write().await?;
        let values = [
            at.into(),
            reason.as_str().into(),
            lost.id.into(),
            lost.attempt.into(),
        ];
        let recover = statement(&*write, recover, values);
        let Some(row) = rows::Entity::find()
            .from_raw_sql(recover)
            .one(&*write)
            .await?
        else {
            return Ok(false);
        };
        jobs::changed(&*write, &workspace, &row).await?;
        if parked {
            queue::park_import(&write, &workspace, &row, &reason).await?;
        }
        write.commit().await?;
        tracing::warn!(job = %row.id, kind = row.kind, crashes = row.crashes, parked, "a job's worker was lost");
        metrics::counter!("talekeep_jobs_lost_total", "kind" => row.kind.clone()).increment(1);
        events::ring(&workspace, Topic::Jobs);
        if parked && let Some(import) = row.subject {
            events::ring(&workspace, Topic::Import(import));
        }
        Ok(true)
    }

    /// A world that is ahead of its folder for minutes, whatever became of its job, gets another one.
    async fn late_projections(&self, at: Moment) -> Result<()> {
        let late = worlds::Entity::find()
            // The words of the partial index `worlds_late`.
            .filter(Expr::cust("(projected IS NULL OR projected <> digest)"))
            .filter(worlds::Column::TrashedAt.is_null())
            .filter(worlds::Column::UpdatedAt.lt(at - PROJECTION_LATE))
            .limit(20)
            .all(&self.inner.database.rows)
            .await?;
        for world in late {
            let write = self.inner.database.begin_write().await?;
            jobs::insert(
                &*write,
                world.workspace,
                crate::worlds::project_job(&world, None),
            )
            .await?;
            write.commit().await?;
        }
        Ok(())
    }

    async fn clear_away(&self, at: Moment) -> Result<()> {
        let rows = &self.inner.database.rows;
        let old: [(&str, Moment); 6] = [
            ("DELETE FROM events WHERE created_at < $1", at - EVENTS_KEPT),
            ("DELETE FROM topics WHERE updated_at < $1", at - TOPICS_KEPT),
            (
                "DELETE FROM jobs WHERE state IN ('done', 'cancelled') AND finished_at < $1",
                at - DONE_KEPT,
            ),
            (
                "DELETE FROM logins WHERE seen_at < $1",
                at - crate::accounts::LOGIN_IDLE,
            ),
            (
                "DELETE FROM logins WHERE created_at < $1",
                at - crate::accounts::LOGIN_MOST,
            ),
            (
                "DELETE FROM throttles WHERE free_at < $1 AND started_at < $1",
                at - EVENTS_KEPT,
            ),
        ];
        for (delete, before) in old {
            rows.execute_raw(statement(rows, delete, [before.into()]))
                .await?;
        }
        self.free_folders(at).await
    }

    /// Folder names whose world never came. What may lie there goes first.
    async fn free_folders(&self, at: Moment) -> Result<()> {
        let rows = &self.inner.database.rows;
        let unused = folders::Entity::find()
            .filter(folders::Column::World.is_null())
            .filter(folders::Column::CreatedAt.lt(at - RESERVATION_KEPT))
            .limit(100)
            .all(rows)
            .await?;
        for folder in unused {
            let wanted = match folder.import {
                None => false,
                Some(import) => {
                    let import = imports::Entity::find_by_id(import).one(rows).await?;
                    import.is_some_and(|import| import.phase != "cancelled")
                }
            };
            if !wanted {
                let key = crate::keys::Folder::World {
                    folder: &folder.folder,
                };
                self.inner.objects.delete_all(folder.workspace, key).await?;
                folders::Entity::delete_by_id((folder.workspace, folder.folder_fold.clone()))
                    .exec(rows)
                    .await?;
            }
        }
        Ok(())
    }
}

//! The folder of a world as files: what a host sees in the bucket, written from the current revision after it was committed.
//! Readers never use it, so it may be late but never wrong: `world.json` comes last, and one projector works at a time.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use futures::{FutureExt, StreamExt, TryStreamExt};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::revision;
use crate::database::{now, statement};
use crate::jobs::{self, NewJob, PROJECT};
use crate::keys::{self, Folder, Key};
use crate::objects::AT_ONCE;
use crate::rows::worlds as rows;
use crate::{Documents, Error, Result, Workspace, fail};

/// The committer projects by itself; its job waits so long before a worker does it instead.
pub(super) const GRACE: Duration = Duration::from_secs(10);
/// What the folder of a world in the trash shows: nothing.
const NOTHING: &str = "";

/// The job that projects this revision. One per revision, so that taking one back never takes another's.
pub(crate) fn project_job(row: &rows::Model, after: Option<Duration>) -> NewJob {
    NewJob {
        dedupe: Some(format!("{}:{}", row.id, row.revision)),
        run_at: after.map(|after| now() + after),
        max_attempts: 20,
        ..NewJob::new(PROJECT, Some(row.id))
    }
}

/// Until the folder shows the current revision. `Conflict` while somebody else is at it.
pub(super) async fn project(workspace: &Workspace, id: Uuid) -> Result<()> {
    loop {
        let row = rows::Entity::find_by_id(id)
            .filter(rows::Column::Workspace.eq(workspace.id))
            .one(&workspace.inner.database.rows)
            .await?
            .ok_or(Error::NotFound)?;
        if row.projected.as_deref() == Some(wanted(&row)) {
            return Ok(());
        }
        let started = Instant::now();
        once(workspace, row).await?;
        metrics::histogram!("talekeep_projection_seconds").record(started.elapsed().as_secs_f64());
    }
}

/// Into the trash: the row first, then the documents leave the root. Media stay where they are for the way back.
pub(super) async fn trash(workspace: &Workspace, id: Uuid) -> Result<()> {
    let write = workspace.inner.database.begin_write().await?;
    let trash = "UPDATE worlds SET trashed_at = $1 WHERE id = $2 AND workspace = $3 AND trashed_at IS NULL RETURNING *";
    let trash = statement(
        &*write,
        trash,
        [now().into(), id.into(), workspace.id.into()],
    );
    let row = rows::Entity::find()
        .from_raw_sql(trash)
        .one(&*write)
        .await?
        .ok_or(Error::NotFound)?;
    jobs::insert(&*write, workspace.id, project_job(&row, Some(GRACE))).await?;
    write.commit().await?;
    fail::point("world.trash.after-row");
    if let Err(error) = project(workspace, id).await {
        tracing::warn!(world = %id, %error, "the folder of a world in the trash is still there; its job removes it");
    }
    Ok(())
}

/// What the folder should show.
fn wanted(row: &rows::Model) -> &str {
    if row.trashed_at.is_some() {
        NOTHING
    } else {
        &row.digest
    }
}

async fn once(workspace: &Workspace, row: rows::Model) -> Result<()> {
    let rows = &workspace.inner.database.rows;
    let (at, projector) = (now(), Uuid::now_v7());
    // From here on nobody knows what the folder shows, should we die: `projected` is empty until we are through.
    let begin = "UPDATE worlds SET projecting = $1, projecting_until = $2, projected = NULL \
        WHERE id = $3 AND (projecting IS NULL OR projecting_until < $4)";
    let lease = workspace.inner.settings.lease;
    let begin = statement(
        rows,
        begin,
        [
            projector.into(),
            (at + lease).into(),
            row.id.into(),
            at.into(),
        ],
    );
    if rows.execute_raw(begin).await?.rows_affected() == 0 {
        return Err(Error::state("left alone", "written by somebody else"));
    }
    let shown = wanted(&row);
    // Whichever ends first; a projector that lost its lease stops in the middle.
    let written = tokio::select! {
        written = write_files(workspace, &row, shown) => written,
        lost = keep_lease(workspace, row.id, projector) => lost,
    };
    let shown = written.is_ok().then_some(shown);
    let end = "UPDATE worlds SET projecting = NULL, projecting_until = NULL, projected = $1 WHERE id = $2 AND projecting = $3";
    let end = statement(rows, end, [shown.into(), row.id.into(), projector.into()]);
    rows.execute_raw(end).await?;
    written
}

/// Extends the lease for as long as it is ours; ends only with an error.
async fn keep_lease(workspace: &Workspace, world: Uuid, projector: Uuid) -> Result<()> {
    let rows = &workspace.inner.database.rows;
    let lease = workspace.inner.settings.lease;
    loop {
        tokio::time::sleep(lease / 3).await;
        let extend = "UPDATE worlds SET projecting_until = $1 WHERE id = $2 AND projecting = $3";
        let extend = statement(
            rows,
            extend,
            [(now() + lease).into(), world.into(), projector.into()],
        );
        if rows.execute_raw(extend).await?.rows_affected() == 0 {
            return Err(Error::state(
                "writing the folder",
                "written by somebody else",
            ));
        }
    }
}

/// Takes the difference between what is shown and what should be, and `world.json` last (first, when it goes).
async fn write_files(workspace: &Workspace, row: &rows::Model, shown: &str) -> Result<()> {
    let new = match shown {
        NOTHING => Default::default(),
        digest => revision(workspace, row.id, digest).await?,
    };
    let folder = row.folder.as_str();
    // The two packs say what changed; without the old one the folder itself is asked and everything is written.
    let (old, there): (_, BTreeSet<String>) = match row.projected.as_deref() {
        Some(NOTHING) => (Default::default(), BTreeSet::new()),
        Some(digest) => {
            let old = revision(workspace, row.id, digest).await?;
            let there = old.keys().cloned().collect();
            (Some(old), there)
        }
        None => {
            let list = workspace
                .inner
                .objects
                .list(workspace.id, Folder::World { folder })
                .await?;
            (
                None,
                list.into_iter()
                    .filter(|path| keys::is_document(path))
                    .collect(),
            )
        }
    };
    let is_changed = |path: &str| {
        old.as_deref()
            .is_none_or(|old: &Documents| old.get(path) != new.get(path))
    };
    let last = "world.json";
    let mut gone: Vec<&str> = there
        .iter()
        .map(String::as_str)
        .filter(|path| !new.contains_key(*path))
        .collect();
    if gone.contains(&last) {
        delete(workspace, folder, last).await?;
        gone.retain(|path| *path != last);
    }
    let changed: Vec<&str> = new
        .keys()
        .map(String::as_str)
        .filter(|path| *path != last && is_changed(path))
        .collect();
    // Gathered in loops: a closure here would keep the whole future from being `Send` for whoever spawns it.
    let mut writes = Vec::new();
    for path in changed {
        writes.push(put(workspace, folder, path, &new).boxed());
    }
    for path in gone {
        writes.push(delete(workspace, folder, path).boxed());
    }
    futures::stream::iter(writes)
        .buffer_unordered(AT_ONCE)
        .try_collect::<()>()
        .await?;
    if new.contains_key(last) && is_changed(last) {
        fail::point("world.commit.before-world-json");
        put(workspace, folder, last, &new).await?;
    }
    Ok(())
}

async fn put(workspace: &Workspace, folder: &str, path: &str, documents: &Documents) -> Result<()> {
    let bytes = documents.get(path).cloned().unwrap_or_default();
    workspace
        .inner
        .objects
        .put(workspace.id, Key::World { folder, path }, bytes)
        .await?;
    fail::point("world.commit.during-projection");
    Ok(())
}

async fn delete(workspace: &Workspace, folder: &str, path: &str) -> Result<()> {
    workspace
        .inner
        .objects
        .delete(workspace.id, Key::World { folder, path })
        .await
}

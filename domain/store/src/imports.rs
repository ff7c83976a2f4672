//! Imports: a payload that was kept, on its way to be a world. Rows move phase by phase; a crash re-enters the saved phase.

use bytes::Bytes;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::database::{now, statement};
use crate::jobs::{self, IMPORT, NewJob};
use crate::keys::{Folder, Key};
use crate::page::{self, Cursor};
use crate::rows::{imports as rows, jobs as job_rows, worlds};
use crate::{
    Error, Moment, NewWorld, Page, PageQuery, Progress, Result, Topic, Workspace, World, events,
    fail, folders, names, sources, worlds as keeping,
};

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

impl Staged {
    /// Its file name.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Staged::Source => "source",
            Staged::State => "state.json",
            Staged::Survey => "survey.json",
            Staged::Decisions => "decisions.json",
            Staged::Build => "build.json",
            Staged::Records => "records.json",
            Staged::Report => "report.json",
        }
    }
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
        for text in [
            &new.name,
            &new.format,
            new.file_name.as_deref().unwrap_or_default(),
        ] {
            names::no_nul("import", text)?;
        }
        let (inner, workspace) = (&self.workspace.inner, self.workspace.id);
        let sha256 = hex::encode(Sha256::digest(new.bytes));
        inner
            .objects
            .put(
                workspace,
                Key::Source { sha256: &sha256 },
                new.bytes.to_vec(),
            )
            .await?;
        fail::point("import.begin.after-bytes");
        let (id, at) = (Uuid::now_v7(), now());
        let write = inner.database.begin_write().await?;
        let size = new.bytes.len();
        sources::insert(
            &*write,
            workspace,
            &sha256,
            size,
            new.file_name.clone(),
            new.format.clone(),
        )
        .await?;
        let folder = folders::reserve(&*write, workspace, &new.folder, None, Some(id)).await?;
        let job = jobs::insert(&*write, workspace, NewJob::new(IMPORT, Some(id))).await?;
        let row = rows::ActiveModel {
            id: Set(id),
            workspace: Set(workspace),
            name: Set(new.name),
            file_name: Set(new.file_name),
            format: Set(new.format),
            source: Set(sha256),
            folder: Set(folder),
            phase: Set("survey".into()),
            failed_in: Set(None),
            review: Set(!new.review_skip),
            progress: Set(Progress::default().write()?),
            world: Set(None),
            error: Set(None),
            problems: Set("[]".into()),
            job: Set(job.id),
            created_at: Set(at),
            updated_at: Set(at),
            finished_at: Set(None),
        };
        let row = rows::Entity::insert(row)
            .exec_with_returning(&*write)
            .await?;
        changed(&*write, &self.workspace, &row).await?;
        jobs::changed(&*write, &self.workspace, &job).await?;
        write.commit().await?;
        fail::point("import.begin.after-row");
        self.ring(id);
        inner.bell.ring();
        row.try_into()
    }

    /// Newest first.
    pub async fn list(&self, page: &PageQuery) -> Result<Page<Import>> {
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
            Import::try_from,
        )
    }

    /// One import.
    pub async fn get(&self, id: Uuid) -> Result<Import> {
        self.row(&self.workspace.inner.database.rows, id)
            .await?
            .try_into()
    }

    /// The payload.
    pub async fn source(&self, id: Uuid) -> Result<Bytes> {
        self.workspace
            .sources()
            .bytes(&self.get(id).await?.source)
            .await
    }

    /// What was kept under `.import/`, or none yet.
    pub async fn staged(&self, id: Uuid, what: Staged) -> Result<Option<Bytes>> {
        let folder = self.get(id).await?.folder;
        self.workspace
            .inner
            .objects
            .find(
                self.workspace.id,
                Key::Staged {
                    folder: &folder,
                    what,
                },
            )
            .await
    }

    /// Keeps it; the same again overwrites.
    pub async fn put_staged(&self, id: Uuid, what: Staged, bytes: Vec<u8>) -> Result<()> {
        let import = self.get(id).await?;
        if import.phase == "cancelled" {
            return Err(Error::state("going on", import.phase));
        }
        self.workspace
            .inner
            .objects
            .put(
                self.workspace.id,
                Key::Staged {
                    folder: &import.folder,
                    what,
                },
                bytes,
            )
            .await?;
        fail::point("import.staged.after-bytes");
        Ok(())
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

    /// Keeps the world and moves the import from `finish` to `done`, in one transaction. Done before: answers that world.
    pub async fn finish(&self, id: Uuid, world: NewWorld) -> Result<World> {
        let inner = &self.workspace.inner;
        let import = self.row(&inner.database.rows, id).await?;
        if let Some(world) = import.world {
            return self.done(world).await;
        }
        if import.phase != "finish" {
            return Err(Error::state("finish", import.phase));
        }
        // The world takes the import's id: however often this is repeated, it is one world with one set of keys.
        let kept = keeping::keep_bytes(&self.workspace, id, &import.folder, world).await?;
        fail::point("import.finish.after-bytes");
        let write = inner.database.begin_write().await?;
        let done = "UPDATE imports SET phase = 'done', world = $1, error = NULL, updated_at = $2, finished_at = $2 \
            WHERE id = $1 AND workspace = $3 AND phase = 'finish' RETURNING *";
        let done = statement(
            &*write,
            done,
            [id.into(), now().into(), self.workspace.id.into()],
        );
        let Some(row) = rows::Entity::find().from_raw_sql(done).one(&*write).await? else {
            let now_in = self.row(&*write, id).await?;
            drop(write);
            return match now_in.world {
                Some(world) => self.done(world).await,
                None => Err(Error::state("finish", now_in.phase)),
            };
        };
        let committed = keeping::keep_rows(&*write, &self.workspace, kept).await?;
        changed(&*write, &self.workspace, &row).await?;
        write.commit().await?;
        fail::point("import.finish.after-row");
        let world = committed.project(&self.workspace).await?;
        self.ring(id);
        Ok(world)
    }

    /// The world of an import that was done before, with its folder keys (whoever kept it may have died right after).
    async fn done(&self, world: Uuid) -> Result<World> {
        let row = worlds::Entity::find_by_id(world)
            .filter(worlds::Column::Workspace.eq(self.workspace.id))
            .one(&self.workspace.inner.database.rows)
            .await?
            .ok_or(Error::NotFound)?;
        match self.workspace.worlds().project(world).await {
            // Somebody else is writing them right now, and a job stands by.
            Ok(()) | Err(Error::Conflict(_)) => row.try_into(),
            Err(error) => Err(error),
        }
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
            // Emptied before it is free, so that nobody inherits what lies there. The sweep does it should we die here.
            let inner = &self.workspace.inner;
            inner
                .objects
                .delete_all(
                    self.workspace.id,
                    Folder::Staged {
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
            updated_at = $2, job = $3 WHERE id = $4 RETURNING *";
        let again = statement(
            &*write,
            again,
            [phase.into(), now().into(), job.id.into(), id.into()],
        );
        let row = rows::Entity::find()
            .from_raw_sql(again)
            .one(&*write)
            .await?
            .ok_or(Error::NotFound)?;
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

    async fn row(&self, on: &impl ConnectionTrait, id: Uuid) -> Result<rows::Model> {
        rows::Entity::find_by_id(id)
            .filter(rows::Column::Workspace.eq(self.workspace.id))
            .one(on)
            .await?
            .ok_or(Error::NotFound)
    }

    fn ring(&self, id: Uuid) {
        events::ring(&self.workspace, Topic::Import(id));
        events::ring(&self.workspace, Topic::Jobs);
    }
}

impl TryFrom<rows::Model> for Import {
    type Error = Error;

    fn try_from(row: rows::Model) -> Result<Self> {
        Ok(Import {
            progress: Progress::read(&row.progress)?,
            problems: serde_json::from_str(&row.problems)
                .map_err(|error| Error::Damaged(format!("an import's problems: {error}")))?,
            id: row.id,
            name: row.name,
            file_name: row.file_name,
            format: row.format,
            source: row.source,
            folder: row.folder,
            phase: row.phase,
            failed_in: row.failed_in,
            review: row.review,
            world: row.world,
            error: row.error,
            created_at: row.created_at,
            updated_at: row.updated_at,
            finished_at: row.finished_at,
            job: row.job,
        })
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

/// Tells the import's page, within the transaction that changed the row.
async fn changed(
    on: &impl ConnectionTrait,
    workspace: &Workspace,
    row: &rows::Model,
) -> Result<()> {
    let data = json!({
        "id": row.id, "phase": row.phase, "progress": Progress::read(&row.progress)?, "world": row.world, "error": row.error,
    });
    events::keep(on, workspace, Topic::Import(row.id), vec![("phase", data)])
        .await
        .map(drop)
}

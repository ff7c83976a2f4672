//! Imports: a payload that was kept, on its way to be a world. Rows move phase by phase; a crash re-enters the saved phase.

use bytes::Bytes;
use sea_orm::sea_query::Query;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::database::now;
use crate::jobs::{self, IMPORT, NewJob};
use crate::keys::Key;
use crate::page::{self, Cursor};
use crate::rows::{imports as rows, worlds};
use crate::{
    Error, Moment, Page, PageQuery, Progress, Result, Topic, Workspace, events, fail, folders,
    names, sources,
};

mod finish;
mod steps;

pub(crate) use steps::{Ended, end};

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

    /// The import that made a world, if one did.
    pub async fn of_world(&self, world: Uuid) -> Result<Option<Uuid>> {
        let found = rows::Entity::find()
            .filter(rows::Column::Workspace.eq(self.workspace.id))
            .filter(rows::Column::World.eq(world))
            .one(&self.workspace.inner.database.rows)
            .await?;
        Ok(found.map(|row| row.id))
    }

    /// The latest earlier import of the same payload whose world is in the library.
    pub async fn same_as(&self, import: &Import) -> Result<Option<Uuid>> {
        let there = Query::select()
            .column(worlds::Column::Id)
            .from(worlds::Entity)
            .and_where(worlds::Column::Workspace.eq(self.workspace.id))
            .and_where(worlds::Column::TrashedAt.is_null())
            .to_owned();
        let found = rows::Entity::find()
            .filter(rows::Column::Workspace.eq(self.workspace.id))
            .filter(rows::Column::Source.eq(&import.source))
            .filter(rows::Column::Id.lt(import.id))
            .filter(rows::Column::World.in_subquery(there))
            .order_by_desc(rows::Column::Id)
            .one(&self.workspace.inner.database.rows)
            .await?;
        Ok(found.map(|row| row.id))
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

//! Worlds: a row that names the current revision, one packed object per revision, and the folder keys projected from it.
//! Readers use row and pack, so nobody ever sees half a world.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::keys::{self, Folder, Key};
use crate::rows::{revisions, worlds as rows};
use crate::{Error, Moment, Page, Result, Workspace, pack};

mod keep;
mod list;
mod project;

pub(crate) use keep::{check_identity, keep_bytes, keep_rows, or_identity};
pub(crate) use project::project_job;

/// Path in the world folder → bytes, for every authored document (media are not documents).
pub type Documents = BTreeMap<String, Vec<u8>>;

/// A world as the library knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct World {
    /// The row's id, the one in URLs.
    pub id: Uuid,
    /// `id` of `world.json`, the world's identity.
    pub world_id: String,
    /// Its folder in the root.
    pub folder: String,
    /// From the summary of its current revision.
    pub name: String,
    /// From the summary.
    pub description: Option<String>,
    /// From the summary.
    pub tags: Vec<String>,
    /// Path of the cover picture in the folder.
    pub cover: Option<String>,
    /// Grows by one with every commit; the first is 1.
    pub revision: i64,
    /// Digest of the current revision, the name of its pack.
    pub digest: String,
    /// Whether it is shown in the library.
    pub listed: bool,
    /// How many problems the current revision has.
    pub problems: i32,
    /// Since when.
    pub created_at: Moment,
    /// Last commit.
    pub updated_at: Moment,
}

/// What the row says about a revision; the caller reads it from the documents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorldSummary {
    /// `id` of `world.json`.
    pub world_id: String,
    /// Its name (the folder's, when it has none).
    pub name: String,
    /// Its description.
    pub description: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// Path of its cover in the folder.
    pub cover: Option<String>,
    /// How many problems it has.
    pub problems: i32,
    /// Whether the library shows it.
    pub listed: bool,
}

/// A world to be kept for the first time.
#[derive(Debug, Clone, Default)]
pub struct NewWorld {
    /// The folder that is wanted; made unique with `-2`, `-3`, … (ignored by `Imports::finish`: an import has its folder).
    pub folder: String,
    /// What the library says.
    pub summary: WorldSummary,
    /// Every document, `world.json` included.
    pub documents: Documents,
    /// Immutable files: path in the folder (`media/…`) and bytes.
    pub media: Vec<(String, Vec<u8>)>,
    /// Why, for the list of revisions ("import", "created", …).
    pub reason: String,
}

/// One kept revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// Its number.
    pub revision: i64,
    /// Its digest, for [`Worlds::documents_at`].
    pub digest: String,
    /// Why it was made.
    pub reason: String,
    /// When.
    pub created_at: Moment,
}

/// Order of the library.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// Last changed first.
    #[default]
    Recent,
    /// By name, folded.
    Name,
    /// Newest first.
    Created,
}

/// Which worlds to list.
#[derive(Debug, Clone, Default)]
pub struct WorldQuery {
    /// Text that name, description or tags must hold, any case.
    pub query: Option<String>,
    /// A tag it must have, any case.
    pub tag: Option<String>,
    /// In which order.
    pub sort: Sort,
    /// As in [`crate::PageQuery`].
    pub limit: u32,
    /// As in [`crate::PageQuery`].
    pub after: Option<String>,
}

/// The worlds of one workspace.
#[derive(Clone)]
pub struct Worlds {
    pub(crate) workspace: Workspace,
}

impl Worlds {
    /// A page of the library: listed worlds that are not in the trash.
    pub async fn list(&self, query: &WorldQuery) -> Result<Page<World>> {
        list::list(&self.workspace, query).await
    }

    /// Every tag in the library with its count, most used first, at most 200.
    pub async fn tags(&self) -> Result<Vec<(String, u64)>> {
        list::tags(&self.workspace).await
    }

    /// One world. `NotFound` when it is in the trash, too.
    pub async fn get(&self, id: Uuid) -> Result<World> {
        self.row(&self.workspace.inner.database.rows, id)
            .await?
            .try_into()
    }

    /// The row and the documents it names, of the same moment.
    pub async fn documents(&self, id: Uuid) -> Result<(World, Arc<Documents>)> {
        let world = self.get(id).await?;
        let documents = revision(&self.workspace, id, &world.digest).await?;
        Ok((world, documents))
    }

    /// The documents of any kept revision of a world (also of one in the trash).
    pub async fn documents_at(&self, id: Uuid, digest: &str) -> Result<Arc<Documents>> {
        revision(&self.workspace, id, digest).await
    }

    /// Keeps a new world: folder reserved, bytes, row, folder keys with `world.json` last.
    pub async fn create(&self, new: NewWorld) -> Result<World> {
        keep::create(&self.workspace, new).await
    }

    /// Keeps a new revision made from `expected`. `Conflict::Revision` when the world moved on: nothing changed.
    pub async fn commit(
        &self,
        id: Uuid,
        expected: i64,
        summary: WorldSummary,
        documents: Documents,
        reason: &str,
    ) -> Result<World> {
        keep::commit(&self.workspace, id, expected, summary, documents, reason).await
    }

    /// Adds an immutable file (`media/…`) that a later commit refers to. Writing the same path again is refused unless the
    /// bytes are the same.
    pub async fn put_media(&self, id: Uuid, path: &str, bytes: Vec<u8>) -> Result<()> {
        let world = self.get(id).await?;
        keep::put_media(&self.workspace, &world.folder, path, bytes).await
    }

    /// One file of its `media/`.
    pub async fn media(&self, id: Uuid, path: &str) -> Result<Bytes> {
        check_media(path)?;
        let world = self.get(id).await?;
        self.workspace
            .inner
            .objects
            .get(
                self.workspace.id,
                Key::World {
                    folder: &world.folder,
                    path,
                },
            )
            .await
    }

    /// The paths of its media, sorted.
    pub async fn media_list(&self, id: Uuid) -> Result<Vec<String>> {
        let world = self.get(id).await?;
        let mut paths = self
            .workspace
            .inner
            .objects
            .list(
                self.workspace.id,
                Folder::World {
                    folder: &world.folder,
                },
            )
            .await?;
        paths.retain(|path| keys::is_media(path));
        Ok(paths)
    }

    /// Into the trash: gone from the library and from the root, restorable as it was.
    pub async fn trash(&self, id: Uuid) -> Result<()> {
        project::trash(&self.workspace, id).await
    }

    /// Its revisions, newest first, at most 200.
    pub async fn revisions(&self, id: Uuid) -> Result<Vec<Revision>> {
        self.get(id).await?;
        let rows = revisions::Entity::find()
            .filter(revisions::Column::World.eq(id))
            .order_by_desc(revisions::Column::Revision)
            .limit(200)
            .all(&self.workspace.inner.database.rows)
            .await?;
        let read = |row: revisions::Model| Revision {
            revision: row.revision,
            digest: row.digest,
            reason: row.reason,
            created_at: row.created_at,
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Brings the folder keys up to the current revision. What a job of kind `project` does (subject = world); harmless at
    /// any time.
    pub async fn project(&self, id: Uuid) -> Result<()> {
        project::project(&self.workspace, id).await
    }

    pub(crate) async fn row(&self, on: &impl ConnectionTrait, id: Uuid) -> Result<rows::Model> {
        rows::Entity::find_by_id(id)
            .filter(rows::Column::Workspace.eq(self.workspace.id))
            .filter(rows::Column::TrashedAt.is_null())
            .one(on)
            .await?
            .ok_or(Error::NotFound)
    }
}

impl TryFrom<rows::Model> for World {
    type Error = Error;

    fn try_from(row: rows::Model) -> Result<Self> {
        Ok(World {
            tags: serde_json::from_str(&row.tags)
                .map_err(|error| Error::Damaged(format!("a world's tags: {error}")))?,
            id: row.id,
            world_id: row.world_id,
            folder: row.folder,
            name: row.name,
            description: row.description,
            cover: row.cover,
            revision: row.revision,
            digest: row.digest,
            listed: row.listed,
            problems: row.problems,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}

/// The documents of one revision. The key holds the workspace, so another workspace's world has no such revision here.
pub(crate) async fn revision(
    workspace: &Workspace,
    world: Uuid,
    digest: &str,
) -> Result<Arc<Documents>> {
    let name = (workspace.id, world, digest.to_owned());
    if let Some(documents) = workspace.inner.cache.find(&name) {
        return Ok(documents);
    }
    let packed = workspace
        .inner
        .objects
        .get(workspace.id, Key::Revision { world, digest })
        .await?;
    let wanted = digest.to_owned();
    let documents =
        Arc::new(tokio::task::spawn_blocking(move || pack::unpack(&packed, &wanted)).await??);
    workspace.inner.cache.keep(name, documents.clone());
    Ok(documents)
}

fn check_media(path: &str) -> Result<()> {
    keys::check_path(path)?;
    if keys::is_media(path) {
        Ok(())
    } else {
        Err(Error::Refused(
            "pictures live in media/, and its manifest is a document".into(),
        ))
    }
}

//! Keeping a revision: bytes (media, then the pack under its fresh key), row (one transaction moves the world and asks for
//! its projection), then the folder keys and the bell. It never overwrites a revision.

use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait,
    QueryFilter, SqlErr,
};
use uuid::Uuid;

use super::project;
use super::{Documents, NewWorld, World, WorldSummary, check_media};
use crate::database::{now, statement};
use crate::keys::{self, Key};
use crate::rows::{revisions, world_tags, worlds as rows};
use crate::{Conflict, Error, Result, Workspace, fail, folders, jobs, names, pack};

/// So much of a description is searched.
const SEARCHED: usize = 2_000;

/// Bytes that are kept already and wait for their row.
pub(crate) struct Kept {
    world: Uuid,
    folder: String,
    digest: String,
    summary: WorldSummary,
    reason: String,
}

/// A row that was committed: the world and the job that projects it.
pub(crate) struct Committed {
    pub(crate) row: rows::Model,
    job: Uuid,
}

pub(super) async fn create(workspace: &Workspace, new: NewWorld) -> Result<World> {
    let world = Uuid::now_v7();
    let database = &workspace.inner.database;
    check_identity(&database.rows, workspace.id, &new.summary.world_id, None).await?;
    let write = database.begin_write().await?;
    let folder = folders::reserve(&*write, workspace.id, &new.folder, None, None).await?;
    write.commit().await?;
    fail::point("world.create.after-folder");
    let kept = keep_bytes(workspace, world, &folder, new).await?;
    let write = database.begin_write().await?;
    let committed = keep_rows(&*write, workspace, kept).await?;
    write.commit().await?;
    fail::point("world.create.after-row");
    committed.project(workspace).await
}

pub(super) async fn commit(
    workspace: &Workspace,
    id: Uuid,
    expected: i64,
    summary: WorldSummary,
    documents: Documents,
    reason: &str,
) -> Result<World> {
    let database = &workspace.inner.database;
    let before = workspace.worlds().row(&database.rows, id).await?;
    if before.revision != expected {
        return Err(Error::Conflict(Conflict::Revision {
            expected,
            found: before.revision,
        }));
    }
    check_identity(&database.rows, workspace.id, &summary.world_id, Some(id)).await?;
    let digest = put_pack(workspace, id, documents).await?;
    fail::point("world.commit.after-pack");
    let row = Row::new(&summary)?;
    let write = database.begin_write().await?;
    // The row decides between two writers, on every object store alike.
    let moved = "UPDATE worlds SET revision = revision + 1, digest = $1, world_id = $2, name = $3, name_fold = $4, \
        description = $5, tags = $6, cover = $7, search = $8, problems = $9, listed = $10, updated_at = $11 \
        WHERE id = $12 AND workspace = $13 AND revision = $14 AND trashed_at IS NULL RETURNING *";
    let values = [
        digest.as_str().into(),
        summary.world_id.as_str().into(),
        summary.name.as_str().into(),
        row.name_fold.into(),
        summary.description.clone().into(),
        row.tags.into(),
        summary.cover.clone().into(),
        row.search.into(),
        summary.problems.into(),
        summary.listed.into(),
        now().into(),
        id.into(),
        workspace.id.into(),
        expected.into(),
    ];
    let Some(moved) = rows::Entity::find()
        .from_raw_sql(statement(&*write, moved, values))
        .one(&*write)
        .await
        .map_err(|error| or_identity(error, &summary.world_id))?
    else {
        let found = workspace.worlds().row(&*write, id).await?.revision;
        return Err(Error::Conflict(Conflict::Revision { expected, found }));
    };
    let committed = around(&*write, moved, &summary.tags, reason).await?;
    write.commit().await?;
    fail::point("world.commit.after-row");
    committed.project(workspace).await
}

/// Puts media and pack. Doing it again with the same is harmless.
pub(crate) async fn keep_bytes(
    workspace: &Workspace,
    world: Uuid,
    folder: &str,
    new: NewWorld,
) -> Result<Kept> {
    Row::new(&new.summary)?;
    names::no_nul("reason", &new.reason)?;
    for (path, bytes) in new.media {
        put_media(workspace, folder, &path, bytes).await?;
    }
    fail::point("world.create.after-media");
    let digest = put_pack(workspace, world, new.documents).await?;
    fail::point("world.create.after-pack");
    Ok(Kept {
        world,
        folder: folder.to_owned(),
        digest,
        summary: new.summary,
        reason: new.reason,
    })
}

/// The rows of a new world at revision 1, within the caller's transaction.
pub(crate) async fn keep_rows(
    on: &impl ConnectionTrait,
    workspace: &Workspace,
    kept: Kept,
) -> Result<Committed> {
    let Kept {
        world,
        folder,
        digest,
        summary,
        reason,
    } = kept;
    folders::settle(on, workspace.id, &folder, world).await?;
    let row = Row::new(&summary)?;
    let at = now();
    let world_id = summary.world_id;
    let model = rows::ActiveModel {
        id: Set(world),
        workspace: Set(workspace.id),
        world_id: Set(world_id.clone()),
        folder: Set(folder),
        name: Set(summary.name),
        name_fold: Set(row.name_fold),
        description: Set(summary.description),
        tags: Set(row.tags),
        cover: Set(summary.cover),
        search: Set(row.search),
        revision: Set(1),
        digest: Set(digest),
        listed: Set(summary.listed),
        problems: Set(summary.problems),
        projected: Set(None),
        projecting: Set(None),
        projecting_until: Set(None),
        created_at: Set(at),
        updated_at: Set(at),
        trashed_at: Set(None),
    };
    let row = rows::Entity::insert(model)
        .exec_with_returning(on)
        .await
        .map_err(|error| or_identity(error, &world_id))?;
    around(on, row, &summary.tags, &reason).await
}

/// Refuses an identity that another world of the workspace has (W-056), before anything is kept. Of two that come at the
/// same moment the index refuses one.
pub(crate) async fn check_identity(
    on: &impl ConnectionTrait,
    workspace: Uuid,
    world_id: &str,
    own: Option<Uuid>,
) -> Result<()> {
    names::no_nul("world", world_id)?;
    let mut others = rows::Entity::find()
        .filter(rows::Column::Workspace.eq(workspace))
        .filter(rows::Column::WorldId.eq(world_id))
        .filter(rows::Column::TrashedAt.is_null());
    if let Some(own) = own {
        others = others.filter(rows::Column::Id.ne(own));
    }
    if others.count(on).await? > 0 {
        return Err(Error::Conflict(Conflict::Identity(world_id.to_owned())));
    }
    Ok(())
}

/// What the index says about an identity, in our words.
pub(crate) fn or_identity(error: DbErr, world_id: &str) -> Error {
    match error.sql_err() {
        Some(SqlErr::UniqueConstraintViolation(_)) => {
            Error::Conflict(Conflict::Identity(world_id.to_owned()))
        }
        _ => error.into(),
    }
}

impl Committed {
    /// Writes the folder keys and takes the job for it back; whatever goes wrong here is that job's to repeat.
    pub(crate) async fn project(self, workspace: &Workspace) -> Result<World> {
        match project::project(workspace, self.row.id).await {
            Ok(()) => {
                let database = &workspace.inner.database;
                let delete = "DELETE FROM jobs WHERE id = $1 AND state = 'queued'";
                database
                    .rows
                    .execute_raw(statement(&database.rows, delete, [self.job.into()]))
                    .await?;
            }
            Err(error) => {
                tracing::warn!(world = %self.row.id, %error, "the folder of a world is behind; its job writes it");
                workspace.inner.bell.ring();
            }
        }
        self.row.try_into()
    }
}

/// Revision, tags and job around a row that was just written.
async fn around(
    on: &impl ConnectionTrait,
    row: rows::Model,
    tags: &[String],
    reason: &str,
) -> Result<Committed> {
    names::no_nul("reason", reason)?;
    let revision = revisions::ActiveModel {
        world: Set(row.id),
        revision: Set(row.revision),
        digest: Set(row.digest.clone()),
        reason: Set(reason.to_owned()),
        created_at: Set(row.updated_at),
    };
    revisions::Entity::insert(revision)
        .exec_without_returning(on)
        .await?;
    if row.revision > 1 {
        world_tags::Entity::delete_many()
            .filter(world_tags::Column::World.eq(row.id))
            .exec(on)
            .await?;
    }
    let tags: Vec<_> = tags
        .iter()
        .map(|tag| world_tags::ActiveModel {
            world: Set(row.id),
            workspace: Set(row.workspace),
            tag_fold: Set(names::fold(tag)),
            tag: Set(tag.clone()),
        })
        .collect();
    for tags in tags.chunks(500) {
        // Two spellings of one tag are one tag.
        let insert = world_tags::Entity::insert_many(tags.to_vec());
        insert
            .on_conflict(OnConflict::new().do_nothing().to_owned())
            .exec_without_returning(on)
            .await?;
    }
    let job = jobs::insert(
        on,
        row.workspace,
        project::project_job(&row, Some(project::GRACE)),
    )
    .await?
    .id;
    Ok(Committed { row, job })
}

/// What the columns for searching hold.
struct Row {
    name_fold: String,
    tags: String,
    search: String,
}

impl Row {
    /// Refuses what Postgres cannot keep before any byte is written.
    fn new(summary: &WorldSummary) -> Result<Self> {
        let description = summary.description.as_deref().unwrap_or_default();
        let texts = [
            &summary.world_id,
            &summary.name,
            description,
            summary.cover.as_deref().unwrap_or_default(),
        ];
        for text in texts
            .into_iter()
            .chain(summary.tags.iter().map(String::as_str))
        {
            names::no_nul("world", text)?;
        }
        let description: String = description.chars().take(SEARCHED).collect();
        let mut search = format!("{}\n{description}", summary.name);
        for tag in &summary.tags {
            search.push('\n');
            search.push_str(tag);
        }
        Ok(Row {
            name_fold: names::fold(&summary.name),
            tags: serde_json::to_string(&summary.tags)
                .map_err(|error| Error::Damaged(format!("tags: {error}")))?,
            search: names::fold(&search),
        })
    }
}

/// Puts the packed documents under their digest.
async fn put_pack(workspace: &Workspace, world: Uuid, documents: Documents) -> Result<String> {
    if !documents.contains_key("world.json") {
        return Err(Error::Refused("a world has a world.json".into()));
    }
    for path in documents.keys() {
        keys::check_path(path)?;
        if !keys::is_document(path) {
            return Err(Error::Refused(format!(
                "{path:?} is not the path of a document"
            )));
        }
    }
    let pack =
        move || -> Result<_> { Ok((pack::digest(&documents), pack::pack(&documents)?, documents)) };
    let (digest, packed, documents) = tokio::task::spawn_blocking(pack).await??;
    workspace
        .inner
        .objects
        .put(
            workspace.id,
            Key::Revision {
                world,
                digest: &digest,
            },
            packed,
        )
        .await?;
    workspace
        .inner
        .cache
        .keep((workspace.id, world, digest.clone()), documents.into());
    Ok(digest)
}

/// Puts one immutable file of a world; the same again is fine, other bytes under the same name are not.
pub(super) async fn put_media(
    workspace: &Workspace,
    folder: &str,
    path: &str,
    bytes: Vec<u8>,
) -> Result<()> {
    check_media(path)?;
    let key = Key::World { folder, path };
    if let Some(there) = workspace.inner.objects.find(workspace.id, key).await? {
        return if there == bytes {
            Ok(())
        } else {
            Err(Error::Conflict(Conflict::Taken(path.to_owned())))
        };
    }
    workspace.inner.objects.put(workspace.id, key, bytes).await
}

//! What was deleted and can come back.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::database::statement;
use crate::rows::{sessions, worlds};
use crate::{Error, Moment, Result, Workspace, jobs, worlds as keeping};

/// Items shown.
const MOST: u64 = 200;

/// Something in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrashItem {
    /// The id of the world or session.
    pub id: Uuid,
    /// Which of the two.
    pub kind: TrashKind,
    /// Its name or title.
    pub name: String,
    /// Since when.
    pub trashed_at: Moment,
}

/// What lies in the trash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrashKind {
    /// A world.
    World,
    /// A session.
    Session,
}

impl TrashKind {
    /// The word in views.
    pub fn as_str(self) -> &'static str {
        match self {
            TrashKind::World => "world",
            TrashKind::Session => "session",
        }
    }
}

/// The trash of one workspace.
#[derive(Clone)]
pub struct Trash {
    pub(crate) workspace: Workspace,
}

impl Trash {
    /// Newest first, at most 200.
    pub async fn list(&self) -> Result<Vec<TrashItem>> {
        let rows = &self.workspace.inner.database.rows;
        let worlds = worlds::Entity::find()
            .filter(worlds::Column::Workspace.eq(self.workspace.id))
            .filter(worlds::Column::TrashedAt.is_not_null())
            .order_by_desc(worlds::Column::TrashedAt)
            .limit(MOST)
            .all(rows)
            .await?;
        let sessions = sessions::Entity::find()
            .filter(sessions::Column::Workspace.eq(self.workspace.id))
            .filter(sessions::Column::TrashedAt.is_not_null())
            .order_by_desc(sessions::Column::TrashedAt)
            .limit(MOST)
            .all(rows)
            .await?;
        let mut items: Vec<TrashItem> = worlds
            .into_iter()
            .filter_map(world)
            .chain(sessions.into_iter().filter_map(session))
            .collect();
        items.sort_by_key(|item| std::cmp::Reverse(item.trashed_at));
        items.truncate(MOST as usize);
        Ok(items)
    }

    /// Takes a world or session out of the trash again, as it was. `Conflict::Identity` when the library has a world of the
    /// same `id` by now.
    pub async fn restore(&self, id: Uuid) -> Result<TrashItem> {
        let write = self.workspace.inner.database.begin_write().await?;
        let row = worlds::Entity::find_by_id(id)
            .filter(worlds::Column::Workspace.eq(self.workspace.id))
            .filter(worlds::Column::TrashedAt.is_not_null())
            .one(&*write)
            .await?;
        let values = || [id.into(), self.workspace.id.into()];
        if let Some(row) = row {
            let restore = "UPDATE worlds SET trashed_at = NULL WHERE id = $1 AND workspace = $2";
            keeping::check_identity(&*write, self.workspace.id, &row.world_id, Some(id)).await?;
            write
                .execute_raw(statement(&*write, restore, values()))
                .await
                .map_err(|error| keeping::or_identity(error, &row.world_id))?;
            jobs::insert(&*write, self.workspace.id, keeping::project_job(&row, None)).await?;
            write.commit().await?;
            // The folder keys come back now; when that fails, the job that was asked for does it.
            if let Err(error) = self.workspace.worlds().project(id).await {
                tracing::warn!(world = %id, %error, "the folder of a restored world is behind");
            }
            self.workspace.inner.bell.ring();
            return world(row).ok_or(Error::NotFound);
        }
        let row = sessions::Entity::find_by_id(id)
            .filter(sessions::Column::Workspace.eq(self.workspace.id))
            .filter(sessions::Column::TrashedAt.is_not_null())
            .one(&*write)
            .await?
            .ok_or(Error::NotFound)?;
        let restore = "UPDATE sessions SET trashed_at = NULL WHERE id = $1 AND workspace = $2";
        write
            .execute_raw(statement(&*write, restore, values()))
            .await?;
        write.commit().await?;
        session(row).ok_or(Error::NotFound)
    }
}

fn world(row: worlds::Model) -> Option<TrashItem> {
    Some(TrashItem {
        id: row.id,
        kind: TrashKind::World,
        name: row.name,
        trashed_at: row.trashed_at?,
    })
}

fn session(row: sessions::Model) -> Option<TrashItem> {
    Some(TrashItem {
        id: row.id,
        kind: TrashKind::Session,
        name: row.title,
        trashed_at: row.trashed_at?,
    })
}

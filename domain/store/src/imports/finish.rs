//! The last step of an import: the world and the import's end are one transaction, and doing it again is harmless.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::{Imports, changed};
use crate::database::{now, statement};
use crate::rows::{imports as rows, worlds};
use crate::{Error, NewWorld, Result, World, fail, worlds as keeping};

impl Imports {
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
}

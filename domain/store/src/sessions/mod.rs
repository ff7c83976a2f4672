//! Sessions and their turns. A session remembers the revision it began with: that pack is its copy of the definitions.
//! Turns form a tree; `head` says which path is the story.

use std::sync::Arc;

use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect,
};
use uuid::Uuid;

use crate::database::{now, statement};
use crate::page::{self, Cursor};
use crate::rows::{sessions as rows, turns as turn_rows};
use crate::{
    Documents, Error, Moment, Page, PageQuery, Result, Workspace, World, fail, names, worlds,
};

mod play;
mod turns;

/// A story being played.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// Its id.
    pub id: Uuid,
    /// The world it was started from (which may be in the trash by now).
    pub world: Uuid,
    /// That world's name at the start.
    pub world_name: String,
    /// Path of the world's cover at the start.
    pub cover: Option<String>,
    /// The revision it plays.
    pub digest: String,
    /// Whom the player plays.
    pub character: String,
    /// Their name.
    pub character_name: String,
    /// Its title.
    pub title: String,
    /// Of the story.
    pub language: String,
    /// Which model, `offline` for none.
    pub connection: String,
    /// Makes chance repeatable.
    pub seed: u64,
    /// Grows by one with every kept turn.
    pub revision: i64,
    /// The turn the story is at.
    pub head: Uuid,
    /// Turns on the path to it, the opening not counted.
    pub turns: i64,
    /// The turn that is being played right now.
    pub playing: Option<Uuid>,
    /// Since when.
    pub created_at: Moment,
    /// Last turn or change.
    pub updated_at: Moment,
}

/// A session to be started.
#[derive(Debug, Clone)]
pub struct NewSession<'a> {
    /// From which world; its current revision becomes the session's.
    pub world: &'a World,
    /// Id of the character that is played.
    pub character: String,
    /// Their name.
    pub character_name: String,
    /// Its title.
    pub title: String,
    /// Of the story.
    pub language: String,
    /// Which model.
    pub connection: String,
    /// For chance.
    pub seed: u64,
    /// The first state, JSON.
    pub state: String,
    /// The parts of the opening, JSON.
    pub opening: String,
}

/// What its owner may change of a session.
#[derive(Debug, Clone, Default)]
pub struct SessionPatch {
    /// A new title.
    pub title: Option<String>,
    /// Another language.
    pub language: Option<String>,
    /// Another model.
    pub connection: Option<String>,
}

/// One turn of the tree. The opening is the root: kind `opening`, number 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Its id, also the topic of its events while it is played.
    pub id: Uuid,
    /// The turn before it.
    pub parent: Option<Uuid>,
    /// How deep in the tree.
    pub number: i64,
    /// `opening act say ooc wait continue`.
    pub kind: String,
    /// What the player wrote.
    pub text: String,
    /// What was told, JSON.
    pub parts: String,
    /// All turns with the same parent, itself included, oldest first (swipes).
    pub siblings: Vec<Uuid>,
    /// When it was kept.
    pub created_at: Moment,
}

/// The right to add the next turn. Everything a turn needs; nothing is kept until [`Sessions::keep_turn`].
#[derive(Debug, Clone)]
pub struct Playing {
    /// The session as it was when the turn began.
    pub session: Session,
    /// The id the turn will have.
    pub turn: Uuid,
    /// The turn it follows.
    pub parent: Uuid,
    /// Its number.
    pub number: i64,
    /// What kind of turn.
    pub kind: String,
    /// What the player wrote.
    pub text: String,
    /// The state it starts from, JSON.
    pub state: String,
}

/// What a turn left behind.
#[derive(Debug, Clone, Default)]
pub struct KeptTurn {
    /// What was told, JSON.
    pub parts: String,
    /// The state after it, JSON.
    pub state: String,
    /// Why it went so, JSON.
    pub why: String,
}

/// The sessions of one workspace.
#[derive(Clone)]
pub struct Sessions {
    pub(crate) workspace: Workspace,
}

impl Sessions {
    /// Starts a session at revision 1 with its opening as the root turn.
    pub async fn create(&self, new: NewSession<'_>) -> Result<Session> {
        let texts = [
            &new.character,
            &new.character_name,
            &new.title,
            &new.language,
            &new.connection,
            &new.state,
            &new.opening,
        ];
        for text in texts {
            names::no_nul("session", text)?;
        }
        // Only a world of this workspace; its pack must be readable before anything is kept.
        worlds::revision(&self.workspace, new.world.id, &new.world.digest).await?;
        let (id, opening, at) = (Uuid::now_v7(), Uuid::now_v7(), now());
        let row = rows::ActiveModel {
            id: Set(id),
            workspace: Set(self.workspace.id),
            world: Set(new.world.id),
            world_name: Set(new.world.name.clone()),
            cover: Set(new.world.cover.clone()),
            digest: Set(new.world.digest.clone()),
            character: Set(new.character),
            character_name: Set(new.character_name),
            title: Set(new.title),
            language: Set(new.language),
            connection: Set(new.connection),
            seed: Set(new.seed.cast_signed()),
            revision: Set(1),
            head: Set(opening),
            turns: Set(0),
            playing: Set(None),
            playing_until: Set(None),
            created_at: Set(at),
            updated_at: Set(at),
            trashed_at: Set(None),
        };
        let root = turn_rows::ActiveModel {
            id: Set(opening),
            session: Set(id),
            parent: Set(None),
            number: Set(0),
            kind: Set("opening".into()),
            text: Set(String::new()),
            parts: Set(new.opening),
            state: Set(new.state),
            why: Set("{}".into()),
            created_at: Set(at),
        };
        let write = self.workspace.inner.database.begin_write().await?;
        let row = rows::Entity::insert(row)
            .exec_with_returning(&*write)
            .await?;
        fail::point("session.create.between-rows");
        turn_rows::Entity::insert(root)
            .exec_without_returning(&*write)
            .await?;
        write.commit().await?;
        fail::point("session.create.after-rows");
        Ok(row.into())
    }

    /// Last played first; none from the trash.
    pub async fn list(&self, page: &PageQuery) -> Result<Page<Session>> {
        let limit = page::limit(page.limit);
        let mut find = rows::Entity::find()
            .filter(rows::Column::Workspace.eq(self.workspace.id))
            .filter(rows::Column::TrashedAt.is_null())
            .order_by_desc(rows::Column::UpdatedAt)
            .order_by_desc(rows::Column::Id)
            .limit(limit + 1);
        if let Some(after) = &page.after {
            let Cursor(key, id) = Cursor::read(after)?;
            let at = page::moment(&key)?;
            find = find.filter(rows::Column::UpdatedAt.lte(at)).filter(
                Condition::any()
                    .add(rows::Column::UpdatedAt.lt(at))
                    .add(rows::Column::Id.lt(id)),
            );
        }
        let found = find.all(&self.workspace.inner.database.rows).await?;
        page::cut(
            found,
            limit,
            |row| Cursor(row.updated_at.timestamp_micros().to_string(), row.id),
            |row| Ok(row.into()),
        )
    }

    /// One session.
    pub async fn get(&self, id: Uuid) -> Result<Session> {
        Ok(self
            .row(&self.workspace.inner.database.rows, id)
            .await?
            .into())
    }

    /// The definitions it plays by.
    pub async fn documents(&self, id: Uuid) -> Result<Arc<Documents>> {
        let session = self.get(id).await?;
        worlds::revision(&self.workspace, session.world, &session.digest).await
    }

    /// The state of its head turn, JSON.
    pub async fn state(&self, id: Uuid) -> Result<String> {
        let session = self.get(id).await?;
        turns::state(&self.workspace.inner.database.rows, id, session.head).await
    }

    /// The path from the opening to the head.
    pub async fn turns(&self, id: Uuid) -> Result<Vec<Turn>> {
        let session = self.get(id).await?;
        turns::path(&self.workspace.inner.database.rows, id, session.head).await
    }

    /// Why a turn went as it did, JSON.
    pub async fn why(&self, id: Uuid, turn: Uuid) -> Result<String> {
        self.get(id).await?;
        turns::why(&self.workspace.inner.database.rows, id, turn).await
    }

    /// Changes its settings.
    pub async fn change(&self, id: Uuid, patch: SessionPatch) -> Result<Session> {
        for text in [&patch.title, &patch.language, &patch.connection]
            .into_iter()
            .flatten()
        {
            names::no_nul("session", text)?;
        }
        let rows = &self.workspace.inner.database.rows;
        let change = "UPDATE sessions SET title = COALESCE($1, title), language = COALESCE($2, language), \
            connection = COALESCE($3, connection) WHERE id = $4 AND workspace = $5 AND trashed_at IS NULL RETURNING *";
        let values = [
            patch.title.into(),
            patch.language.into(),
            patch.connection.into(),
            id.into(),
            self.workspace.id.into(),
        ];
        let row = rows::Entity::find()
            .from_raw_sql(statement(rows, change, values))
            .one(rows)
            .await?;
        Ok(row.ok_or(Error::NotFound)?.into())
    }

    /// Into the trash. A turn that is being played there is lost.
    pub async fn trash(&self, id: Uuid) -> Result<()> {
        let rows = &self.workspace.inner.database.rows;
        let trash = "UPDATE sessions SET trashed_at = $1, playing = NULL, playing_until = NULL \
            WHERE id = $2 AND workspace = $3 AND trashed_at IS NULL";
        let trash = statement(
            rows,
            trash,
            [now().into(), id.into(), self.workspace.id.into()],
        );
        if rows.execute_raw(trash).await?.rows_affected() == 0 {
            Err(Error::NotFound)
        } else {
            Ok(())
        }
    }

    async fn row(&self, on: &impl ConnectionTrait, id: Uuid) -> Result<rows::Model> {
        rows::Entity::find_by_id(id)
            .filter(rows::Column::Workspace.eq(self.workspace.id))
            .filter(rows::Column::TrashedAt.is_null())
            .one(on)
            .await?
            .ok_or(Error::NotFound)
    }
}

impl From<rows::Model> for Session {
    fn from(row: rows::Model) -> Self {
        Session {
            id: row.id,
            world: row.world,
            world_name: row.world_name,
            cover: row.cover,
            digest: row.digest,
            character: row.character,
            character_name: row.character_name,
            title: row.title,
            language: row.language,
            connection: row.connection,
            seed: row.seed.cast_unsigned(),
            revision: row.revision,
            head: row.head,
            turns: row.turns,
            playing: row
                .playing
                .filter(|_| row.playing_until.is_some_and(|until| until > now())),
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

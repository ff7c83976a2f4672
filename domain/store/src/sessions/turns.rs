//! Reading the tree of turns. The callers have made sure that the session is theirs.

use std::collections::HashMap;

use sea_orm::{
    ColumnTrait, ConnectionTrait, DerivePartialModel, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use uuid::Uuid;

use super::Turn;
use crate::rows::turns as rows;
use crate::{Error, Moment, Result};

/// Ids asked for in one statement; SQLite and Postgres both take many more.
const AT_ONCE: usize = 1_000;

/// A turn without its state and reasons, which are large.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "rows::Entity")]
struct Light {
    id: Uuid,
    parent: Option<Uuid>,
    number: i64,
    kind: String,
    text: String,
    parts: String,
    created_at: Moment,
}

pub(super) async fn state(on: &impl ConnectionTrait, session: Uuid, turn: Uuid) -> Result<String> {
    column(on, session, turn, rows::Column::State).await
}

pub(super) async fn why(on: &impl ConnectionTrait, session: Uuid, turn: Uuid) -> Result<String> {
    column(on, session, turn, rows::Column::Why).await
}

async fn column(
    on: &impl ConnectionTrait,
    session: Uuid,
    turn: Uuid,
    column: rows::Column,
) -> Result<String> {
    let find = rows::Entity::find_by_id(turn)
        .filter(rows::Column::Session.eq(session))
        .select_only()
        .column(column);
    find.into_tuple().one(on).await?.ok_or(Error::NotFound)
}

/// From the root to this turn. The shape of the whole tree is read, the text of the path only.
pub(super) async fn path(
    on: &impl ConnectionTrait,
    session: Uuid,
    head: Uuid,
) -> Result<Vec<Turn>> {
    let shape: Vec<(Uuid, Option<Uuid>)> = rows::Entity::find()
        .filter(rows::Column::Session.eq(session))
        .select_only()
        .columns([rows::Column::Id, rows::Column::Parent])
        .order_by_asc(rows::Column::Id)
        .into_tuple()
        .all(on)
        .await?;
    let parents: HashMap<Uuid, Option<Uuid>> = shape.iter().copied().collect();
    let mut children: HashMap<Option<Uuid>, Vec<Uuid>> = HashMap::new();
    for (id, parent) in shape {
        children.entry(parent).or_default().push(id);
    }
    let mut path = Vec::new();
    let mut next = Some(head);
    while let Some(id) = next {
        path.push(id);
        next = *parents
            .get(&id)
            .ok_or_else(|| Error::Damaged("a turn of the path is missing".into()))?;
    }
    let mut light = Vec::with_capacity(path.len());
    for ids in path.chunks(AT_ONCE) {
        let find = rows::Entity::find().filter(rows::Column::Id.is_in(ids.iter().copied()));
        light.extend(find.into_partial_model::<Light>().all(on).await?);
    }
    light.sort_by_key(|turn| turn.number);
    let with_siblings = |turn: Light| {
        let siblings = children.get(&turn.parent).cloned().unwrap_or_default();
        turn.with(siblings)
    };
    Ok(light.into_iter().map(with_siblings).collect())
}

pub(super) async fn one(on: &impl ConnectionTrait, session: Uuid, turn: Uuid) -> Result<Turn> {
    let find = rows::Entity::find_by_id(turn).filter(rows::Column::Session.eq(session));
    let light = find
        .into_partial_model::<Light>()
        .one(on)
        .await?
        .ok_or(Error::NotFound)?;
    let siblings = rows::Entity::find()
        .filter(rows::Column::Session.eq(session))
        .filter(match light.parent {
            Some(parent) => rows::Column::Parent.eq(parent),
            None => rows::Column::Parent.is_null(),
        })
        .select_only()
        .column(rows::Column::Id)
        .order_by_asc(rows::Column::Id)
        .into_tuple()
        .all(on)
        .await?;
    Ok(light.with(siblings))
}

impl Light {
    fn with(self, siblings: Vec<Uuid>) -> Turn {
        Turn {
            id: self.id,
            parent: self.parent,
            number: self.number,
            kind: self.kind,
            text: self.text,
            parts: self.parts,
            siblings,
            created_at: self.created_at,
        }
    }
}

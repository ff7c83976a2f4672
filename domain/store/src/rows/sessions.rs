//! A story being played.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sessions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub workspace: Uuid,
    pub world: Uuid,
    pub world_name: String,
    pub cover: Option<String>,
    pub digest: String,
    pub character: String,
    pub character_name: String,
    pub title: String,
    pub language: String,
    pub connection: String,
    pub seed: i64,
    pub revision: i64,
    pub head: Uuid,
    pub turns: i64,
    pub playing: Option<Uuid>,
    pub playing_until: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub trashed_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

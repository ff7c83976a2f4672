//! A world and its current revision.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "worlds")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub workspace: Uuid,
    pub world_id: String,
    pub folder: String,
    pub name: String,
    pub name_fold: String,
    pub description: Option<String>,
    pub tags: String,
    pub cover: Option<String>,
    pub search: String,
    pub revision: i64,
    pub digest: String,
    pub listed: bool,
    pub problems: i32,
    pub projected: Option<String>,
    pub projecting: Option<Uuid>,
    pub projecting_until: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub trashed_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

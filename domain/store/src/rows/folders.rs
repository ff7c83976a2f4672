//! A folder name that is taken.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "folders")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub workspace: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub folder_fold: String,
    pub folder: String,
    pub world: Option<Uuid>,
    pub import: Option<Uuid>,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

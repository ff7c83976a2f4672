//! One tag of a world.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "world_tags")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub world: Uuid,
    pub workspace: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub tag_fold: String,
    pub tag: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

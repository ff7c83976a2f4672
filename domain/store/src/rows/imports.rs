//! A payload on its way to be a world.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "imports")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub workspace: Uuid,
    pub name: String,
    pub file_name: Option<String>,
    pub format: String,
    pub source: String,
    pub folder: String,
    pub phase: String,
    pub failed_in: Option<String>,
    pub review: bool,
    pub progress: String,
    pub world: Option<Uuid>,
    pub error: Option<String>,
    pub problems: String,
    pub job: Uuid,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub finished_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

//! A piece of background work.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "jobs")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub workspace: Uuid,
    pub kind: String,
    pub state: String,
    pub subject: Option<Uuid>,
    pub args: String,
    pub priority: i32,
    pub dedupe: Option<String>,
    pub attempt: i32,
    pub failures: i32,
    pub max_attempts: i32,
    pub crashes: i32,
    pub run_at: DateTimeUtc,
    pub lease_by: Option<String>,
    pub lease_until: Option<DateTimeUtc>,
    pub progress: String,
    pub reason: Option<String>,
    pub created_at: DateTimeUtc,
    pub finished_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

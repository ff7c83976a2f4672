//! The tables, one file per subject, the same on SQLite and Postgres. Nothing here reads or moves what users wrote.

pub use sea_orm_migration::prelude::MigratorTrait;
use sea_orm_migration::prelude::*;

/// Every migration in order.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![]
    }
}

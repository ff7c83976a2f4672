//! The tables, one file per subject, the same on SQLite and Postgres. Nothing here reads or changes what users wrote.
//!
//! Payloads are TEXT, never jsonb (it re-sorts keys); moments are UTC; names that are compared have a folded column beside
//! them. Lists are paged by seeking, so each order has its index.

#![expect(
    elided_lifetimes_in_paths,
    reason = "the trait of the migrations was expanded with them elided"
)]

pub use sea_orm_migration::prelude::MigratorTrait;
use sea_orm_migration::prelude::*;

mod m0001_people;
mod m0002_logins;
mod m0003_worlds;
mod m0004_imports;
mod m0005_sessions;
mod m0006_jobs;
mod m0007_events;

/// Every migration in order.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_people::Migration),
            Box::new(m0002_logins::Migration),
            Box::new(m0003_worlds::Migration),
            Box::new(m0004_imports::Migration),
            Box::new(m0005_sessions::Migration),
            Box::new(m0006_jobs::Migration),
            Box::new(m0007_events::Migration),
        ]
    }
}

/// A foreign key whose rows go when what they belong to goes.
fn belongs_to(column: &'static str, table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .from_col(column)
        .to(table, "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}

/// Statements with the same words on both databases.
async fn run(manager: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    for statement in statements {
        manager
            .get_connection()
            .execute_unprepared(statement)
            .await?;
    }
    Ok(())
}

/// Postgres sorts by the database's locale unless told; pages must sort by code points everywhere.
async fn sort_by_code_point(
    manager: &SchemaManager<'_>,
    table: &str,
    column: &str,
) -> Result<(), DbErr> {
    if manager.get_database_backend() == sea_orm_migration::sea_orm::DbBackend::Postgres {
        let statement =
            format!("ALTER TABLE {table} ALTER COLUMN {column} TYPE text COLLATE \"C\"");
        manager
            .get_connection()
            .execute_unprepared(&statement)
            .await?;
    }
    Ok(())
}

/// Drops tables, last one first.
async fn drop(manager: &SchemaManager<'_>, tables: &[&'static str]) -> Result<(), DbErr> {
    for table in tables {
        manager
            .drop_table(Table::drop().table(*table).if_exists().to_owned())
            .await?;
    }
    Ok(())
}

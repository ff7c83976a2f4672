//! What open pages are told, with the last number of every topic.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let topics = Table::create()
            .table("topics")
            .col(text("topic").primary_key())
            .col(big_integer("seq"))
            .col(timestamp_with_time_zone("updated_at"))
            .to_owned();
        manager.create_table(topics).await?;
        let events = Table::create()
            .table("events")
            .col(text("topic"))
            .col(big_integer("seq"))
            .col(text("kind"))
            .col(text("data"))
            .col(timestamp_with_time_zone("created_at"))
            .primary_key(Index::create().col("topic").col("seq"))
            .to_owned();
        manager.create_table(events).await?;
        crate::run(manager, &["CREATE INDEX events_old ON events (created_at)"]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::drop(manager, &["events", "topics"]).await
    }
}

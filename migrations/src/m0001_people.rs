//! Workspaces and the people in them.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let workspaces = Table::create()
            .table("workspaces")
            .col(uuid("id").primary_key())
            .col(text("kind"))
            // When a job of it was last claimed, in microseconds: workspaces take turns by it.
            .col(big_integer("claimed_at").default(0))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(workspaces).await?;
        let users = Table::create()
            .table("users")
            .col(uuid("id").primary_key())
            .col(text("name"))
            .col(text("name_fold").unique_key())
            .col(text("role"))
            .col(text_null("locale"))
            .col(text("password"))
            .col(uuid("workspace"))
            .col(timestamp_with_time_zone("created_at"))
            .foreign_key(
                &mut ForeignKey::create()
                    .from_col("workspace")
                    .to("workspaces", "id")
                    .to_owned(),
            )
            .to_owned();
        manager.create_table(users).await?;
        let members = Table::create()
            .table("members")
            .col(uuid("workspace"))
            .col(uuid("user_id"))
            .col(text("role"))
            .col(timestamp_with_time_zone("created_at"))
            .primary_key(Index::create().col("workspace").col("user_id"))
            .foreign_key(&mut crate::belongs_to("workspace", "workspaces"))
            .foreign_key(&mut crate::belongs_to("user_id", "users"))
            .to_owned();
        manager.create_table(members).await?;
        crate::sort_by_code_point(manager, "users", "name_fold").await?;
        crate::run(manager, &["CREATE INDEX members_user ON members (user_id)"]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::drop(manager, &["members", "users", "workspaces"]).await
    }
}

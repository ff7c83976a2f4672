//! Payloads that were brought, and their way to be worlds.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let sources = Table::create()
            .table("sources")
            .col(uuid("workspace"))
            .col(text("sha256"))
            .col(big_integer("size"))
            .col(text_null("file_name"))
            .col(text("format"))
            .col(timestamp_with_time_zone("created_at"))
            .primary_key(Index::create().col("workspace").col("sha256"))
            .foreign_key(&mut crate::belongs_to("workspace", "workspaces"))
            .to_owned();
        manager.create_table(sources).await?;
        let imports = Table::create()
            .table("imports")
            .col(uuid("id").primary_key())
            .col(uuid("workspace"))
            .col(text("name"))
            .col(text_null("file_name"))
            .col(text("format"))
            .col(text("source"))
            .col(text("folder"))
            .col(text("phase"))
            .col(text_null("failed_in"))
            .col(boolean("review"))
            .col(text("progress"))
            .col(uuid_null("world"))
            .col(text_null("error"))
            .col(text("problems"))
            .col(uuid("job"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .col(timestamp_with_time_zone_null("finished_at"))
            .foreign_key(&mut crate::belongs_to("workspace", "workspaces"))
            .to_owned();
        manager.create_table(imports).await?;
        crate::run(
            manager,
            &[
                "CREATE INDEX imports_list ON imports (workspace, id)",
                "CREATE INDEX imports_job ON imports (job)",
                "CREATE INDEX imports_world ON imports (world) WHERE world IS NOT NULL",
                "CREATE INDEX imports_source ON imports (workspace, source, id)",
            ],
        )
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::drop(manager, &["imports", "sources"]).await
    }
}

//! Worlds, their revisions, their tags, and the folder names that are taken.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let worlds = Table::create()
            .table("worlds")
            .col(uuid("id").primary_key())
            .col(uuid("workspace"))
            .col(text("world_id"))
            .col(text("folder"))
            .col(text("name"))
            .col(text("name_fold"))
            .col(text_null("description"))
            .col(text("tags"))
            .col(text_null("cover"))
            // Name, description and tags, folded: what a search looks through.
            .col(text("search"))
            .col(big_integer("revision"))
            .col(text("digest"))
            .col(boolean("listed"))
            .col(integer("problems"))
            // The digest the folder keys show; null while somebody writes them, or died writing them.
            .col(text_null("projected"))
            .col(uuid_null("projecting"))
            .col(timestamp_with_time_zone_null("projecting_until"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .col(timestamp_with_time_zone_null("trashed_at"))
            .foreign_key(&mut crate::belongs_to("workspace", "workspaces"))
            .to_owned();
        manager.create_table(worlds).await?;
        let tags = Table::create()
            .table("world_tags")
            .col(uuid("world"))
            .col(uuid("workspace"))
            .col(text("tag_fold"))
            .col(text("tag"))
            .primary_key(Index::create().col("world").col("tag_fold"))
            .foreign_key(&mut crate::belongs_to("world", "worlds"))
            .to_owned();
        manager.create_table(tags).await?;
        let revisions = Table::create()
            .table("revisions")
            .col(uuid("world"))
            .col(big_integer("revision"))
            .col(text("digest"))
            .col(text("reason"))
            .col(timestamp_with_time_zone("created_at"))
            .primary_key(Index::create().col("world").col("revision"))
            .foreign_key(&mut crate::belongs_to("world", "worlds"))
            .to_owned();
        manager.create_table(revisions).await?;
        let folders = Table::create()
            .table("folders")
            .col(uuid("workspace"))
            .col(text("folder_fold"))
            .col(text("folder"))
            .col(uuid_null("world"))
            .col(uuid_null("import"))
            .col(timestamp_with_time_zone("created_at"))
            .primary_key(Index::create().col("workspace").col("folder_fold"))
            .foreign_key(&mut crate::belongs_to("workspace", "workspaces"))
            .to_owned();
        manager.create_table(folders).await?;
        crate::sort_by_code_point(manager, "worlds", "name_fold").await?;
        crate::sort_by_code_point(manager, "folders", "folder_fold").await?;
        crate::run(
            manager,
            &[
                "CREATE INDEX worlds_recent ON worlds (workspace, updated_at, id)",
                "CREATE INDEX worlds_name ON worlds (workspace, name_fold, id)",
                "CREATE INDEX worlds_created ON worlds (workspace, created_at, id)",
                "CREATE INDEX worlds_trash ON worlds (workspace, trashed_at) WHERE trashed_at IS NOT NULL",
                "CREATE INDEX worlds_late ON worlds (updated_at) WHERE projected IS NULL OR projected <> digest",
                // Two worlds of one identity are an error (W-056); what waits in the trash is not in the way.
                "CREATE UNIQUE INDEX worlds_identity ON worlds (workspace, world_id) WHERE trashed_at IS NULL",
                "CREATE INDEX world_tags_tag ON world_tags (workspace, tag_fold, world)",
            ],
        )
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::drop(manager, &["folders", "revisions", "world_tags", "worlds"]).await
    }
}

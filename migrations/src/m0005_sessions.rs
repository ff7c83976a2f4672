//! Sessions and the tree of their turns.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let sessions = Table::create()
            .table("sessions")
            .col(uuid("id").primary_key())
            .col(uuid("workspace"))
            .col(uuid("world"))
            .col(text("world_name"))
            .col(text_null("cover"))
            .col(text("digest"))
            .col(text("character"))
            .col(text("character_name"))
            .col(text("title"))
            .col(text("language"))
            .col(text("connection"))
            .col(big_integer("seed"))
            .col(big_integer("revision"))
            .col(uuid("head"))
            .col(big_integer("turns"))
            // The turn being played and until when the right to play it lasts.
            .col(uuid_null("playing"))
            .col(timestamp_with_time_zone_null("playing_until"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .col(timestamp_with_time_zone_null("trashed_at"))
            .foreign_key(&mut crate::belongs_to("workspace", "workspaces"))
            .to_owned();
        manager.create_table(sessions).await?;
        let turns = Table::create()
            .table("turns")
            .col(uuid("id").primary_key())
            .col(uuid("session"))
            .col(uuid_null("parent"))
            .col(big_integer("number"))
            .col(text("kind"))
            .col(text("text"))
            .col(text("parts"))
            .col(text("state"))
            .col(text("why"))
            .col(timestamp_with_time_zone("created_at"))
            .foreign_key(&mut crate::belongs_to("session", "sessions"))
            .to_owned();
        manager.create_table(turns).await?;
        crate::run(
            manager,
            &[
                "CREATE INDEX sessions_recent ON sessions (workspace, updated_at, id)",
                "CREATE INDEX sessions_trash ON sessions (workspace, trashed_at) WHERE trashed_at IS NOT NULL",
                "CREATE INDEX turns_session ON turns (session, parent)",
            ],
        )
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::drop(manager, &["turns", "sessions"]).await
    }
}

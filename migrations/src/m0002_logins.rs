//! How people prove who they are: logins, tokens, and the count of failures.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let logins = Table::create()
            .table("logins")
            .col(text("hash").primary_key())
            .col(uuid("user_id"))
            .col(text("address"))
            .col(text_null("agent"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("seen_at"))
            .foreign_key(&mut crate::belongs_to("user_id", "users"))
            .to_owned();
        manager.create_table(logins).await?;
        let tokens = Table::create()
            .table("tokens")
            .col(uuid("id").primary_key())
            .col(uuid("user_id"))
            .col(text("hash").unique_key())
            .col(text("label"))
            .col(text("scope"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone_null("used_at"))
            .foreign_key(&mut crate::belongs_to("user_id", "users"))
            .to_owned();
        manager.create_table(tokens).await?;
        let throttles = Table::create()
            .table("throttles")
            .col(text("subject").primary_key())
            .col(integer("failures"))
            .col(timestamp_with_time_zone("started_at"))
            .col(timestamp_with_time_zone("free_at"))
            .to_owned();
        manager.create_table(throttles).await?;
        crate::run(
            manager,
            &[
                "CREATE INDEX logins_user ON logins (user_id)",
                "CREATE INDEX logins_seen ON logins (seen_at)",
                "CREATE INDEX tokens_user ON tokens (user_id)",
            ],
        )
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::drop(manager, &["throttles", "tokens", "logins"]).await
    }
}

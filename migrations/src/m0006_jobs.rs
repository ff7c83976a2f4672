//! The ledger of background work.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let jobs = Table::create()
            .table("jobs")
            .col(uuid("id").primary_key())
            .col(uuid("workspace"))
            .col(text("kind"))
            .col(text("state"))
            .col(uuid_null("subject"))
            .col(text("args"))
            .col(integer("priority"))
            .col(text_null("dedupe"))
            .col(integer("attempt"))
            .col(integer("failures"))
            .col(integer("max_attempts"))
            .col(integer("crashes"))
            .col(timestamp_with_time_zone("run_at"))
            .col(text_null("lease_by"))
            .col(timestamp_with_time_zone_null("lease_until"))
            .col(text("progress"))
            .col(text_null("reason"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone_null("finished_at"))
            .foreign_key(&mut crate::belongs_to("workspace", "workspaces"))
            .to_owned();
        manager.create_table(jobs).await?;
        crate::run(
            manager,
            &[
                "CREATE UNIQUE INDEX jobs_dedupe ON jobs (workspace, kind, dedupe) WHERE dedupe IS NOT NULL",
                "CREATE INDEX jobs_due ON jobs (run_at) WHERE state = 'queued'",
                "CREATE INDEX jobs_turn ON jobs (workspace, kind, priority DESC, run_at, id) WHERE state = 'queued'",
                "CREATE INDEX jobs_running ON jobs (lease_until) WHERE state = 'running'",
                "CREATE INDEX jobs_running_of ON jobs (workspace, kind) WHERE state = 'running'",
                "CREATE INDEX jobs_parked ON jobs (finished_at) WHERE state = 'parked'",
                "CREATE INDEX jobs_list ON jobs (workspace, id)",
            ],
        )
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::drop(manager, &["jobs"]).await
    }
}

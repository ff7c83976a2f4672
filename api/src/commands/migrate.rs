//! `talekeep migrate`: brings the tables up to date, and nothing else. `serve` and `worker` do it by themselves.

use std::process::ExitCode;

use super::{Failure, terminal};
use crate::config::Loaded;
use crate::server;

pub(super) async fn run(loaded: Loaded) -> Result<ExitCode, Failure> {
    let store = server::open_store(&loaded.config).await?;
    store.migrate().await?;
    terminal::say("The database is up to date.");
    Ok(ExitCode::SUCCESS)
}

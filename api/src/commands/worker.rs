//! `talekeep worker`: background jobs of an installation whose servers run elsewhere. Never listens for requests.

use std::process::ExitCode;

use talekeep_worker::CancellationToken;

use super::{Failure, signals};
use crate::config::Loaded;
use crate::server;

pub(super) async fn run(loaded: Loaded) -> Result<ExitCode, Failure> {
    let store = server::open_store(&loaded.config).await?;
    store.migrate().await?;
    let numbers = server::serve_metrics(&loaded.config, &store)?;
    let stop = CancellationToken::new();
    let mut work = tokio::spawn(server::work(store, loaded.config, stop.clone()));
    tracing::info!("working");
    tokio::select! {
        asked = signals::asked_to_stop() => asked?,
        ended = &mut work => return Err(Failure::Other(format!("the worker ended: {ended:?}"))),
    }
    tracing::info!("stopping; once more stops at once");
    stop.cancel();
    if let Some(numbers) = numbers {
        numbers.stop(false).await;
    }
    match signals::or_at_once(work).await {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(lost) => Err(Failure::Other(lost.to_string())),
    }
}

//! `talekeep serve`: the whole product in one process, or without the worker. Prints where to go, once.

use std::process::ExitCode;

use clap::Args;

use super::{Failure, signals, terminal};
use crate::config::Loaded;
use crate::server;

/// What `serve` can be told.
#[derive(Debug, Default, Args)]
pub struct Options {
    /// Leave background jobs to `talekeep worker` processes.
    #[arg(long)]
    no_worker: bool,
}

pub(super) async fn run(loaded: Loaded, options: Options) -> Result<ExitCode, Failure> {
    let mut running = server::start(loaded.config, !options.no_worker).await?;
    terminal::say(&format!("Talekeep is ready: {}", running.url));
    if let Some(token) = &running.setup_token {
        terminal::say(&format!("Setup token for the first account: {token}"));
    }
    warn_about_cookies(&running.url);
    tokio::select! {
        asked = signals::asked_to_stop() => asked?,
        error = running.ended() => return Err(error.into()),
    }
    tracing::info!("stopping; once more stops at once");
    signals::or_at_once(running.stop()).await?;
    Ok(ExitCode::SUCCESS)
}

/// Browsers keep the cookie of a signed-in person only on https or on this machine (S2).
fn warn_about_cookies(url: &str) {
    let plain = crate::place::Public::parse(url)
        .is_some_and(|public| !public.secure && !public.is_loopback());
    if plain {
        tracing::warn!(
            url,
            "browsers will not stay signed in over plain http; set server.public_url to an https address"
        );
    }
}

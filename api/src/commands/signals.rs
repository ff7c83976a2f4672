//! Being asked to stop: SIGTERM or Ctrl-C once in good order, a second time at once.

use std::io;

/// Completes at the first signal.
pub(crate) async fn asked_to_stop() -> io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminate =
            tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            result = tokio::signal::ctrl_c() => result,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// Finishes `work`, unless a second signal comes first: then the process ends where it stands.
pub(crate) async fn or_at_once<T>(work: impl Future<Output = T>) -> T {
    tokio::select! {
        done = work => done,
        _ = asked_to_stop() => {
            tracing::warn!("stopped at once");
            std::process::exit(130)
        }
    }
}

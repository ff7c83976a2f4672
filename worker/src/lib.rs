//! Background work: a loop that claims jobs from the ledger, and one file per kind of job.
//! It never decides what is in the library; it loads, asks a pure plan, and keeps the result.

mod import;
mod project;
mod run;
mod slot;

use talekeep_store::{Claimed, Retry};

pub use run::{Options, run};
pub use tokio_util::sync::CancellationToken;

/// Why a job did not end well, and whether another try could help.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The outside failed; it may work later.
    #[error("{0}")]
    Store(#[from] talekeep_store::Error),
    /// A plan's thread was lost (a panic); tried again like any fault.
    #[error("the planning step stopped unexpectedly: {0}")]
    Lost(#[from] tokio::task::JoinError),
    /// What was kept beside an import cannot be read back.
    #[error("{what} of the import cannot be read back: {source}")]
    Kept {
        what: &'static str,
        source: serde_json::Error,
    },
    /// Nobody knows this kind of job.
    #[error("no worker of this version knows jobs of kind {0:?}")]
    UnknownKind(String),
}

impl Failure {
    fn retry(&self) -> Retry {
        match self {
            Failure::UnknownKind(_) => Retry::Never,
            // What the store refuses today it refuses tomorrow.
            Failure::Store(
                talekeep_store::Error::NotFound
                | talekeep_store::Error::Refused(_)
                | talekeep_store::Error::Limit { .. },
            ) => Retry::Never,
            Failure::Store(_) | Failure::Lost(_) | Failure::Kept { .. } => Retry::Later,
        }
    }
}

/// Sends a job to the file that knows its kind.
pub(crate) async fn perform(claimed: &Claimed) -> Result<(), Failure> {
    match claimed.job.kind.as_str() {
        "import" => import::perform(claimed).await,
        "project" => project::perform(claimed).await,
        other => Err(Failure::UnknownKind(other.to_owned())),
    }
}

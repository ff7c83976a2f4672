//! What every request can reach: the store, the settings, the limits and the turns in play.
//! Never holds anything about one user.

use std::sync::Arc;

use talekeep_net::Model;
use talekeep_store::Store;
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::config::Config;
use crate::limits::Limiter;
use crate::place::Place;
use crate::play::{Definitions, Turns};

/// Shared by all threads of the server, as `web::Data<App>`.
pub struct App {
    pub store: Store,
    pub config: Config,
    pub place: Place,
    pub(crate) limiter: Limiter,
    /// The turns this process is playing.
    pub(crate) turns: Turns,
    /// The worlds they play by.
    pub(crate) worlds: Definitions,
    /// The built-in narrator; it needs no key and no network.
    pub narrator: Arc<dyn Model>,
    /// What setting up from elsewhere asks for; none when only this machine can reach us.
    pub setup_token: Option<String>,
    /// Becomes true when the server is asked to stop.
    pub stop: watch::Receiver<bool>,
    /// The runtime that outlives the threads of the server, for work that outlives a request.
    pub runtime: Handle,
}

//! Starts and stops one process: HTTP, pages and, when asked, the worker. The command line and the tests start it alike.
//! Never reads settings itself and never prints.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data};
use actix_web::{App as Actix, HttpServer};
use rand::RngCore;
use talekeep_store::{PasswordCost, Settings, Store};
use talekeep_worker::CancellationToken;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing_actix_web::TracingLogger;

use crate::app::App;
use crate::config::Config;
use crate::limits::Limiter;
use crate::logging::RequestSpan;
use crate::place::Place;
use crate::play::{Definitions, Turns};
use crate::{caller, guard, head, headers, metrics, pages, routes};

/// Why a process could not start, or did not go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{what} {path}: {source}")]
    Folder {
        what: &'static str,
        path: String,
        source: std::io::Error,
    },
    #[error("cannot listen on {address}: {source}")]
    Listen {
        address: SocketAddr,
        source: std::io::Error,
    },
    #[error("the server: {0}")]
    Server(#[source] std::io::Error),
    #[error("the worker: {0}")]
    Worker(String),
    #[error("{}", crate::problem::chain(.0))]
    Store(#[from] talekeep_store::Error),
}

/// A process that answers.
pub struct Running {
    /// The address really bound.
    pub address: SocketAddr,
    /// What people type.
    pub url: String,
    /// Asked for when the first account is made from elsewhere; only while there is none.
    pub setup_token: Option<String>,
    server: JoinHandle<std::io::Result<()>>,
    handles: Vec<ServerHandle>,
    worker: Option<(JoinHandle<()>, CancellationToken)>,
    stop: watch::Sender<bool>,
    turns: Turns,
    grace: Duration,
}

/// One crypto provider for the whole process; asking twice is fine.
pub fn install_crypto() {
    if rustls::crypto::ring::default_provider()
        .install_default()
        .is_err()
    {
        tracing::debug!("a crypto provider was installed before");
    }
}

/// What the store wants to know, from our settings.
pub fn store_settings(config: &Config) -> Settings {
    let cost = PasswordCost {
        memory_kib: config.security.password_memory_kib,
        passes: config.security.password_passes,
        ..PasswordCost::default()
    };
    Settings {
        database: config.storage.database.clone(),
        objects: config.storage.objects.clone(),
        queue: config.storage.queue.clone(),
        queue_name: config.storage.queue_name.clone(),
        lease: config.lease(),
        turn_lease: config.lease(),
        heartbeat: Duration::from_secs(config.worker.heartbeat_seconds),
        sweep: Duration::from_secs(config.worker.sweep_seconds),
        password_cost: cost,
        ..Settings::default()
    }
}

/// Opens the store, making the data folder (for the owner's eyes only) when it is missing.
pub async fn open_store(config: &Config) -> Result<Store, Error> {
    install_crypto();
    make_private(&config.storage.data)?;
    Ok(Store::open(&store_settings(config)).await?)
}

fn make_private(folder: &std::path::Path) -> Result<(), Error> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let fault = |source| Error::Folder {
        what: "cannot make the folder",
        path: folder.display().to_string(),
        source,
    };
    builder.create(folder).map_err(fault)
}

/// Migrates, listens, serves and works until [`Running::stop`].
pub async fn start(config: Config, with_worker: bool) -> Result<Running, Error> {
    metrics::install();
    let store = open_store(&config).await?;
    store.migrate().await?;
    let listener = listen(config.server.address)?;
    let bound = listener.local_addr().map_err(Error::Server)?;
    let (stop, stopping) = watch::channel(false);
    let place = Place::new(&config, bound);
    let url = place.public.origin();
    let token = setup_token(&config, &place);
    let turns = Turns::default();
    let pause = Duration::from_millis(config.play.narrator_pause_milliseconds);
    let app = Data::new(App {
        store: store.clone(),
        limiter: Limiter::new(&config.server),
        turns: turns.clone(),
        worlds: Definitions::default(),
        narrator: Arc::new(talekeep_net::Offline::new(pause)),
        setup_token: token.clone(),
        stop: stopping,
        runtime: tokio::runtime::Handle::current(),
        place,
        config: config.clone(),
    });
    let grace = config.grace();
    let (server, mut handles) = serve(listener, app.clone(), &config)?;
    handles.extend(serve_metrics(&config, &store)?);
    tokio::spawn(upkeep(app.clone()));
    let worker = with_worker.then(|| {
        let token = CancellationToken::new();
        (
            tokio::spawn(work(store.clone(), config, token.clone())),
            token,
        )
    });
    let open = !store.accounts().any_user().await?;
    let setup_token = token.filter(|_| open);
    Ok(Running {
        address: bound,
        url,
        setup_token,
        server,
        handles,
        worker,
        stop,
        turns,
        grace,
    })
}

fn listen(address: SocketAddr) -> Result<TcpListener, Error> {
    TcpListener::bind(address).map_err(|source| Error::Listen { address, source })
}

/// Only an installation that others can reach needs one.
fn setup_token(config: &Config, place: &Place) -> Option<String> {
    let ours = &config.security.setup_token;
    if !ours.is_empty() {
        return Some(ours.clone());
    }
    let closed = place.is_loopback() && place.plain_cookie();
    (!closed).then(|| {
        let mut bytes = [0_u8; 16];
        rand::rng().fill_bytes(&mut bytes);
        hex::encode(bytes)
    })
}

type Serving = (JoinHandle<std::io::Result<()>>, Vec<ServerHandle>);

fn serve(listener: TcpListener, app: Data<App>, config: &Config) -> Result<Serving, Error> {
    let server = HttpServer::new(move || {
        // The last one wrapped sees a request first.
        Actix::new()
            .app_data(app.clone())
            .wrap(from_fn(head::head))
            .wrap(from_fn(caller::identify))
            .wrap(from_fn(guard::guard))
            .wrap(from_fn(headers::headers))
            .wrap(TracingLogger::<RequestSpan>::new())
            .configure(routes::configure)
            .configure(pages::configure)
            .default_service(web::route().to(routes::lost))
    })
    .workers(config.server.threads)
    // A fragment is told when it is said: waiting to fill a packet costs 40 ms a turn.
    .tcp_nodelay(true)
    // Turns are waited for before; what is left then are short requests.
    .shutdown_timeout(2)
    .disable_signals()
    .listen(listener)
    .map_err(Error::Server)?
    .run();
    let handle = server.handle();
    Ok((tokio::spawn(server), vec![handle]))
}

/// Numbers and signs of life for operators have an address of their own, or none.
pub(crate) fn serve_metrics(config: &Config, store: &Store) -> Result<Option<ServerHandle>, Error> {
    metrics::install();
    let Ok(address) = config.metrics.address.parse::<SocketAddr>() else {
        return Ok(None);
    };
    let listener = listen(address)?;
    let store = Data::new(store.clone());
    let server = HttpServer::new(move || {
        Actix::new()
            .app_data(store.clone())
            .route("/metrics", web::get().to(routes::metrics::open))
            .route("/health/live", web::get().to(routes::health::open_live))
            .route("/health/ready", web::get().to(routes::health::open_ready))
    })
    .workers(1)
    .disable_signals()
    .listen(listener)
    .map_err(Error::Server)?
    .run();
    let handle = server.handle();
    tokio::spawn(server);
    Ok(Some(handle))
}

/// Once a minute: forget full allowances and fold old samples.
async fn upkeep(app: Data<App>) {
    let mut stop = app.stop.clone();
    let mut minute = tokio::time::interval(Duration::from_secs(60));
    loop {
        tokio::select! {
            _ = minute.tick() => {
                app.limiter.forget();
                metrics::upkeep();
            }
            _ = stop.wait_for(|stop| *stop) => break,
        }
    }
}

/// Runs jobs until told to stop.
pub async fn work(store: Store, config: Config, stop: CancellationToken) {
    let options = talekeep_worker::Options {
        concurrency: config.worker.concurrency,
        grace: config.grace(),
        ..talekeep_worker::Options::default()
    };
    talekeep_worker::run(store, options, stop).await;
}

impl Running {
    /// Completes when a part ends by itself, which none should.
    pub async fn ended(&mut self) -> Error {
        let worker = async {
            match &mut self.worker {
                Some((worker, _)) => worker.await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            result = &mut self.server => match result {
                Ok(Ok(())) => Error::Server(std::io::Error::other("it stopped")),
                Ok(Err(error)) => Error::Server(error),
                Err(lost) => Error::Server(std::io::Error::other(lost)),
            },
            result = worker => match result {
                Ok(()) => Error::Worker("it stopped".into()),
                Err(lost) => Error::Worker(lost.to_string()),
            },
        }
    }

    /// Takes no more requests, lets turns and jobs end within the grace, hands the rest back.
    pub async fn stop(self) -> Result<(), Error> {
        self.stop.send_replace(true);
        let turns = async {
            futures::future::join_all(self.handles.iter().map(ServerHandle::pause)).await;
            // What has not ended by itself is asked to: its text so far is kept.
            if !self.turns.drained(self.grace * 3 / 4).await {
                self.turns.stop_all();
                if !self.turns.drained(self.grace / 4).await {
                    tracing::warn!("a turn did not end in time; nothing of it is kept");
                }
            }
            futures::future::join_all(self.handles.iter().map(|handle| handle.stop(true))).await;
        };
        let worker = async {
            match self.worker {
                Some((worker, token)) => {
                    token.cancel();
                    worker.await.map_err(|lost| Error::Worker(lost.to_string()))
                }
                None => Ok(()),
            }
        };
        let ((), worker) = tokio::join!(turns, worker);
        worker
    }
}

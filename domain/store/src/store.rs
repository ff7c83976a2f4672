//! Opening: the schemes of three URLs pick the backends, once, here. Everything else holds concrete values.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::accounts::Passwords;
use crate::bell::Bell;
use crate::cache::Cache;
use crate::chimes::Chimes;
use crate::database::Database;
use crate::objects::Objects;
use crate::{Accounts, Error, Moment, Queue, Result, Settings, addresses};

/// The way in. Cheap to clone; one per process.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
    accounts: Accounts,
    queue: Queue,
}

/// What every handle shares.
pub(crate) struct Inner {
    pub(crate) settings: Settings,
    pub(crate) database: Database,
    pub(crate) objects: Objects,
    pub(crate) cache: Cache,
    pub(crate) bell: Bell,
    pub(crate) chimes: Chimes,
    pub(crate) passwords: Passwords,
    /// When this process last cleared away what is old, in seconds.
    cleared: AtomicI64,
}

impl Inner {
    /// Whether an hour has gone by since the last time this said so.
    pub(crate) fn clear_away_due(&self, at: Moment) -> bool {
        let (at, last) = (at.timestamp(), self.cleared.load(Ordering::Relaxed));
        at - last >= 3600
            && self
                .cleared
                .compare_exchange(last, at, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }
}

/// Whether each part answers; the text is for operators, not for strangers.
#[derive(Debug, Clone)]
pub struct Health {
    /// Rows.
    pub database: Result<(), String>,
    /// Objects.
    pub objects: Result<(), String>,
    /// The bell. Work goes on without it, only slower.
    pub queue: Result<(), String>,
}

impl Health {
    /// Whether requests can be answered (the bell may be silent).
    pub fn is_ready(&self) -> bool {
        self.database.is_ok() && self.objects.is_ok()
    }
}

impl Store {
    /// Connects to the database and prepares the rest. Redis need not be there yet. Does not migrate.
    pub async fn open(settings: &Settings) -> Result<Store> {
        // One crypto provider for every client of the process; somebody may have installed it before us.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let redis = match settings.queue.as_str() {
            "inprocess:" => None,
            url if url.starts_with("redis://") => {
                addresses::check("queue", "redis", url)?;
                let client = redis::Client::open(url);
                Some(client.map_err(|_| addresses::invalid("queue", "redis"))?)
            }
            _ => {
                return Err(Error::Settings(
                    "queue: expected inprocess: or redis://…".into(),
                ));
            }
        };
        let inner = Arc::new(Inner {
            database: Database::open(&settings.database, settings.connections).await?,
            objects: Objects::open(&settings.objects)?,
            cache: Cache::new(settings.cache_bytes),
            bell: Bell::new(redis.clone(), &settings.queue_name)?,
            chimes: Chimes::new(redis, &settings.queue_name)?,
            passwords: Passwords::new(settings.password_cost)?,
            settings: settings.clone(),
            cleared: AtomicI64::new(0),
        });
        let accounts = Accounts {
            inner: inner.clone(),
        };
        let queue = Queue {
            inner: inner.clone(),
        };
        Ok(Store {
            inner,
            accounts,
            queue,
        })
    }

    /// Brings the tables up to date. Safe to call from several processes at once.
    pub async fn migrate(&self) -> Result<()> {
        self.inner.database.migrate().await
    }

    /// Whether nothing is left to migrate.
    pub async fn is_migrated(&self) -> Result<bool> {
        self.inner.database.is_migrated().await
    }

    /// People.
    pub fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// The worker's side of the jobs.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Asks every part for a sign of life, two seconds each at most.
    pub async fn health(&self) -> Health {
        let (database, objects, queue) = tokio::join!(
            sign_of_life(self.inner.database.ping()),
            sign_of_life(self.inner.objects.ping()),
            sign_of_life(self.inner.bell.ping()),
        );
        Health {
            database,
            objects,
            queue,
        }
    }
}

async fn sign_of_life(part: impl Future<Output = Result<()>>) -> Result<(), String> {
    match tokio::time::timeout(Duration::from_secs(2), part).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(with_causes(&error)),
        Err(_) => Err("no answer within two seconds".into()),
    }
}

fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

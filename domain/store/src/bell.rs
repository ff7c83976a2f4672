//! The doorbell of the ledger. It only ever says "there may be work": every ring may be lost, doubled or late, and nothing
//! but a second of waiting comes of it.
//!
//! In one process it is a `Notify`. Between processes apalis carries a wake-up hint over Redis, at most 64 outstanding
//! (its Redis queue stops for good at some thousands), and our own handler passes it on to the same `Notify`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use apalis::prelude::{Data, PollSnapshot, PollStrategy, TaskSink, WorkerBuilder};
use apalis_core::backend::Vacuum;
use apalis_core::backend::ext::BackendExt;
use apalis_core::error::BoxDynError;
use apalis_redis::{Config, RedisStorage};
use redis::AsyncCommands;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, Notify};
use tokio::time::{Interval, MissedTickBehavior};

use crate::{Error, Result};

/// Hints in Redis at most; a worker that hears one works until nothing is due.
const OUTSTANDING: usize = 64;
/// How often a listener asks Redis.
const TICK: Duration = Duration::from_millis(100);
/// How long a ring may take before it counts as not heard.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) struct Bell {
    here: Arc<Notify>,
    redis: Option<RedisBell>,
}

#[derive(Clone)]
struct RedisBell {
    connection: ConnectionManager,
    storage: RedisStorage<WakeUp>,
    config: Config,
    /// One ring of a process is under way at a time, so that the count of hints means something,
    ringing: Arc<Mutex<()>>,
    /// and one more may wait: it speaks for all that come meanwhile.
    waiting: Arc<AtomicBool>,
}

/// What travels: nothing. The row is the truth.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct WakeUp {}

/// A connection that is made when it is first needed and again whenever it was lost.
pub(crate) fn connection(client: redis::Client) -> Result<ConnectionManager> {
    let config = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(Duration::from_secs(1)))
        .set_response_timeout(Some(PATIENCE))
        .set_number_of_retries(1);
    Ok(ConnectionManager::new_lazy_with_config(client, config)?)
}

impl Bell {
    pub(crate) fn new(client: Option<redis::Client>, name: &str) -> Result<Self> {
        let redis = match client {
            None => None,
            Some(client) => {
                let connection = connection(client)?;
                let config = Config::default()
                    .queue(format!("{name}:bell"))
                    .batch_size(8)
                    .emit_events(false)
                    .heartbeat_interval(Duration::from_secs(5))
                    .missed_heartbeats(3);
                let storage = RedisStorage::new(connection.clone()).with_config(config.clone());
                Some(RedisBell {
                    connection,
                    storage,
                    config,
                    ringing: Arc::default(),
                    waiting: Arc::default(),
                })
            }
        };
        Ok(Bell {
            here: Arc::default(),
            redis,
        })
    }

    /// Rings after a commit. Never waits for Redis and never fails: the sweep finds what nobody heard of.
    pub(crate) fn ring(&self) {
        self.here.notify_one();
        if let Some(redis) = self.redis.clone()
            && !redis.waiting.swap(true, Ordering::SeqCst)
        {
            tokio::spawn(async move {
                let _turn = redis.ringing.lock().await;
                redis.waiting.store(false, Ordering::SeqCst);
                match tokio::time::timeout(PATIENCE, redis.ring()).await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => {
                        tracing::warn!(%error, "the bell was not heard; the sweep finds the job")
                    }
                    Err(_) => {
                        tracing::warn!("the bell was not heard in time; the sweep finds the job")
                    }
                }
            });
        }
    }

    /// Until somebody rings, at most this long.
    pub(crate) async fn wait(&self, timeout: Duration) {
        let _ = tokio::time::timeout(timeout, self.here.notified()).await;
    }

    /// Passes on what other processes ring; only ends when dropped.
    pub(crate) async fn listen(&self, worker: &str) {
        let Some(redis) = &self.redis else {
            return std::future::pending().await;
        };
        for round in 0u64.. {
            // The name must be fresh each time: a storage refuses a name that it still believes alive.
            let listener = WorkerBuilder::new(format!("{worker}-{round}"))
                .backend(redis.storage.clone().poll_with_strategy(Tick::default()))
                .data(self.here.clone())
                .build(hear);
            if let Err(error) = listener.run().await {
                tracing::warn!(%error, "the bell's listener ended; it starts again");
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Removes hints that were heard; the storage keeps them otherwise.
    pub(crate) async fn tidy(&self) {
        if let Some(mut redis) = self.redis.clone()
            && let Err(error) = redis.tidy().await
        {
            tracing::debug!(%error, "the bell could not be tidied");
        }
    }

    pub(crate) async fn ping(&self) -> Result<()> {
        if let Some(redis) = &self.redis {
            let mut connection = redis.connection.clone();
            let _: String = redis::cmd("PING").query_async(&mut connection).await?;
        }
        Ok(())
    }
}

impl RedisBell {
    /// Every hint goes through the set of scheduled ones first, also when it is due at once.
    async fn outstanding(&self) -> Result<usize> {
        let mut connection = self.connection.clone();
        let scheduled: usize = connection.zcard(self.config.scheduled_jobs_set()).await?;
        let active: usize = connection.llen(self.config.active_jobs_list()).await?;
        Ok(scheduled + active)
    }

    async fn ring(&self) -> Result<()> {
        if self.outstanding().await? < OUTSTANDING {
            let pushed = self.storage.clone().push(WakeUp {}).await;
            pushed.map_err(|error| Error::Settings(format!("the bell: {error}")))?;
        }
        Ok(())
    }

    async fn tidy(&mut self) -> Result<()> {
        self.storage
            .vacuum()
            .await
            .map_err(|error| Error::Settings(format!("the bell: {error}")))?;
        let sets = [
            self.config.done_jobs_set(),
            self.config.dead_jobs_set(),
            self.config.failed_jobs_set(),
        ];
        let _: usize = self.connection.del(&sets[..]).await?;
        Ok(())
    }
}

async fn hear(_hint: WakeUp, here: Data<Arc<Notify>>) -> Result<(), BoxDynError> {
    here.notify_one();
    Ok(())
}

/// Asks at a steady pace. apalis' own interval re-arms its timer without polling it and can sleep for ever.
#[derive(Default)]
struct Tick {
    interval: Option<Interval>,
}

impl Clone for Tick {
    fn clone(&self) -> Self {
        Tick::default()
    }
}

impl PollStrategy for Tick {
    fn poll_drive(&mut self, cx: &mut Context<'_>, _snapshot: &PollSnapshot) -> Poll<Option<()>> {
        let interval = self.interval.get_or_insert_with(|| {
            let mut interval = tokio::time::interval(TICK);
            interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
            interval
        });
        let mut fired = false;
        // Until it is pending, so that a waker is armed when we leave.
        while interval.poll_tick(cx).is_ready() {
            fired = true;
        }
        if fired {
            Poll::Ready(Some(()))
        } else {
            Poll::Pending
        }
    }
}

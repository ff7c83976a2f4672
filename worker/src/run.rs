//! The loop of a worker process: fill the slots, sleep until the bell, sweep, and go in good order when told to stop.
//! It holds no state that matters: killed at any point, another worker finds everything in the rows.

use std::{sync::Arc, time::Duration};

use talekeep_store::{Queue, Store};
use tokio::{sync::Semaphore, task::JoinSet, time};
use tokio_util::sync::CancellationToken;

use crate::slot;

/// How a worker process works.
#[derive(Debug, Clone)]
pub struct Options {
    /// How many jobs run at the same time.
    pub concurrency: usize,
    /// How long running jobs may take to end once we are told to stop; what is left is handed back.
    pub grace: Duration,
    /// The longest a single run of a job may take.
    pub job_limit: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            concurrency: 4,
            grace: Duration::from_secs(20),
            job_limit: Duration::from_secs(600),
        }
    }
}

/// Works until `stop`. Faults of the database or queue are logged and waited out, so it returns only after a stop.
pub async fn run(store: Store, options: Options, stop: CancellationToken) {
    let queue = store.queue();
    let worker = Queue::worker_name();
    let stop_jobs = CancellationToken::new();
    let mut helpers = JoinSet::new();
    helpers.spawn(listen(queue.clone(), worker.clone()));
    helpers.spawn(sweep(queue.clone()));

    let mut running = JoinSet::new();
    let slots = Arc::new(Semaphore::new(options.concurrency.max(1)));
    tracing::info!(worker, slots = options.concurrency, "worker is ready");
    while let Some(slot) = free_slot(&slots, &stop).await {
        while running.try_join_next().is_some() {}
        // Not raced against the stop: a claim that is cut off would wait for its lease to end.
        match queue.claim(&worker).await {
            Ok(Some(claimed)) => {
                let (queue, stop_jobs, limit) =
                    (queue.clone(), stop_jobs.clone(), options.job_limit);
                running.spawn(async move {
                    slot::work(&queue, claimed, limit, stop_jobs).await;
                    drop(slot);
                });
            }
            Ok(None) => idle(queue, &stop).await,
            Err(error) => {
                tracing::warn!(%error, "no jobs can be claimed");
                time::sleep(Duration::from_secs(1)).await;
            }
        }
    }

    let ended = async { while running.join_next().await.is_some() {} };
    if time::timeout(options.grace, ended).await.is_err() {
        tracing::warn!("jobs outlast the grace and are handed back");
        stop_jobs.cancel();
        while running.join_next().await.is_some() {}
    }
    helpers.shutdown().await;
    tracing::info!(worker, "worker has stopped");
}

/// A slot for one more job, or none once we are told to stop.
async fn free_slot(
    slots: &Arc<Semaphore>,
    stop: &CancellationToken,
) -> Option<tokio::sync::OwnedSemaphorePermit> {
    tokio::select! {
        biased;
        () = stop.cancelled() => None,
        slot = slots.clone().acquire_owned() => slot.ok(),
    }
}

async fn idle(queue: &Queue, stop: &CancellationToken) {
    tokio::select! {
        () = stop.cancelled() => {}
        () = queue.wait(Duration::from_secs(1)) => {}
    }
}

/// Bells of other processes. Ends only on a fault (Redis is away), and then tries again; the sweep works meanwhile.
async fn listen(queue: Queue, worker: String) {
    loop {
        queue.listen(&worker).await;
        time::sleep(Duration::from_secs(1)).await;
    }
}

async fn sweep(queue: Queue) {
    let mut every = time::interval(queue.sweep_every());
    every.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        match queue.sweep().await {
            Ok(swept) if swept.recovered + swept.parked > 0 => {
                tracing::warn!(
                    recovered = swept.recovered,
                    parked = swept.parked,
                    "jobs of a lost worker were found"
                );
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "the sweep failed and will be tried again"),
        }
    }
}

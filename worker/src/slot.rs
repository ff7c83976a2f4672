//! One claimed job from start to end: kept alive by heartbeats, limited in time, guarded against panics, ended exactly once.
//! It never writes over a successor: every ending is fenced by the store.

use std::time::{Duration, Instant};

use talekeep_store::{Claimed, Ending, Queue, Retry};
use tokio::{
    task::{JoinError, JoinHandle},
    time,
};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::{Failure, perform};

/// How the work came to its end.
enum End {
    Done,
    Failed(String, Retry),
    /// The ledger says it is not ours any more.
    Lost,
    /// The process stops before the job does.
    Stopped,
}

pub(crate) async fn work(
    queue: &Queue,
    claimed: Claimed,
    limit: Duration,
    stop: CancellationToken,
) {
    let job = &claimed.job;
    let span = tracing::info_span!("job", id = %job.id, kind = %job.kind, workspace = %claimed.workspace.id());
    async {
        let begun = Instant::now();
        let end = outcome(queue, &claimed, limit, stop).await;
        let word = keep(queue, &claimed, end).await;
        metrics::histogram!("talekeep_job_seconds", "kind" => claimed.job.kind.clone(), "end" => word)
            .record(begun.elapsed().as_secs_f64());
        tracing::info!(end = word, attempt = claimed.job.attempt, "job ended");
    }
    .instrument(span)
    .await;
}

/// Runs the work in a task of its own, so that a panic is a failure and a lost lease can stop it.
async fn outcome(
    queue: &Queue,
    claimed: &Claimed,
    limit: Duration,
    stop: CancellationToken,
) -> End {
    let own = claimed.clone();
    let mut work: JoinHandle<Result<(), Failure>> =
        tokio::spawn(async move { perform(&own).await }.in_current_span());
    let end = tokio::select! {
        result = &mut work => return judge(result),
        () = time::sleep(limit) => End::Failed(format!("it took longer than {} s", limit.as_secs()), Retry::Later),
        () = lease_lost(queue, claimed) => End::Lost,
        () = stop.cancelled() => End::Stopped,
    };
    work.abort();
    match work.await {
        // It came to its end while we turned to it.
        Ok(result) => judge(Ok(result)),
        Err(_) => end,
    }
}

fn judge(result: Result<Result<(), Failure>, JoinError>) -> End {
    match result {
        Ok(Ok(())) => End::Done,
        Ok(Err(failure)) => End::Failed(failure.to_string(), failure.retry()),
        Err(lost) => End::Failed(format!("it stopped unexpectedly ({lost})"), Retry::Later),
    }
}

/// Beats for as long as the job is ours. A beat that fails is no loss yet: the lease outlasts several.
async fn lease_lost(queue: &Queue, claimed: &Claimed) {
    let mut every = time::interval(queue.heartbeat());
    every.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        match queue.beat(claimed).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => tracing::warn!(%error, "a heartbeat failed"),
        }
    }
}

/// Writes the ending to the ledger and says in a word what it was. An ending that cannot be written is found by the sweep.
async fn keep(queue: &Queue, claimed: &Claimed, end: End) -> &'static str {
    let written = match end {
        End::Done => queue
            .finish(claimed)
            .await
            .map(|ours| if ours { "done" } else { "lost" }),
        End::Stopped => queue
            .hand_back(claimed)
            .await
            .map(|ours| if ours { "handed back" } else { "lost" }),
        End::Lost => Ok("lost"),
        End::Failed(reason, retry) => {
            tracing::warn!(reason, "job failed");
            queue
                .fail(claimed, &reason, retry)
                .await
                .map(|ending| match ending {
                    Ending::Again(_) => "failed",
                    Ending::Parked => "parked",
                    Ending::Lost => "lost",
                })
        }
    };
    written.unwrap_or_else(|error| {
        tracing::error!(%error, "the end of a job could not be written; its lease will run out");
        "unwritten"
    })
}

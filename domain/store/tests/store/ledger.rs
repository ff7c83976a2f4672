//! The ledger of jobs: claimed once, in turn, never lost, never endless (S10; measured shapes of the ledger).

use std::collections::HashMap;
use std::time::Duration;

use serde_json::json;
use talekeep_store::{Ending, Error, JobState, NewJob, PageQuery, Progress, Queue, Retry, Topic};
use tokio::time::sleep;

use crate::lab::{Lab, new_import};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn six_racers_claim_each_job_once() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    for number in 0..60 {
        workspace
            .jobs()
            .add(NewJob {
                args: json!(number),
                ..NewJob::new("count", None)
            })
            .await
            .unwrap();
    }
    let racers = (0..6).map(|_| {
        let queue = lab.store.queue().clone();
        tokio::spawn(async move {
            let worker = Queue::worker_name();
            let mut mine = Vec::new();
            while let Some(claimed) = queue.claim(&worker).await.unwrap() {
                mine.push(claimed.args.as_i64().unwrap());
                assert!(queue.finish(&claimed).await.unwrap());
            }
            mine
        })
    });
    let mut all = Vec::new();
    for racer in racers.collect::<Vec<_>>() {
        all.extend(racer.await.unwrap());
    }
    all.sort_unstable();
    assert_eq!(all, (0..60).collect::<Vec<_>>());
    assert_eq!(lab.store.queue().depth().await.unwrap(), Default::default());
}

/// S8: claims rotate over workspaces; within one, priority then age.
#[tokio::test]
async fn s8_workspaces_take_turns() {
    let lab = Lab::new().await;
    let (busy, quiet, late) = (
        lab.workspace("busy").await,
        lab.workspace("quiet").await,
        lab.workspace("late").await,
    );
    for number in 0..4 {
        busy.jobs()
            .add(NewJob {
                args: json!(format!("busy {number}")),
                ..NewJob::new("x", None)
            })
            .await
            .unwrap();
    }
    let urgent = NewJob {
        args: json!("busy urgent"),
        priority: 5,
        ..NewJob::new("x", None)
    };
    busy.jobs().add(urgent).await.unwrap();
    for number in 0..2 {
        quiet
            .jobs()
            .add(NewJob {
                args: json!(format!("quiet {number}")),
                ..NewJob::new("x", None)
            })
            .await
            .unwrap();
    }
    let mut order = Vec::new();
    while let Some(claimed) = lab.store.queue().claim("w").await.unwrap() {
        order.push(claimed.args.as_str().unwrap().to_owned());
        if order.len() == 3 {
            late.jobs()
                .add(NewJob {
                    args: json!("late"),
                    ..NewJob::new("x", None)
                })
                .await
                .unwrap();
        }
    }
    let expected = [
        "busy urgent",
        "quiet 0",
        "busy 0",
        "late",
        "quiet 1",
        "busy 1",
        "busy 2",
        "busy 3",
    ];
    assert_eq!(order, expected);
}

/// S8: two imports of a workspace at once, also when many ask at the same moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s8_two_imports_at_once_per_workspace() {
    let lab = Lab::new().await;
    let (mira, other) = (lab.workspace("mira").await, lab.workspace("other").await);
    for number in 0..5u8 {
        mira.imports().begin(new_import(&[number])).await.unwrap();
    }
    other.imports().begin(new_import(b"x")).await.unwrap();
    mira.jobs()
        .add(NewJob::new("other kind", None))
        .await
        .unwrap();
    let racers: Vec<_> = (0..8)
        .map(|racer| {
            let queue = lab.store.queue().clone();
            tokio::spawn(async move { queue.claim(&format!("w{racer}")).await.unwrap() })
        })
        .collect();
    let mut claimed = Vec::new();
    for racer in racers {
        claimed.extend(racer.await.unwrap());
    }
    let mut running: HashMap<_, usize> = HashMap::new();
    for claimed in &claimed {
        *running
            .entry((claimed.workspace.id(), claimed.job.kind.clone()))
            .or_default() += 1;
    }
    assert_eq!(running[&(mira.id(), "import".to_owned())], 2);
    assert_eq!(running[&(other.id(), "import".to_owned())], 1);
    assert_eq!(claimed.len(), 4);
    let one = claimed
        .iter()
        .find(|claimed| claimed.job.kind == "import" && claimed.workspace.id() == mira.id())
        .unwrap();
    assert!(lab.store.queue().finish(one).await.unwrap());
    assert_eq!(
        lab.store
            .queue()
            .claim("next")
            .await
            .unwrap()
            .unwrap()
            .job
            .kind,
        "import"
    );
    assert!(lab.store.queue().claim("next").await.unwrap().is_none());
}

#[tokio::test]
async fn a_lost_worker_loses_its_job_and_is_fenced_off() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let queue = lab.store.queue();
    let job = workspace.jobs().add(NewJob::new("x", None)).await.unwrap();
    let lost = queue.claim("first").await.unwrap().unwrap();
    assert_eq!((lost.job.attempt, lost.job.crashes), (1, 1));
    sleep(Duration::from_millis(400)).await;
    assert!(queue.beat(&lost).await.unwrap());
    sleep(Duration::from_millis(400)).await;
    assert_eq!(
        queue.sweep().await.unwrap().recovered,
        0,
        "a heartbeat keeps it"
    );
    sleep(Duration::from_millis(400)).await;
    assert_eq!(queue.sweep().await.unwrap().recovered, 1);
    let second = queue.claim("second").await.unwrap().unwrap();
    assert_eq!(
        (second.job.id, second.job.attempt, second.job.crashes),
        (job.id, 2, 2)
    );
    // The first one wakes up again: nothing it says counts.
    assert!(!queue.beat(&lost).await.unwrap());
    assert!(!queue.progress(&lost, &Progress::default()).await.unwrap());
    assert!(!queue.finish(&lost).await.unwrap());
    assert!(!queue.hand_back(&lost).await.unwrap());
    assert_eq!(
        queue.fail(&lost, "too late", Retry::Never).await.unwrap(),
        Ending::Lost
    );
    assert_eq!(
        workspace.jobs().get(job.id).await.unwrap().state,
        JobState::Running
    );
    assert!(queue.finish(&second).await.unwrap());
    let done = workspace.jobs().get(job.id).await.unwrap();
    assert_eq!(
        (done.state, done.crashes, done.failures),
        (JobState::Done, 1, 0)
    );
}

/// The same worker name twice is still two claims: the attempt is part of the fence.
#[tokio::test]
async fn the_attempt_is_part_of_the_fence() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let queue = lab.store.queue();
    workspace.jobs().add(NewJob::new("x", None)).await.unwrap();
    let old = queue.claim("same").await.unwrap().unwrap();
    assert!(queue.hand_back(&old).await.unwrap());
    let new = queue.claim("same").await.unwrap().unwrap();
    assert!(!queue.finish(&old).await.unwrap());
    assert!(queue.finish(&new).await.unwrap());
}

/// S10: three crashes park a job with its reason; an orderly end takes its crash back.
#[tokio::test]
async fn s10_three_crashes_park() {
    let lab = Lab::with(|settings| settings.lease = Duration::from_millis(50)).await;
    let workspace = lab.workspace("mira").await;
    let queue = lab.store.queue();
    let import = workspace
        .imports()
        .begin(new_import(b"poison"))
        .await
        .unwrap();
    for crash in 1..=3 {
        let claimed = queue.claim(&format!("w{crash}")).await.unwrap().unwrap();
        assert_eq!(claimed.job.crashes, crash);
        sleep(Duration::from_millis(80)).await;
        let swept = queue.sweep().await.unwrap();
        assert_eq!(
            (swept.recovered, swept.parked),
            if crash < 3 { (1, 0) } else { (0, 1) }
        );
    }
    let job = workspace.jobs().get(import.job).await.unwrap();
    assert_eq!((job.state, job.failures), (JobState::Parked, 0));
    assert_eq!(
        job.reason.as_deref(),
        Some("its worker was lost 3 time(s) while doing this")
    );
    let failed = workspace.imports().get(import.id).await.unwrap();
    assert_eq!(
        (failed.phase.as_str(), failed.failed_in.as_deref()),
        ("failed", Some("survey"))
    );
    assert_eq!(failed.error, job.reason);
    // By hand once more: fresh counters, and an orderly failure leaves no crash behind.
    let again = workspace.jobs().retry(import.job).await.unwrap();
    assert_eq!((again.state, again.crashes), (JobState::Queued, 0));
    assert_eq!(
        workspace.imports().get(import.id).await.unwrap().phase,
        "survey"
    );
    let claimed = queue.claim("w4").await.unwrap().unwrap();
    assert!(matches!(
        queue.fail(&claimed, "no", Retry::Later).await.unwrap(),
        Ending::Again(_)
    ));
    assert_eq!(workspace.jobs().get(again.id).await.unwrap().crashes, 0);
}

#[tokio::test]
async fn failures_wait_twice_as_long_each_time_and_then_park() {
    let lab = Lab::with(|settings| settings.backoff_cap = Duration::from_millis(300)).await;
    let workspace = lab.workspace("mira").await;
    let queue = lab.store.queue();
    let job = workspace
        .jobs()
        .add(NewJob {
            max_attempts: 4,
            ..NewJob::new("x", None)
        })
        .await
        .unwrap();
    for expected in [100, 200, 300] {
        let claimed = queue.claim("w").await.unwrap().unwrap();
        let Ending::Again(at) = queue
            .fail(&claimed, "no\0good", Retry::Later)
            .await
            .unwrap()
        else {
            panic!()
        };
        let wait = (at - chrono::Utc::now()).num_milliseconds();
        assert!(
            wait <= expected && wait > expected - 80,
            "{wait} of {expected}"
        );
        assert!(
            queue.claim("w").await.unwrap().is_none(),
            "not before its time"
        );
        sleep(Duration::from_millis(u64::try_from(expected).unwrap())).await;
    }
    let claimed = queue.claim("w").await.unwrap().unwrap();
    assert_eq!(
        queue.fail(&claimed, "no", Retry::Later).await.unwrap(),
        Ending::Parked
    );
    let parked = workspace.jobs().get(job.id).await.unwrap();
    assert_eq!(
        (parked.state, parked.failures, parked.reason.as_deref()),
        (JobState::Parked, 4, Some("no"))
    );
    assert_eq!(lab.store.queue().depth().await.unwrap().parked, 1);
    // Given up at once when trying again makes no sense.
    workspace.jobs().add(NewJob::new("y", None)).await.unwrap();
    let claimed = queue.claim("w").await.unwrap().unwrap();
    assert_eq!(
        queue.fail(&claimed, "never", Retry::Never).await.unwrap(),
        Ending::Parked
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_dedupe_key_is_one_job_until_it_ends() {
    let lab = Lab::new().await;
    let (workspace, other) = (lab.workspace("mira").await, lab.workspace("other").await);
    let new = || NewJob {
        dedupe: Some("k".into()),
        ..NewJob::new("x", None)
    };
    let racers: Vec<_> = (0..6)
        .map(|_| {
            let (jobs, new) = (workspace.jobs(), new());
            tokio::spawn(async move { jobs.add(new).await.unwrap().id })
        })
        .collect();
    let mut ids = Vec::new();
    for racer in racers {
        ids.push(racer.await.unwrap());
    }
    ids.dedup();
    assert_eq!(ids.len(), 1);
    assert_ne!(
        other.jobs().add(new()).await.unwrap().id,
        ids[0],
        "another workspace's key is another key"
    );
    let claimed = lab.store.queue().claim("w").await.unwrap().unwrap();
    assert_eq!(
        workspace.jobs().add(new()).await.unwrap().id,
        ids[0],
        "also while it runs"
    );
    assert!(lab.store.queue().finish(&claimed).await.unwrap());
    let claimed = lab.store.queue().claim("w").await.unwrap().unwrap();
    assert!(lab.store.queue().finish(&claimed).await.unwrap());
    assert_ne!(workspace.jobs().add(new()).await.unwrap().id, ids[0]);
}

#[tokio::test]
async fn handing_back_is_no_failure() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let job = workspace.jobs().add(NewJob::new("x", None)).await.unwrap();
    let claimed = lab.store.queue().claim("w").await.unwrap().unwrap();
    assert!(lab.store.queue().hand_back(&claimed).await.unwrap());
    let back = workspace.jobs().get(job.id).await.unwrap();
    assert_eq!(
        (back.state, back.failures, back.crashes),
        (JobState::Queued, 0, 0)
    );
    assert!(lab.store.queue().claim("w2").await.unwrap().is_some());
}

#[tokio::test]
async fn its_owner_sees_cancels_and_retries() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let jobs = workspace.jobs();
    let queued = jobs.add(NewJob::new("x", None)).await.unwrap();
    assert_eq!(
        jobs.cancel(queued.id).await.unwrap().state,
        JobState::Cancelled
    );
    assert!(lab.store.queue().claim("w").await.unwrap().is_none());
    assert!(jobs.cancel(queued.id).await.unwrap_err().is_conflict());
    assert_eq!(jobs.retry(queued.id).await.unwrap().state, JobState::Queued);
    assert!(jobs.retry(queued.id).await.unwrap_err().is_conflict());
    let running = lab.store.queue().claim("w").await.unwrap().unwrap();
    let progress = Progress {
        done: 1,
        total: 3,
        note: "reading".into(),
    };
    assert!(
        lab.store
            .queue()
            .progress(&running, &progress)
            .await
            .unwrap()
    );
    assert_eq!(jobs.get(queued.id).await.unwrap().progress, progress);
    jobs.cancel(queued.id).await.unwrap();
    assert!(
        !lab.store.queue().beat(&running).await.unwrap(),
        "a running one is told"
    );
    assert!(!lab.store.queue().finish(&running).await.unwrap());
    let events = workspace.events().after(Topic::Jobs, 0).await.unwrap();
    let states: Vec<_> = events
        .iter()
        .map(|event| event.data["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["cancelled", "queued", "running", "cancelled"]);
    for _ in 0..5 {
        jobs.add(NewJob::new("x", None)).await.unwrap();
    }
    let first = jobs
        .list(&PageQuery {
            limit: 4,
            after: None,
        })
        .await
        .unwrap();
    let second = jobs
        .list(&PageQuery {
            limit: 4,
            after: first.next.clone(),
        })
        .await
        .unwrap();
    assert_eq!(
        (first.items.len(), second.items.len(), second.next.clone()),
        (4, 2, None)
    );
    assert_eq!(second.items[1].id, queued.id, "newest first");
    let nonsense = jobs
        .list(&PageQuery {
            limit: 4,
            after: Some("zz".into()),
        })
        .await;
    assert!(matches!(nonsense, Err(Error::Refused(_))));
}

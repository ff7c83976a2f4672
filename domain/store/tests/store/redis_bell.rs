//! The bell and the chimes between processes. Without Redis these tests say so and pass.

use std::time::{Duration, Instant};

use serde_json::json;
use talekeep_store::{NewJob, Queue, Store, Topic};

use crate::lab::Lab;

/// Works until this many jobs are done; false when that takes too long.
async fn work(store: &Store, count: usize, patience: Duration) -> bool {
    let (queue, worker, started) = (store.queue(), Queue::worker_name(), Instant::now());
    let mut done = 0;
    while done < count && started.elapsed() < patience {
        match queue.claim(&worker).await.unwrap() {
            Some(claimed) => done += usize::from(queue.finish(&claimed).await.unwrap()),
            None => queue.wait(Duration::from_secs(1)).await,
        }
    }
    done == count
}

#[tokio::test]
async fn in_one_process_a_ring_is_heard_at_once() {
    let lab = Lab::with(|settings| settings.queue = "inprocess:".into()).await;
    let workspace = lab.workspace("mira").await;
    let queue = lab.store.queue().clone();
    let waiting = tokio::spawn(async move {
        let started = Instant::now();
        queue.wait(Duration::from_secs(5)).await;
        started.elapsed()
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    workspace.jobs().add(NewJob::new("x", None)).await.unwrap();
    assert!(waiting.await.unwrap() < Duration::from_millis(600));
    let started = Instant::now();
    lab.store.queue().wait(Duration::from_secs(30)).await;
    assert!(
        started.elapsed() < Duration::from_secs(2),
        "never longer than a second"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_hears_a_ring() {
    let lab = Lab::new().await;
    if !lab.has_redis() {
        return eprintln!("skipped: TALEKEEP_TEST_QUEUE names no Redis");
    }
    let workspace = lab.workspace("mira").await;
    let worker = lab.another().await;
    let listening = {
        let queue = worker.queue().clone();
        tokio::spawn(async move { queue.listen("listener").await })
    };
    tokio::time::sleep(Duration::from_millis(700)).await;
    let mut heard = Vec::new();
    for _ in 0..5 {
        // Whatever was left of the last ring.
        worker.queue().wait(Duration::from_millis(300)).await;
        let queue = worker.queue().clone();
        let waiting = tokio::spawn(async move {
            let started = Instant::now();
            queue.wait(Duration::from_secs(1)).await;
            started.elapsed()
        });
        workspace.jobs().add(NewJob::new("x", None)).await.unwrap();
        heard.push(waiting.await.unwrap());
        assert!(work(&worker, 1, Duration::from_secs(2)).await);
    }
    assert!(
        heard.iter().all(|wait| *wait < Duration::from_millis(700)),
        "{heard:?}"
    );
    listening.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_never_pile_up_and_a_flushed_redis_loses_nothing() {
    let lab = Lab::new().await;
    if !lab.has_redis() {
        return eprintln!("skipped: TALEKEEP_TEST_QUEUE names no Redis");
    }
    let workspace = lab.workspace("mira").await;
    for _ in 0..150 {
        workspace.jobs().add(NewJob::new("x", None)).await.unwrap();
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let client = redis::Client::open(lab.settings.queue.as_str()).unwrap();
    let mut redis = client.get_multiplexed_async_connection().await.unwrap();
    let name = &lab.settings.queue_name;
    let keys: Vec<String> = redis::cmd("KEYS")
        .arg(format!("{name}*"))
        .query_async(&mut redis)
        .await
        .unwrap();
    assert!(!keys.is_empty());
    let hints: usize = redis::cmd("HLEN")
        .arg(format!("{name}:bell:data"))
        .query_async(&mut redis)
        .await
        .unwrap();
    assert!((1..=64).contains(&hints), "{hints} hints");
    // As FLUSHALL would, but only ours: others use this server, too.
    let _: usize = redis::cmd("DEL")
        .arg(&keys)
        .query_async(&mut redis)
        .await
        .unwrap();
    let worker = lab.another().await;
    assert!(work(&worker, 150, Duration::from_secs(20)).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heard_hints_are_cleared_away() {
    let lab = Lab::new().await;
    if !lab.has_redis() {
        return eprintln!("skipped: TALEKEEP_TEST_QUEUE names no Redis");
    }
    let workspace = lab.workspace("mira").await;
    for _ in 0..20 {
        workspace.jobs().add(NewJob::new("x", None)).await.unwrap();
    }
    let queue = lab.store.queue().clone();
    let listening = tokio::spawn(async move { queue.listen("listener").await });
    assert!(work(&lab.store, 20, Duration::from_secs(10)).await);
    let client = redis::Client::open(lab.settings.queue.as_str()).unwrap();
    let mut redis = client.get_multiplexed_async_connection().await.unwrap();
    let name = &lab.settings.queue_name;
    let mut left = usize::MAX;
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_millis(250)).await;
        lab.store.queue().sweep().await.unwrap();
        left = redis::cmd("HLEN")
            .arg(format!("{name}:bell:data"))
            .query_async(&mut redis)
            .await
            .unwrap();
        if left == 0 {
            break;
        }
    }
    assert_eq!(left, 0);
    listening.abort();
}

/// A Redis that is not there is a delay and nothing else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_redis_everything_still_happens() {
    let lab = Lab::with(|settings| settings.queue = "redis://127.0.0.1:1".into()).await;
    let workspace = lab.workspace("mira").await;
    let started = Instant::now();
    for _ in 0..3 {
        workspace.jobs().add(NewJob::new("x", None)).await.unwrap();
    }
    workspace
        .events()
        .publish(Topic::Jobs, "note", json!(1))
        .await
        .unwrap();
    assert!(
        started.elapsed() < Duration::from_secs(1),
        "nobody waits for the bell"
    );
    assert!(work(&lab.another().await, 3, Duration::from_secs(5)).await);
    let health = lab.store.health().await;
    assert!(health.is_ready() && health.queue.is_err(), "{health:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_hears_an_event() {
    let lab = Lab::new().await;
    if !lab.has_redis() {
        return eprintln!("skipped: TALEKEEP_TEST_QUEUE names no Redis");
    }
    let workspace = lab.workspace("mira").await;
    let other = lab.another().await;
    let user = other.accounts().users().await.unwrap().remove(0);
    let there = other.accounts().workspace_of(user.id).await.unwrap();
    let topic = Topic::Turn(uuid::Uuid::now_v7());
    let mut bells = there.events().subscribe(topic);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let started = Instant::now();
    workspace
        .events()
        .publish(topic, "fragment", json!("hello"))
        .await
        .unwrap();
    bells.next().await;
    assert!(
        started.elapsed() < Duration::from_millis(700),
        "{:?}",
        started.elapsed()
    );
    assert_eq!(
        there.events().after(topic, 0).await.unwrap()[0].data,
        json!("hello")
    );
}

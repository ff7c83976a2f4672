//! Events: numbered per topic, resumable, heard at once in one process.

use std::time::{Duration, Instant};

use serde_json::json;
use talekeep_store::Topic;
use uuid::Uuid;

use crate::lab::Lab;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn numbers_have_no_gap_and_no_double_under_a_race() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let topic = Topic::Turn(Uuid::now_v7());
    let racers: Vec<_> = (0..4)
        .map(|racer| {
            let events = workspace.events();
            tokio::spawn(async move {
                for number in 0..10 {
                    events
                        .publish(topic, "fragment", json!([racer, number]))
                        .await
                        .unwrap();
                }
            })
        })
        .collect();
    for racer in racers {
        racer.await.unwrap();
    }
    let several = vec![("part", json!(1)), ("done", json!(2))];
    assert_eq!(
        workspace
            .events()
            .publish_all(topic, several)
            .await
            .unwrap(),
        42
    );
    let all = workspace.events().after(topic, 0).await.unwrap();
    assert_eq!(
        all.iter().map(|event| event.seq).collect::<Vec<_>>(),
        (1..=42).collect::<Vec<_>>()
    );
    let rest = workspace.events().after(topic, 40).await.unwrap();
    assert_eq!(
        rest.iter()
            .map(|event| event.kind.as_str())
            .collect::<Vec<_>>(),
        ["part", "done"]
    );
}

#[tokio::test]
async fn a_number_is_never_used_twice_even_after_old_events_went() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    workspace
        .events()
        .publish(Topic::Jobs, "job", json!(1))
        .await
        .unwrap();
    lab.execute("UPDATE events SET created_at = '2020-01-01T00:00:00+00:00'")
        .await;
    lab.store.queue().sweep().await.unwrap();
    assert!(
        workspace
            .events()
            .after(Topic::Jobs, 0)
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        workspace
            .events()
            .publish(Topic::Jobs, "job", json!(2))
            .await
            .unwrap(),
        2
    );
}

#[tokio::test]
async fn a_bell_wakes_its_topic_only() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let (mine, other) = (Topic::Turn(Uuid::now_v7()), Topic::Turn(Uuid::now_v7()));
    let mut bells = workspace.events().subscribe(mine);
    tokio::time::sleep(Duration::from_millis(300)).await;
    // With Redis, subscribing wakes everybody once.
    let _ = tokio::time::timeout(Duration::from_millis(100), bells.next()).await;
    workspace
        .events()
        .publish(other, "x", json!(1))
        .await
        .unwrap();
    assert!(
        tokio::time::timeout(Duration::from_millis(300), bells.next())
            .await
            .is_err()
    );
    workspace
        .events()
        .publish(mine, "x", json!(1))
        .await
        .unwrap();
    assert!(
        tokio::time::timeout(Duration::from_millis(300), bells.next())
            .await
            .is_ok()
    );
    let started = Instant::now();
    let _ = tokio::time::timeout(Duration::from_millis(250), bells.next()).await;
    bells.next().await;
    assert!(
        started.elapsed() < Duration::from_secs(3),
        "it looks by itself, too"
    );
}

//! Health, metrics and the ways to stop.

use std::time::Duration;

use serde_json::Value;
use talekeep_tests::{Options, settings};

use crate::{app, app_with};

#[tokio::test]
async fn health_says_alive_and_ready_and_nothing_private() {
    let app = app().await;
    app.stranger().get("/health/live").await.expect(200);
    let ready = app.stranger().get("/health/ready").await.expect(200);
    for secret in ["sqlite", "postgres:", "redis:", "s3:", "/tmp"] {
        assert!(!ready.text().contains(secret), "{}", ready.text());
    }
    app.close().await;
}

#[tokio::test]
async fn metrics_are_for_whoever_has_the_token() {
    let closed = app().await;
    assert!(matches!(
        closed.owner.get("/metrics").await.status,
        401 | 404
    ));
    closed.close().await;

    let app = app_with(Options::default().with(settings::setting(
        "metrics",
        "token",
        "a-token-of-this-test",
    )))
    .await;
    assert!(matches!(
        app.stranger().get("/metrics").await.status,
        401 | 404
    ));
    assert!(matches!(
        app.stranger()
            .with_bearer("another")
            .get("/metrics")
            .await
            .status,
        401 | 404
    ));
    app.owner.get("/api/worlds").await.expect(200);
    let text = app
        .stranger()
        .with_bearer("a-token-of-this-test")
        .get("/metrics")
        .await
        .expect(200)
        .text();
    assert!(
        text.lines()
            .any(|line| line.starts_with("# TYPE talekeep_")),
        "{text}"
    );
    app.close().await;
}

#[tokio::test]
async fn a_request_id_is_in_the_answer_and_in_the_json_log() {
    let app = app_with(Options::default().with(settings::setting("log", "format", "json"))).await;
    let answer = app.owner.get("/api/me").await.expect(200);
    let id = answer
        .header("x-request-id")
        .expect("a request id")
        .to_owned();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let log = app.output("serve");
    let line = log
        .lines()
        .find(|line| line.contains(&id))
        .unwrap_or_else(|| panic!("{id} is not in the log:\n{log}"));
    serde_json::from_str::<Value>(line)
        .unwrap_or_else(|error| panic!("{line} is not JSON: {error}"));
    app.close().await;
}

#[tokio::test]
async fn sigterm_ends_every_process_with_zero() {
    let mut app = app().await;
    let codes = app.stop().await;
    assert!(
        codes.iter().all(|code| *code == Some(0)),
        "{codes:?}\n{}",
        app.logs()
    );
    app.launch(&[]).await;
    app.owner.get("/api/me").await.expect(200);
    app.close().await;
}

#[tokio::test]
async fn the_configuration_is_shown_with_its_sources_and_without_secrets() {
    let app = app_with(Options::default().with(settings::setting(
        "metrics",
        "token",
        "a-token-of-this-test",
    )))
    .await;
    let done = app.run(&["config"]);
    assert!(done.status.success());
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let line = text
        .lines()
        .find(|line| line.starts_with("server.address"))
        .expect("the address");
    assert!(
        line.contains(&app.port().to_string()) && line.contains("TALEKEEP_SERVER__ADDRESS"),
        "{line}"
    );
    assert!(!text.contains("a-token-of-this-test"), "{text}");
    app.close().await;
}

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

#[tokio::test]
async fn head_answers_like_get_without_a_body() {
    let app = app().await;
    let page = app.owner.get("/").await.expect(200).text();
    let at = page.find("href=\"/assets/").expect("an asset") + 6;
    let asset = page[at..].split('"').next().expect("its end").to_owned();
    for path in [
        "/",
        "/health/ready",
        "/api/openapi.json",
        "/api/worlds",
        &asset,
    ] {
        let head = app.owner.request(reqwest::Method::HEAD, path);
        let head = talekeep_tests::client::send(head).await.expect(200);
        let get = app.owner.get(path).await;
        assert!(head.body.is_empty(), "{path}");
        for name in ["content-type", "content-length"] {
            assert_eq!(head.header(name), get.header(name), "{path}: {name}");
        }
    }
    let refused = app.stranger().request(reqwest::Method::HEAD, "/api/worlds");
    let refused = talekeep_tests::client::send(refused).await;
    assert_eq!((refused.status, refused.body.len()), (401, 0));
    app.close().await;
}

#[tokio::test]
async fn a_worker_says_that_it_is_ready() {
    let mut app = app().await;
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a free port")
        .port();
    let address = format!("127.0.0.1:{port}");
    app.spawn(
        &["worker"],
        &[settings::setting("metrics", "address", &address)],
    );
    let worker = talekeep_tests::Client::stranger(&format!("http://{address}"));
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    let answer = loop {
        let ready = worker.request(reqwest::Method::GET, "/health/ready");
        match talekeep_tests::client::try_send(ready).await {
            Ok(answer) => break answer.expect(200).json(),
            Err(error) => assert!(std::time::Instant::now() < until, "{error}\n{}", app.logs()),
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    for part in ["ready", "database", "objects", "queue"] {
        assert_eq!(answer[part], true, "{part}");
    }
    worker.get("/health/live").await.expect(200);
    assert_eq!(worker.get("/api/worlds").await.status, 404);
    app.close().await;
}

//! The door: hosts, cross-site requests, content types, sizes and the headers of every answer (S2, S6, S8).

use reqwest::Method;
use serde_json::json;
use talekeep_tests::client::send;

use crate::app;

#[tokio::test]
async fn s2_unknown_hosts_are_misdirected() {
    let app = app().await;
    for host in [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example:80",
    ] {
        for path in ["/", "/api/me", "/api/worlds"] {
            let answer = send(app.owner.request(Method::GET, path).header("host", host)).await;
            assert_eq!(answer.status, 421, "{host}{path}");
        }
    }
    let port = app.port();
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}")] {
        send(
            app.owner
                .request(Method::GET, "/api/me")
                .header("host", host),
        )
        .await
        .expect(200);
    }
    app.close().await;
}

#[tokio::test]
async fn s2_changes_from_other_sites_are_refused() {
    let app = app().await;
    let body = json!({ "label": "x" });
    for origin in [
        None,
        Some("http://evil.example"),
        Some("null"),
        Some("http://127.0.0.1:1"),
    ] {
        app.owner
            .with_origin(origin)
            .post("/api/tokens", &body)
            .await
            .problem(403);
    }
    for site in ["cross-site", "same-site"] {
        let request = app
            .owner
            .request(Method::POST, "/api/tokens")
            .header("sec-fetch-site", site)
            .json(&body);
        send(request).await.problem(403);
    }
    for site in ["same-origin", "none"] {
        let owner = app.owner.with_origin(None);
        let request = owner
            .request(Method::POST, "/api/tokens")
            .header("sec-fetch-site", site)
            .json(&body);
        send(request).await.expect(201);
    }
    let reading = send(
        app.owner
            .request(Method::GET, "/api/me")
            .header("origin", "http://evil.example"),
    )
    .await
    .expect(200);
    assert!(
        reading.header("access-control-allow-origin").is_none(),
        "no CORS"
    );
    let preflight = app
        .owner
        .request(Method::OPTIONS, "/api/tokens")
        .header("access-control-request-method", "POST");
    assert!(
        send(preflight)
            .await
            .header("access-control-allow-origin")
            .is_none(),
        "no CORS"
    );
    assert_eq!(
        app.owner.get("/api/tokens").await.json()["items"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    app.close().await;
}

#[tokio::test]
async fn s2_forms_and_texts_are_no_bodies() {
    let app = app().await;
    for kind in [
        "application/x-www-form-urlencoded",
        "text/plain",
        "application/xml",
    ] {
        let request = app
            .owner
            .request(Method::POST, "/api/tokens")
            .header("content-type", kind)
            .body("{\"label\":\"x\"}");
        send(request).await.problem(415);
    }
    for broken in ["", "{", "[]", "\"x\"", "{\"label\": 5}", "{} {}"] {
        let request = app
            .owner
            .request(Method::POST, "/api/tokens")
            .header("content-type", "application/json")
            .body(broken);
        let answer = send(request).await;
        assert!(
            matches!(answer.status, 400 | 422),
            "{broken:?} answered {}",
            answer.status
        );
        answer.problem(answer.status);
    }
    app.close().await;
}

#[tokio::test]
async fn s8_bodies_over_their_caps_are_413() {
    let app = app().await;
    // One byte too many for a JSON body, and exactly the cap (which then fails for another reason).
    let frame = "{\"label\":\"\"}".len();
    for (bytes, expected) in [((1 << 20) + 1, 413), (1 << 20, 422)] {
        let body = format!("{{\"label\":\"{}\"}}", "x".repeat(bytes - frame));
        assert_eq!(body.len(), bytes);
        let request = app
            .owner
            .request(Method::POST, "/api/tokens")
            .header("content-type", "application/json")
            .body(body);
        send(request).await.problem(expected);
    }
    let deep = format!("{{\"label\":{}1{}}}", "[".repeat(64), "]".repeat(64));
    let request = app
        .owner
        .request(Method::POST, "/api/tokens")
        .header("content-type", "application/json")
        .body(deep);
    let answer = send(request).await;
    assert!(
        matches!(answer.status, 400 | 422),
        "65 levels answered {}",
        answer.status
    );

    let over = app
        .owner
        .upload("/api/imports", "card.png", vec![b'x'; 20_000_001], &[])
        .await;
    over.problem(413);
    let exact = app
        .owner
        .upload("/api/imports", "card.png", vec![b'x'; 20_000_000], &[])
        .await;
    exact.problem(422);
    app.owner.get("/api/me").await.expect(200);
    app.close().await;
}

#[tokio::test]
async fn s6_every_answer_carries_the_strict_headers() {
    let app = app().await;
    let stranger = app.stranger();
    let answers = [
        ("a page", app.owner.get("/").await),
        ("a login page", stranger.get("/login").await),
        ("an API answer", app.owner.get("/api/me").await),
        ("a 401", stranger.get("/api/me").await),
        (
            "a 404",
            app.owner
                .get("/api/worlds/00000000-0000-4000-8000-000000000000")
                .await,
        ),
        ("no such page", app.owner.get("/no/such/page").await),
        (
            "a 403",
            app.owner
                .with_origin(None)
                .post("/api/tokens", &json!({ "label": "x" }))
                .await,
        ),
        (
            "a 421",
            send(
                stranger
                    .request(Method::GET, "/")
                    .header("host", "evil.example"),
            )
            .await,
        ),
    ];
    for (what, answer) in answers {
        let policy = answer.header("content-security-policy").unwrap_or_default();
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{what} has no {part} in {policy:?}");
        }
        assert!(!policy.contains("unsafe"), "{what}: {policy}");
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{what}"
        );
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{what}"
        );
        assert!(
            answer.header("x-request-id").is_some(),
            "{what} has a request id"
        );
        assert_eq!(
            answer.header("strict-transport-security"),
            None,
            "{what} is not on https"
        );
    }
    let private = app.owner.get("/api/worlds").await.expect(200);
    assert!(
        private
            .header("cache-control")
            .unwrap_or_default()
            .contains("no-store")
    );
    app.close().await;
}

#[tokio::test]
async fn s8_too_many_requests_are_429_with_a_time() {
    let options = talekeep_tests::Options::default().with(talekeep_tests::settings::setting(
        "server",
        "requests_per_minute",
        "40",
    ));
    let app = crate::app_with(options).await;
    let mut refused = None;
    for _ in 0..120 {
        let answer = app.owner.get("/api/me").await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
        answer.expect(200);
    }
    let refused = refused.expect("120 requests are more than 40 a minute");
    refused.problem(429);
    assert!(refused.header("retry-after").is_some());
    app.stranger().get("/health/ready").await.expect(200);
    app.close().await;
}

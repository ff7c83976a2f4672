//! Login, logout, cookies and tokens (S1, S2).

use serde_json::json;
use talekeep_tests::app::PASSWORD;
use talekeep_tests::steps;

use crate::app;

#[tokio::test]
async fn s2_the_cookie_is_for_this_site_and_no_script() {
    let app = app().await;
    let answer = app
        .stranger()
        .post(
            "/api/login",
            &json!({ "name": "owner", "password": PASSWORD }),
        )
        .await
        .expect(200);
    let cookie = answer.set_cookie().expect("a cookie").to_owned();
    let (pair, flags) = cookie.split_once(';').expect("flags");
    let (name, value) = pair.split_once('=').expect("a pair");
    assert_eq!(
        name, "talekeep",
        "without prefix only because this is http on loopback"
    );
    assert!(value.len() >= 43, "256 bits: {value}");
    let flags = flags.to_lowercase();
    for flag in ["httponly", "samesite=lax", "path=/"] {
        assert!(
            flags.split(';').any(|part| part.trim() == flag),
            "{flag} is not in {flags}"
        );
    }
    assert!(!flags.contains("domain="), "{flags}");
    assert!(
        !answer.text().contains(value),
        "the cookie's text is nowhere else"
    );
    app.close().await;
}

#[tokio::test]
async fn s2_logout_ends_this_session_and_no_other() {
    let app = app().await;
    let (one, two) = (app.login("owner").await, app.login("owner").await);
    assert_ne!(
        one.cookie(),
        two.cookie(),
        "each login is a session of its own"
    );
    let answer = one.post("/api/logout", &json!({})).await;
    assert!(matches!(answer.status, 200 | 204), "{answer:?}");
    one.get("/api/me").await.problem(401);
    two.get("/api/me").await.expect(200);
    app.close().await;
}

#[tokio::test]
async fn s1_wrong_names_and_wrong_passwords_look_alike() {
    let app = app().await;
    let wrong = app
        .stranger()
        .post(
            "/api/login",
            &json!({ "name": "owner", "password": "not the sentence" }),
        )
        .await;
    let unknown = app
        .stranger()
        .post(
            "/api/login",
            &json!({ "name": "nobody", "password": "not the sentence" }),
        )
        .await;
    assert_eq!(wrong.problem(401), unknown.problem(401));
    assert!(wrong.set_cookie().is_none() && unknown.set_cookie().is_none());
    app.close().await;
}

#[tokio::test]
async fn s1_many_failures_have_to_wait_and_are_never_locked_out_for_good() {
    let mut app = app().await;
    app.user("bea").await;
    let mut waited = None;
    for attempt in 1..=14 {
        let answer = app
            .stranger()
            .post(
                "/api/login",
                &json!({ "name": "bea", "password": "wrong wrong wrong" }),
            )
            .await;
        if answer.status == 429 {
            answer.problem(429);
            let seconds: u64 = answer
                .header("retry-after")
                .and_then(|text| text.parse().ok())
                .expect("Retry-After");
            assert!((1..=900).contains(&seconds), "{seconds} s");
            waited = Some(attempt);
            break;
        }
        answer.problem(401);
    }
    assert!(
        waited.is_some_and(|attempt| attempt > 10),
        "10 failures are free, then one waits: {waited:?}"
    );
    let right = app
        .stranger()
        .post(
            "/api/login",
            &json!({ "name": "bea", "password": PASSWORD }),
        )
        .await;
    assert_eq!(
        right.status, 429,
        "the wait holds for the right password too"
    );
    app.owner.get("/api/me").await.expect(200);
    app.close().await;
}

#[tokio::test]
async fn s1_endless_passwords_are_refused_before_hashing() {
    let app = app().await;
    let body = json!({ "name": "owner", "password": "x".repeat(100_000) });
    let answer = app.stranger().post("/api/login", &body).await;
    assert!(matches!(answer.status, 401 | 422), "{answer:?}");
    app.close().await;
}

#[tokio::test]
async fn s2_tokens_are_shown_once_and_end_when_deleted() {
    let app = app().await;
    let made = app
        .owner
        .post("/api/tokens", &json!({ "label": "script" }))
        .await
        .expect(201)
        .json();
    let (id, token) = (steps::text(&made, "id"), steps::text(&made, "token"));
    assert!(token.starts_with("tk_") && token.len() > 40, "{token}");
    let program = app.stranger().with_bearer(&token);
    assert_eq!(
        program.get("/api/me").await.expect(200).json()["name"],
        "owner"
    );
    // No Origin and no cookie: a page could not have sent it.
    program
        .post("/api/worlds/sample", &json!({}))
        .await
        .expect(201);
    let refused = program
        .post("/api/tokens", &json!({ "label": "another" }))
        .await
        .problem(403);
    assert_eq!(refused["code"], "token_needs_login");

    let listed = app.owner.get("/api/tokens").await.expect(200);
    assert!(
        listed.text().contains(&id) && listed.text().contains("script"),
        "{}",
        listed.text()
    );
    assert!(!listed.text().contains(&token), "a token is shown once");

    let gone = app.owner.delete(&format!("/api/tokens/{id}")).await;
    assert!(matches!(gone.status, 200 | 204), "{gone:?}");
    program.get("/api/me").await.problem(401);
    app.close().await;
}

#[tokio::test]
async fn s2_made_up_cookies_and_tokens_are_strangers() {
    let app = app().await;
    for cookie in [
        "talekeep=",
        "talekeep=AAAA",
        &format!("talekeep={}", "A".repeat(5000)),
    ] {
        let answer = app.stranger().with_cookie(cookie).get("/api/me").await;
        answer.problem(401);
    }
    for token in ["", "tk_", "tk_AAAAAAAA", "x"] {
        app.stranger()
            .with_bearer(token)
            .get("/api/me")
            .await
            .problem(401);
    }
    app.close().await;
}

#[tokio::test]
async fn s2_a_new_password_ends_every_other_session() {
    let mut app = app().await;
    let (here, elsewhere) = (app.user("bea").await, app.login("bea").await);
    let fresh = "another long enough sentence";
    let body = |current: &str| json!({ "current": current, "password": fresh });
    here.post("/api/me/password", &body("not the sentence"))
        .await
        .problem(401);
    here.get("/api/me").await.expect(200);
    let changed = here
        .post("/api/me/password", &body(PASSWORD))
        .await
        .expect(200);
    elsewhere.get("/api/me").await.problem(401);
    here.get("/api/me").await.problem(401);
    let mut again = app.stranger();
    again.keep_cookie(&changed);
    again.get("/api/me").await.expect(200);
    let old = json!({ "name": "bea", "password": PASSWORD });
    app.stranger().post("/api/login", &old).await.problem(401);
    app.forget("bea");
    app.close().await;
}

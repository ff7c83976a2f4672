//! The first owner: made once, from loopback without a token (S1, S2).

use reqwest::Method;
use serde_json::json;
use talekeep_tests::client::send;
use talekeep_tests::settings::setting;
use talekeep_tests::{Options, app::PASSWORD};

use crate::app_with;

fn empty() -> Options {
    Options {
        empty: true,
        ..Options::default()
    }
}

#[tokio::test]
async fn s1_the_first_owner_is_made_once() {
    let mut app = app_with(empty()).await;
    let owner = app.set_up("Ada").await;
    let me = owner.get("/api/me").await.expect(200).json();
    assert_eq!(
        (me["name"].as_str(), me["role"].as_str()),
        (Some("Ada"), Some("owner")),
        "{me}"
    );

    let second = app
        .stranger()
        .post(
            "/api/setup",
            &json!({ "name": "Eve", "password": PASSWORD }),
        )
        .await;
    second.problem(409);
    app.stranger()
        .post(
            "/api/login",
            &json!({ "name": "Eve", "password": PASSWORD }),
        )
        .await
        .problem(401);
    app.close().await;
}

#[tokio::test]
async fn s1_weak_passwords_are_refused_and_nothing_is_made() {
    let mut app = app_with(empty()).await;
    let long = "x".repeat(257);
    for password in ["", "elevenchars", "password1234", long.as_str()] {
        let answer = app
            .stranger()
            .post(
                "/api/setup",
                &json!({ "name": "Ada", "password": password }),
            )
            .await;
        answer.problem(422);
    }
    for name in ["", "   "] {
        app.stranger()
            .post("/api/setup", &json!({ "name": name, "password": PASSWORD }))
            .await
            .problem(422);
    }
    app.set_up("Ada").await;
    app.close().await;
}

#[tokio::test]
async fn of_many_first_owners_at_once_one_is_made() {
    let app = app_with(empty()).await;
    let tries: Vec<_> = (0..8)
        .map(|number| {
            let client = app.stranger();
            let body = json!({ "name": format!("owner{number}"), "password": PASSWORD });
            tokio::spawn(async move { client.post("/api/setup", &body).await })
        })
        .collect();
    let mut made = Vec::new();
    for (number, answer) in tries.into_iter().enumerate() {
        let answer = answer.await.expect("a task that ends");
        match answer.status {
            200 | 201 => made.push(number),
            _ => drop(answer.problem(409)),
        }
    }
    assert_eq!(made.len(), 1, "owners {made:?} were made");
    let owner = app.login(&format!("owner{}", made[0])).await;
    owner.get("/api/me").await.expect(200);
    app.close().await;
}

#[tokio::test]
async fn s2_from_elsewhere_setup_asks_for_the_printed_token() {
    let options = empty()
        .with(setting("security", "setup_token", "a-token-of-this-test"))
        .with(setting("server", "trusted_proxies", "[\"127.0.0.1\"]"));
    let app = app_with(options).await;
    // The suite stands for the proxy in front: the visitor is somebody far away.
    let from_afar = |token: Option<&str>| {
        let mut body = json!({ "name": "Ada", "password": PASSWORD });
        if let Some(token) = token {
            body["token"] = json!(token);
        }
        let request = app
            .stranger()
            .request(Method::POST, "/api/setup")
            .header("x-forwarded-for", "203.0.113.9");
        send(request.json(&body))
    };
    for wrong in [None, Some(""), Some("another")] {
        let answer = from_afar(wrong).await;
        assert!(
            matches!(answer.status, 401 | 403 | 422),
            "{wrong:?}: {answer:?}"
        );
        answer.problem(answer.status);
    }
    let answer = from_afar(Some("a-token-of-this-test")).await;
    assert!(matches!(answer.status, 200 | 201), "{answer:?}");
    app.close().await;
}

#[tokio::test]
async fn s1_each_reason_to_refuse_an_account_has_its_word() {
    let app = crate::app_with(Options {
        empty: true,
        ..Options::default()
    })
    .await;
    let good = talekeep_tests::app::PASSWORD;
    for (name, password, code, field) in [
        ("owner", "short", "password_short", "/password"),
        ("owner", &"ab c".repeat(65), "password_long", "/password"),
        ("owner", "password1234", "password_common", "/password"),
        ("  ", good, "name_empty", "/name"),
        (&"n".repeat(65), good, "name_long", "/name"),
        ("a\u{7}b", good, "name_control", "/name"),
    ] {
        let body = json!({ "name": name, "password": password });
        let refused = app.stranger().post("/api/setup", &body).await.problem(422);
        assert_eq!(refused["code"], code, "{refused}");
        assert_eq!(refused["errors"][0]["pointer"], field, "{refused}");
    }
    app.close().await;
}

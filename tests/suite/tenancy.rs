//! S3: what is not yours answers exactly like what does not exist. Walks the API's own description, so a new route is covered
//! the day it is described, or fails here.

use reqwest::Method;
use serde_json::{Value, json};
use talekeep_tests::client::{Answer, send};
use talekeep_tests::{Client, cards, export};

use crate::app;
use crate::description::{Description, Operation};
use crate::estate::Estate;

/// The authorization table: what a stranger may call. Everything else is 401.
const PUBLIC: &[(&str, &str)] = &[
    ("GET", "/api/setup"),
    ("POST", "/api/setup"),
    ("POST", "/api/login"),
    ("GET", "/api/format"),
    ("GET", "/api/openapi.json"),
    ("GET", "/health/live"),
    ("GET", "/health/ready"),
    ("GET", "/metrics"),
];

/// An id that nothing has.
const NOBODYS: &str = "00000000-0000-4000-8000-00000000dead";

async fn call(
    client: &Client,
    description: &Description,
    operation: &Operation<'_>,
    path: &str,
) -> Answer {
    let method: Method = operation.method.parse().expect("a method");
    let request = client.request(method, path);
    if description.takes_file(operation) {
        return client
            .upload(
                path,
                "mira.json",
                cards::json_file(&cards::v2()),
                &[("review", "skip")],
            )
            .await;
    }
    match description.body(operation) {
        Some(body) => send(request.json(&body)).await,
        None => send(request).await,
    }
}

#[tokio::test]
async fn s3_strangers_are_401_everywhere() {
    let app = app().await;
    let estate = Estate::of(&app, &app.owner).await;
    let description = Description::fetch(&app.owner).await;
    let mut walked = 0;
    for operation in description.operations() {
        let public = PUBLIC.contains(&(operation.method.as_str(), operation.path));
        let told = operation.told["x-access"].as_str().unwrap_or("nothing");
        assert_eq!(
            public,
            told != "caller",
            "{} {} says {told}",
            operation.method,
            operation.path
        );
        if public {
            continue;
        }
        let path = estate.fill(operation.path);
        for stranger in [
            app.stranger(),
            app.stranger().with_bearer("tk_nobodys"),
            app.stranger().with_cookie("talekeep=x"),
        ] {
            let answer = call(&stranger, &description, &operation, &path).await;
            assert_eq!(
                answer.status,
                401,
                "{} {path} answered a stranger {}: {}",
                operation.method,
                answer.status,
                answer.text()
            );
            answer.problem(401);
        }
        walked += 1;
    }
    assert!(walked >= 25, "only {walked} operations are described");
    app.close().await;
}

#[tokio::test]
async fn s3_another_users_things_are_like_things_that_do_not_exist() {
    let mut app = app().await;
    let other = app.user("bea").await;
    let estate = Estate::of(&app, &app.owner).await;
    let before = whole(&app.owner, &estate).await;
    let description = Description::fetch(&app.owner).await;
    let mut walked = 0;
    for operation in description.operations() {
        let path = estate.fill(operation.path);
        let Some(id) = estate.first_in(&path) else {
            continue;
        };
        let foreign = call(&other, &description, &operation, &path).await;
        let unknown = call(
            &other,
            &description,
            &operation,
            &path.replacen(id, NOBODYS, 1),
        )
        .await;
        let what = format!("{} {}", operation.method, operation.path);
        assert_eq!(foreign.status, 404, "{what}: {}", foreign.text());
        assert_eq!(
            (foreign.status, &foreign.body),
            (unknown.status, &unknown.body),
            "{what}"
        );
        assert_eq!(headers(&foreign), headers(&unknown), "{what}");
        walked += 1;
    }
    assert!(
        walked >= 20,
        "only {walked} operations name something owned"
    );
    assert_eq!(
        whole(&app.owner, &estate).await,
        before,
        "nothing of the owner's has changed"
    );
    app.close().await;
}

#[tokio::test]
async fn s3_foreign_ids_in_bodies_and_deeper_in_paths_do_not_help() {
    let mut app = app().await;
    let other = app.user("bea").await;
    let theirs = Estate::of(&app, &app.owner).await;
    let mine = Estate::of(&app, &other).await;
    let start =
        |world: &str| json!({ "world": world, "character": "traveller", "connection": "offline" });
    let foreign = other.post("/api/sessions", &start(&theirs.world)).await;
    let unknown = other.post("/api/sessions", &start(NOBODYS)).await;
    assert_eq!(
        (foreign.status, &foreign.body),
        (unknown.status, &unknown.body)
    );
    assert!(foreign.status >= 400, "{foreign:?}");

    let description = Description::fetch(&other).await;
    for operation in description.operations() {
        let path = mine.fill(operation.path);
        if !path.contains(&format!("/turns/{}", mine.turn)) {
            continue;
        }
        let foreign = call(
            &other,
            &description,
            &operation,
            &path.replace(&mine.turn, &theirs.turn),
        )
        .await;
        let unknown = call(
            &other,
            &description,
            &operation,
            &path.replace(&mine.turn, NOBODYS),
        )
        .await;
        assert_eq!(
            (foreign.status, &foreign.body),
            (unknown.status, &unknown.body),
            "{} {path}",
            operation.method
        );
        assert!(foreign.status >= 400, "{foreign:?}");
    }
    app.close().await;
}

#[tokio::test]
async fn s3_lists_hold_only_ones_own() {
    let mut app = app().await;
    let other = app.user("bea").await;
    let estate = Estate::of(&app, &app.owner).await;
    let description = Description::fetch(&app.owner).await;
    for operation in description.operations() {
        if operation.method != "GET" || operation.path.contains('{') || operation.path == "/metrics"
        {
            continue;
        }
        let answer = other.get(operation.path).await;
        for id in estate.ids() {
            assert!(
                !answer.text().contains(id),
                "{} shows {id} to another user: {}",
                operation.path,
                answer.text()
            );
        }
    }
    app.close().await;
}

fn headers(answer: &Answer) -> Vec<(String, String)> {
    let telling = answer
        .headers
        .iter()
        .filter(|(name, _)| !matches!(name.as_str(), "date" | "x-request-id"));
    telling
        .map(|(name, value)| (name.to_string(), format!("{value:?}")))
        .collect()
}

/// What an intruder could have changed.
async fn whole(owner: &Client, estate: &Estate) -> Value {
    let zip = owner
        .get(&format!("/api/worlds/{}/export", estate.world))
        .await
        .expect(200);
    let files: Vec<String> = export::files(&zip.body)
        .into_iter()
        .map(|(name, bytes)| format!("{name}: {}", String::from_utf8_lossy(&bytes)))
        .collect();
    let mut all = json!({ "files": files });
    for path in [
        format!("/api/worlds/{}", estate.world),
        format!("/api/imports/{}", estate.import),
        format!("/api/sessions/{}", estate.session),
        format!("/api/sessions/{}/turns", estate.session),
        format!("/api/jobs/{}", estate.job),
        "/api/trash".to_owned(),
    ] {
        all[&path] = owner.get(&path).await.expect(200).json();
    }
    let tokens = owner.get("/api/tokens").await.expect(200).json();
    all["tokens"] = json!(tokens["items"].as_array().map(Vec::len));
    all
}

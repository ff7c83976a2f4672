//! What a crash leaves of everything else that takes several writes: a world made, changed or deleted by hand, and a turn. Each is
//! there whole or not at all, and doing it again afterwards works (S10).

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use talekeep_tests::client::try_send;
use talekeep_tests::steps::{self, items, session, text, turn};
use talekeep_tests::{App, cards, settings};

use crate::app;
use crate::crash::folder_is_true;
use crate::fail_points::{COMMIT, CREATE, Point, START, TRASH, TURN};

/// Sends one request to a server that dies of it, and starts everything again.
async fn die(app: &mut App, (point, nth): Point, method: Method, path: &str, body: Value) {
    app.kill();
    app.launch(&[settings::fail_at(point, nth)]).await;
    let request = app.owner.request(method, path).json(&body);
    let answer = try_send(request).await;
    let dead = app.died(Duration::from_secs(20)).await;
    assert!(
        dead,
        "{point}:{nth} was not passed: {answer:?}\n{}",
        app.logs()
    );
    app.kill();
    app.launch(&[]).await;
}

async fn worlds(app: &App) -> Vec<Value> {
    items(
        &app.owner
            .get("/api/worlds?limit=50")
            .await
            .expect(200)
            .json(),
    )
}

#[tokio::test]
async fn s10_a_world_is_made_whole_or_not_at_all() {
    let body = json!({ "name": "The night train", "opening": "The lamps flicker.", "character": "Ilse", "language": "en" });
    for point in CREATE {
        let mut app = app().await;
        die(&mut app, *point, Method::POST, "/api/worlds", body.clone()).await;
        let left = worlds(&app).await;
        assert!(left.len() <= 1, "{point:?}: {left:#?}");
        if left.is_empty() {
            app.owner.post("/api/worlds", &body).await.expect(201);
        }
        app.idle().await;
        let made = worlds(&app).await;
        assert_eq!(made.len(), 1, "{point:?}: {made:#?}");
        let id = text(&made[0], "id");
        folder_is_true(&app, &id).await;
        session(&app.owner, &id).await;
        app.close().await;
    }
}

#[tokio::test]
async fn s10_a_change_is_made_whole_or_not_at_all() {
    for point in COMMIT {
        let mut app = app().await;
        let id = text(
            &steps::world(&app.owner, "mira.json", cards::json_file(&cards::v2())).await,
            "id",
        );
        app.idle().await;
        let path = format!("/api/worlds/{id}/documents/world.json");
        let before = app.owner.get(&path).await.expect(200).json();
        let mut after = before.clone();
        after["description"] = json!("Changed by hand.");
        die(&mut app, *point, Method::PUT, &path, after.clone()).await;
        let now = app.owner.get(&path).await.expect(200).json();
        assert!(now == before || now == after, "{point:?}: {now:#}");
        app.owner.put(&path, &after).await.expect(200);
        app.idle().await;
        assert_eq!(
            app.owner.get(&path).await.expect(200).json(),
            after,
            "{point:?}"
        );
        folder_is_true(&app, &id).await;
        app.close().await;
    }
}

#[tokio::test]
async fn s10_a_deletion_is_made_whole_or_not_at_all() {
    for point in TRASH {
        let mut app = app().await;
        let id = text(
            &steps::world(&app.owner, "mira.png", cards::png_file(&cards::v2())).await,
            "id",
        );
        app.idle().await;
        die(
            &mut app,
            *point,
            Method::DELETE,
            &format!("/api/worlds/{id}"),
            json!({}),
        )
        .await;
        app.idle().await;
        let trash = items(&app.owner.get("/api/trash").await.expect(200).json());
        assert_eq!(
            worlds(&app).await.len() + trash.len(),
            1,
            "{point:?}: here or there"
        );
        if let Some(item) = trash.first() {
            let answer = app
                .owner
                .post(
                    &format!("/api/trash/{}/restore", text(item, "id")),
                    &json!({}),
                )
                .await;
            assert!(matches!(answer.status, 200 | 204), "{answer:?}");
        }
        app.idle().await;
        folder_is_true(&app, &id).await;
        app.owner
            .get(&format!("/api/worlds/{id}/cover"))
            .await
            .expect(200);
        app.close().await;
    }
}

#[tokio::test]
async fn r003_a_session_is_begun_whole_or_not_at_all() {
    let mut app = app().await;
    let world = text(
        &steps::world(&app.owner, "mira.json", cards::json_file(&cards::v2())).await,
        "id",
    );
    for (before, point) in START.iter().enumerate() {
        let body =
            json!({ "world": world, "character": "traveller", "connection": "offline", "seed": 1 });
        die(&mut app, *point, Method::POST, "/api/sessions", body).await;
        let kept = items(&app.owner.get("/api/sessions").await.expect(200).json());
        assert_eq!(kept.len(), before, "{point:?}: {kept:#?}");
        // What is there is whole: it opens, and it plays.
        for story in &kept {
            turn(&app.owner, &text(story, "id"), "act", "look").await;
        }
    }
    app.close().await;
}

#[tokio::test]
async fn s10_a_turn_is_kept_whole_or_not_at_all() {
    let mut app = app().await;
    let world = text(
        &steps::world(&app.owner, "mira.json", cards::json_file(&cards::v2())).await,
        "id",
    );
    for point in TURN {
        let story = text(&session(&app.owner, &world).await, "id");
        turn(&app.owner, &story, "act", "look").await;
        let path = format!("/api/sessions/{story}/turns");
        die(
            &mut app,
            *point,
            Method::POST,
            &path,
            json!({ "kind": "act", "text": "look" }),
        )
        .await;
        let turns = items(&app.owner.get(&path).await.expect(200).json());
        let kept = matches!(point.0, "turn.keep.after-row" | "turn-after-keep");
        assert_eq!(turns.len(), 2 + usize::from(kept), "{point:?}: {turns:#?}");
        for told in &turns {
            assert!(
                told["parts"]
                    .as_array()
                    .is_some_and(|parts| !parts.is_empty()),
                "{point:?}: {told:#}"
            );
        }
        again(&app, &path, *point).await;
    }
    app.close().await;
}

/// The right to play that died with its process runs out; then the story goes on.
async fn again(app: &App, path: &str, point: Point) {
    for _ in 0..100 {
        let answer = app
            .owner
            .post(path, &json!({ "kind": "act", "text": "look" }))
            .await;
        if answer.status == 200 {
            assert!(answer.text().contains("event: done"), "{}", answer.text());
            return;
        }
        answer.problem(409);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{point:?}: 10 s later the session is still busy");
}

//! One authored file of a world: read and written as it is, with the world's problems in the answer (R-001, R-002, S5).

use reqwest::Method;
use serde_json::{Value, json};
use talekeep_tests::client::{Answer, send};
use talekeep_tests::steps::{items, session, text, world};
use talekeep_tests::{App, cards};

use crate::app;

async fn mine(app: &App) -> String {
    text(
        &world(&app.owner, "mira.json", cards::json_file(&cards::v2())).await,
        "id",
    )
}

async fn put(app: &App, world: &str, path: &str, text: &str) -> Answer {
    let request = app.owner.request(
        Method::PUT,
        &format!("/api/worlds/{world}/documents/{path}"),
    );
    send(
        request
            .header("content-type", "application/json")
            .body(text.to_owned()),
    )
    .await
}

#[tokio::test]
async fn a_document_is_kept_byte_for_byte() {
    let app = app().await;
    let id = mine(&app).await;
    let path = "lore/by-hand/lore.json";
    let odd = "{\r\n\t\"title\": \"By hand\",\r\n\t\"body\": \"1.10 \\u00e9\",  \"invented\": [1.10, 1E+2]\r\n}";
    let answer = put(&app, &id, path, odd).await.expect(200).json();
    assert_eq!(answer["problems"], json!([]), "{answer:#}");
    let kept = app
        .owner
        .get(&format!("/api/worlds/{id}/documents/{path}"))
        .await
        .expect(200);
    assert_eq!(kept.text(), odd);
    let listed = items(
        &app.owner
            .get(&format!("/api/worlds/{id}/documents"))
            .await
            .expect(200)
            .json(),
    );
    assert!(listed.iter().any(|one| one["path"] == path), "{listed:?}");
    app.owner
        .delete(&format!("/api/worlds/{id}/documents/{path}"))
        .await
        .expect(200);
    app.owner
        .get(&format!("/api/worlds/{id}/documents/{path}"))
        .await
        .problem(404);
    app.owner
        .delete(&format!("/api/worlds/{id}/documents/world.json"))
        .await
        .problem(422);
    app.close().await;
}

#[tokio::test]
async fn w040_every_problem_is_reported_and_w042_nothing_can_start() {
    let app = app().await;
    let id = mine(&app).await;
    let healthy = text(&session(&app.owner, &id).await, "id");
    put(
        &app,
        &id,
        "locations/dock/location.json",
        r#"{ "name": 5, "parent": "nowhere" }"#,
    )
    .await
    .expect(200);
    let answer = put(&app, &id, "lore/broken/lore.json", "{")
        .await
        .expect(200)
        .json();
    let problems = answer["problems"].as_array().expect("problems").clone();
    let places: Vec<(String, String)> = problems
        .iter()
        .map(|one| (text(one, "file"), text(one, "pointer")))
        .collect();
    for (file, pointer) in [
        ("locations/dock/location.json", "/name"),
        ("locations/dock/location.json", "/parent"),
        ("lore/broken/lore.json", ""),
    ] {
        let found = places
            .iter()
            .any(|(in_file, at)| in_file.ends_with(file) && at == pointer);
        assert!(found, "{file}#{pointer} is not in {places:?}");
    }
    let view = app
        .owner
        .get(&format!("/api/worlds/{id}"))
        .await
        .expect(200)
        .json();
    assert_eq!(
        view["problems"].as_u64(),
        Some(problems.len() as u64),
        "{view:#}"
    );
    assert_eq!(
        app.owner
            .get(&format!("/api/worlds/{id}/problems"))
            .await
            .expect(200)
            .json()["problems"],
        json!(problems)
    );

    let body = json!({ "world": id, "character": "traveller", "connection": "offline" });
    let refused = app.owner.post("/api/sessions", &body).await.problem(422);
    assert_eq!(refused["errors"], json!(problems), "all of them");
    let sessions = items(&app.owner.get("/api/sessions").await.expect(200).json());
    assert_eq!(sessions.len(), 1, "nothing was created: {sessions:#?}");
    assert_eq!(sessions[0]["id"], healthy.as_str());
    app.close().await;
}

#[tokio::test]
async fn of_two_writers_one_is_told() {
    let app = app().await;
    let id = mine(&app).await;
    let path = format!("/api/worlds/{id}/documents/world.json");
    let read = app.owner.get(&path).await.expect(200);
    let tag = read.header("etag").expect("an ETag").to_owned();
    let write = |description: &str| {
        let mut document: Value = read.json();
        document["description"] = json!(description);
        send(
            app.owner
                .request(Method::PUT, &path)
                .header("if-match", &tag)
                .json(&document),
        )
    };
    write("first").await.expect(200);
    let late = write("second").await;
    assert!(matches!(late.status, 409 | 412), "{late:?}");
    late.problem(late.status);
    assert_eq!(app.owner.get(&path).await.json()["description"], "first");
    app.close().await;
}

#[tokio::test]
async fn s5_paths_stay_inside_the_world() {
    let app = app().await;
    let id = mine(&app).await;
    for path in [
        "%2e%2e/world.json",
        "characters/%2e%2e/%2e%2e/x.json",
        ".import/state.json",
        "media/manifest.jsonl",
        "a%5Cb.json",
        "notes.txt",
    ] {
        let answer = put(&app, &id, path, "{}").await;
        assert!(
            matches!(answer.status, 400 | 404 | 422),
            "{path}: {answer:?}"
        );
        let answer = app
            .owner
            .get(&format!("/api/worlds/{id}/documents/{path}"))
            .await;
        assert!(matches!(answer.status, 400 | 404), "{path}: {answer:?}");
    }
    app.close().await;
}

#[tokio::test]
async fn w007_a_document_over_its_cap_is_refused() {
    let app = app().await;
    let id = mine(&app).await;
    let large = format!(
        "{{\"title\": \"x\", \"body\": \"{}\"}}",
        "y".repeat(1 << 20)
    );
    let answer = put(&app, &id, "lore/large/lore.json", &large).await;
    assert!(matches!(answer.status, 413 | 422), "{answer:?}");
    answer.problem(answer.status);
    app.close().await;
}

#[tokio::test]
async fn an_exported_world_can_be_brought_back() {
    let app = app().await;
    let made = world(&app.owner, "mira.png", cards::png_file(&cards::v3())).await;
    let zip = app
        .owner
        .get(&format!("/api/worlds/{}/export", text(&made, "id")))
        .await
        .expect(200)
        .body;
    let folder = text(&made, "folder");
    let twice = app
        .owner
        .upload("/api/worlds/upload", "mira.zip", zip.to_vec(), &[])
        .await
        .problem(422);
    let expected = format!("worlds/{folder}/world.json");
    assert_eq!(twice["errors"][0]["file"], expected, "W-056: {twice}");
    assert_eq!(twice["errors"][0]["pointer"], "/id", "{twice}");
    assert_eq!(twice["errors"][0]["code"], "duplicate", "{twice}");
    let path = format!("/api/worlds/{}", text(&made, "id"));
    app.owner.delete(&path).await.expect(204);
    let answer = app
        .owner
        .upload("/api/worlds/upload", "mira.zip", zip.to_vec(), &[])
        .await
        .expect(201)
        .json();
    assert_ne!(answer["world"]["id"], made["id"]);
    assert_eq!(answer["world"]["name"], cards::NAME);
    for broken in [
        Vec::new(),
        b"PK\x03\x04 no zip".to_vec(),
        zip[..zip.len() / 2].to_vec(),
    ] {
        app.owner
            .upload("/api/worlds/upload", "mira.zip", broken, &[])
            .await
            .problem(422);
    }
    assert_eq!(
        items(&app.owner.get("/api/worlds").await.expect(200).json()).len(),
        1
    );
    let back = format!("/api/trash/{}/restore", text(&made, "id"));
    app.owner.post(&back, &json!({})).await.problem(422);
    app.close().await;
}

#[tokio::test]
async fn w056_an_edit_cannot_take_the_identity_of_another_world() {
    let app = app().await;
    let mut ids = Vec::new();
    for name in ["First", "Second"] {
        let made = app
            .owner
            .post("/api/worlds", &json!({ "name": name }))
            .await
            .expect(201);
        ids.push((text(&made.json(), "id"), text(&made.json(), "worldId")));
    }
    let path = format!("/api/worlds/{}/documents/world.json", ids[1].0);
    let mut world = app.owner.get(&path).await.expect(200).json();
    world["id"] = json!(ids[0].1);
    let refused = app.owner.put(&path, &world).await.problem(422);
    assert_eq!(refused["code"], "same_world", "{refused}");
    assert_eq!(refused["errors"][0]["pointer"], "/id", "{refused}");
    assert_eq!(refused["errors"][0]["code"], "duplicate", "{refused}");
    let after = app.owner.get(&path).await.expect(200).json();
    assert_eq!(after["id"], ids[1].1, "nothing was kept");
    world["id"] = json!(ids[1].1);
    app.owner.put(&path, &world).await.expect(200);
    app.close().await;
}

//! What most tests do on the way to what they test: import a card, wait for it, start a session, play a turn. Each step fails
//! with the whole answer.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::sse::Event;

/// An import is done well before this, even when a lease has to run out first.
const PATIENCE: Duration = Duration::from_secs(60);

/// Uploads a card with `review=skip`; the accepted import.
pub async fn import(client: &Client, file_name: &str, bytes: Vec<u8>) -> Value {
    import_answer(client, file_name, bytes)
        .await
        .expect(202)
        .json()
}

/// The same, whatever the answer is.
pub async fn import_answer(client: &Client, file_name: &str, bytes: Vec<u8>) -> Answer {
    client
        .upload("/api/imports", file_name, bytes, &[("review", "skip")])
        .await
}

/// Polls an import until it is in `phase`; every other end fails.
pub async fn wait_for_phase(client: &Client, id: &str, phase: &str) -> Value {
    let until = Instant::now() + PATIENCE;
    loop {
        let import = client
            .get(&format!("/api/imports/{id}"))
            .await
            .expect(200)
            .json();
        let now = import["phase"].as_str().expect("a phase");
        if now == phase {
            return import;
        }
        let ended = matches!(now, "done" | "failed" | "cancelled");
        assert!(!ended, "the import ended as {now}, not {phase}: {import:#}");
        assert!(
            Instant::now() < until,
            "the import is still in {now}, not {phase}: {import:#}"
        );
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

/// The id of a fresh sample world.
pub async fn sample(client: &Client, language: &str) -> String {
    let made = client
        .post("/api/worlds/sample", &json!({ "language": language }))
        .await
        .expect(201)
        .json();
    text(&made["world"], "id")
}

/// Imports a card to the end; the view of its world.
pub async fn world(client: &Client, file_name: &str, bytes: Vec<u8>) -> Value {
    let import = import(client, file_name, bytes).await;
    let done = wait_for_phase(client, &text(&import, "id"), "done").await;
    client
        .get(&format!("/api/worlds/{}", text(&done, "worldId")))
        .await
        .expect(200)
        .json()
}

/// The id of a character one can play in this world: the traveller that every import makes.
pub async fn playable(client: &Client, world: &str) -> String {
    let page = client.get(&format!("/api/worlds/{world}/characters")).await;
    if page.status == 200 {
        let page = page.json();
        let all = page["items"].as_array().expect("items");
        let one = all
            .iter()
            .find(|character| character["role"] == "playable")
            .expect("a playable character");
        return text(one, "id");
    }
    "traveller".into()
}

/// Starts a session with the built-in narrator and a fixed seed; its view.
pub async fn session(client: &Client, world: &str) -> Value {
    let character = playable(client, world).await;
    let body = json!({ "world": world, "character": character, "language": "en", "connection": "offline", "seed": 7 });
    client.post("/api/sessions", &body).await.expect(201).json()
}

/// Plays one turn and reads its stream to the end.
pub async fn turn(client: &Client, session: &str, kind: &str, said: &str) -> Vec<Event> {
    let mut stream = client
        .post_events(
            &format!("/api/sessions/{session}/turns"),
            &json!({ "kind": kind, "text": said }),
        )
        .await;
    let events = stream.until(&["done"]).await;
    let last = events.last().expect("events");
    assert_eq!(last.kind, "done", "{events:#?}");
    events
}

/// What the parts of a turn say, joined.
pub fn told(events: &[Event]) -> String {
    let parts = events.iter().filter(|event| event.kind == "part");
    parts
        .map(|event| text(&event.json(), "text"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A text member of a view.
#[track_caller]
pub fn text(view: &Value, member: &str) -> String {
    view[member]
        .as_str()
        .unwrap_or_else(|| panic!("no text {member} in {view:#}"))
        .to_owned()
}

/// The items of a page.
#[track_caller]
pub fn items(page: &Value) -> Vec<Value> {
    page["items"]
        .as_array()
        .unwrap_or_else(|| panic!("no items in {page:#}"))
        .clone()
}

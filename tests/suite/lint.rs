//! Advice on a world over HTTP and on the command line: of a sound world, page by page; a world with problems is told those first.

use serde_json::{Value, json};
use talekeep_tests::App;
use talekeep_tests::steps::{items, sample, text};

use crate::app;

async fn put(app: &App, world: &str, path: &str, document: &Value) {
    let path = format!("/api/worlds/{world}/documents/{path}");
    app.owner.put(&path, document).await.expect(200);
}

#[tokio::test]
async fn advice_on_a_sound_world_page_by_page() {
    let mut app = app().await;
    let world = sample(&app.owner, "en").await;
    let lint = format!("/api/worlds/{world}/lint");
    let quiet = app.owner.get(&lint).await.expect(200);
    assert_eq!(quiet.json(), json!({ "items": [], "next": null }));

    let cave = json!({ "name": "The Cave" });
    put(&app, &world, "locations/cave/location.json", &cave).await;
    let locked = json!({ "name": "Trunk", "location": "cave", "container": { "state": "locked" } });
    put(&app, &world, "items/trunk/item.json", &locked).await;

    let answer = app.owner.get(&lint).await.expect(200);
    assert_ne!(answer.header("etag"), quiet.header("etag"));
    let all = items(&answer.json());
    let checks: Vec<String> = all.iter().map(|one| text(one, "check")).collect();
    assert_eq!(checks, ["container-nobody-opens", "unreachable-place"]);
    assert_eq!(
        all[0],
        json!({
            "check": "container-nobody-opens",
            "file": "worlds/saltmarrow/items/trunk/item.json",
            "pointer": "/container/state",
            "message": "\"Trunk\" is locked, and nothing opens it.",
            "why": "What is inside can never be found, and players look for the key.",
        })
    );
    let first = app.owner.get(&format!("{lint}?limit=1")).await.expect(200);
    assert_eq!(items(&first.json()), all[..1]);
    let next = text(&first.json(), "next");
    let second = app.owner.get(&format!("{lint}?limit=1&after={next}")).await;
    assert_eq!(
        second.expect(200).json(),
        json!({ "items": all[1..], "next": null })
    );
    app.owner
        .get(&format!("{lint}?after=zz"))
        .await
        .problem(422);

    let nowhere = json!({ "name": "The Cave", "parent": "nowhere" });
    put(&app, &world, "locations/cave/location.json", &nowhere).await;
    let refused = app.owner.get(&lint).await.problem(422);
    assert_eq!(refused["code"], "invalid_world");
    assert_eq!(refused["errors"][0]["pointer"], "/parent", "{refused:#}");

    let bea = app.user("bea").await;
    bea.get(&lint).await.problem(404);
    app.forget("bea");
    app.close().await;
}

#[tokio::test]
async fn advice_on_the_command_line() {
    let app = app().await;
    let world = app.folder().join("advice");
    let write = |text: &str| {
        std::fs::create_dir_all(&world).expect("a folder");
        std::fs::write(world.join("world.json"), text).expect("a file");
    };
    let lint = |format: &str| app.run(&["lint", &world.display().to_string(), "--format", format]);
    assert_eq!(lint("text").status.code(), Some(2), "there is nothing");
    write(r#"{"name": 5}"#);
    let refused = lint("json");
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8(refused.stderr).expect("text");
    assert!(
        told.contains("1 problem") && told.contains("talekeep check"),
        "{told}"
    );

    write(r#"{"name": "A"}"#);
    let advised = lint("json");
    assert_eq!(advised.status.code(), Some(1));
    let printed: Value = serde_json::from_slice(&advised.stdout).expect("one JSON object");
    assert_eq!(
        printed["worlds"][0]["advice"][0]["check"],
        "nobody-playable"
    );
    assert_eq!(lint("text").status.code(), Some(1));

    let ann = world.join("characters/ann");
    std::fs::create_dir_all(&ann).expect("a folder");
    std::fs::write(
        ann.join("character.json"),
        r#"{"name": "Ann", "role": "playable"}"#,
    )
    .expect("a file");
    assert_eq!(lint("text").status.code(), Some(0));
    app.close().await;
}

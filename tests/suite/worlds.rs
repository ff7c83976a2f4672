//! The library: paging, search, tags, covers, exports, deletion and what `check` says of an exported folder.

use std::collections::HashSet;

use serde_json::{Value, json};
use talekeep_tests::steps::{items, text, world};
use talekeep_tests::{App, cards, export};

use crate::app;

async fn import_named(app: &App, name: &str, tags: &[&str]) -> Value {
    let mut card = cards::named(name);
    card["data"]["tags"] = json!(tags);
    world(&app.owner, "card.json", cards::json_file(&card)).await
}

async fn names(app: &App, query: &str) -> Vec<String> {
    let page = app
        .owner
        .get(&format!("/api/worlds?{query}"))
        .await
        .expect(200)
        .json();
    items(&page)
        .iter()
        .map(|world| text(world, "name"))
        .collect()
}

#[tokio::test]
async fn the_list_is_paged_searched_and_filtered() {
    let app = app().await;
    for (name, tags) in [
        ("Amber", &["sea", "slow"][..]),
        ("Basil", &["sea"]),
        ("Cedar", &["wood"]),
        ("Amber Two", &[]),
        ("雨夜", &["夜"]),
    ] {
        import_named(&app, name, tags).await;
    }
    let mut seen = Vec::new();
    let mut path = "/api/worlds?sort=name&limit=2".to_owned();
    for _ in 0..4 {
        let page = app.owner.get(&path).await.expect(200).json();
        seen.extend(items(&page).iter().map(|world| text(world, "name")));
        let Some(next) = page["next"].as_str() else {
            break;
        };
        path = format!("/api/worlds?sort=name&limit=2&after={next}");
    }
    assert_eq!(seen, ["Amber", "Amber Two", "Basil", "Cedar", "雨夜"]);
    assert_eq!(names(&app, "sort=created&limit=1").await.len(), 1);
    let newest = names(&app, "sort=recent").await;
    assert_eq!(newest.first().map(String::as_str), Some("雨夜"));
    assert_eq!(
        names(&app, "query=amber")
            .await
            .into_iter()
            .collect::<HashSet<_>>()
            .len(),
        2
    );
    assert_eq!(names(&app, "query=AMBER%20t").await, ["Amber Two"]);
    assert_eq!(names(&app, "query=%E9%9B%A8").await, ["雨夜"]);
    assert_eq!(names(&app, "tag=sea&sort=name").await, ["Amber", "Basil"]);
    assert_eq!(names(&app, "tag=%E5%A4%9C").await, ["雨夜"]);
    for nothing in ["query=%25", "query=_mber", "tag=se", "query=zzz"] {
        assert!(names(&app, nothing).await.is_empty(), "{nothing}");
    }
    for odd in [
        "limit=0",
        "limit=100000",
        "sort=sideways",
        "after=nonsense",
        "limit=x",
    ] {
        let answer = app.owner.get(&format!("/api/worlds?{odd}")).await;
        assert!(
            matches!(answer.status, 200 | 400 | 422),
            "{odd} answered {}",
            answer.status
        );
    }
    app.close().await;
}

#[tokio::test]
async fn a_world_has_a_cover_contents_and_an_export() {
    let app = app().await;
    let made = world(&app.owner, "mira.png", cards::png_file(&cards::v2())).await;
    let id = text(&made, "id");
    let cover = app
        .owner
        .get(&format!("/api/worlds/{id}/cover"))
        .await
        .expect(200);
    assert_eq!(cover.header("content-type"), Some("image/png"));
    assert!(cover.body.starts_with(b"\x89PNG"));
    let policy = cover.header("content-security-policy").unwrap_or_default();
    assert!(
        policy.contains("sandbox") && policy.contains("default-src 'none'"),
        "S5: {policy}"
    );
    assert_eq!(
        cover.header("cross-origin-resource-policy"),
        Some("same-origin")
    );

    let export = app
        .owner
        .get(&format!("/api/worlds/{id}/export"))
        .await
        .expect(200);
    assert_eq!(export.header("content-type"), Some("application/zip"));
    assert!(
        export
            .header("content-disposition")
            .is_some_and(|value| value.starts_with("attachment")),
        "{export:?}"
    );
    let files = export::comparable(&export.body);
    assert!(
        files.contains_key("world.json") && files.contains_key("media/manifest.jsonl"),
        "{:?}",
        files.keys()
    );
    assert!(
        !files
            .keys()
            .any(|path| path.starts_with(".import") || path.starts_with(".trash")),
        "{:?}",
        files.keys()
    );
    assert_eq!(
        app.owner
            .get(&format!("/api/worlds/{id}/problems"))
            .await
            .expect(200)
            .json()["problems"],
        json!([])
    );
    app.close().await;
}

#[tokio::test]
async fn what_is_exported_passes_check() {
    let app = app().await;
    let made = world(&app.owner, "mira.png", cards::png_file(&cards::v3())).await;
    let zip = app
        .owner
        .get(&format!("/api/worlds/{}/export", text(&made, "id")))
        .await
        .expect(200);
    let root = app.folder().join("exported");
    for (path, bytes) in export::comparable(&zip.body) {
        let file = root.join("worlds/mira").join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
        std::fs::write(file, bytes).expect("a file");
    }
    let done = app.run(&["check", &root.display().to_string(), "--format", "json"]);
    let printed: Value = serde_json::from_slice(&done.stdout).expect("W-043: one JSON object");
    assert_eq!(done.status.code(), Some(0), "{printed:#}");
    assert_eq!(printed["worlds"][0]["problems"], json!([]));
    assert_eq!(printed["worlds"][0]["listed"], true);

    std::fs::write(
        root.join("worlds/mira/world.json"),
        b"{ \"id\": \"x\", \"name\": 5 }",
    )
    .expect("a broken world");
    let done = app.run(&["check", &root.display().to_string(), "--format", "json"]);
    let printed: Value = serde_json::from_slice(&done.stdout).expect("W-043: one JSON object");
    assert_eq!(done.status.code(), Some(1), "{printed:#}");
    assert_eq!(printed["worlds"][0]["problems"][0]["pointer"], "/name");
    assert_eq!(
        app.run(&["check", "no-such-folder", "--format", "json"])
            .status
            .code(),
        Some(2)
    );
    app.close().await;
}

#[tokio::test]
async fn a_deleted_world_is_in_the_trash_and_comes_back_whole() {
    let app = app().await;
    let made = world(&app.owner, "mira.png", cards::png_file(&cards::v2())).await;
    let id = text(&made, "id");
    let before = app
        .owner
        .get(&format!("/api/worlds/{id}/export"))
        .await
        .expect(200);
    let gone = app.owner.delete(&format!("/api/worlds/{id}")).await;
    assert!(matches!(gone.status, 200 | 204), "{gone:?}");
    app.owner
        .get(&format!("/api/worlds/{id}"))
        .await
        .problem(404);
    app.owner
        .get(&format!("/api/worlds/{id}/cover"))
        .await
        .problem(404);
    assert!(names(&app, "").await.is_empty());
    let trash = items(&app.owner.get("/api/trash").await.expect(200).json());
    assert_eq!(
        (trash.len(), trash[0]["kind"].as_str()),
        (1, Some("world")),
        "{trash:?}"
    );
    let back = app
        .owner
        .post(
            &format!("/api/trash/{}/restore", text(&trash[0], "id")),
            &json!({}),
        )
        .await;
    assert!(matches!(back.status, 200 | 204), "{back:?}");
    let after = app
        .owner
        .get(&format!("/api/worlds/{id}/export"))
        .await
        .expect(200);
    let difference = export::difference(&export::files(&before.body), &export::files(&after.body));
    assert!(difference.is_empty(), "{difference:?}");
    app.close().await;
}

#[tokio::test]
async fn answers_are_camel_case_and_times_are_rfc_3339() {
    let app = app().await;
    let made = world(&app.owner, "mira.json", cards::json_file(&cards::v2())).await;
    for member in made.as_object().expect("an object").keys() {
        assert!(!member.contains('_'), "R-004: {member}");
    }
    for member in [
        "worldId",
        "folder",
        "listed",
        "revision",
        "problems",
        "createdAt",
        "updatedAt",
    ] {
        assert!(!made[member].is_null(), "{member} is not in {made:#}");
    }
    let time = text(&made, "createdAt");
    assert!(
        time.len() >= 20 && time.as_bytes()[10] == b'T' && time.ends_with('Z'),
        "{time}"
    );
    app.close().await;
}

#[tokio::test]
async fn a_world_written_by_hand_is_there_at_once() {
    let app = app().await;
    let body = json!({
        "name": "The night train", "description": "A sleeper that never arrives.",
        "opening": "The lamps flicker as you board.", "character": "Ilse", "language": "en",
    });
    let answer = app.owner.post("/api/worlds", &body).await.expect(201);
    let made = answer.json();
    let place = answer.header("location").expect("a Location").to_owned();
    assert!(
        place.ends_with(&format!("/api/worlds/{}", text(&made, "id"))),
        "{place}"
    );
    assert_eq!(made["problems"], 0);
    let story = talekeep_tests::steps::session(&app.owner, &text(&made, "id")).await;
    assert_eq!(story["characterName"], "Ilse", "{story:#}");
    for name in ["", "   ", &"x".repeat(201)] {
        app.owner
            .post("/api/worlds", &json!({ "name": name }))
            .await
            .problem(422);
    }
    let twice = app
        .owner
        .post("/api/worlds", &body)
        .await
        .expect(201)
        .json();
    assert_ne!(
        twice["folder"], made["folder"],
        "S5: no folder is used twice"
    );
    app.close().await;
}

#[tokio::test]
async fn r029_both_languages_have_the_same_templates() {
    let app = app().await;
    let mut sets = Vec::new();
    for language in ["en", "zh"] {
        let page = app
            .owner
            .get(&format!("/api/prompts?language={language}"))
            .await;
        let mut templates: Vec<(String, Value)> = items(&page.expect(200).json())
            .iter()
            .map(|one| {
                assert_eq!(one["language"], language, "{one}");
                (text(one, "id"), one["variables"].clone())
            })
            .collect();
        templates.sort_by(|one, other| one.0.cmp(&other.0));
        sets.push(templates);
    }
    assert!(!sets[0].is_empty());
    assert_eq!(sets[0], sets[1]);
    app.owner
        .get("/api/prompts/..%2Fen/narration/turn")
        .await
        .problem(404);
    app.close().await;
}

#[tokio::test]
async fn a_world_says_what_made_it_and_shows_its_people() {
    let mut app = app().await;
    let other = app.user("bea").await;
    let accepted =
        talekeep_tests::steps::import(&app.owner, "mira.png", cards::large_png_file(&cards::v3()))
            .await;
    let import = text(&accepted, "id");
    let done = talekeep_tests::steps::wait_for_phase(&app.owner, &import, "done").await;
    let path = format!("/api/worlds/{}", text(&done, "worldId"));
    let made = app.owner.get(&path).await.expect(200).json();
    assert_eq!(made["import"], json!(import));
    let people = made["contents"]["characters"].as_array().expect("people");
    let mira = people
        .iter()
        .find(|person| person["name"] == cards::NAME)
        .expect("her");
    let portrait = text(mira, "portraitUrl");
    assert!(
        portrait.starts_with(&format!("{path}/media/")),
        "{portrait}"
    );
    let answer = app.owner.get(&portrait).await.expect(200);
    for (name, value) in [
        ("content-type", "image/png"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "sandbox; default-src 'none'"),
        ("cache-control", "private, max-age=31536000, immutable"),
    ] {
        assert_eq!(answer.header(name), Some(value), "S5: {name}");
    }
    other.get(&portrait).await.problem(404);
    for nothing in [
        "no.png",
        "manifest.jsonl",
        "..%2Fworld.json",
        "%2e%2e",
        ".hidden",
    ] {
        let answer = app.owner.get(&format!("{path}/media/{nothing}")).await;
        assert_eq!(answer.status, 404, "{nothing}");
    }
    let story = talekeep_tests::steps::session(&app.owner, &text(&made, "id")).await;
    let story = app
        .owner
        .get(&format!("/api/sessions/{}", text(&story, "id")))
        .await;
    assert_eq!(
        story.expect(200).json()["portraits"][cards::NAME],
        json!(portrait)
    );
    let written = app
        .owner
        .post("/api/worlds", &json!({ "name": "Plain" }))
        .await;
    let written = text(&written.expect(201).json(), "id");
    let view = app.owner.get(&format!("/api/worlds/{written}")).await;
    let view = view.expect(200).json();
    assert!(
        view["import"].is_null() && view.get("import").is_some(),
        "{view:#}"
    );
    app.close().await;
}

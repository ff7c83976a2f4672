//! Cards come in: what is accepted, what is refused with every problem, what is kept, and what a finished import has made.

use serde_json::{Value, json};
use talekeep_tests::client::send;
use talekeep_tests::export;
use talekeep_tests::png::{self, Text};
use talekeep_tests::steps::{import, import_answer, items, text, wait_for_phase, world};
use talekeep_tests::{cards, steps};

use crate::app;

#[tokio::test]
async fn r060_every_version_and_container_makes_the_same_kind_of_world() {
    let app = app().await;
    let encoded = |card: &Value| cards::encoded(card);
    let picture = |text: Text| png::picture(40, 40, false, &[text]);
    let bom = [b"\xef\xbb\xbf".to_vec(), cards::json_file(&cards::v2())].concat();
    let accepted: Vec<(&str, &str, Vec<u8>)> = vec![
        ("V1 JSON", "v1.json", cards::json_file(&cards::v1())),
        ("V2 JSON", "v2.json", cards::json_file(&cards::v2())),
        ("V3 JSON", "v3.json", cards::json_file(&cards::v3())),
        ("JSON with a byte order mark", "bom.json", bom),
        (
            "chara in tEXt",
            "text.png",
            picture(Text::Plain("chara", encoded(&cards::v2()))),
        ),
        (
            "chara in zTXt",
            "ztxt.png",
            picture(Text::Deflated("chara", encoded(&cards::v2()))),
        ),
        (
            "chara in iTXt",
            "itxt.png",
            picture(Text::International("chara", encoded(&cards::v2()))),
        ),
        (
            "ccv3 in compressed iTXt",
            "itxtz.png",
            picture(Text::InternationalDeflated("ccv3", encoded(&cards::v3()))),
        ),
        (
            "ccv3 in tEXt",
            "v3.png",
            picture(Text::Plain("ccv3", encoded(&cards::v3()))),
        ),
        (
            "a PNG under another name",
            "card.json",
            picture(Text::Plain("chara", encoded(&cards::v1()))),
        ),
    ];
    for (what, file, bytes) in accepted {
        let world = world(&app.owner, file, bytes).await;
        assert_eq!(world["name"], cards::NAME, "{what}: {world}");
        assert_eq!(world["problems"], 0, "{what}: {world}");
    }
    assert_eq!(
        items(
            &app.owner
                .get("/api/worlds?limit=50")
                .await
                .expect(200)
                .json()
        )
        .len(),
        10
    );
    app.close().await;
}

#[tokio::test]
async fn r060_with_both_chunks_v3_wins() {
    let app = app().await;
    let (mut old, mut new) = (cards::v2(), cards::v3());
    old["data"]["name"] = json!("Old Mira");
    new["data"]["name"] = json!("New Mira");
    let both = [
        Text::Plain("chara", cards::encoded(&old)),
        Text::Plain("ccv3", cards::encoded(&new)),
    ];
    let made = world(&app.owner, "both.png", png::picture(30, 30, false, &both)).await;
    assert_eq!(made["name"], "New Mira");

    let broken = [
        Text::Plain("ccv3", "AAAA".into()),
        Text::Plain("chara", cards::encoded(&old)),
    ];
    let made = world(
        &app.owner,
        "broken.png",
        png::picture(30, 30, false, &broken),
    )
    .await;
    assert_eq!(
        made["name"], "Old Mira",
        "a ccv3 that cannot be read falls back to chara"
    );
    app.close().await;
}

#[tokio::test]
async fn what_is_no_card_is_422_and_leaves_nothing() {
    let app = app().await;
    let plain = png::picture(30, 30, false, &[]);
    let not_base64 = png::picture(30, 30, false, &[Text::Plain("chara", "%%%".into())]);
    let refused: Vec<(&str, Vec<u8>)> = vec![
        ("nothing", Vec::new()),
        ("text", b"hello".to_vec()),
        ("no JSON object", b"[1, 2, 3]".to_vec()),
        ("an object of something else", br#"{"a": 1}"#.to_vec()),
        ("a picture without a card", plain),
        ("a chunk that is no base64", not_base64),
        (
            "a lone surrogate and no end",
            br#"{"name": "\ud800"#.to_vec(),
        ),
        ("too deep", [b"[".repeat(5000), b"]".repeat(5000)].concat()),
    ];
    for (what, bytes) in refused {
        let answer = import_answer(&app.owner, "card.png", bytes).await;
        assert_eq!(answer.status, 422, "{what}: {}", answer.text());
        let problem = answer.problem(422);
        let errors = problem["errors"]
            .as_array()
            .unwrap_or_else(|| panic!("{what}: {problem}"));
        assert!(!errors.is_empty(), "{what}: {problem}");
        for error in errors {
            for member in ["file", "pointer", "code", "detail"] {
                assert!(error[member].is_string(), "{what}: {error}");
            }
        }
    }
    let no_file = app
        .owner
        .upload("/api/imports", "card.png", Vec::new(), &[("other", "x")])
        .await;
    no_file.problem(422);
    assert!(items(&app.owner.get("/api/imports").await.expect(200).json()).is_empty());
    assert!(items(&app.owner.get("/api/worlds").await.expect(200).json()).is_empty());
    assert!(items(&app.owner.get("/api/jobs").await.expect(200).json()).is_empty());
    app.close().await;
}

#[tokio::test]
async fn every_reason_is_told_when_no_chunk_holds_a_card() {
    let app = app().await;
    let three = [
        Text::Plain("ccv3", "%%%".into()),
        Text::Deflated("chara", "AAAA".into()),
        Text::International("chara", cards::encoded(&json!(["no", "card"]))),
    ];
    let answer = import_answer(&app.owner, "card.png", png::picture(30, 30, false, &three)).await;
    let problem = answer.problem(422);
    let errors = problem["errors"].as_array().expect("errors");
    assert!(errors.len() >= 2, "every chunk says why: {problem:#}");
    app.close().await;
}

#[tokio::test]
async fn f058_members_of_the_wrong_type_are_read_as_well_as_can_be() {
    let app = app().await;
    let mut card = cards::v2();
    card["data"]["description"] = json!(42);
    card["data"]["tags"] = json!("one, two");
    card["data"]["alternate_greetings"] = json!("Only one.");
    card["data"]["character_book"]["entries"] =
        json!({ "0": card["data"]["character_book"]["entries"][0] });
    let made = world(&app.owner, "odd.json", cards::json_file(&card)).await;
    assert_eq!(made["tags"], json!(["one", "two"]), "{made:#}");
    app.close().await;
}

#[tokio::test]
async fn r061_the_source_is_kept_byte_for_byte() {
    let app = app().await;
    for (file, bytes) in [
        ("mira.png", cards::large_png_file(&cards::v3())),
        ("mira.json", cards::json_file(&cards::v2())),
    ] {
        let accepted = import(&app.owner, file, bytes.clone()).await;
        let id = text(&accepted, "id");
        let early = app
            .owner
            .get(&format!("/api/imports/{id}/source"))
            .await
            .expect(200);
        assert_eq!(
            early.body, bytes,
            "the source is there as soon as 202 was said"
        );
        wait_for_phase(&app.owner, &id, "done").await;
        let source = app
            .owner
            .get(&format!("/api/imports/{id}/source"))
            .await
            .expect(200);
        assert_eq!(source.body, bytes);
        let policy = source.header("content-security-policy").unwrap_or_default();
        assert!(
            policy.contains("sandbox") && policy.contains("default-src 'none'"),
            "S5: {policy}"
        );
        assert_eq!(source.header("x-content-type-options"), Some("nosniff"));
    }
    app.close().await;
}

#[tokio::test]
async fn accepted_means_202_with_a_place_to_look() {
    let app = app().await;
    let answer = import_answer(&app.owner, "mira.json", cards::json_file(&cards::v2()))
        .await
        .expect(202);
    let import = answer.json();
    let id = text(&import, "id");
    assert_eq!(
        answer
            .header("location")
            .map(|url| url.trim_start_matches(&app.base())),
        Some(format!("/api/imports/{id}").as_str())
    );
    let done = wait_for_phase(&app.owner, &id, "done").await;
    assert!(done["worldId"].is_string(), "{done}");
    assert_eq!(done["fileName"], "mira.json", "{done}");
    let listed = items(&app.owner.get("/api/imports").await.expect(200).json());
    assert!(
        listed.iter().any(|item| item["id"] == import["id"]),
        "{listed:?}"
    );
    app.close().await;
}

#[tokio::test]
async fn the_events_of_an_import_tell_its_phases_and_can_be_resumed() {
    let app = app().await;
    let id = text(
        &import(&app.owner, "mira.png", cards::large_png_file(&cards::v2())).await,
        "id",
    );
    let path = format!("/api/imports/{id}/events");
    let mut phases = Vec::new();
    let mut ids = Vec::new();
    let mut stream = app.owner.events(&path, None).await;
    while let Some(event) = stream.next().await {
        ids.extend(event.id.clone());
        if let Some(phase) = event.json()["phase"].as_str() {
            if phases.last().map(String::as_str) != Some(phase) {
                phases.push(phase.to_owned());
            }
            if phase == "done" {
                break;
            }
        }
    }
    let order = ["survey", "build", "review", "finish", "done"];
    let places: Vec<usize> = phases
        .iter()
        .filter_map(|phase| order.iter().position(|name| name == phase))
        .collect();
    assert!(
        places.is_sorted() && phases.last().is_some_and(|phase| phase == "done"),
        "{phases:?}"
    );
    assert!(
        ids.len() > 1 && ids.iter().collect::<std::collections::HashSet<_>>().len() == ids.len(),
        "{ids:?}"
    );

    // A page that missed everything after the first event is told the rest, and nothing twice.
    let mut again = app.owner.events(&path, Some(&ids[0])).await;
    let mut rest = Vec::new();
    while let Some(event) = again.next().await {
        rest.extend(event.id.clone());
        if event.json()["phase"] == "done" {
            break;
        }
    }
    let number = |id: &String| id.parse::<i64>().expect("ids count");
    assert!(
        rest.iter().all(|id| number(id) > number(&ids[0])),
        "{rest:?} after {ids:?}"
    );
    assert_eq!(rest.last(), ids.last());
    let request = app.owner.request(reqwest::Method::GET, &path);
    let nothing = send(request.header("last-event-id", ids.last().expect("an id"))).await;
    assert_eq!(nothing.status, 204, "an EventSource stops asking");
    app.close().await;
}

#[tokio::test]
async fn the_thin_mapping_makes_a_world_of_the_format() {
    let app = app().await;
    let made = world(&app.owner, "mira.png", cards::png_file(&cards::v3())).await;
    let zip = app
        .owner
        .get(&format!("/api/worlds/{}/export", text(&made, "id")))
        .await
        .expect(200);
    let files = export::comparable(&zip.body);
    let read = |path: &str| -> Value {
        let bytes = files
            .get(path)
            .unwrap_or_else(|| panic!("no {path} in {:?}", files.keys().collect::<Vec<_>>()));
        serde_json::from_slice(bytes).expect("JSON")
    };
    let document = read("world.json");
    assert_eq!(document["name"], cards::NAME);
    assert_eq!(
        document["opening_message"],
        cards::OPENING,
        "F-076: macros are resolved"
    );
    assert_eq!(document["metadata"]["tags"], json!(["lighthouse", "slow"]));
    assert_eq!(document["author"]["name"], "Test Author");
    assert_eq!(document["author"]["url"], "https://example.org/cards/mira");
    let first = String::from_utf8_lossy(&files["world.json"]).into_owned();
    assert!(
        first
            .lines()
            .nth(1)
            .is_some_and(|line| line.trim_start().starts_with("\"id\"")),
        "the id comes first: {first}"
    );

    let characters: Vec<Value> = files
        .keys()
        .filter(|path| path.ends_with("/character.json"))
        .map(|path| read(path))
        .collect();
    let names: Vec<&str> = characters
        .iter()
        .filter_map(|character| character["name"].as_str())
        .collect();
    assert!(
        names.contains(&cards::NAME) && names.contains(&"Traveller"),
        "F-073: {names:?}"
    );
    let traveller = characters
        .iter()
        .find(|character| character["name"] == "Traveller")
        .expect("the player");
    assert_eq!(traveller["role"], "playable");

    let lore: Vec<Value> = files
        .keys()
        .filter(|path| path.ends_with("/lore.json"))
        .map(|path| read(path))
        .collect();
    assert!(
        lore.len() >= 4,
        "three entries of the book and the scenario: {lore:#?}"
    );
    assert!(
        lore.iter()
            .any(|entry| entry.to_string().contains("older than its paths")),
        "{lore:#?}"
    );

    let cover = document["cover_media_id"].as_str().expect("a cover");
    let manifest = String::from_utf8_lossy(&files["media/manifest.jsonl"]).into_owned();
    assert!(manifest.contains(cover), "{manifest}");
    for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".json")) {
        let text = String::from_utf8_lossy(bytes);
        for macro_text in ["{{", "<USER>", "<BOT>"] {
            assert!(
                !text.contains(macro_text),
                "F-076: {path} holds {macro_text}: {text}"
            );
        }
    }
    app.close().await;
}

#[tokio::test]
async fn f079_equal_cards_make_equal_files() {
    let app = app().await;
    let bytes = cards::large_png_file(&cards::v3());
    let (one, two) = (
        world(&app.owner, "a.png", bytes.clone()).await,
        world(&app.owner, "b.png", bytes).await,
    );
    assert_ne!(
        one["worldId"], two["worldId"],
        "each import makes a world of its own"
    );
    assert_ne!(one["folder"], two["folder"]);
    let mut zips = Vec::new();
    for made in [&one, &two] {
        let zip = app
            .owner
            .get(&format!("/api/worlds/{}/export", text(made, "id")))
            .await
            .expect(200);
        zips.push(export::comparable(&zip.body));
    }
    let difference = export::difference(&zips[0], &zips[1]);
    assert!(difference.is_empty(), "{}", difference.join("\n"));
    app.close().await;
}

#[tokio::test]
async fn the_report_says_what_became_of_every_piece() {
    let app = app().await;
    let accepted = import(&app.owner, "mira.json", cards::json_file(&cards::v2())).await;
    let id = text(&accepted, "id");
    wait_for_phase(&app.owner, &id, "done").await;
    let report = app
        .owner
        .get(&format!("/api/imports/{id}/report"))
        .await
        .expect(200)
        .json()
        .to_string();
    for piece in [
        "/data/first_mes",
        "/data/description",
        "/data/alternate_greetings/0",
        "/data/character_book/entries/2",
    ] {
        assert!(report.contains(piece), "R-064: {piece} is not in {report}");
    }
    app.close().await;
}

#[tokio::test]
async fn without_skip_the_import_waits_for_a_person() {
    let app = app().await;
    let accepted = app
        .owner
        .upload(
            "/api/imports",
            "mira.json",
            cards::json_file(&cards::v2()),
            &[],
        )
        .await
        .expect(202)
        .json();
    let id = text(&accepted, "id");
    wait_for_phase(&app.owner, &id, "review").await;
    app.idle().await;
    assert!(
        items(&app.owner.get("/api/worlds").await.expect(200).json()).is_empty(),
        "R-070: not before finish"
    );
    let answer = app
        .owner
        .post(&format!("/api/imports/{id}/finish"), &json!({}))
        .await;
    assert!(matches!(answer.status, 200 | 202), "{answer:?}");
    let done = wait_for_phase(&app.owner, &id, "done").await;
    app.owner
        .get(&format!("/api/worlds/{}", text(&done, "worldId")))
        .await
        .expect(200);
    app.owner
        .post(&format!("/api/imports/{id}/finish"), &json!({}))
        .await
        .problem(409);
    app.close().await;
}

#[tokio::test]
async fn a_cancelled_import_makes_nothing() {
    let app = app().await;
    let accepted = app
        .owner
        .upload(
            "/api/imports",
            "mira.json",
            cards::json_file(&cards::v2()),
            &[],
        )
        .await
        .expect(202)
        .json();
    let id = text(&accepted, "id");
    wait_for_phase(&app.owner, &id, "review").await;
    let answer = app
        .owner
        .post(&format!("/api/imports/{id}/cancel"), &json!({}))
        .await;
    assert!(matches!(answer.status, 200 | 202 | 204), "{answer:?}");
    wait_for_phase(&app.owner, &id, "cancelled").await;
    app.owner
        .post(&format!("/api/imports/{id}/finish"), &json!({}))
        .await
        .problem(409);
    assert!(items(&app.owner.get("/api/worlds").await.expect(200).json()).is_empty());
    app.close().await;
}

#[tokio::test]
async fn s7_a_hostile_card_stays_text() {
    let app = app().await;
    let made = world(
        &app.owner,
        "../../etc/passwd",
        cards::json_file(&cards::hostile()),
    )
    .await;
    let folder = text(&made, "folder");
    assert!(
        folder
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '-'),
        "F-070: {folder}"
    );
    let id = text(&made, "id");
    let zip = app
        .owner
        .get(&format!("/api/worlds/{id}/export"))
        .await
        .expect(200);
    for path in export::files(&zip.body).keys() {
        assert!(
            !path.contains("..") && !path.starts_with('/') && !path.contains('<'),
            "{path}"
        );
    }
    for page in ["/", "/worlds", &format!("/worlds/{id}")] {
        let answer = app.owner.get(page).await;
        let html = answer.text();
        for markup in [
            "<script>alert",
            "<img src=x",
            "<i>tag",
            "<svg onload",
            "<b onmouseover",
        ] {
            assert!(!html.contains(markup), "{page} holds {markup}");
        }
    }
    let session = steps::session(&app.owner, &id).await;
    let html = app
        .owner
        .get(&format!("/play/{}", text(&session, "id")))
        .await
        .text();
    assert!(
        !html.contains("<b onmouseover") && !html.contains("<script>alert"),
        "{html}"
    );
    app.close().await;
}

#[tokio::test]
async fn the_same_file_again_says_where_its_world_is() {
    let app = app().await;
    let file = || cards::json_file(&cards::v2());
    let first = text(&import(&app.owner, "mira.json", file()).await, "id");
    let done = wait_for_phase(&app.owner, &first, "done").await;
    assert!(done.get("sameAs").is_none(), "{done:#}");
    let again = import(&app.owner, "other.json", file()).await;
    assert_eq!(again["sameAs"], json!(first), "{again:#}");
    wait_for_phase(&app.owner, &text(&again, "id"), "done").await;
    let path = format!("/api/worlds/{}", text(&done, "worldId"));
    app.owner.delete(&path).await.expect(204);
    let path = format!("/api/imports/{}", text(&again, "id"));
    let now = app.owner.get(&path).await.expect(200).json();
    assert!(now.get("sameAs").is_none(), "its world is gone: {now:#}");
    app.close().await;
}

//! Playing: a start that is whole or not at all, the authored opening, turns with the built-in narrator, streams that can be
//! resumed, and sessions that outlive tabs and restarts.

use serde_json::{Value, json};
use talekeep_tests::steps::{items, sample, session, text, told, turn, world};
use talekeep_tests::{App, Client, cards};

use crate::app;

async fn playing(app: &App) -> (String, String) {
    let made = world(&app.owner, "mira.png", cards::png_file(&cards::v2())).await;
    let started = session(&app.owner, &text(&made, "id")).await;
    (text(&made, "id"), text(&started, "id"))
}

async fn turns(client: &Client, session: &str) -> Vec<Value> {
    items(
        &client
            .get(&format!("/api/sessions/{session}/turns"))
            .await
            .expect(200)
            .json(),
    )
}

#[tokio::test]
async fn r131_the_authored_opening_is_first() {
    let app = app().await;
    let (world, session) = playing(&app).await;
    let view = app
        .owner
        .get(&format!("/api/sessions/{session}"))
        .await
        .expect(200)
        .json();
    assert_eq!(
        view["world"]["id"].as_str().or(view["world"].as_str()),
        Some(world.as_str()),
        "{view:#}"
    );
    let turns = turns(&app.owner, &session).await;
    let opening = turns.first().expect("the opening");
    assert!(
        opening
            .to_string()
            .contains("The lamp at Saltmarsh is already lit"),
        "{opening:#}"
    );
    assert!(
        opening.to_string().contains("You came, Traveller."),
        "{opening:#}"
    );
    app.close().await;
}

#[tokio::test]
async fn w042_a_refused_start_tells_everything_and_creates_nothing() {
    let app = app().await;
    let made = world(&app.owner, "mira.json", cards::json_file(&cards::v2())).await;
    let id = text(&made, "id");
    let good =
        json!({ "world": id, "character": "traveller", "language": "en", "connection": "offline" });
    let unknown_world = "00000000-0000-4000-8000-000000000000";
    for (what, member, value, status) in [
        ("an unknown character", "character", json!("nobody"), 422),
        (
            "a character that is not playable",
            "character",
            json!("mira-vance"),
            422,
        ),
        (
            "a language that does not exist",
            "language",
            json!("../en"),
            422,
        ),
        (
            "a connection that does not exist",
            "connection",
            json!("no-such"),
            422,
        ),
        ("an unknown world", "world", json!(unknown_world), 404),
        ("no id at all", "world", json!("nonsense"), 404),
    ] {
        let mut body = good.clone();
        body[member] = value;
        let answer = app.owner.post("/api/sessions", &body).await;
        assert!(
            answer.status == status || (status == 404 && answer.status == 422),
            "{what}: {answer:?}"
        );
        answer.problem(answer.status);
    }
    assert!(items(&app.owner.get("/api/sessions").await.expect(200).json()).is_empty());
    app.close().await;
}

#[tokio::test]
async fn the_built_in_narrator_answers_plain_commands() {
    let app = app().await;
    let (_, session) = playing(&app).await;
    for (kind, said) in [
        ("act", "look"),
        ("act", "help"),
        ("act", "go north"),
        ("say", "Good evening, Mira."),
        ("wait", ""),
        ("act", "look at Mira"),
    ] {
        let events = turn(&app.owner, &session, kind, said).await;
        assert!(
            !told(&events).trim().is_empty(),
            "{kind} {said:?}: {events:#?}"
        );
        let fragments: Vec<_> = events
            .iter()
            .filter(|event| event.kind == "fragment")
            .collect();
        assert!(
            !fragments.is_empty(),
            "{kind} {said:?} was streamed: {events:#?}"
        );
    }
    // The opening and six turns, each of the player's words with what came of it.
    let kept = turns(&app.owner, &session).await;
    assert_eq!(kept.len(), 7, "{kept:#?}");
    app.owner
        .get(&format!("/api/sessions/{session}/state"))
        .await
        .expect(200);
    app.close().await;
}

#[tokio::test]
async fn equal_seeds_and_words_tell_the_same_story() {
    let app = app().await;
    let made = world(&app.owner, "mira.json", cards::json_file(&cards::v2())).await;
    let mut stories = Vec::new();
    for _ in 0..2 {
        let session = text(&session(&app.owner, &text(&made, "id")).await, "id");
        let mut story = String::new();
        for said in ["look", "go out", "look"] {
            story += &told(&turn(&app.owner, &session, "act", said).await);
        }
        stories.push(story);
    }
    assert_eq!(stories[0], stories[1]);
    app.close().await;
}

#[tokio::test]
async fn a_closed_tab_does_not_stop_a_turn_and_its_stream_resumes() {
    let app = app().await;
    let (_, session) = playing(&app).await;
    let path = format!("/api/sessions/{session}/turns");
    let mut stream = app
        .owner
        .post_events(&path, &json!({ "kind": "act", "text": "look" }))
        .await;
    let first = stream.next().await.expect("a first event");
    let id = first.id.clone().expect("events have ids to resume from");
    drop(stream);

    let mut waited = 0;
    while turns(&app.owner, &session).await.len() < 2 {
        waited += 1;
        assert!(
            waited < 200,
            "the turn was not kept after its tab was closed\n{}",
            app.logs()
        );
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let kept = turns(&app.owner, &session).await;
    let turn_id = text(&kept[1], "id");
    let mut again = app
        .owner
        .events(&format!("{path}/{turn_id}/events"), Some(&id))
        .await;
    let rest = again.until(&["done"]).await;
    assert_eq!(
        rest.last().map(|event| event.kind.as_str()),
        Some("done"),
        "{rest:#?}"
    );
    assert!(
        rest.iter()
            .all(|event| event.id.as_deref() != Some(id.as_str())),
        "only what came after {id}: {rest:#?}"
    );
    app.close().await;
}

#[tokio::test]
async fn one_turn_at_a_time() {
    let app = app().await;
    let (_, session) = playing(&app).await;
    let path = format!("/api/sessions/{session}/turns");
    let body = json!({ "kind": "act", "text": "look" });
    let sent: Vec<_> = (0..6)
        .map(|_| {
            let (client, path, body) = (app.owner.clone(), path.clone(), body.clone());
            tokio::spawn(async move { client.post(&path, &body).await })
        })
        .collect();
    let mut played = 0;
    for answer in sent {
        let answer = answer.await.expect("a task that ends");
        match answer.status {
            200 => {
                assert!(answer.text().contains("event: done"), "{}", answer.text());
                played += 1;
            }
            _ => drop(answer.problem(409)),
        }
    }
    assert!(played >= 1);
    assert_eq!(
        turns(&app.owner, &session).await.len(),
        1 + played,
        "every turn that was told is kept, and no other"
    );
    turn(&app.owner, &session, "act", "look").await;
    app.close().await;
}

#[tokio::test]
async fn a_turn_of_nonsense_is_refused_and_nothing_is_kept() {
    let app = app().await;
    let (_, session) = playing(&app).await;
    let path = format!("/api/sessions/{session}/turns");
    for body in [
        json!({ "kind": "fly", "text": "x" }),
        json!({ "text": "x" }),
        json!({ "kind": "act", "text": "x".repeat(100_001) }),
        json!({ "kind": "act", "text": "a\u{0}b" }),
        json!({ "kind": "act", "text": 5 }),
    ] {
        let answer = app.owner.post(&path, &body).await;
        assert!(matches!(answer.status, 400 | 413 | 422), "{answer:?}");
        answer.problem(answer.status);
    }
    assert_eq!(turns(&app.owner, &session).await.len(), 1);
    app.close().await;
}

#[tokio::test]
async fn a_session_goes_on_after_a_restart() {
    let mut app = app().await;
    let (_, session) = playing(&app).await;
    turn(&app.owner, &session, "say", "Remember the white posts.").await;
    let before = turns(&app.owner, &session).await;
    app.restart().await;
    assert_eq!(turns(&app.owner, &session).await, before);
    turn(&app.owner, &session, "act", "look").await;
    let listed = items(&app.owner.get("/api/sessions").await.expect(200).json());
    assert_eq!(
        (listed.len(), listed[0]["id"].as_str()),
        (1, Some(session.as_str()))
    );
    app.close().await;
}

#[tokio::test]
async fn r008_a_session_keeps_its_own_copy_of_the_world() {
    let app = app().await;
    let (world, session) = playing(&app).await;
    app.owner.delete(&format!("/api/worlds/{world}")).await;
    let events = turn(&app.owner, &session, "act", "look").await;
    assert!(
        !told(&events).trim().is_empty(),
        "the story goes on without its world: {events:#?}"
    );
    app.close().await;
}

#[tokio::test]
async fn r008_w470_later_edits_of_the_world_never_change_a_session() {
    let app = app().await;
    let world = sample(&app.owner, "en").await;
    let begin = async || {
        let body = json!({ "world": world, "character": "nell", "language": "en", "connection": "offline", "seed": 3 });
        let story = app.owner.post("/api/sessions", &body).await;
        text(&story.expect(201).json(), "id")
    };
    let (untouched, edited) = (begin().await, begin().await);
    let before = turn(&app.owner, &untouched, "act", "look").await;
    for (file, pointer, value) in [
        ("world.json", "/name", json!("Another Light")),
        ("world.json", "/rules", json!(["Everybody flies."])),
        (
            "locations/jetty/location.json",
            "/description",
            json!("A car park"),
        ),
        (
            "locations/jetty/location.json",
            "/features/1/name",
            json!("milestone"),
        ),
        (
            "characters/finn/character.json",
            "/start/activity",
            json!("Juggling."),
        ),
        ("items/letter/item.json", "/name", json!("bill")),
        ("variables.json", "/0/name", json!("Part")),
        ("triggers.json", "/0/effects/0/text", json!("Nothing.")),
    ] {
        let path = format!("/api/worlds/{world}/documents/{file}");
        let mut document = app.owner.get(&path).await.expect(200).json();
        *document.pointer_mut(pointer).expect("a member") = value;
        let kept = app.owner.put(&path, &document).await.expect(200).json();
        assert_eq!(kept["problems"], json!([]), "{file}{pointer}");
    }
    let fresh = begin().await;
    let after = turn(&app.owner, &edited, "act", "look").await;
    assert_eq!(told(&after), told(&before), "the story as it was copied");
    let new = told(&turn(&app.owner, &fresh, "act", "look").await);
    assert!(
        new.contains("A car park") && new.contains("juggling"),
        "{new}"
    );
    // The same for whoever asks what is known, and with the world in the trash.
    app.owner
        .delete(&format!("/api/worlds/{world}"))
        .await
        .expect(204);
    let state = |story: String| format!("/api/sessions/{story}/state");
    let one = app.owner.get(&state(untouched)).await.expect(200).json();
    let other = app.owner.get(&state(edited)).await.expect(200).json();
    assert_eq!(one, other);
    app.close().await;
}

#[tokio::test]
async fn r002_w472_a_refused_start_lists_everything_and_leaves_nothing() {
    let app = app().await;
    let world = sample(&app.owner, "en").await;
    let faults = [
        ("world.json", "/time_zone", json!("Nowhere/Atlantis")),
        (
            "locations/yard/location.json",
            "/exits/0/to",
            json!("attic"),
        ),
        (
            "characters/finn/character.json",
            "/start/location",
            json!("attic"),
        ),
        ("items/letter/item.json", "/held_by", json!("nobody")),
        (
            "triggers.json",
            "/0/when/conditions/0/item",
            json!("no-key"),
        ),
    ];
    for (file, pointer, value) in &faults {
        let path = format!("/api/worlds/{world}/documents/{file}");
        let mut document = app.owner.get(&path).await.expect(200).json();
        *document.pointer_mut(pointer).expect("a member") = value.clone();
        app.owner.put(&path, &document).await.expect(200);
    }
    let body = json!({ "world": world, "character": "nell", "connection": "offline" });
    let refused = app.owner.post("/api/sessions", &body).await.problem(422);
    let listed = refused["errors"].as_array().expect("errors");
    for (file, pointer, _) in &faults {
        let named = listed.iter().any(|error| {
            error["file"].as_str().is_some_and(|at| at.ends_with(file))
                && error["pointer"] == *pointer
        });
        assert!(named, "{file}{pointer} is not in {refused:#}");
    }
    let kept = items(&app.owner.get("/api/sessions").await.expect(200).json());
    assert!(kept.is_empty(), "{kept:#?}");
    app.close().await;
}

#[tokio::test]
async fn a_deleted_session_is_in_the_trash_and_comes_back() {
    let app = app().await;
    let (_, session) = playing(&app).await;
    turn(&app.owner, &session, "act", "look").await;
    let before = turns(&app.owner, &session).await;
    let gone = app.owner.delete(&format!("/api/sessions/{session}")).await;
    assert!(matches!(gone.status, 200 | 204), "{gone:?}");
    app.owner
        .get(&format!("/api/sessions/{session}"))
        .await
        .problem(404);
    app.owner
        .get(&format!("/api/sessions/{session}/turns"))
        .await
        .problem(404);
    let trash = items(&app.owner.get("/api/trash").await.expect(200).json());
    assert_eq!(
        (trash.len(), trash[0]["kind"].as_str()),
        (1, Some("session")),
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
    assert_eq!(turns(&app.owner, &session).await, before);
    app.close().await;
}

#[tokio::test]
async fn a_session_in_chinese_opens_and_plays() {
    let app = app().await;
    let made = world(&app.owner, "mira.json", cards::json_file(&cards::v2())).await;
    let body = json!({
        "world": text(&made, "id"), "character": "traveller", "language": "zh", "connection": "offline", "seed": 1,
    });
    let id = text(
        &app.owner
            .post("/api/sessions", &body)
            .await
            .expect(201)
            .json(),
        "id",
    );
    let events = turn(&app.owner, &id, "act", "看").await;
    let said = told(&events);
    assert!(
        said.chars()
            .any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter)),
        "{said}"
    );
    app.close().await;
}

#[tokio::test]
async fn settings_of_a_session_can_be_changed() {
    let app = app().await;
    let (_, session) = playing(&app).await;
    let path = format!("/api/sessions/{session}");
    app.owner
        .patch(&path, &json!({ "title": "The long night" }))
        .await
        .expect(200);
    assert_eq!(
        app.owner.get(&path).await.expect(200).json()["title"],
        "The long night"
    );
    app.owner
        .patch(&path, &json!({ "title": 7 }))
        .await
        .problem(422);
    app.close().await;
}

#[tokio::test]
async fn a_stopped_turn_leaves_the_story_free() {
    let app = app().await;
    let (_, session) = playing(&app).await;
    let path = format!("/api/sessions/{session}/turns");
    let mut stream = app
        .owner
        .post_events(&path, &json!({ "kind": "act", "text": "look" }))
        .await;
    stream.next().await.expect("a first event");
    let playing = app.owner.get(&format!("/api/sessions/{session}")).await;
    if let Some(turn) = playing.expect(200).json()["playing"].as_str() {
        let answer = app
            .owner
            .post(&format!("{path}/{turn}/stop"), &json!({}))
            .await;
        assert!(matches!(answer.status, 200 | 202 | 204 | 409), "{answer:?}");
    }
    let rest = stream.until(&["done", "problem"]).await;
    let end = rest.last().expect("an end").kind.clone();
    let kept = turns(&app.owner, &session).await;
    assert_eq!(kept.len(), if end == "done" { 2 } else { 1 }, "{rest:#?}");
    turn(&app.owner, &session, "act", "look").await;
    app.close().await;
}

#[tokio::test]
async fn a_turn_can_say_why_it_went_so() {
    let app = app().await;
    let (_, session) = playing(&app).await;
    turn(&app.owner, &session, "act", "look").await;
    let kept = turns(&app.owner, &session).await;
    let path = format!("/api/sessions/{session}/turns/{}/why", text(&kept[1], "id"));
    let why = app.owner.get(&path).await.expect(200).json();
    assert!(
        why.as_object().is_some_and(|members| !members.is_empty()),
        "{why}"
    );
    app.close().await;
}

#[tokio::test]
async fn both_samples_can_be_walked_through() {
    let app = app().await;
    for (language, words) in [
        ("en", ["look", "inventory", "wait 1 hour", "help"]),
        ("zh", ["看", "物品", "等待", "帮助"]),
    ] {
        let world = sample(&app.owner, language).await;
        let body =
            json!({ "world": world, "language": language, "connection": "offline", "seed": 3 });
        let story = app
            .owner
            .post("/api/sessions", &body)
            .await
            .expect(201)
            .json();
        for said in words {
            let events = turn(&app.owner, &text(&story, "id"), "act", said).await;
            assert!(!told(&events).trim().is_empty(), "{said}: {events:#?}");
        }
        let path = format!("/api/sessions/{}/state", text(&story, "id"));
        let state = app.owner.get(&path).await.expect(200).json();
        let exits = state["state"]["place"]["exits"].as_array();
        let open = exits.and_then(|all| all.iter().find(|exit| exit["state"] == "open"));
        let open = open.unwrap_or_else(|| panic!("no open way out in {state:#}"));
        let go = match language {
            "en" => format!("go {}", text(open, "name")),
            _ => format!("去{}", text(open, "name")),
        };
        turn(&app.owner, &text(&story, "id"), "act", &go).await;
        let after = app.owner.get(&path).await.expect(200).json();
        assert_eq!(after["state"]["place"]["id"], open["to"], "{go}: {after:#}");
    }
    app.close().await;
}

#[tokio::test]
async fn s8_two_turns_at_once_and_the_third_waits() {
    let slow = talekeep_tests::settings::setting("play", "narrator_pause_milliseconds", "400");
    let app = crate::app_with(talekeep_tests::Options::default().with(slow)).await;
    let (_, first) = playing(&app).await;
    let world = app.owner.get(&format!("/api/sessions/{first}")).await;
    let world = text(&world.expect(200).json(), "world");
    let mut streams = Vec::new();
    let mut last = String::new();
    for at in 0..3 {
        let session = match at {
            0 => first.clone(),
            _ => text(&session(&app.owner, &world).await, "id"),
        };
        last = format!("/api/sessions/{session}/turns");
        if at < 2 {
            let body = json!({ "kind": "act", "text": "look" });
            streams.push(app.owner.post_events(&last, &body).await);
        }
    }
    let body = json!({ "kind": "act", "text": "look" });
    let refused = app.owner.post(&last, &body).await;
    assert_eq!(refused.problem(429)["code"], "too_many_turns");
    assert!(refused.header("retry-after").is_some());
    for stream in &mut streams {
        stream.until(&["done"]).await;
    }
    app.owner
        .post_events(&last, &body)
        .await
        .until(&["done"])
        .await;
    app.close().await;
}

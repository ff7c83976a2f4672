//! The narrator in one small scene, in both languages.

use futures::TryStreamExt;
use serde_json::{Value, json};
use talekeep_prompts::{Ask, Purpose, Scene};

use super::*;

fn scene(kind: &str, text: &str) -> Scene {
    let full = |mut value: Value, defaults: &Value| {
        for (key, default) in defaults.as_object().expect("object") {
            if value.get(key).is_none() {
                value[key] = default.clone();
            }
        }
        value
    };
    let person = |value| {
        full(
            value,
            &serde_json::to_value(talekeep_prompts::Person::default()).expect("json"),
        )
    };
    let thing = |value| {
        full(
            value,
            &serde_json::to_value(talekeep_prompts::Thing {
                quantity: 1,
                ..Default::default()
            })
            .expect("json"),
        )
    };
    let place = |value| {
        full(
            value,
            &serde_json::to_value(talekeep_prompts::Place::default()).expect("json"),
        )
    };
    let exit = |value| {
        full(
            value,
            &serde_json::to_value(talekeep_prompts::Exit {
                state: "open".into(),
                ..Default::default()
            })
            .expect("json"),
        )
    };
    let scene = json!({
        "world": "Lamp Street",
        "player": person(json!({ "id": "ada", "name": "Ada" })),
        "action": { "kind": kind, "text": text, "waited_seconds": 600 },
        "clock": "2024-05-01T21:00",
        "came_from": "square",
        "place": place(json!({
            "id": "bar", "name": "The Bar", "description": "Low beams and warm light",
            "features": [{ "id": "hearth", "name": "hearth", "description": "Cold ash." }],
            "exits": [
                exit(json!({ "to": "square", "name": "The Square", "description": "the inn door" })),
                exit(json!({ "to": "cellar", "name": "The Cellar", "state": "locked", "note": "A heavy padlock", "opened_by": ["brass-key"] })),
            ],
        })),
        "people": [person(json!({
            "id": "ben", "name": "Ben", "aliases": ["landlord"], "activity": "Polishing glasses.", "speech": ["“Evening.”"],
        }))],
        "things": [
            thing(json!({ "id": "lamp", "name": "oil lamp", "position": "on the mantel" })),
            thing(json!({ "id": "brass-key", "name": "brass key", "place": { "held_by": "ada" } })),
            thing(json!({ "id": "chest", "name": "chest", "container": { "state": "closed", "opened_by": [] } })),
            thing(json!({ "id": "cap", "name": "cap", "wearable": true, "place": { "worn_by": "ben" } })),
        ],
        "unseen": [
            thing(json!({ "id": "ring", "name": "ring", "hidden": true, "feature": "hearth", "position": "under the ash" })),
            thing(json!({ "id": "coins", "name": "coins", "quantity": 12, "place": { "inside": "chest" } })),
        ],
        "ways": [{ "place": place(json!({ "id": "square", "name": "The Square", "description": "Rain." })), "through": [], "people": [], "things": [], "seconds": 60 }],
        "beats": [], "cues": [], "announcements": [], "readings": [], "lore": [], "rules": [],
    });
    serde_json::from_value(scene).expect("a scene")
}

async fn play(scene: Scene, language: &str) -> (String, Value) {
    let mut ask = Ask {
        purpose: Purpose::Narrate,
        language: language.into(),
        messages: Vec::new(),
        scene,
        seed: 7,
    };
    let hear = async |ask: &Ask| -> String {
        let fragments: Vec<String> = Offline::default()
            .ask(ask)
            .await
            .expect("answers")
            .try_collect()
            .await
            .expect("fragments");
        fragments.concat()
    };
    let text = hear(&ask).await;
    ask.purpose = Purpose::Keep;
    let edit = serde_json::from_str(&hear(&ask).await).expect("an edit");
    (text, edit)
}

#[tokio::test]
async fn commands_are_told_and_kept() {
    // What the player does, words that must be told, a value of the edit that must be there.
    let table: &[(&str, &str, &[&str], &str, Value)] = &[
        (
            "en",
            "look",
            &[
                "The Bar. Low beams",
                "the hearth",
                "an oil lamp (on the mantel)",
                "Ben is here, polishing glasses.",
                "the Cellar (locked)",
            ],
            "",
            json!(null),
        ),
        (
            "en",
            "go square",
            &["the Square", "Rain."],
            "/moves/0",
            json!({ "character": "ada", "location": "square" }),
        ),
        (
            "en",
            "go back",
            &["Rain."],
            "/moves/0/location",
            json!("square"),
        ),
        (
            "en",
            "go through the inn door",
            &["Rain."],
            "/moves/0/location",
            json!("square"),
        ),
        (
            "en",
            "go to the cellar",
            &["locked", "A heavy padlock.", "brass key"],
            "/moves",
            json!(null),
        ),
        (
            "en",
            "unlock the cellar with the brass key",
            &["unlocked"],
            "/exit_changes/0",
            json!({ "from": "bar", "to": "cellar", "state": "open" }),
        ),
        (
            "en",
            "use key",
            &["unlocked"],
            "/exit_changes/0/state",
            json!("open"),
        ),
        (
            "en",
            "pour the brass key into the hearth",
            &["by the hearth"],
            "/item_changes/0/feature",
            json!("hearth"),
        ),
        (
            "en",
            "take the lamp",
            &["oil lamp"],
            "/item_changes/0",
            json!({ "item": "lamp", "held_by": "ada" }),
        ),
        (
            "en",
            "take cap",
            &["Ben has the cap"],
            "/item_changes",
            json!(null),
        ),
        ("en", "take spoon", &["no “spoon”"], "", json!(null)),
        (
            "en",
            "drop key",
            &["You put the brass key down"],
            "/item_changes/0/location",
            json!("bar"),
        ),
        (
            "en",
            "put key by hearth",
            &["by the hearth"],
            "/item_changes/0/feature",
            json!("hearth"),
        ),
        (
            "en",
            "open chest",
            &["coins (12)"],
            "/item_changes/0",
            json!({ "item": "chest", "container_state": "open" }),
        ),
        (
            "en",
            "examine hearth",
            &["Cold ash.", "under the ash", "a ring"],
            "/item_changes/0",
            json!({ "item": "ring", "hidden": false }),
        ),
        (
            "en",
            "give brass key to the landlord",
            &["Ben"],
            "/item_changes/0",
            json!({ "item": "brass-key", "held_by": "ben" }),
        ),
        (
            "en",
            "talk to Ben",
            &["Ben: Evening."],
            "/events/0/tags",
            json!(["talk", "talk:ben"]),
        ),
        (
            "en",
            "inventory",
            &["You are carrying a brass key."],
            "",
            json!(null),
        ),
        (
            "en",
            "help",
            &["plain commands", "“talk to Ben”"],
            "",
            json!(null),
        ),
        (
            "en",
            "juggle flaming torches",
            &["juggle", "Here you could try"],
            "",
            json!(null),
        ),
        ("en", "cellar", &["locked"], "", json!(null)),
        ("zh", "看看", &["The Bar", "Ben在这里"], "", json!(null)),
        (
            "zh",
            "去The Square",
            &["来到了|走去"],
            "/moves/0/location",
            json!("square"),
        ),
        (
            "zh",
            "用brass key打开The Cellar",
            &["锁开了"],
            "/exit_changes/0/state",
            json!("open"),
        ),
        ("zh", "跳舞", &["可以试试"], "", json!(null)),
    ];
    for (language, command, told, pointer, expected) in table {
        let (text, edit) = play(scene("act", command), language).await;
        for words in *told {
            assert!(
                words.split('|').any(|words| text.contains(words)),
                "{command}: {words:?} is not in\n{text}"
            );
        }
        if pointer.is_empty() {
            assert_eq!(edit, json!({}), "{command}");
        } else {
            assert_eq!(
                edit.pointer(pointer).unwrap_or(&Value::Null),
                expected,
                "{command}: {edit}"
            );
        }
    }
}

#[tokio::test]
async fn every_kind_of_turn_has_an_answer() {
    for (kind, text, told) in [
        ("say", "Good evening", "Ben: Evening."),
        ("wait", "10m", "21:00"),
        ("continue", "", "Ben is here"),
        ("ooc", "?", "commands"),
    ] {
        let (said, _) = play(scene(kind, text), "en").await;
        assert!(said.contains(told), "{kind}: {said}");
    }
}

#[tokio::test]
async fn w_332_w_333_cues_and_beats_are_told_and_used_beats_named() {
    let mut scene = scene("continue", "");
    scene.cues = vec![
        talekeep_prompts::Cue {
            character: "ada".into(),
            text: "A bell tolls.".into(),
        },
        talekeep_prompts::Cue {
            character: "ben".into(),
            text: "His knee aches.".into(),
        },
    ];
    scene.beats = vec![talekeep_prompts::Beat {
        id: "b1".into(),
        text: "The lamps flicker.".into(),
    }];
    let (text, edit) = play(scene, "en").await;
    assert!(
        text.starts_with("The lamps flicker.\n\nA bell tolls."),
        "{text}"
    );
    assert!(!text.contains("knee"), "{text}");
    assert_eq!(edit, json!({ "used_beats": ["b1"] }));
}

#[tokio::test]
async fn what_is_said_is_the_same_every_time() {
    assert_eq!(
        play(scene("act", "take lamp"), "en").await,
        play(scene("act", "take lamp"), "en").await
    );
}

#[tokio::test]
async fn w_104_from_nowhere_one_can_look_and_go() {
    let nowhere = |text| {
        let mut scene = scene("act", text);
        scene.place = None;
        scene
    };
    let (said, _) = play(nowhere("look"), "en").await;
    assert!(said.contains("Ben is here"), "{said}");
    assert!(
        said.contains("From here, ways lead to the Square"),
        "{said}"
    );
    let (_, edit) = play(nowhere("go to the square"), "en").await;
    assert_eq!(edit["moves"][0]["location"], json!("square"));
}

#[tokio::test]
async fn words_without_a_command_are_heard_or_seen() {
    for (text, told) in [
        ("What happened to the last pilot?", "Ben: "),
        ("“Good evening.”", "Ben: "),
        ("*I smile at him*", "Ben"),
        ("I shrug", "Ben"),
    ] {
        let (said, _) = play(scene("act", text), "en").await;
        assert!(
            said.contains(told) && !said.contains(text),
            "{text}: {said}"
        );
    }
}

#[tokio::test]
async fn a_thing_is_used_on_what_the_words_name_and_a_trigger_can_ask_for_it() {
    // Without the locked way that the key opens, which would come first.
    let scene = |said: &str, names: [&str; 2]| {
        let mut scene = scene("act", said);
        let place = scene.place.as_mut().expect("a place");
        place.exits.clear();
        place.features[0].name = names[0].to_owned();
        let key = scene
            .things
            .iter_mut()
            .find(|thing| thing.id == "brass-key");
        key.expect("the key").name = names[1].to_owned();
        scene
    };
    let (english, chinese) = (["hearth", "brass key"], ["壁炉", "铜钥匙"]);
    for (language, names, said, told) in [
        (
            "en",
            english,
            "use the key on the hearth",
            "You try the brass key on the hearth.",
        ),
        (
            "en",
            english,
            "light the hearth with the key",
            "You try the brass key on the hearth.",
        ),
        ("zh", chinese, "用钥匙点燃壁炉", "铜钥匙用在壁炉上"),
    ] {
        let (text, edit) = play(scene(said, names), language).await;
        assert!(text.contains(told), "{said}: {text}");
        assert_eq!(
            edit["events"][0]["tags"],
            json!(["use", "use:brass-key:hearth"]),
            "{said}"
        );
    }
    let (_, edit) = play(scene("use the key", english), "en").await;
    assert_eq!(edit, json!({}));
    let (_, edit) = play(scene("把钥匙倒进壁炉", chinese), "zh").await;
    assert_eq!(edit["item_changes"][0]["feature"], json!("hearth"));
}

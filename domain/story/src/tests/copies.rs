//! What a session copies when it starts (W-470, W-471): every member of the world that play can change, set in the world and found in
//! the records. What play cannot change stays in the session's own pack of documents, which is read again and never rewritten.

use serde_json::json;

use super::*;
use crate::state::Source;

/// The state of a session begun in the inn after one place of one document was set.
fn state_with(file: &str, pointer: &str, value: &Value) -> Value {
    let mut documents = inn();
    let document = documents
        .entry(file.to_owned())
        .or_insert_with(|| json!([]));
    set(document, pointer, value.clone());
    let bytes = documents
        .into_iter()
        .map(|(path, document)| (path, document.to_string().into_bytes()))
        .collect();
    serde_json::to_value(opened(&read(bytes)).state).expect("json")
}

/// Sets a member, making the objects and entries on the way to it.
fn set(mut at: &mut Value, pointer: &str, value: Value) {
    for part in pointer.split('/').skip(1) {
        at = match part.parse::<usize>() {
            Ok(index) => {
                if !at.is_array() {
                    *at = json!([]);
                }
                let list = at.as_array_mut().expect("a list");
                while list.len() <= index {
                    list.push(json!({}));
                }
                &mut list[index]
            }
            Err(_) => &mut at[part],
        };
    }
    *at = value;
}

/// File, pointer, value; where it is found in the records, and as what.
type Row = (&'static str, &'static str, Value, &'static str, Value);

fn check(rows: &[Row]) {
    for (file, pointer, value, place, expected) in rows {
        let state = state_with(file, pointer, value);
        assert_eq!(
            state.pointer(place),
            Some(expected),
            "{file}#{pointer} = {value} at {place}"
        );
    }
}

const ADA: &str = "characters/ada/character.json";
const CY: &str = "characters/cy/character.json";
const GUILD: &str = "factions/guild/faction.json";

#[test]
fn w_470_the_session_says_where_it_comes_from() {
    let expected = Source {
        world: "inn".into(),
        folder: "worlds/inn".into(),
    };
    assert_eq!(opened(&world_with([])).state.source, expected);
}

#[test]
fn w_063_w_064_w_065_clock_and_zone_are_copied() {
    let world = "world.json";
    check(&[
        (
            world,
            "/starting_time",
            json!("2024-05-02"),
            "/clock",
            json!("2024-05-01T22:00:00Z"),
        ),
        (
            world,
            "/starting_time",
            json!("2024-05-01T20:00:30"),
            "/clock",
            json!("2024-05-01T18:00:30Z"),
        ),
        (
            world,
            "/starting_time",
            json!("2024-05-01T20:00Z"),
            "/clock",
            json!("2024-05-01T20:00:00Z"),
        ),
        (
            world,
            "/starting_time",
            json!("2024-05-01T20:00+05:30"),
            "/clock",
            json!("2024-05-01T14:30:00Z"),
        ),
        (
            world,
            "/time_zone",
            json!("America/New_York"),
            "/clock",
            json!("2024-05-02T00:00:00Z"),
        ),
        (
            world,
            "/time_zone",
            json!("America/New_York"),
            "/time_zone",
            json!("America/New_York"),
        ),
        (
            world,
            "/starting_time",
            Value::Null,
            "/clock",
            json!("2026-01-01T00:00:00Z"),
        ),
        (world, "/time_zone", Value::Null, "/time_zone", json!("UTC")),
    ]);
}

#[test]
fn w_100_to_w_107_the_start_of_a_character_is_copied() {
    let at = |member: &str| format!("/start/{member}");
    for member in ["public_state", "inner_state", "activity", "position"] {
        let state = state_with(ADA, &at(member), &json!("words"));
        assert_eq!(state["characters"]["ada"][member], "words", "{member}");
    }
    check(&[
        (
            ADA,
            "/start/location",
            json!("square"),
            "/characters/ada/location",
            json!("square"),
        ),
        (
            ADA,
            "/start/feature",
            json!("hearth"),
            "/characters/ada/feature",
            json!("hearth"),
        ),
        // W-104: nowhere until the story says otherwise.
        (
            ADA,
            "/start/location",
            Value::Null,
            "/characters/ada/location",
            Value::Null,
        ),
        // W-101 to W-103: the temperament, the feeling of the moment, and the one filled from the other.
        (
            ADA,
            "/start/emotion",
            json!({ "baseline": {} }),
            "/variables/dominance/ada",
            json!(0.0),
        ),
        (
            ADA,
            "/start/emotion",
            json!({ "baseline": { "arousal": 0.5 } }),
            "/variables/arousal/ada",
            json!(0.5),
        ),
        (
            ADA,
            "/start/emotion",
            json!({ "baseline": { "arousal": 0.5 }, "immediate": { "valence": 1 } }),
            "/variables/arousal/ada",
            json!(0.5),
        ),
        (
            ADA,
            "/start/emotion",
            json!({ "baseline": { "arousal": 0.5 }, "immediate": { "arousal": -1 } }),
            "/variables/arousal/ada",
            json!(-1.0),
        ),
        (
            ADA,
            "/start/emotion",
            json!({ "baseline": { "arousal": 0.5 }, "immediate": { "arousal": -1 } }),
            "/baselines/arousal/ada",
            json!(0.5),
        ),
    ]);
    let full = json!({
        "name": "Sing", "description": "Loud.", "type": "habit", "status": "paused", "horizon": "day", "priority": 0.25, "urgency": 0.75,
        "plan": ["Breathe"], "open_threads": ["Which song?"], "constraints": ["Not twice"], "deadline": "2024-05-02",
    });
    let plain = json!({
        "name": "Rest", "description": null, "type": "agenda", "status": "active", "horizon": "short", "priority": 0.5, "urgency": 0.5,
        "plan": [], "open_threads": [], "constraints": [], "deadline": null,
    });
    let given = json!([full, { "name": "Rest" }]);
    check(&[
        (
            ADA,
            "/start/intents",
            given.clone(),
            "/characters/ada/goals",
            json!([full, plain]),
        ),
        (
            GUILD,
            "/start/goals",
            given,
            "/factions/guild/goals",
            json!([full, plain]),
        ),
    ]);
}

#[test]
fn w_471_views_knowledge_and_memberships_are_copied() {
    let view = json!({ "label": "a friend", "summary": "Old.", "familiarity": 0.5, "trust": -0.5, "affinity": 1.0, "tension": 0.25 });
    let mut entry = view.clone();
    entry["to"] = json!("ben");
    let neutral = json!({ "familiarity": 0.0, "trust": 0.0, "affinity": 0.0, "tension": 0.0 });
    check(&[
        (
            ADA,
            "/relationships",
            json!([entry]),
            "/characters/ada/profiles/ben",
            view,
        ),
        (
            CY,
            "/knowledge/lore",
            json!(["secret"]),
            "/characters/cy/known/lore",
            json!(["secret"]),
        ),
        (
            CY,
            "/knowledge/locations",
            json!(["cellar"]),
            "/characters/cy/known/locations",
            json!(["bar", "cellar", "road", "square"]),
        ),
        (
            CY,
            "/knowledge/items",
            json!(["ring"]),
            "/characters/cy/known/items",
            json!(["ring"]),
        ),
        (
            CY,
            "/knowledge/exits",
            json!([{ "from": "bar", "to": "cellar" }]),
            "/characters/cy/known/exits/0",
            json!(["bar", "cellar"]),
        ),
        (
            GUILD,
            "/start/public_state",
            json!("Open."),
            "/factions/guild/public_state",
            json!("Open."),
        ),
        (
            GUILD,
            "/start/inner_state",
            json!("Torn."),
            "/factions/guild/inner_state",
            json!("Torn."),
        ),
        (
            GUILD,
            "/members",
            json!([{ "character": "cy", "status": "former", "public": false }]),
            "/characters/cy/faction_profiles/guild",
            neutral,
        ),
    ]);
}

#[test]
fn w_135_what_is_learned_at_the_start_depends_on_what_can_be_seen() {
    let knows = |file: &'static str, document: Value, item: &str| {
        let world = world_with([(file, document)]);
        opened(&world).state.characters["ada"]
            .known
            .items
            .contains(item)
    };
    let chest = "items/chest/item.json";
    let open = |state: &str| json!({ "name": "Chest", "container": { "state": state }, "location": "bar" });
    assert!(
        knows(chest, open("open"), "coins"),
        "in an open container there"
    );
    assert!(!knows(chest, open("closed"), "coins") && !knows(chest, open("locked"), "coins"));
    let ring = "items/ring/item.json";
    for (place, known) in [
        (json!({ "name": "Ring", "location": "bar" }), true),
        (json!({ "name": "Ring", "location": "square" }), false),
        (json!({ "name": "Ring", "held_by": "ben" }), true),
        (json!({ "name": "Ring", "held_by": "cy" }), false),
        (
            json!({ "name": "Ring", "wearable": "fingers", "worn_by": "ben" }),
            true,
        ),
        (
            json!({ "name": "Ring", "hidden": true, "held_by": "ben" }),
            false,
        ),
        (
            json!({ "name": "Ring", "hidden": true, "held_by": "ada" }),
            true,
        ),
    ] {
        assert_eq!(knows(ring, place.clone(), "ring"), known, "{place}");
    }
}

#[test]
fn w_471_ways_and_items_are_copied_with_all_that_play_can_change() {
    let bar = "locations/bar/location.json";
    let lamp = "items/lamp/item.json";
    let shut =
        json!({ "state": "blocked", "note": "Rubble.", "opened_by": ["key"], "shared": true });
    let exit =
        json!([{ "to": "cellar", "state": "blocked", "note": "Rubble.", "opened_by": ["key"] }]);
    let one_way = json!([{ "to": "cellar", "one_way": true }]);
    check(&[
        (
            bar,
            "/exits",
            exit.clone(),
            "/exits/bar/cellar",
            shut.clone(),
        ),
        (bar, "/exits", exit, "/exits/cellar/bar", shut),
        (
            bar,
            "/exits",
            one_way.clone(),
            "/exits/bar/cellar",
            json!({ "state": "open" }),
        ),
        (
            lamp,
            "/quantity",
            json!(3),
            "/items/lamp/quantity",
            json!(3),
        ),
        (
            lamp,
            "/quality",
            json!("Dented."),
            "/items/lamp/quality",
            json!("Dented."),
        ),
        (
            lamp,
            "/position",
            json!("on a hook"),
            "/items/lamp/position",
            json!("on a hook"),
        ),
        (
            lamp,
            "/hidden",
            json!(true),
            "/items/lamp/hidden",
            json!(true),
        ),
        (
            lamp,
            "/notable",
            json!(true),
            "/items/lamp/notable",
            json!(true),
        ),
        (
            lamp,
            "/owner",
            json!("ben"),
            "/items/lamp/owner",
            json!("ben"),
        ),
        (
            lamp,
            "/feature",
            json!("hearth"),
            "/items/lamp/feature",
            json!("hearth"),
        ),
        (
            lamp,
            "/container",
            json!({ "state": "locked" }),
            "/items/lamp/container_state",
            json!("locked"),
        ),
        (
            lamp,
            "/container",
            json!({}),
            "/items/lamp/container_state",
            json!("closed"),
        ),
        (
            "items/coins/item.json",
            "/position",
            json!("at the bottom"),
            "/items/coins/place",
            json!({ "inside": "chest" }),
        ),
        (
            "items/key/item.json",
            "/position",
            json!("in her fist"),
            "/items/key/place",
            json!({ "held_by": "ada" }),
        ),
        (
            "items/cap/item.json",
            "/position",
            json!("askew"),
            "/items/cap/place",
            json!({ "worn_by": "ada" }),
        ),
    ]);
    // W-211: no way back out of a one-way exit.
    assert_eq!(
        state_with(bar, "/exits", &one_way).pointer("/exits/cellar"),
        None
    );
}

#[test]
fn w_473_values_come_from_initial_values_else_from_defaults() {
    let shame = json!([{ "key": "shame", "name": "Shame", "default": 0.5, "baseline": true }, { "key": "stage", "name": "Stage", "kind": "choice", "subject": "world", "options": ["uneasy", "b"] }]);
    let values = |subject: &str| json!([{ "key": "v", "name": "V", "subject": subject, "default": 2 }, { "key": "stage", "name": "Stage", "kind": "choice", "subject": "world", "options": ["uneasy", "b"] }]);
    let with = |file: &'static str, subject: &str| {
        let mut document = inn()[file].clone();
        document["variables"] = json!({ "v": 7 });
        let world = world_with([("variables.json", values(subject)), (file, document)]);
        serde_json::to_value(opened(&world).state).expect("json")["variables"]["v"].clone()
    };
    check(&[
        (
            "variables.json",
            "",
            shame.clone(),
            "/variables/shame/ada",
            json!(0.5),
        ),
        (
            "variables.json",
            "",
            shame,
            "/baselines/shame/ada",
            json!(0.5),
        ),
    ]);
    let characters = with(ADA, "character");
    assert_eq!(
        (&characters["ada"], &characters["ben"]),
        (&json!(7.0), &json!(2.0))
    );
    let items = with("items/lamp/item.json", "item");
    assert_eq!((&items["lamp"], &items["key"]), (&json!(7.0), &json!(2.0)));
    let places = with("locations/bar/location.json", "location");
    assert_eq!(
        (&places["bar"], &places["road"]),
        (&json!(7.0), &json!(2.0))
    );
}

#[test]
fn w_474_nothing_is_looked_at_before_the_first_turn() {
    let always = json!([{ "key": "t", "when": { "type": "place", "character": "ada", "location": "bar" }, "effects": [{ "type": "beat", "text": "B" }] }]);
    let world = world_with([("triggers.json", always)]);
    let state = opened(&world).state;
    assert_eq!(
        (state.turn, state.round, state.triggers["t"].seen),
        (1, 0, None)
    );
    assert!(state.beats.is_empty() && state.cues.is_empty() && state.events.is_empty());
    let played = play(&world, state, Kind::Act, "look", 1, "Rain.", json!({}));
    assert_eq!(played.settled.state.triggers["t"].fired, 1);
}

#[test]
fn w_435_w_475_an_avatar_brought_along_is_in_the_session_and_nowhere_else() {
    let authored = world_with([]);
    let mut avatar = authored.character("ada").expect("ada").clone();
    avatar.id = "mira".into();
    avatar.name = "Mira".into();
    let begin = |avatar: &talekeep_world::model::Character, character: &str| {
        start(&Start {
            world: &authored,
            folder: "worlds/inn",
            avatar: Some(avatar),
            character,
            language: "en",
            seed: 1,
            now: now(),
        })
    };
    let opened = begin(&avatar, "mira").expect("started");
    assert_eq!(opened.state.player, "mira");
    assert_eq!(
        opened.state.characters["mira"].location.as_deref(),
        Some("bar")
    );
    assert!(
        opened.state.characters["mira"].known.items.contains("lamp"),
        "W-135 holds for it, too"
    );
    assert!(authored.character("mira").is_none());
    assert_eq!(
        begin(&avatar, "ada").expect("started").state.player,
        "ada",
        "it may come and not be taken"
    );
    avatar.id = "ben".into();
    let refused = begin(&avatar, "ben").expect_err("refused");
    assert_eq!(refused[0].pointer, "/avatar");
}

//! Whole worlds and avatars against the rules of the format: each row is one document put into a small sound world, with the
//! problems it must give.

mod avatars;
mod characters;
mod documents;
mod edits;
mod media;
mod never_panics;
mod places;
mod prompts;
mod story;
mod triggers;
mod variables;
mod world;

use crate::folder::{Entry, Folder};
use crate::read::{Reading, read_world};

/// A small world without a problem, with something of every kind to refer to.
const SOUND: &[(&str, &str)] = &[
    ("world.json", r#"{"id": "w", "name": "W"}"#),
    (
        "characters/ann/character.json",
        r#"{"name": "Ann", "start": {"location": "hall"}}"#,
    ),
    (
        "characters/bob/character.json",
        r#"{"id": "robert", "name": "Bob"}"#,
    ),
    ("factions/crew/faction.json", r#"{"name": "Crew"}"#),
    ("factions/guild/faction.json", r#"{"name": "Guild"}"#),
    (
        "locations/hall/location.json",
        r#"{"name": "Hall", "features": [{"id": "stove", "name": "Stove"}], "exits": [{"to": "yard"}, {"to": "cave", "one_way": true}]}"#,
    ),
    ("locations/yard/location.json", r#"{"name": "Yard"}"#),
    ("locations/cave/location.json", r#"{"name": "Cave"}"#),
    (
        "items/box/item.json",
        r#"{"name": "Box", "location": "hall", "container": {}}"#,
    ),
    (
        "items/coin/item.json",
        r#"{"name": "Coin", "inside": "box"}"#,
    ),
    (
        "items/hat/item.json",
        r#"{"name": "Hat", "wearable": "head", "worn_by": "ann"}"#,
    ),
    (
        "items/ring/item.json",
        r#"{"name": "Ring", "unique": true, "held_by": "ann"}"#,
    ),
    ("lore/flood/lore.json", r#"{"title": "The flood"}"#),
    (
        "variables.json",
        r#"[{"key": "luck", "name": "Luck", "min": 0, "max": 10, "integer": true},
            {"key": "oath", "name": "Oath", "kind": "choice", "options": ["none", "sworn"], "only": ["ann"]},
            {"key": "lit", "name": "Lit", "kind": "flag", "subject": "item", "baseline": true},
            {"key": "storm", "name": "Storm", "subject": "world", "max": 12},
            {"key": "damp", "name": "Damp", "subject": "location"}]"#,
    ),
    (
        "triggers.json",
        r#"[{"key": "first", "when": {"type": "event", "tag": "x"}, "effects": [{"type": "beat", "text": "y"}]}]"#,
    ),
];

/// The sound world with these documents in it, or in the place of its own.
fn folder(documents: &[(&str, &str)]) -> Folder {
    let mut folder = Folder::default();
    for (path, text) in SOUND.iter().chain(documents) {
        folder.insert(path, Entry::Bytes(text.as_bytes().to_vec()));
    }
    folder
}

fn reading(documents: &[(&str, &str)]) -> Reading {
    read_world("w", &folder(documents))
}

/// Every problem as "path#pointer code", the path from the world folder.
fn problems(documents: &[(&str, &str)]) -> Vec<String> {
    told(&reading(documents))
}

fn told(reading: &Reading) -> Vec<String> {
    let word = |p: &crate::Problem| {
        assert!(!p.message.is_empty(), "{p:?}");
        format!(
            "{}#{} {}",
            p.file.strip_prefix("worlds/w/").unwrap_or(&p.file),
            p.pointer,
            p.code
        )
    };
    reading.problems.iter().map(word).collect()
}

/// Rows of one document: the rules, its text and the problems at it, as "pointer code".
fn check(path: &str, rows: &[(&str, &str, &[&str])]) {
    for (rule, text, want) in rows {
        let mut got = problems(&[(path, text)]);
        let mut want: Vec<String> = want.iter().map(|want| format!("{path}#{want}")).collect();
        got.sort();
        want.sort();
        assert_eq!(got, want, "{rule}: {text}");
    }
}

#[test]
fn the_sound_world_is_sound() {
    let reading = reading(&[]);
    assert_eq!(told(&reading), [""; 0]);
    let world = reading.world.expect("a world");
    assert_eq!(
        (
            world.characters.len(),
            world.items.len(),
            world.locations.len()
        ),
        (2, 4, 3)
    );
    assert_eq!(world.variables.len(), 8);
    assert_eq!(
        world.character("robert").map(|c| c.folder.as_str()),
        Some("bob")
    );
}

//! Every check of the lint: worlds that trip it, each with the place and the sentence, and near twins that do not.

mod people;
mod places;
mod stories;
mod triggers;

use super::{Advice, CHECKS, lint};
use crate::folder::{Entry, Folder};
use crate::read::read_world;

/// A small world about which there is nothing to say.
const CALM: &[(&str, &str)] = &[
    (
        "world.json",
        r#"{"id": "w", "name": "W", "opening_message": "Ann looks up.", "starting_time": "1900-01-01T12:00"}"#,
    ),
    (
        "characters/ann/character.json",
        r#"{"name": "Ann", "role": "playable", "start": {"location": "hall"}, "knowledge": {"lore": ["flood"]}}"#,
    ),
    (
        "characters/bob/character.json",
        r#"{"name": "Bob", "start": {"location": "yard"}, "relationships": [{"to": "ann", "label": "friend"}]}"#,
    ),
    (
        "locations/hall/location.json",
        r#"{"name": "Hall", "features": [{"id": "stove", "name": "Stove"}], "exits": [{"to": "yard"}]}"#,
    ),
    ("locations/yard/location.json", r#"{"name": "Yard"}"#),
    (
        "items/box/item.json",
        r#"{"name": "Box", "location": "hall", "container": {}}"#,
    ),
    (
        "items/key/item.json",
        r#"{"name": "Key", "held_by": "ann"}"#,
    ),
    ("lore/flood/lore.json", r#"{"title": "The flood"}"#),
];

fn advice(documents: &[(&str, &str)]) -> Vec<Advice> {
    let mut files = Folder::default();
    for (path, text) in CALM.iter().chain(documents) {
        files.insert(path, Entry::Bytes(text.as_bytes().to_vec()));
    }
    let reading = read_world("w", &files);
    assert_eq!(reading.problems, [], "{documents:?}");
    lint("w", &files, &reading.world.expect("a world"))
}

/// The calm world with these documents gives exactly this advice, as "path#pointer message"; with nothing wanted it gives none.
fn check(name: &str, documents: &[(&str, &str)], want: &[&str]) {
    assert!(CHECKS.iter().any(|check| check.name == name), "{name}");
    let got = advice(documents);
    let told: Vec<String> = got
        .iter()
        .map(|one| {
            let path = one
                .file
                .strip_prefix("worlds/w/")
                .expect("a file of the world");
            format!("{path}#{} {}", one.pointer, one.message)
        })
        .collect();
    assert_eq!(told, want, "{name}: {documents:?}");
    assert!(got.iter().all(|one| one.check == name), "{name}: {got:?}");
}

#[test]
fn there_is_nothing_to_say_about_the_calm_world() {
    assert_eq!(advice(&[]), []);
}

#[test]
fn every_check_has_a_name_of_its_own_and_a_sentence_why() {
    let mut names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), CHECKS.len());
    for check in CHECKS {
        let plain = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(check.name.chars().all(plain), "{}", check.name);
        assert!(check.why.ends_with('.'), "{}", check.name);
    }
}

#[test]
fn advice_is_in_the_order_of_files() {
    let documents = [
        ("lore/drought/lore.json", r#"{"title": "The drought"}"#),
        ("characters/bob/character.json", r#"{"name": "Bob"}"#),
    ];
    let files: Vec<String> = advice(&documents).into_iter().map(|one| one.file).collect();
    assert_eq!(
        files,
        [
            "worlds/w/characters/bob/character.json",
            "worlds/w/lore/drought/lore.json"
        ]
    );
}

#[test]
fn w015_pointers_count_blank_entries() {
    check(
        "blocked-without-reason",
        &[(
            "locations/hall/location.json",
            r#"{"name": "Hall", "exits": [null, "", {"to": "yard", "state": "blocked"}]}"#,
        )],
        &[
            "locations/hall/location.json#/exits/2/note The way from \"Hall\" to \"Yard\" is blocked, and no note says by what.",
        ],
    );
}

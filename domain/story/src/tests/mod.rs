//! The story as a whole, on one small world that most tests change a little.

mod copies;
mod edits;
mod samples;
mod starting;
mod telling;
mod triggering;
mod turning;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use talekeep_prompts::{Answer, Ask, Exchange, Given, Step};
use talekeep_world::model::World;
use talekeep_world::{Folder, read_world};

use crate::{Action, Kind, Opened, Said, Settled, Start, State, Turn, start};

/// Documents by path; each test may put others in their place.
fn inn() -> BTreeMap<String, Value> {
    let documents = [
        (
            "world.json",
            json!({
                "id": "inn", "name": "The Inn", "time_zone": "Europe/Berlin", "starting_time": "2024-05-01T20:00",
                "rules": ["Nobody flies."],
                "opening_message": ["", { "text": "Rain." }, { "type": "utterance", "character": "ben", "text": "Evening." }],
                "variables": { "stage": "uneasy" },
            }),
        ),
        (
            "locations/bar/location.json",
            json!({
                "name": "Bar", "description": "Low beams.", "features": [{ "id": "hearth", "name": "Hearth" }],
                "exits": [
                    { "to": "square", "description": "the inn door", "back_description": "the inn", "travel_time_seconds": 20 },
                    { "to": "cellar", "state": "locked", "note": "A padlock.", "opened_by": ["key"] },
                ],
            }),
        ),
        (
            "locations/square/location.json",
            json!({ "name": "Square", "exits": [{ "to": "road", "travel_time_seconds": 600 }] }),
        ),
        ("locations/road/location.json", json!({ "name": "Road" })),
        (
            "locations/cellar/location.json",
            json!({ "name": "Cellar", "parent": "bar" }),
        ),
        (
            "characters/ada/character.json",
            json!({
                "name": "Ada", "role": "playable", "knowledge": { "lore": ["bell"], "locations": ["road"] },
                "start": { "location": "bar", "emotion": { "baseline": { "valence": 0.25 }, "immediate": { "valence": -0.5 } },
                           "intents": [{ "name": "Find the ledger" }] },
            }),
        ),
        (
            "characters/ben/character.json",
            json!({ "name": "Ben", "aliases": ["landlord"], "start": { "location": "bar", "inner_state": "Afraid." },
                    "relationships": [{ "to": "ada", "label": "a guest", "trust": 0.5 }] }),
        ),
        (
            "characters/cy/character.json",
            json!({ "name": "Cy", "tier": "background", "start": { "location": "square" } }),
        ),
        (
            "factions/guild/faction.json",
            json!({ "name": "Guild", "members": [{ "character": "ben" }] }),
        ),
        (
            "items/key/item.json",
            json!({ "name": "Key", "unique": true, "held_by": "ada" }),
        ),
        (
            "items/lamp/item.json",
            json!({ "name": "Lamp", "location": "bar", "feature": "hearth", "notable": true }),
        ),
        (
            "items/chest/item.json",
            json!({ "name": "Chest", "container": {}, "location": "bar" }),
        ),
        (
            "items/coins/item.json",
            json!({ "name": "Coins", "quantity": 12, "inside": "chest" }),
        ),
        (
            "items/ring/item.json",
            json!({ "name": "Ring", "hidden": true, "location": "bar" }),
        ),
        (
            "items/hat/item.json",
            json!({ "name": "Hat", "wearable": "head", "held_by": "ada" }),
        ),
        (
            "items/cap/item.json",
            json!({ "name": "Cap", "wearable": "head", "worn_by": "ada" }),
        ),
        (
            "lore/bell/lore.json",
            json!({ "title": "The bell", "body": "It rings at nine." }),
        ),
        (
            "lore/secret/lore.json",
            json!({ "title": "The secret", "body": "Nobody knows." }),
        ),
        (
            "variables.json",
            json!([
                { "key": "stage", "name": "Stage", "kind": "choice", "subject": "world", "options": ["calm", "uneasy", "riot"] },
                { "key": "hits", "name": "Hits", "subject": "world", "min": 0, "max": 10, "integer": true, "always": true,
                  "bands": [{ "up_to": 3, "label": "few" }, { "up_to": 10, "label": "many" }] },
                { "key": "doom", "name": "Doom", "subject": "world", "visibility": "hidden", "always": true },
                { "key": "shame", "name": "Shame", "visibility": "private", "default": 1, "always": true },
            ]),
        ),
    ];
    documents
        .into_iter()
        .map(|(path, document)| (path.to_owned(), document))
        .collect()
}

/// The inn with other documents.
fn world_with<const N: usize>(changes: [(&str, Value); N]) -> World {
    let mut documents = inn();
    documents.extend(
        changes
            .into_iter()
            .map(|(path, document)| (path.to_owned(), document)),
    );
    read(
        documents
            .into_iter()
            .map(|(path, document)| (path, document.to_string().into_bytes()))
            .collect(),
    )
}

fn read(documents: BTreeMap<String, Vec<u8>>) -> World {
    let reading = read_world("w", &Folder::from_documents(&documents));
    let problems: Vec<String> = reading.problems.iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    reading.world.expect("a world")
}

fn now() -> DateTime<Utc> {
    DateTime::parse_from_rfc3339("2026-01-01T00:00:00Z")
        .expect("a time")
        .with_timezone(&Utc)
}

fn opened(world: &World) -> Opened {
    start(&Start {
        world,
        folder: "worlds/inn",
        avatar: None,
        character: "ada",
        language: "en",
        seed: 1,
        now: now(),
    })
    .expect("started")
}

/// What a turn came to, and what it asked.
struct Played {
    settled: Settled,
    asked: Vec<Ask>,
    said: String,
}

/// Plays a turn; the model tells `story` and keeps `edit`.
fn play(
    world: &World,
    state: State,
    kind: Kind,
    text: &str,
    number: u32,
    story: &str,
    edit: Value,
) -> Played {
    let past = vec![Said {
        kind: None,
        speaker: None,
        text: "Rain.".into(),
    }];
    let action = Action {
        kind,
        text: text.into(),
    };
    let mut turn = Turn::begin(world, state, past, action, number, now());
    let answers = [story.to_owned(), edit.to_string()];
    let (mut asked, mut said) = (Vec::new(), String::new());
    let mut given = Given::Start;
    loop {
        match turn.step(given) {
            Step::Ask(ask) => {
                asked.push(*ask);
                given = Given::Fragment(answers[asked.len() - 1].clone());
            }
            Step::Say(text) => {
                said.push_str(&text);
                given = Given::Answer(Answer { text });
            }
            Step::Listen => {
                given = Given::Answer(Answer {
                    text: answers[asked.len() - 1].clone(),
                })
            }
            Step::Fail(reason) => panic!("failed: {reason}"),
            Step::Done(settled) => {
                return Played {
                    settled,
                    asked,
                    said,
                };
            }
        }
    }
}

/// A turn in which nothing changes.
fn idle(world: &World, state: State, number: u32) -> Played {
    play(
        world,
        state,
        Kind::Act,
        "look",
        number,
        "You look.",
        json!({}),
    )
}

/// The keys that fired in a turn, in order.
fn fired(played: &Played) -> Vec<String> {
    let looks = played.settled.why["looks"].as_array().expect("looks");
    looks
        .iter()
        .flat_map(|look| look["fired"].as_array().expect("keys"))
        .map(|key| key.as_str().expect("key").to_owned())
        .collect()
}

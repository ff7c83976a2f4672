//! Edits (section 14), as the record keeper gives them.

use serde_json::json;

use super::*;
use crate::state::{Amount, ItemPlace, Shut};

/// The records after an edit, or the problem.
fn edited(edit: Value) -> Result<State, String> {
    let world = world_with([]);
    let played = play(
        &world,
        opened(&world).state,
        Kind::Act,
        "do it",
        1,
        "Done.",
        edit,
    );
    match played.settled.problems.first() {
        Some(problem) => Err(problem.clone()),
        None => Ok(played.settled.state),
    }
}

#[test]
fn w_402_to_w_407_changes_are_applied() {
    let state = edited(json!({
        "exit_changes": [{ "from": "cellar", "to": "bar", "state": "open", "note": "It gapes." }],
        "item_changes": [
            { "item": "lamp", "held_by": "ben", "quality": "lit" },
            { "item": "chest", "container_state": "open" },
            { "item": "hat", "inside": "chest" },
        ],
        "moves": [{ "character": "ben", "location": "cellar" }],
        "variable_changes": [{ "variable": "hits", "delta": 40 }, { "variable": "valence", "subject": "ada", "value": 1, "baseline": true }],
        "goals": [{ "character": "ada", "name": "Find the ledger", "status": "completed" }, { "faction": "guild", "name": "Rule" }],
        "engagements": [{ "character": "ben", "activity": "counting barrels" }],
        "events": [{ "text": "A bang.", "location": "bar" }],
    }))
    .expect("applied");
    // W-214: both directions made from one exit share their state.
    assert_eq!(
        (
            state.exits["bar"]["cellar"].state,
            state.exits["cellar"]["bar"].state
        ),
        (Shut::Open, Shut::Open)
    );
    assert_eq!(state.items["lamp"].place, ItemPlace::HeldBy("ben".into()));
    assert_eq!(
        (
            state.items["lamp"].feature.as_deref(),
            state.items["lamp"].quality.as_deref()
        ),
        (None, Some("lit"))
    );
    assert_eq!(state.items["hat"].place, ItemPlace::Inside("chest".into()));
    assert_eq!(state.characters["ben"].location.as_deref(), Some("cellar"));
    // W-413: past its bound it stops there.
    assert_eq!(
        state.variables["hits"].of(None),
        Some(&Amount::Number(10.0))
    );
    assert_eq!(
        state.baselines["valence"].of(Some("ada")),
        Some(&Amount::Number(1.0))
    );
    assert_eq!(state.characters["ada"].goals[0].status, "completed");
    assert_eq!(state.factions["guild"].goals[0].name, "Rule");
    assert_eq!(
        state.characters["ben"]
            .engagement
            .as_ref()
            .map(|one| one.activity.as_str()),
        Some("counting barrels")
    );
    // W-414, W-415: after the moves of the same edit, only Ada is in the bar.
    let event = &state.events[0];
    assert_eq!(
        (
            event.turn,
            event.round,
            event.importance,
            event.perceived_by.as_slice()
        ),
        (1, 0, 3, &["ada".to_owned()][..])
    );
}

#[test]
fn w_410_w_412_an_edit_that_cannot_be_applied_changes_nothing() {
    let table = [
        (
            json!({ "item_changes": [{ "item": "lamp", "held_by": "ben" }, { "item": "hat", "worn_by": "ada" }] }),
            "head",
        ),
        (
            json!({ "item_changes": [{ "item": "lamp", "held_by": "ben" }, { "item": "nothing", "removed": true }] }),
            "nothing",
        ),
        (
            json!({ "item_changes": [{ "item": "chest", "inside": "chest" }] }),
            "chest",
        ),
        (
            json!({ "item_changes": [{ "item": "lamp", "worn_by": "ben" }] }),
            "lamp",
        ),
        (
            json!({ "moves": [{ "character": "ben", "location": "moon" }] }),
            "moon",
        ),
        (
            json!({ "variable_changes": [{ "variable": "hits", "value": 11 }] }),
            "11",
        ),
        (
            json!({ "exit_changes": [{ "from": "bar", "to": "road", "state": "open" }] }),
            "road",
        ),
        (json!({ "moves": "everyone" }), "list"),
        (json!(["no", "object"]), "edit"),
    ];
    let world = world_with([]);
    for (edit, named) in table {
        let played = play(
            &world,
            opened(&world).state,
            Kind::Act,
            "do it",
            1,
            "Done.",
            edit.clone(),
        );
        let [problem] = played.settled.problems.as_slice() else {
            panic!("{edit}: {:?}", played.settled.problems)
        };
        assert!(problem.contains(named), "{edit}: {problem}");
        assert_eq!(
            played.settled.state.items,
            opened(&world).state.items,
            "{edit}"
        );
        assert_eq!(played.settled.why["applied"], json!(false));
    }
}

#[test]
fn w_416_w_418_what_was_in_a_removed_container_stays() {
    let state =
        edited(json!({ "item_changes": [{ "item": "chest", "removed": true }] })).expect("applied");
    assert!(!state.items.contains_key("chest"));
    assert_eq!(
        state.items["coins"].place,
        ItemPlace::Location("bar".into())
    );
}

#[test]
fn r_140_the_player_walks_only_over_open_ways() {
    let go = |to: &str| edited(json!({ "moves": [{ "character": "ada", "location": to }] }));
    assert_eq!(
        go("square").expect("open").characters["ada"]
            .location
            .as_deref(),
        Some("square")
    );
    assert_eq!(
        go("road").expect("through the square").characters["ada"]
            .location
            .as_deref(),
        Some("road")
    );
    let refused = go("cellar").expect_err("locked");
    assert!(
        refused.contains("locked") && refused.contains("A padlock."),
        "{refused}"
    );
    // Unlocked in the same edit, and for others the game master may do as the story does.
    let unlock = json!({ "exit_changes": [{ "from": "bar", "to": "cellar", "state": "open" }], "moves": [{ "character": "ada", "location": "cellar" }] });
    assert_eq!(
        edited(unlock).expect("open").characters["ada"]
            .location
            .as_deref(),
        Some("cellar")
    );
    let carried = edited(json!({ "moves": [{ "character": "ben", "location": "cellar" }] }))
        .expect("carried");
    assert_eq!(
        carried.characters["ben"].location.as_deref(),
        Some("cellar")
    );
}

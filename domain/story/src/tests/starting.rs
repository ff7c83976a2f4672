//! Starting a session (section 17).

use serde_json::json;

use super::*;
use crate::state::{Amount, ItemPlace, Profile};

#[test]
fn w_062_r_131_the_opening_is_as_authored() {
    let Opened { opening, .. } = opened(&world_with([]));
    let parts: Vec<(Option<&str>, &str)> = opening
        .iter()
        .map(|part| (part.speaker.as_deref(), part.text.as_str()))
        .collect();
    assert_eq!(parts, [(None, "Rain."), (Some("Ben"), "Evening.")]);
}

#[test]
fn w_063_w_064_r_132_the_clock_starts_where_the_world_says() {
    let clock = |world: &World| opened(world).state.clock.to_rfc3339();
    assert_eq!(clock(&world_with([])), "2024-05-01T18:00:00+00:00");
    let timeless = world_with([(
        "world.json",
        json!({ "id": "inn", "name": "The Inn", "variables": { "stage": "riot" } }),
    )]);
    assert_eq!(clock(&timeless), now().to_rfc3339());
}

#[test]
fn w_475_only_a_playable_character_can_be_taken() {
    let world = world_with([]);
    for character in ["ben", "nobody", ""] {
        let refused = start(&Start {
            world: &world,
            folder: "worlds/inn",
            avatar: None,
            character,
            language: "en",
            seed: 1,
            now: now(),
        })
        .expect_err("refused");
        assert_eq!(
            (refused.len(), refused[0].pointer.as_str()),
            (1, "/character"),
            "{character}"
        );
    }
}

#[test]
fn w_473_missing_values_are_filled() {
    let state = opened(&world_with([])).state;
    let value = |key: &str, subject: Option<&str>| state.variables[key].of(subject).cloned();
    assert_eq!(value("stage", None), Some(Amount::Word("uneasy".into())));
    assert_eq!(value("hits", None), Some(Amount::Number(0.0)));
    assert_eq!(value("shame", Some("ben")), Some(Amount::Number(1.0)));
    assert_eq!(value("valence", Some("ada")), Some(Amount::Number(-0.5)));
    assert_eq!(
        state.baselines["valence"].of(Some("ada")),
        Some(&Amount::Number(0.25))
    );
    // W-103: without a feeling of the moment, and without any.
    assert_eq!(value("arousal", Some("ben")), Some(Amount::Number(0.0)));
}

#[test]
fn w_150_members_have_a_neutral_profile_of_their_faction() {
    let state = opened(&world_with([])).state;
    assert_eq!(
        state.characters["ben"].faction_profiles["guild"],
        Profile::default()
    );
    assert!(state.characters["ada"].faction_profiles.is_empty());
    assert_eq!(state.characters["ben"].profiles["ada"].trust, 0.5);
}

#[test]
fn w_135_what_is_seen_at_the_start_is_known() {
    let known = &opened(&world_with([])).state.characters["ada"].known;
    let texts = |set: &std::collections::BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>();
    assert_eq!(texts(&known.locations), ["bar", "cellar", "road", "square"]);
    // Not the hidden ring, not what is in the closed chest.
    assert_eq!(texts(&known.items), ["cap", "chest", "hat", "key", "lamp"]);
    assert!(
        known.exits.contains(&("bar".into(), "cellar".into()))
            && !known.exits.iter().any(|(from, _)| from == "square")
    );
    assert_eq!(texts(&known.lore), ["bell"]);
}

#[test]
fn w_211_w_214_ways_back_are_made_and_share() {
    let world = world_with([]);
    let state = opened(&world).state;
    assert_eq!(state.exits["cellar"]["bar"], state.exits["bar"]["cellar"]);
    assert!(state.exits["cellar"]["bar"].shared);
    assert_eq!(
        crate::ways::description(&world, "square", "bar"),
        Some("the inn")
    );
    assert_eq!(crate::ways::description(&world, "cellar", "bar"), None);
}

#[test]
fn w_471_triggers_are_armed_and_items_where_they_start() {
    let trigger = json!([{ "key": "t", "when": { "type": "event", "tag": "x" }, "effects": [{ "type": "beat", "text": "B" }] }]);
    let state = opened(&world_with([("triggers.json", trigger)])).state;
    assert_eq!(
        (state.triggers["t"].seen, state.triggers["t"].fired),
        (None, 0)
    );
    assert_eq!(
        state.items["coins"].place,
        ItemPlace::Inside("chest".into())
    );
    assert_eq!(state.items["lamp"].feature.as_deref(), Some("hearth"));
}

#[test]
fn the_records_survive_being_kept() {
    let state = opened(&world_with([])).state;
    let kept = serde_json::to_string(&state).expect("json");
    assert_eq!(
        serde_json::from_str::<State>(&kept).expect("a state"),
        state
    );
    assert!(kept.starts_with("{\"schema\":1,"));
}

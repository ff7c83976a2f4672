//! The trigger engine (13.3 – 13.5) inside real turns. Every rule in depth is in the conformance cases.

use serde_json::json;

use super::*;

fn with_triggers(triggers: Value) -> World {
    world_with([("triggers.json", triggers)])
}

fn beat(key: &str, when: Value) -> Value {
    json!({ "key": key, "when": when, "effects": [{ "type": "beat", "text": format!("beat of {key}") }] })
}

fn with(mut trigger: Value, member: &str, value: Value) -> Value {
    trigger[member] = value;
    trigger
}

fn always() -> Value {
    json!({ "type": "place", "character": "ada", "location": "bar" })
}

#[test]
fn w_351_w_353_w_355_w_474_at_once_by_priority_and_only_once() {
    let world = with_triggers(json!([
        beat("low", always()),
        with(beat("high", always()), "priority", json!(5))
    ]));
    let first = idle(&world, opened(&world).state, 1);
    assert_eq!(fired(&first), ["high", "low"]);
    assert_eq!(
        fired(&idle(&world, first.settled.state, 2)),
        Vec::<String>::new()
    );
}

#[test]
fn w_350_w_356_a_repeating_trigger_fires_on_each_rise() {
    let away = json!({ "type": "place", "character": "ada", "location": "square" });
    let world = with_triggers(json!([with(beat("out", away), "repeat", json!(true))]));
    let go = |state, number, to: &str| {
        play(
            &world,
            state,
            Kind::Act,
            "go",
            number,
            "You go.",
            json!({ "moves": [{ "character": "ada", "location": to }] }),
        )
    };
    let out = go(opened(&world).state, 1, "square");
    assert_eq!(fired(&out), ["out"]);
    let still = idle(&world, out.settled.state, 2);
    assert_eq!(fired(&still), Vec::<String>::new());
    let back = go(still.settled.state, 3, "bar");
    assert_eq!(fired(&go(back.settled.state, 4, "square")), ["out"]);
}

#[test]
fn w_354_at_most_three_fire_in_a_look() {
    let world = with_triggers(json!([
        beat("a", always()),
        beat("b", always()),
        beat("c", always()),
        beat("d", always())
    ]));
    // The look after the round takes those the first one cut off.
    assert_eq!(
        fired(&idle(&world, opened(&world).state, 1)),
        ["a", "b", "c", "d"]
    );
}

#[test]
fn w_335_w_360_a_firing_is_one_step() {
    let edit = json!({ "item_changes": [{ "item": "hat", "worn_by": "ada" }] });
    let effects = json!([{ "type": "beat", "text": "never" }, { "type": "edit", "edit": edit }]);
    let world = with_triggers(json!([{ "key": "t", "when": always(), "effects": effects }]));
    let played = idle(&world, opened(&world).state, 1);
    assert_eq!(played.settled.state.beats, []);
    let reason = &played.settled.why["looks"][0]["failed"][0]["reason"];
    assert!(
        reason
            .as_str()
            .is_some_and(|reason| reason.contains("head")),
        "{reason}"
    );
}

#[test]
fn w_312_w_352_a_wait_is_looked_at_when_it_is_over() {
    let world = with_triggers(json!([beat(
        "gong",
        json!({ "type": "time", "from": "2024-05-01T21:00" })
    )]));
    let before = play(
        &world,
        opened(&world).state,
        Kind::Wait,
        "59m",
        1,
        "Time.",
        json!({}),
    );
    assert_eq!(fired(&before), Vec::<String>::new());
    let after = play(
        &world,
        before.settled.state,
        Kind::Act,
        "wait 1 minute",
        2,
        "Time.",
        json!({}),
    );
    assert_eq!(fired(&after), ["gong"]);
    // It is offered in the same turn, since the skip came before the telling.
    assert_eq!(
        after.asked[0]
            .scene
            .beats
            .iter()
            .map(|beat| beat.text.as_str())
            .collect::<Vec<_>>(),
        ["beat of gong"]
    );
}

#[test]
fn w_363_r_147_a_beat_is_offered_for_three_turns_unless_used() {
    let world = with_triggers(json!([beat("t", always())]));
    let mut state = opened(&world).state;
    for (turn, offered) in [(1, 1), (2, 1), (3, 1), (4, 0)] {
        let played = idle(&world, state, turn);
        assert_eq!(played.asked[0].scene.beats.len(), offered, "turn {turn}");
        state = played.settled.state;
    }
    let first = idle(&world, opened(&world).state, 1);
    let id = first.asked[0].scene.beats[0].id.clone();
    let used = play(
        &world,
        first.settled.state,
        Kind::Act,
        "look",
        2,
        "It happens.",
        json!({ "used_beats": [id] }),
    );
    assert_eq!(used.settled.problems, Vec::<String>::new());
    assert_eq!(idle(&world, used.settled.state, 3).asked[0].scene.beats, []);
}

#[test]
fn w_333_w_364_a_cue_waits_for_each_of_its_audience() {
    let effects = json!([{ "type": "cue", "text": "A bang.", "audience": "everyone" }]);
    let world = with_triggers(json!([{ "key": "t", "when": always(), "effects": effects }]));
    let played = idle(&world, opened(&world).state, 1);
    let told: Vec<&str> = played.asked[0]
        .scene
        .cues
        .iter()
        .map(|cue| cue.character.as_str())
        .collect();
    // Cy is a background character (W-334).
    assert_eq!(told, ["ada", "ben"]);
    assert_eq!(played.settled.state.cues, []);
    assert_eq!(
        idle(&world, played.settled.state, 2).asked[0].scene.cues,
        []
    );
}

#[test]
fn w_340_to_w_346_announcements_are_told_until_it_fires() {
    let gong = with(
        beat(
            "gong",
            json!({ "type": "time", "from": "2024-05-01T21:00" }),
        ),
        "announce",
        json!({ "text": "The gong sounds at nine.", "audience": { "place": "bar" } }),
    );
    let world = with_triggers(json!([gong]));
    let heard = |played: &Played| {
        played.asked[0]
            .scene
            .announcements
            .iter()
            .map(|one| (one.text.clone(), one.at.clone()))
            .collect::<Vec<_>>()
    };
    let first = idle(&world, opened(&world).state, 1);
    assert_eq!(
        heard(&first),
        [(
            "The gong sounds at nine.".to_owned(),
            Some("2024-05-01T21:00".to_owned())
        )]
    );
    let after = play(
        &world,
        first.settled.state,
        Kind::Wait,
        "2h",
        2,
        "Time.",
        json!({}),
    );
    assert_eq!(heard(&after), []);
}

#[test]
fn w_358_chance_is_the_same_in_every_replay() {
    // roll("half", 1, 0) decides; the same turn played twice gives the same.
    let world = with_triggers(json!([with(beat("half", always()), "chance", json!(0.5))]));
    let once = fired(&idle(&world, opened(&world).state, 1));
    let again = fired(&idle(&world, opened(&world).state, 1));
    assert_eq!(once, again);
    assert_eq!(
        once.len(),
        usize::from(crate::triggers::roll("half", 1, 0) < 0.5)
    );
}

#[test]
fn w_359_w_361_expired_and_unjudged_triggers_stay_silent() {
    let judged = json!({ "type": "judged", "text": "Ada is brave." });
    let world = with_triggers(json!([
        with(beat("old", always()), "expires", json!("2024-05-01T20:00")),
        beat("judged", judged)
    ]));
    let played = idle(&world, opened(&world).state, 1);
    assert_eq!(fired(&played), Vec::<String>::new());
    assert_eq!(played.settled.why["looks"][0]["expired"], json!(["old"]));
}

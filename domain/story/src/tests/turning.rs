//! A turn as a state machine: what it asks, how time passes, and how it ends.

use serde_json::json;
use talekeep_prompts::{Overrides, Purpose, Role};

use super::*;

#[test]
fn a_turn_asks_for_the_story_then_for_the_edit() {
    let world = world_with([]);
    let played = play(
        &world,
        opened(&world).state,
        Kind::Say,
        "Hello",
        1,
        "He nods.\nBen: Evening.\n",
        json!({}),
    );
    assert_eq!(
        played
            .asked
            .iter()
            .map(|ask| ask.purpose)
            .collect::<Vec<_>>(),
        [Purpose::Narrate, Purpose::Keep]
    );
    assert_eq!(played.said, "He nods.\nBen: Evening.\n");
    let parts: Vec<_> = played
        .settled
        .parts
        .iter()
        .map(|part| (part.speaker.as_deref(), part.text.as_str()))
        .collect();
    assert_eq!(parts, [(None, "He nods."), (Some("Ben"), "Evening.")]);
    assert!(!played.settled.stopped && played.settled.problems.is_empty());
}

#[test]
fn r_131_the_opening_is_the_first_thing_said() {
    let world = world_with([]);
    let messages = idle(&world, opened(&world).state, 1)
        .asked
        .remove(0)
        .messages;
    assert_eq!(
        messages
            .iter()
            .map(|message| message.role)
            .collect::<Vec<_>>(),
        [Role::System, Role::Assistant, Role::User]
    );
    assert_eq!(messages[1].text, "Rain.");
    // R-133: the rules are told every turn; W-450: with the shipped templates.
    assert!(messages[2].text.contains("Nobody flies.") && messages[0].text.contains("\"The Inn\""));
}

#[test]
fn r_025_w_457_the_worlds_templates_are_the_sessions() {
    let mut world = world_with([]);
    let text = "Brief. ${world_name}".to_owned();
    world.prompts.push(talekeep_world::model::PromptOverride {
        language: "en".into(),
        template: "narration/style".into(),
        text,
    });
    let system = |turn: Turn<'_>| {
        let mut turn = turn;
        match turn.step(Given::Start) {
            Step::Ask(ask) => ask.messages[0].text.clone(),
            other => panic!("{other:?}"),
        }
    };
    let begin = || {
        Turn::begin(
            &world,
            opened(&world).state,
            Vec::new(),
            Action {
                kind: Kind::Continue,
                text: String::new(),
            },
            1,
            now(),
        )
    };
    let root = Overrides::from([("en/narration/style".to_owned(), "Root.".to_owned())]);
    let session = Overrides::from([("en/narration/style".to_owned(), "Session.".to_owned())]);
    assert_eq!(
        system(begin().with_root_prompts(root.clone())),
        "Brief. The Inn"
    );
    assert_eq!(
        system(
            begin()
                .with_root_prompts(root)
                .with_session_prompts(session)
        ),
        "Session."
    );
}

#[test]
fn time_passes_by_what_is_done() {
    let world = world_with([]);
    let go = |to: &str| json!({ "moves": [{ "character": "ada", "location": to }] });
    let table = [
        (Kind::Act, "look", json!({}), 60),
        (Kind::Say, "Hello", json!({}), 60),
        (Kind::Continue, "", json!({}), 60),
        (Kind::Ooc, "What can I do?", json!({}), 0),
        (Kind::Wait, "", json!({}), 600),
        (Kind::Wait, "2h", json!({}), 7200),
        (Kind::Act, "wait 5 minutes", json!({}), 300),
        // W-212: the authored travel time, summed up on the way.
        (Kind::Act, "go", go("square"), 20),
        (Kind::Act, "go", go("road"), 620),
    ];
    for (kind, text, edit, seconds) in table {
        let state = opened(&world).state;
        let before = state.clock;
        let after = play(&world, state, kind, text, 1, "So it goes.", edit)
            .settled
            .state
            .clock;
        assert_eq!((after - before).num_seconds(), seconds, "{kind:?} {text}");
    }
}

#[test]
fn out_of_character_nothing_is_kept() {
    let world = world_with([]);
    let played = play(
        &world,
        opened(&world).state,
        Kind::Ooc,
        "Help",
        1,
        "You can look.",
        json!({}),
    );
    assert_eq!(played.asked.len(), 1);
}

fn begun(world: &World) -> Turn<'_> {
    let mut turn = Turn::begin(
        world,
        opened(world).state,
        Vec::new(),
        Action {
            kind: Kind::Act,
            text: "look".into(),
        },
        1,
        now(),
    );
    assert!(matches!(turn.step(Given::Start), Step::Ask(_)));
    turn
}

#[test]
fn a_stopped_turn_keeps_what_was_told() {
    let world = world_with([]);
    let mut turn = begun(&world);
    assert_eq!(
        turn.step(Given::Fragment("You see ".into())),
        Step::Say("You see ".into())
    );
    let Step::Done(settled) = turn.step(Given::Stopped) else {
        panic!("not done")
    };
    assert!(settled.stopped);
    assert_eq!(settled.parts[0].text, "You see");
}

#[test]
fn a_failed_telling_fails_the_turn_and_a_failed_keeping_does_not() {
    let world = world_with([]);
    assert_eq!(
        begun(&world).step(Given::Failed("no money".into())),
        Step::Fail("no money".into())
    );
    assert!(matches!(
        begun(&world).step(Given::Answer(Answer { text: " \n".into() })),
        Step::Fail(_)
    ));
    let mut turn = begun(&world);
    assert!(matches!(
        turn.step(Given::Answer(Answer {
            text: "You see.".into()
        })),
        Step::Ask(_)
    ));
    let Step::Done(settled) = turn.step(Given::Failed("no money".into())) else {
        panic!("not done")
    };
    assert!(settled.problems[0].contains("no money") && settled.parts.len() == 1);
}

#[test]
fn a_fence_around_the_edit_is_no_fault() {
    let world = world_with([]);
    let mut turn = begun(&world);
    assert!(matches!(
        turn.step(Given::Answer(Answer {
            text: "You take it.".into()
        })),
        Step::Ask(_)
    ));
    let fenced = "Here you are:\n```json\n{\"item_changes\": [{\"item\": \"lamp\", \"held_by\": \"ada\"}], \"moves\": []}\n```";
    let Step::Done(settled) = turn.step(Given::Answer(Answer {
        text: fenced.into(),
    })) else {
        panic!("not done")
    };
    assert_eq!(settled.problems, Vec::<String>::new());
    assert_eq!(
        settled.state.items["lamp"].place,
        crate::state::ItemPlace::HeldBy("ada".into())
    );
}

#[test]
fn r_139_meeting_makes_a_neutral_profile() {
    let world = world_with([]);
    let state = idle(&world, opened(&world).state, 1).settled.state;
    assert_eq!(
        state.characters["ada"].profiles["ben"],
        crate::state::Profile::default()
    );
    assert_eq!(state.characters["ben"].profiles["ada"].trust, 0.5);
    assert!(!state.characters["ada"].profiles.contains_key("cy"));
}

#[test]
fn w_137_what_is_seen_on_arriving_is_learned() {
    let world = world_with([]);
    let go = json!({ "moves": [{ "character": "ada", "location": "square" }] });
    let state = play(
        &world,
        opened(&world).state,
        Kind::Act,
        "go",
        1,
        "You go.",
        go,
    )
    .settled
    .state;
    assert!(
        state.characters["ada"]
            .known
            .exits
            .contains(&("square".into(), "road".into()))
    );
    assert_eq!(state.came_from.as_deref(), Some("bar"));
}

#[test]
fn history_keeps_the_opening_and_the_end() {
    let world = world_with([]);
    let long = "x".repeat(10_000);
    let said = |kind, text: &str| Said {
        kind,
        speaker: None,
        text: text.to_owned(),
    };
    let mut past = vec![said(None, "Opening.")];
    for number in 0..6 {
        past.push(said(Some(Kind::Act), &format!("act {number}")));
        past.push(said(None, &format!("{number} {long}")));
    }
    let mut turn = Turn::begin(
        &world,
        opened(&world).state,
        past,
        Action {
            kind: Kind::Act,
            text: "look".into(),
        },
        7,
        now(),
    );
    let Step::Ask(ask) = turn.step(Given::Start) else {
        panic!("not asked")
    };
    let texts: Vec<&str> = ask
        .messages
        .iter()
        .map(|message| message.text.get(..8).unwrap_or(&message.text))
        .collect();
    assert_eq!(texts.get(1).copied(), Some("Opening."));
    assert!(
        texts.contains(&"act 5") && !texts.contains(&"act 0"),
        "{texts:?}"
    );
}

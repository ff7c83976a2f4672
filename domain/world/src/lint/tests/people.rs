//! Characters, what they know and do, and who stands in the opening.

use super::check;

const ANN: &str = "characters/ann/character.json";
const BOB: &str = "characters/bob/character.json";
const WORLD: &str = "world.json";

#[test]
fn w088_nobody_is_playable() {
    let name = "nobody-playable";
    let ann = r#"{"name": "Ann", "relationships": [{"to": "bob", "label": "friend"}], "start": {"location": "hall"}, "knowledge": {"lore": ["flood"]}}"#;
    check(
        name,
        &[(ANN, ann)],
        &["world.json# \"W\" has no playable character."],
    );
    let bob = r#"{"name": "Bob", "role": "playable", "start": {"location": "yard"}}"#;
    check(name, &[(ANN, ann), (BOB, bob)], &[]);
}

#[test]
fn w104_a_player_starts_nowhere() {
    let name = "starts-nowhere";
    let bob = r#"{"name": "Bob", "role": "playable", "start": {"activity": "Waiting."}}"#;
    check(
        name,
        &[(BOB, bob)],
        &[
            "characters/bob/character.json#/start/location \"Bob\" can be played, but starts nowhere.",
        ],
    );
    let other = r#"{"name": "Bob", "relationships": [{"to": "ann", "label": "friend"}]}"#;
    check(name, &[(BOB, other)], &[]);
}

#[test]
fn w126_a_character_knows_nobody() {
    let name = "knows-nobody";
    let table: &[(&str, bool)] = &[
        (r#"{"name": "Bob"}"#, true),
        (r#"{"name": "Bob", "relationships": [null]}"#, true),
        (r#"{"name": "Bob", "tier": "supporting"}"#, true),
        (r#"{"name": "Bob", "tier": "background"}"#, false),
        (r#"{"name": "Bob", "kind": "group"}"#, false),
        (
            r#"{"name": "Bob", "role": "playable", "start": {"location": "yard"}}"#,
            false,
        ),
        (
            r#"{"name": "Bob", "relationships": [{"to": "ann", "label": "friend"}]}"#,
            false,
        ),
    ];
    let alone =
        "characters/bob/character.json#/relationships \"Bob\" knows none of the other characters.";
    for (bob, hit) in table {
        let want: &[&str] = if *hit { &[alone] } else { &[] };
        check(name, &[(BOB, bob)], want);
    }
}

#[test]
fn w134_lore_nobody_knows() {
    let name = "lore-nobody-knows";
    let drought = ("lore/drought/lore.json", r#"{"title": "The drought"}"#);
    check(
        name,
        &[drought],
        &["lore/drought/lore.json# No character knows of \"The drought\"."],
    );
    let bob = r#"{"name": "Bob", "relationships": [{"to": "ann", "label": "friend"}], "knowledge": {"lore": ["drought"]}}"#;
    check(name, &[drought, (BOB, bob)], &[]);
}

/// Bob with a routine.
fn routine(windows: &str) -> String {
    format!(
        r#"{{"name": "Bob", "relationships": [{{"to": "ann", "label": "friend"}}], "routine": [{windows}]}}"#
    )
}

#[test]
fn w190_a_routine_with_gaps() {
    let name = "routine-gap";
    let table: &[(&str, &str)] = &[
        (
            r#"{"from": "00:00", "to": "12:00", "activity": "A"}, {"from": "12:00", "to": "00:00", "activity": "B"}"#,
            "",
        ),
        (
            r#"{"from": "22:00", "to": "06:00", "activity": "A"}, {"from": "06:00", "to": "22:00", "activity": "B"}"#,
            "",
        ),
        (
            r#"{"from": "00:00", "to": "23:59", "activity": "A"}"#,
            "every day 23:59 to 00:00",
        ),
        (
            r#"{"from": "06:00", "to": "22:00", "activity": "A"}"#,
            "every day 22:00 to 06:00",
        ),
        (
            r#"{"from": "00:00", "to": "12:00", "activity": "A"}, {"from": "12:00", "to": "00:00", "activity": "B", "days": ["mon", "tue", "wed", "thu", "fri", "sat"]}"#,
            "sun 12:00 to 00:00",
        ),
        // The part after midnight belongs to the day the window started (W-193).
        (
            r#"{"from": "06:00", "to": "22:00", "activity": "A"}, {"from": "22:00", "to": "06:00", "activity": "B", "days": ["mon", "tue", "wed", "thu", "fri", "sat"]}"#,
            "sun 22:00 to mon 06:00",
        ),
        (
            r#"{"from": "09:00", "to": "12:00", "activity": "A"}, {"from": "13:00", "to": "09:00", "activity": "B"}, {"from": "12:00", "to": "12:30", "activity": "C"}"#,
            "every day 12:30 to 13:00",
        ),
        (
            r#"{"from": "09:00", "to": "12:00", "activity": "A"}, {"from": "13:00", "to": "08:00", "activity": "B"}"#,
            "mon 08:00 to 09:00 and 13 more stretches of the week",
        ),
        (
            r#"{"from": "06:00", "to": "18:00", "activity": "A", "days": ["mon", "wed"]}"#,
            "mon 18:00 to wed 06:00 and one more stretch of the week",
        ),
        (
            r#"{"from": "06:00", "to": "06:00", "activity": "A"}, {"from": "00:00", "to": "12:00", "activity": "B"}, {"from": "12:00", "to": "00:00", "activity": "C"}"#,
            "",
        ),
    ];
    for (windows, open) in table {
        let bob = routine(windows);
        let got: Vec<String> = super::advice(&[(BOB, &bob)])
            .into_iter()
            .filter(|one| one.check == name)
            .map(|one| format!("{}#{} {}", one.file, one.pointer, one.message))
            .collect();
        let want = format!("worlds/w/{BOB}#/routine The routine of \"Bob\" leaves {open} open.");
        assert_eq!(
            got,
            if open.is_empty() { vec![] } else { vec![want] },
            "{windows}"
        );
    }
}

#[test]
fn w190_a_window_that_never_applies() {
    let name = "window-never-applies";
    let whole = r#"{"from": "00:00", "to": "12:00", "activity": "Work"}, {"from": "12:00", "to": "00:00", "activity": "Rest"}"#;
    let behind = routine(&format!(
        r#"{whole}, null, {{"from": "11:00", "to": "13:00", "activity": "Lunch"}}"#
    ));
    check(
        name,
        &[(BOB, &behind)],
        &[
            "characters/bob/character.json#/routine/3 The window \"Lunch\" in the routine of \"Bob\" is always behind an earlier window.",
        ],
    );
    let before = routine(&format!(
        r#"{{"from": "11:00", "to": "13:00", "activity": "Lunch"}}, {whole}"#
    ));
    check(name, &[(BOB, &before)], &[]);
    let empty = routine(&format!(
        r#"{{"from": "11:00", "to": "11:00", "activity": "Lunch"}}, {whole}"#
    ));
    check(
        name,
        &[(BOB, &empty)],
        &[
            "characters/bob/character.json#/routine/0 The window \"Lunch\" in the routine of \"Bob\" begins and ends at 11:00.",
        ],
    );
}

#[test]
fn w059_an_opening_that_names_nobody() {
    let name = "opening-names-nobody";
    let said =
        ["world.json#/opening_message In the opening nobody speaks, and no character is named."];
    let table: &[(&str, &str, bool)] = &[
        ("Ann", r#""It rains.""#, true),
        ("Ann", r#""Anna looks up.""#, true),
        ("Ann", r#""“ann?” says a voice.""#, false),
        ("Ann Arden", r#""Mrs Arden looks up.""#, false),
        ("The Stranger", r#""The rain falls.""#, true),
        ("The Stranger", r#""The stranger looks up.""#, false),
        ("安娜", r#""雨下个不停。""#, true),
        ("安娜", r#""你看见安娜站在门口。""#, false),
        (
            "Ann",
            r#"[{"text": "It rains."}, {"type": "utterance", "character": "bob", "text": "Hello."}]"#,
            false,
        ),
        (
            "Ann",
            r#"[{"text": "It rains."}, {"text": "It stops."}]"#,
            true,
        ),
        ("Ann", r#""""#, false),
    ];
    for (ann, opening, hit) in table {
        let world = format!(r#"{{"id": "w", "name": "W", "opening_message": {opening}}}"#);
        let ann = format!(
            r#"{{"name": "{ann}", "role": "playable", "start": {{"location": "hall"}}, "knowledge": {{"lore": ["flood"]}}}}"#
        );
        check(
            name,
            &[(WORLD, &world), (ANN, &ann)],
            if *hit { &said } else { &[] },
        );
    }
    let alias = r#"{"name": "Ann", "aliases": ["Annie"], "role": "playable", "start": {"location": "hall"}, "knowledge": {"lore": ["flood"]}}"#;
    check(
        name,
        &[
            (
                WORLD,
                r#"{"id": "w", "name": "W", "opening_message": "Annie looks up."}"#,
            ),
            (ANN, alias),
        ],
        &[],
    );
}

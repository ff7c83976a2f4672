//! `world.json` (section 3) and the ids of worlds (W-050 – W-056).

use super::*;
use crate::library;
use crate::read::IdState;

fn id_of(text: &str) -> IdState {
    reading(&[("world.json", text)]).id
}

#[test]
fn w050_w054_what_is_known_of_the_id() {
    let known = |id: &str| IdState::Known(id.to_owned());
    assert_eq!(id_of(r#"{"name": "W", "id": " w "}"#), known(" w "));
    assert_eq!(
        id_of(r#"{"name": "W", "x": 1, "x": 2, "id": "w"}"#),
        known("w")
    );
    for missing in [
        r#"{"name": "W"}"#,
        r#"{"id": null}"#,
        r#"{"id": " ", "rules": 5}"#,
        "{}",
    ] {
        assert_eq!(id_of(missing), IdState::Missing, "{missing}");
    }
    for faulty in [
        r#"{"id": 5}"#,
        r#"{"x": 1, "x": 2}"#,
        r#"{"id": null, "id": null}"#,
        r#"{"id": "a\u0000"}"#,
    ] {
        assert_eq!(id_of(faulty), IdState::Faulty, "{faulty}");
    }
    assert_eq!(id_of("{"), IdState::Unreadable);
}

#[test]
fn w044_w056_of_worlds_with_one_id_the_first_is_listed() {
    let world = |id: &str| {
        read_world(
            "w",
            &folder(&[("world.json", &format!("{{\"name\": \"W\", \"id\": {id}}}"))]),
        )
    };
    let ids = ["\"a\"", "\"b\"", "\"a\"", "5", "null", "\"a\"", "\"A\""];
    let mut worlds: Vec<_> = ids
        .iter()
        .enumerate()
        .map(|(n, id)| (format!("f{n}"), world(id)))
        .collect();
    assert_eq!(
        library::list(&mut worlds),
        [true, true, false, false, false, false, true]
    );
    let told: Vec<_> = worlds
        .iter()
        .map(|(_, r)| {
            r.problems
                .last()
                .map(|p| (p.file.as_str(), p.pointer.as_str()))
        })
        .collect();
    assert_eq!(told[2], Some(("worlds/f2/world.json", "/id")));
    assert_eq!(told[5], Some(("worlds/f5/world.json", "/id")));
    assert_eq!((told[0], told[4]), (None, None));
}

#[test]
fn w057_w073_members() {
    let long = format!(
        r#"{{"id": "w", "name": "W", "rules": ["{}", "{}"]}}"#,
        "é".repeat(300),
        "é".repeat(301)
    );
    let many = format!(
        r#"{{"id": "w", "name": "W", "rules": [{}null, " "]}}"#,
        "\"r\", ".repeat(31)
    );
    check(
        "world.json",
        &[
            ("W-057", r#"{"id": "w"}"#, &["/name required"]),
            (
                "W-017",
                r#"{"id": "w", "name": 1, "description": {}, "narration_voice": true}"#,
                &[
                    "/name wrong_type",
                    "/description wrong_type",
                    "/narration_voice wrong_type",
                ],
            ),
            (
                "W-059",
                r#"{"id": "w", "name": "W", "opening_message": "Once."}"#,
                &[],
            ),
            (
                "W-059",
                r#"{"id": "w", "name": "W", "opening_message": {"text": "x"}}"#,
                &["/opening_message wrong_type"],
            ),
            (
                "W-060",
                r#"{"id": "w", "name": "W", "opening_message": [null, "x", {"type": "song", "text": "x"}, {}]}"#,
                &[
                    "/opening_message/1 wrong_type",
                    "/opening_message/2/type not_allowed",
                    "/opening_message/3/text required",
                ],
            ),
            (
                "W-061",
                r#"{"id": "w", "name": "W", "opening_message": [{"type": "utterance", "text": "x"}, {"type": "utterance", "character": "zed"}, {"type": "utterance", "character": "bob", "text": "x"}, {"character": "zed", "text": "x"}]}"#,
                &[
                    "/opening_message/0/character required",
                    "/opening_message/1/character unknown_reference",
                    "/opening_message/1/text required",
                ],
            ),
            (
                "W-063",
                r#"{"id": "w", "name": "W", "starting_time": "1912-02-30"}"#,
                &["/starting_time bad_format"],
            ),
            (
                "W-065",
                r#"{"id": "w", "name": "W", "time_zone": "europe/london"}"#,
                &["/time_zone not_allowed"],
            ),
            (
                "W-065",
                r#"{"id": "w", "name": "W", "time_zone": "GB"}"#,
                &[],
            ),
            ("W-066", &long, &["/rules/1 too_long"]),
            ("W-066 W-036", &many, &["/rules too_many"]),
            ("W-066", r#"{"id": "w", "name": "W", "rules": "One."}"#, &[]),
            (
                "W-066",
                r#"{"id": "w", "name": "W", "rules": 5}"#,
                &["/rules wrong_type"],
            ),
            (
                "W-068",
                r#"{"id": "w", "name": "W", "author": {"url": 5}}"#,
                &["/author/name required", "/author/url wrong_type"],
            ),
            (
                "W-069",
                r#"{"id": "w", "name": "W", "metadata": {"tags": [1, "a", null, false]}}"#,
                &["/metadata/tags/0 wrong_type", "/metadata/tags/3 wrong_type"],
            ),
            (
                "W-072",
                r#"{"id": "w", "name": "W", "variables": {"storm": 13, "luck": 1, "zed": 1, "valence": 0, "x": null}}"#,
                &[
                    "/variables/storm out_of_range",
                    "/variables/luck not_allowed",
                    "/variables/zed unknown_reference",
                    "/variables/valence not_allowed",
                ],
            ),
        ],
    );
}

#[test]
fn w059_w063_values_are_kept() {
    let text = r#"{"id": "w", "name": " W ", "opening_message": [{"text": "One."}, {"type": "utterance", "character": "bob", "text": "Two."}],
        "time_zone": "Europe/London", "starting_time": "2024-03-31T01:30", "rules": ["a", " ", "b"], "variables": {"storm": 3.5}}"#;
    let world = reading(&[("world.json", text)]).world.expect("a world");
    assert_eq!(world.name, " W ");
    let speakers: Vec<_> = world
        .opening
        .iter()
        .map(|part| part.speaker.as_deref())
        .collect();
    assert_eq!(speakers, [None, Some("robert")]);
    assert_eq!(world.rules, ["a", "b"]);
    assert_eq!(
        world.initial.get("storm"),
        Some(&crate::model::Amount::Number(3.5))
    );
    // W-027: the clock skips from 01:00 to 02:00; 01:30 shows as 02:30.
    let start = world
        .starting_time
        .expect("a start")
        .instant(world.time_zone);
    assert_eq!(
        start
            .with_timezone(&world.time_zone)
            .format("%H:%M")
            .to_string(),
        "02:30"
    );
}

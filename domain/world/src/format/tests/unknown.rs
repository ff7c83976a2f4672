//! Members the format does not name.

use super::*;
use crate::format::unknown_members;
use crate::json::{Rules, parse};

fn unknown(path: &str, text: &str) -> Vec<String> {
    unknown_members(
        path,
        &parse(text.as_bytes(), &Rules::DOCUMENT).expect("JSON"),
    )
}

#[test]
fn w013_members_that_are_not_named_are_found_at_every_level() {
    let check = |path: &str, text: &str, want: &[&str]| {
        assert_eq!(unknown(path, text), want, "{path}: {text}");
    };
    check(
        "world.json",
        r#"{"name": "W", "Name": 1, "variables": {"any": 1}}"#,
        &["/Name"],
    );
    check(
        "world.json",
        r#"{"opening_message": [{"text": "x", "mood": {"a": 1}}, "y"]}"#,
        &["/opening_message/0/mood"],
    );
    check(
        "locations/x/location.json",
        r#"{"exits": [{"to": "y", "a/b": 1}]}"#,
        &["/exits/0/a~1b"],
    );
    check(
        "triggers.json",
        r#"[{"when": {"type": "not", "condition": {"type": "event", "tag": "x", "place": 1}}, "effects": [{"type": "cue", "audience": {"all": 1}}], "x": 2}]"#,
        &[
            "/0/when/condition/place",
            "/0/effects/0/audience/all",
            "/0/x",
        ],
    );
    // A condition of no kind could have any member.
    check("triggers.json", r#"[{"when": {"type": "?", "x": 1}}]"#, &[]);
    check("notes.json", r#"{"x": 1}"#, &[]);
    check("variables.json", "null", &[]);
}

#[test]
fn the_example_has_none() {
    for (path, text) in EXAMPLE.iter().filter(|(path, _)| path.ends_with(".json")) {
        assert_eq!(unknown(path, text), [""; 0], "{path}");
    }
}

//! Triggers and their conditions (section 13).

use super::*;

const BEAT: &str = r#"[{"type": "beat", "text": "x"}]"#;

/// Rows about one member of one trigger: `when`, or whatever `member` names, with pointers from it.
fn check_member(member: &str, rows: &[(&str, &str, &[&str])]) {
    for (rule, text, want) in rows {
        let (when, effects) = match member {
            "when" => (*text, BEAT),
            _ => (r#"{"type": "event", "tag": "x"}"#, *text),
        };
        let document = format!(
            r#"[{{"key": "first", "when": {when}, "effects": {effects}}}, {{"key": "other", "when": {{"type": "event", "tag": "x"}}, "effects": {BEAT}}}]"#
        );
        let mut got = problems(&[("triggers.json", &document)]);
        let mut want: Vec<String> = want
            .iter()
            .map(|want| format!("triggers.json#/0/{member}{want}"))
            .collect();
        got.sort();
        want.sort();
        assert_eq!(got, want, "{rule}: {text}");
    }
}

#[test]
fn w300_w306_the_file() {
    let long = format!(
        r#"[{{"key": "{}", "when": {{"type": "event", "tag": "x"}}, "effects": {BEAT}}}]"#,
        "k".repeat(65)
    );
    check(
        "triggers.json",
        &[
            (
                "W-302 W-310 W-330",
                "[{}]",
                &["/0/key required", "/0/when required", "/0/effects required"],
            ),
            ("W-302", &long, &["/0/key too_long"]),
            (
                "W-302 – W-306",
                r#"[{"key": "a.b", "name": 5, "when": "x", "effects": {}, "repeat": 1, "cooldown_seconds": -1, "chance": 1.01, "expires": "1912-10-05", "priority": 1.5, "announce": 5}]"#,
                &[
                    "/0/key bad_format",
                    "/0/name wrong_type",
                    "/0/when wrong_type",
                    "/0/effects wrong_type",
                    "/0/repeat wrong_type",
                    "/0/cooldown_seconds out_of_range",
                    "/0/chance out_of_range",
                    "/0/expires bad_format",
                    "/0/priority wrong_type",
                    "/0/announce wrong_type",
                ],
            ),
        ],
    );
    let trigger = |n: usize| {
        format!(
            r#"{{"key": "k{n}", "when": {{"type": "fired", "trigger": "k0"}}, "effects": {BEAT}}}"#
        )
    };
    let triggers: Vec<String> = (1..=201).map(|n| trigger(n % 201)).collect();
    let got = problems(&[("triggers.json", &format!("[{}]", triggers.join(",")))]);
    assert_eq!(
        got,
        [
            "triggers.json# too_many",
            "triggers.json#/200/when/trigger conflict"
        ],
        "W-301 W-327"
    );
    let twice = format!(
        "[{},{}]",
        trigger(0)
            .replace("fired", "event")
            .replace("trigger", "tag"),
        trigger(0)
    );
    assert_eq!(
        problems(&[("triggers.json", &twice)]),
        [
            "triggers.json#/1/key duplicate",
            "triggers.json#/1/when/trigger conflict"
        ],
        "W-303"
    );
}

#[test]
fn w310_w327_conditions() {
    check_member(
        "when",
        &[
            ("W-311", "{}", &["/type required"]),
            ("W-311", r#"{"type": "times"}"#, &["/type not_allowed"]),
            ("W-313", r#"{"type": "time", "days": []}"#, &[" needs"]),
            (
                "W-313",
                r#"{"type": "time", "from": "1912-10-05T21:00", "to": "1912-10-05T21:00"}"#,
                &["/to conflict"],
            ),
            (
                "W-312",
                r#"{"type": "time", "from": "1912-10-05T21:00Z", "window": {"to": "24:00"}, "days": ["monday"]}"#,
                &[
                    "/from bad_format",
                    "/window/from required",
                    "/window/to bad_format",
                    "/days/0 not_allowed",
                ],
            ),
            (
                "W-316",
                r#"{"type": "place", "character": "hall", "location": "hall", "feature": "bar"}"#,
                &["/character unknown_reference", "/feature unknown_reference"],
            ),
            (
                "W-316",
                r#"{"type": "place", "feature": "bar"}"#,
                &["/character required", "/location required"],
            ),
            (
                "W-317",
                r#"{"type": "variable"}"#,
                &["/variable required", "/op required", "/value required"],
            ),
            (
                "W-318",
                r#"{"type": "variable", "variable": "luck", "subject": "ann", "op": "ge", "value": 99.5}"#,
                &[],
            ),
            (
                "W-318",
                r#"{"type": "variable", "variable": "luck", "op": "=", "value": "x"}"#,
                &["/subject needs", "/op not_allowed", "/value wrong_type"],
            ),
            (
                "W-318",
                r#"{"type": "variable", "variable": "oath", "subject": "robert", "op": "lt", "value": "x"}"#,
                &["/subject not_allowed", "/op conflict", "/value not_allowed"],
            ),
            (
                "W-318",
                r#"{"type": "variable", "variable": "storm", "subject": "ann", "op": "eq", "value": true}"#,
                &["/subject conflict", "/value wrong_type"],
            ),
            (
                "W-318",
                r#"{"type": "variable", "variable": "lit", "subject": "ann", "op": "eq", "value": false}"#,
                &["/subject unknown_reference"],
            ),
            (
                "W-318",
                r#"{"type": "variable", "variable": "valence", "subject": "ann", "op": "lt", "value": -0.5}"#,
                &[],
            ),
            (
                "W-305 W-041",
                r#"{"type": "variable", "variable": "Luck", "subject": "zed", "op": "lt", "value": []}"#,
                &["/variable unknown_reference", "/value required"],
            ),
            (
                "W-319",
                r#"{"type": "item", "item": "zed"}"#,
                &["/item unknown_reference", " needs"],
            ),
            (
                "W-319",
                r#"{"type": "item", "item": "box", "held_by": "ann", "at": "hall"}"#,
                &["/at conflict"],
            ),
            (
                "W-320 W-322",
                r#"{"type": "all", "conditions": [{"type": "event"}, {"type": "judged"}, {"type": "event", "tag": ["x"]}]}"#,
                &[
                    "/conditions/0/tag required",
                    "/conditions/1/text required",
                    "/conditions/2/tag wrong_type",
                ],
            ),
            (
                "W-321 W-327",
                r#"{"type": "any", "conditions": [{"type": "fired", "trigger": "first"}, {"type": "fired", "trigger": "other"}, {"type": "fired", "trigger": "zed"}]}"#,
                &[
                    "/conditions/0/trigger conflict",
                    "/conditions/2/trigger unknown_reference",
                ],
            ),
            (
                "W-323",
                r#"{"type": "all", "conditions": [null]}"#,
                &["/conditions required"],
            ),
            (
                "W-323",
                r#"{"type": "any", "conditions": [null, 5]}"#,
                &["/conditions/1 wrong_type"],
            ),
            (
                "W-323",
                r#"{"type": "not", "condition": []}"#,
                &["/condition required"],
            ),
        ],
    );
}

#[test]
fn w324_w325_depth_and_parts() {
    let nots = |n: usize, inner: &str| {
        format!(
            "{}{inner}{}",
            r#"{"type": "not", "condition": "#.repeat(n),
            "}".repeat(n)
        )
    };
    let event = r#"{"type": "event", "tag": "x"}"#;
    let four = nots(3, event);
    let five = nots(4, event);
    let seven = nots(6, r#"{"type": "fired", "trigger": "zed"}"#);
    let deepest = "/condition".repeat(6);
    let parts = |n: usize| {
        format!(
            r#"{{"type": "all", "conditions": [{}]}}"#,
            vec![event; n].join(",")
        )
    };
    let (parts24, parts25) = (parts(23), parts(24));
    let unknown = format!("{deepest}/trigger unknown_reference");
    let many = nots(30, event);
    check_member(
        "when",
        &[
            ("W-324", &four, &[]),
            (
                "W-324",
                &five,
                &["/condition/condition/condition/condition too_deep"],
            ),
            (
                "W-324 W-305",
                &seven,
                &[
                    "/condition/condition/condition/condition too_deep",
                    &unknown,
                ],
            ),
            ("W-325", &parts24, &[]),
            ("W-325", &parts25, &[" too_many"]),
            (
                "W-324 W-325",
                &many,
                &[
                    "/condition/condition/condition/condition too_deep",
                    " too_many",
                ],
            ),
        ],
    );
}

#[test]
fn w330_w343_effects_and_announcements() {
    let seven = format!("[{}]", [r#"{"type": "beat", "text": "x"}"#; 7].join(","));
    check_member(
        "effects",
        &[
            ("W-330", &seven, &[" too_many"]),
            (
                "W-330",
                r#"[{}, {"type": "Beat"}, 5]"#,
                &["/0/type required", "/1/type not_allowed", "/2 wrong_type"],
            ),
            (
                "W-331 – W-333",
                r#"[{"type": "edit"}, {"type": "beat"}, {"type": "cue"}]"#,
                &[
                    "/0/edit required",
                    "/1/text required",
                    "/2/text required",
                    "/2/audience needs",
                ],
            ),
            (
                "W-333",
                r#"[{"type": "cue", "text": "x", "characters": ["ann"], "audience": "everyone"}, {"type": "cue", "text": "x", "characters": ["zed"]}]"#,
                &["/0/audience conflict", "/1/characters/0 unknown_reference"],
            ),
            (
                "W-334",
                r#"[{"type": "cue", "text": "x", "audience": "all"}, {"type": "cue", "text": "x", "audience": {}}, {"type": "cue", "text": "x", "audience": {"place": "ann"}}, {"type": "cue", "text": "x", "audience": 5}]"#,
                &[
                    "/0/audience not_allowed",
                    "/1/audience needs",
                    "/2/audience/place unknown_reference",
                    "/3/audience wrong_type",
                ],
            ),
        ],
    );
    let announce = |text: &str| {
        format!(
            r#"[{{"key": "k", "when": {{"type": "event", "tag": "x"}}, "effects": {BEAT}, "announce": {text}}}]"#
        )
    };
    check(
        "triggers.json",
        &[
            (
                "W-341",
                &announce("{}"),
                &["/0/announce/text required", "/0/announce/audience needs"],
            ),
            (
                "W-342 W-343",
                &announce(
                    r#"{"text": "x", "audience": {"characters": ["ann"]}, "from": 5, "at": "21:00"}"#,
                ),
                &["/0/announce/from wrong_type", "/0/announce/at bad_format"],
            ),
        ],
    );
}

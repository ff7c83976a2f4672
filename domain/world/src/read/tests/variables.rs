//! Variables and their initial values (section 7).

use super::*;

#[test]
fn w160_w181_definitions() {
    let many: Vec<String> = (0..61)
        .map(|n| format!(r#"{{"key": "v{n}", "name": "V"}}"#))
        .collect();
    let many = format!("[{}, null]", many.join(","));
    let options = |n: usize| {
        let options: Vec<String> = (0..n).map(|n| format!("\"o{n}\"")).collect();
        format!(
            r#"[{{"key": "x", "name": "X", "kind": "choice", "options": [{}]}}]"#,
            options.join(",")
        )
    };
    let (one, twelve, thirteen) = (options(1), options(12), options(13));
    check(
        "variables.json",
        &[
            (
                "W-161",
                r#"[{"key": "Luck", "name": "X"}, {"key": "1x", "name": "X"}, {"name": "X"}, {"key": 5, "name": "X"}, 7]"#,
                &[
                    "/0/key bad_format",
                    "/1/key bad_format",
                    "/2/key required",
                    "/3/key wrong_type",
                    "/4 wrong_type",
                ],
            ),
            (
                "W-162 W-163",
                r#"[{"key": "x", "name": "X"}, {"key": "x"}]"#,
                &["/1/key duplicate", "/1/name required"],
            ),
            (
                "W-164 W-165 W-172",
                r#"[{"key": "x", "name": "X", "kind": "text"}, {"key": "y", "name": "X", "subject": "World", "visibility": "secret"}]"#,
                &[
                    "/0/kind not_allowed",
                    "/1/subject not_allowed",
                    "/1/visibility not_allowed",
                ],
            ),
            (
                "W-166",
                r#"[{"key": "x", "name": "X", "only": ["ann", "box"]}, {"key": "y", "name": "X", "subject": "world", "only": ["ann"]}]"#,
                &["/0/only/1 unknown_reference", "/1/only conflict"],
            ),
            (
                "W-167",
                r#"[{"key": "x", "name": "X", "min": 2, "max": 1, "default": 9}, {"key": "y", "name": "X", "min": "0", "bands": [{}]}]"#,
                &[
                    "/0/min conflict",
                    "/1/min wrong_type",
                    "/1/bands/0/up_to required",
                    "/1/bands/0/label required",
                ],
            ),
            (
                "W-168 W-171 W-175",
                r#"[{"key": "x", "name": "X", "integer": 1, "baseline": 1, "always": 1}]"#,
                &[
                    "/0/integer wrong_type",
                    "/0/baseline wrong_type",
                    "/0/always wrong_type",
                ],
            ),
            (
                "W-169",
                r#"[{"key": "x", "name": "X", "kind": "choice"}, {"key": "y", "name": "X", "kind": "choice", "options": ["a", "b", "a", 1]}]"#,
                &[
                    "/0/options required",
                    "/1/options/2 duplicate",
                    "/1/options/3 wrong_type",
                ],
            ),
            ("W-169", &one, &["/0/options too_few"]),
            ("W-169", &twelve, &[]),
            ("W-169", &thirteen, &["/0/options too_many"]),
            (
                "W-170",
                r#"[{"key": "x", "name": "X", "max": 1, "default": 2}, {"key": "y", "name": "X", "integer": true, "default": 0.5}, {"key": "z", "name": "X", "kind": "flag", "default": 0}, {"key": "c", "name": "X", "kind": "choice", "options": ["a", "b"], "default": "c"}]"#,
                &[
                    "/0/default out_of_range",
                    "/1/default wrong_type",
                    "/2/default wrong_type",
                    "/3/default not_allowed",
                ],
            ),
            (
                "W-173",
                r#"[{"key": "x", "name": "X", "subject": "item", "visibility": "private"}]"#,
                &["/0/visibility conflict"],
            ),
            (
                "W-174",
                r#"[{"key": "x", "name": "X", "bands": [{"up_to": 1, "label": "a"}, {"up_to": 1, "label": "b"}, {"up_to": 0}]}]"#,
                &[
                    "/0/bands/1/up_to out_of_range",
                    "/0/bands/2/up_to out_of_range",
                    "/0/bands/2/label required",
                ],
            ),
            (
                "W-176",
                r#"[{"key": "valence", "kind": "text", "min": 5, "max": 1, "bands": "x"}, {"key": "valence"}]"#,
                &["/0/bands wrong_type", "/1/key duplicate"],
            ),
            ("W-177", &many, &[" too_many"]),
            (
                "W-181",
                r#"[{"key": "x", "name": "X", "options": 5}, {"key": "y", "name": "X", "kind": "flag", "min": "x", "bands": 5}]"#,
                &[],
            ),
        ],
    );
}

#[test]
fn w178_w180_initial_values() {
    check(
        "characters/ann/character.json",
        &[
            (
                "W-178",
                r#"{"name": "A", "variables": {"luck": 3.0, "oath": "sworn"}}"#,
                &[],
            ),
            (
                "W-178 W-032",
                r#"{"name": "A", "variables": {"a/b": 1, "lit": true, "storm": 1}}"#,
                &[
                    "/variables/a~1b unknown_reference",
                    "/variables/lit not_allowed",
                    "/variables/storm not_allowed",
                ],
            ),
            (
                "W-179",
                r#"{"name": "A", "variables": {"luck": 11, "oath": "Sworn"}}"#,
                &[
                    "/variables/luck out_of_range",
                    "/variables/oath not_allowed",
                ],
            ),
            (
                "W-179 W-168",
                r#"{"name": "A", "variables": {"luck": 1.5, "oath": 1}}"#,
                &["/variables/luck wrong_type", "/variables/oath wrong_type"],
            ),
            (
                "W-179",
                r#"{"name": "A", "variables": {"luck": null, "oath": " ", "zed": null}}"#,
                &[],
            ),
            (
                "W-180",
                r#"{"name": "A", "variables": {"arousal": 0}}"#,
                &["/variables/arousal not_allowed"],
            ),
            (
                "W-011 W-041",
                r#"{"name": "A", "variables": {"luck": 99, "luck": 98}}"#,
                &["/variables/luck duplicate_member"],
            ),
        ],
    );
    let bob = r#"{"id": "robert", "name": "B", "variables": {"oath": "sworn"}}"#;
    assert_eq!(
        problems(&[("characters/bob/character.json", bob)]),
        ["characters/bob/character.json#/variables/oath not_allowed"],
        "W-166"
    );
    let faulty = r#"[{"key": "luck", "name": "X", "kind": "gauge"}, {"key": "oath", "name": "X", "max": 1}]"#;
    let ann = r#"{"name": "A", "variables": {"luck": {"any": 1}, "oath": 2}}"#;
    let got = problems(&[
        ("variables.json", faulty),
        ("characters/ann/character.json", ann),
    ]);
    assert_eq!(
        got,
        [
            "variables.json#/0/kind not_allowed",
            "characters/ann/character.json#/variables/oath out_of_range"
        ],
        "W-041"
    );
}

#[test]
fn w170_w174_defaults_and_bands() {
    let text = r#"[{"key": "low", "name": "X", "max": -2}, {"key": "high", "name": "X", "min": 3, "bands": [{"up_to": 4, "label": "a"}, {"up_to": 9, "label": "b"}]},
        {"key": "c", "name": "X", "kind": "choice", "options": [null, "a", "b"]}, {"key": "dominance", "name": "Pride", "bands": [{"up_to": 1, "label": "d"}]}]"#;
    let world = reading(&[("variables.json", text)]).world.expect("a world");
    use crate::model::Amount::{Number, Word};
    let default = |key: &str| world.variable(key).map(|v| v.default_amount());
    assert_eq!(default("low"), Some(Number(-2.0)));
    assert_eq!(default("high"), Some(Number(3.0)));
    assert_eq!(default("c"), Some(Word("a".to_owned())));
    let band = |value| world.variable("high").and_then(|v| v.band(value));
    assert_eq!(
        (band(4.0), band(4.1), band(99.0)),
        (Some("a"), Some("b"), Some("b"))
    );
    assert_eq!(
        world
            .variable("dominance")
            .map(|v| (v.name.as_str(), v.bands.len())),
        Some(("Pride", 1))
    );
}

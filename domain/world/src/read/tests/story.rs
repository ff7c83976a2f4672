//! Lore and plots (sections 11 and 12).

use super::*;

#[test]
fn w260_w266_lore() {
    check(
        "lore/flood/lore.json",
        &[
            (
                "W-261 W-262",
                r#"{"summary": 1, "kind": "myth"}"#,
                &[
                    "/title required",
                    "/summary wrong_type",
                    "/kind not_allowed",
                ],
            ),
            (
                "W-263",
                r#"{"title": "F", "subjects": [{"kind": "item", "id": "box"}, {"kind": "place", "id": 5}, {"kind": "lore", "id": "flood"}, {"kind": "character", "id": "bob"}, {}]}"#,
                &[
                    "/subjects/1/kind not_allowed",
                    "/subjects/1/id wrong_type",
                    "/subjects/2/id conflict",
                    "/subjects/3/id unknown_reference",
                    "/subjects/4/kind required",
                    "/subjects/4/id required",
                ],
            ),
            (
                "W-264 W-265",
                r#"{"title": "F", "related": ["flood", "x"], "sources": [1]}"#,
                &["/related/1 unknown_reference", "/sources/0 wrong_type"],
            ),
            (
                "W-266",
                r#"{"title": "F", "starts_at": "1764-01-01", "ends_at": "1763-12-31"}"#,
                &["/ends_at conflict"],
            ),
            (
                "W-266",
                r#"{"title": "F", "starts_at": "1764-01-01T10:00+01:00", "ends_at": "1764-01-01T08:59:59.9Z"}"#,
                &["/ends_at conflict"],
            ),
            (
                "W-266",
                r#"{"title": "F", "starts_at": "1764-01-01T10:00", "ends_at": "1764-01-01"}"#,
                &[],
            ),
        ],
    );
}

#[test]
fn w280_w287_plots() {
    check(
        "plots.json",
        &[
            (
                "W-280",
                r#"[{}, {"id": "p", "name": "P"}, {"id": "p", "name": "P"}, "x"]"#,
                &[
                    "/0/id required",
                    "/0/name required",
                    "/2/id duplicate",
                    "/3 wrong_type",
                ],
            ),
            (
                "W-281",
                r#"[{"id": "p", "name": "P", "participants": ["ann", "crew", "hall", "box", "flood"]}]"#,
                &["/0/participants/4 unknown_reference"],
            ),
            (
                "W-282 – W-284",
                r#"[{"id": "p", "name": "P", "hooks": [{"id": "a"}, {"id": "a", "text": "x", "avoid": [1]}], "developments": [{"id": "a", "text": "x", "mode": "twist"}, {"text": "x"}]}]"#,
                &[
                    "/0/hooks/0/text required",
                    "/0/hooks/1/id duplicate",
                    "/0/hooks/1/avoid/0 wrong_type",
                    "/0/developments/0/id duplicate",
                    "/0/developments/0/mode not_allowed",
                    "/0/developments/1/id required",
                ],
            ),
            (
                "W-285",
                r#"[{"id": "p", "name": "P", "hooks": [{"id": "h", "text": "x"}], "developments": [{"id": "a", "text": "x", "prerequisites": ["h", "b"]}, {"id": "b", "text": "x", "prerequisites": ["a", "zed"]}, {"id": "c", "text": "x", "prerequisites": ["a", "c"]}]}]"#,
                &[
                    "/0/developments/0/prerequisites/1 circular",
                    "/0/developments/1/prerequisites/0 circular",
                    "/0/developments/1/prerequisites/1 unknown_reference",
                    "/0/developments/2/prerequisites/1 circular",
                ],
            ),
            (
                "W-286 W-287",
                r#"[{"id": "p", "name": "P", "start": "open", "pacing": {"quiet_turns": -1, "cooldown_turns": 0.5, "cooldown_days": 0.5}}]"#,
                &[
                    "/0/start not_allowed",
                    "/0/pacing/quiet_turns out_of_range",
                    "/0/pacing/cooldown_turns wrong_type",
                ],
            ),
        ],
    );
}

//! Characters, their knowledge and routine (sections 4, 5 and 8), and factions (section 6).

use super::*;

const ANN: &str = "characters/ann/character.json";

#[test]
fn w080_w094_definitions() {
    check(
        ANN,
        &[
            ("W-082", r#"{"name": " "}"#, &["/name required"]),
            (
                "W-083 W-085",
                r#"{"name": "A", "aliases": "x", "gender": 1, "pronouns": []}"#,
                &["/aliases wrong_type", "/gender wrong_type"],
            ),
            ("W-084", r#"{"name": "A", "age": 0.5}"#, &[]),
            (
                "W-084",
                r#"{"name": "A", "age": true}"#,
                &["/age wrong_type"],
            ),
            (
                "W-086 W-087 W-088",
                r#"{"name": "A", "kind": "crowd", "tier": "Principal", "role": 1}"#,
                &["/kind not_allowed", "/tier not_allowed", "/role wrong_type"],
            ),
            (
                "W-089",
                r#"{"name": "A", "kind": "group", "tier": "background", "role": "playable"}"#,
                &["/role conflict"],
            ),
            (
                "W-089 W-041",
                r#"{"name": "A", "kind": "crowd", "role": "playable"}"#,
                &["/kind not_allowed"],
            ),
            (
                "W-091",
                r#"{"name": "A", "speech": {"style": 5, "examples": "x"}}"#,
                &["/speech/style wrong_type", "/speech/examples wrong_type"],
            ),
            (
                "W-093",
                r#"{"name": "A", "visual_identity": {"tags": [1]}}"#,
                &[
                    "/visual_identity/description required",
                    "/visual_identity/tags/0 wrong_type",
                ],
            ),
        ],
    );
    let look = r#"{"name": "X", "location": "hall", "visual_identity": {"description": "x", "global_id": "g"}}"#;
    let got = problems(&[
        (ANN, look),
        ("locations/yard/location.json", look),
        ("items/coin/item.json", look),
    ]);
    let want = [
        "locations/yard/location.json#/visual_identity/global_id duplicate",
        "items/coin/item.json#/visual_identity/global_id duplicate",
    ];
    assert_eq!(got, want, "W-094");
}

#[test]
fn w100_w126_start_intents_and_relationships() {
    check(
        ANN,
        &[
            (
                "W-101",
                r#"{"name": "A", "start": {"emotion": {"immediate": 5}}}"#,
                &[
                    "/start/emotion/baseline required",
                    "/start/emotion/immediate wrong_type",
                ],
            ),
            (
                "W-102",
                r#"{"name": "A", "start": {"emotion": {"baseline": {"valence": -1.5, "arousal": "x", "dominance": 1}}}}"#,
                &[
                    "/start/emotion/baseline/valence out_of_range",
                    "/start/emotion/baseline/arousal wrong_type",
                ],
            ),
            (
                "W-104",
                r#"{"name": "A", "start": {"location": "box", "feature": "any", "position": "p"}}"#,
                &["/start/location unknown_reference"],
            ),
            (
                "W-105 W-106",
                r#"{"name": "A", "start": {"feature": "stove", "position": "p"}}"#,
                &["/start/feature needs", "/start/position needs"],
            ),
            (
                "W-106",
                r#"{"name": "A", "start": {"location": "hall", "feature": "Stove"}}"#,
                &["/start/feature unknown_reference"],
            ),
            (
                "W-110 – W-114",
                r#"{"name": "A", "start": {"intents": ["x", {"type": "plan", "status": "done", "horizon": "far", "priority": 2, "urgency": -1, "plan": "x", "deadline": "soon"}]}}"#,
                &[
                    "/start/intents/0 wrong_type",
                    "/start/intents/1/name required",
                    "/start/intents/1/type not_allowed",
                    "/start/intents/1/status not_allowed",
                    "/start/intents/1/horizon not_allowed",
                    "/start/intents/1/priority out_of_range",
                    "/start/intents/1/urgency out_of_range",
                    "/start/intents/1/plan wrong_type",
                    "/start/intents/1/deadline bad_format",
                ],
            ),
            (
                "W-120 – W-124",
                r#"{"name": "A", "relationships": [{}, {"to": "ann", "label": "x"}, {"to": "robert", "label": "x", "trust": -1.1, "tension": -0.1}, {"to": "robert", "label": " "}, {"to": "bob", "label": "x"}]}"#,
                &[
                    "/relationships/0/to required",
                    "/relationships/0/label required",
                    "/relationships/1/to conflict",
                    "/relationships/2/trust out_of_range",
                    "/relationships/2/tension out_of_range",
                    "/relationships/3/to duplicate",
                    "/relationships/3/label required",
                    "/relationships/4/to unknown_reference",
                ],
            ),
        ],
    );
    let many = |n: usize| {
        let entries: Vec<String> = (0..n)
            .map(|n| format!("{{\"to\": \"p{n}\", \"label\": \"x\"}}"))
            .collect();
        format!(
            "{{\"name\": \"A\", \"relationships\": [{}]}}",
            entries.join(",")
        )
    };
    for (count, want) in [
        (60, &[][..]),
        (
            61,
            &["characters/ann/character.json#/relationships too_many"][..],
        ),
    ] {
        let text = many(count);
        let mut folder = folder(&[(ANN, &text)]);
        for n in 0..count {
            folder.insert(
                &format!("characters/p{n}/character.json"),
                Entry::Bytes(b"{\"name\": \"P\"}".to_vec()),
            );
        }
        assert_eq!(told(&read_world("w", &folder)), want, "W-125");
    }
}

#[test]
fn w103_the_feeling_of_the_moment_falls_back_to_the_temperament() {
    let text = r#"{"name": "A", "start": {"emotion": {"baseline": {"valence": 0.5, "arousal": -1}, "immediate": {"valence": 0}}}}"#;
    let world = reading(&[(ANN, text)]).world.expect("a world");
    let emotion = world
        .character("ann")
        .and_then(|c| c.start.emotion)
        .expect("an emotion");
    assert_eq!(
        (
            emotion.immediate.valence,
            emotion.immediate.arousal,
            emotion.baseline.valence
        ),
        (0.0, -1.0, 0.5)
    );
}

#[test]
fn w130_w137_knowledge() {
    check(
        ANN,
        &[
            ("W-130", r#"{"name": "A", "knowledge": []}"#, &[]),
            (
                "W-131 W-132 W-134",
                r#"{"name": "A", "knowledge": {"locations": ["hall", "moon"], "items": [5], "lore": "flood"}}"#,
                &[
                    "/knowledge/locations/1 unknown_reference",
                    "/knowledge/items/0 wrong_type",
                    "/knowledge/lore wrong_type",
                ],
            ),
            (
                "W-133",
                r#"{"name": "A", "knowledge": {"exits": [{"from": "hall", "to": "yard"}, {"from": "yard", "to": "hall"}, {"from": "hall", "to": "cave"}]}}"#,
                &[],
            ),
            (
                "W-133",
                r#"{"name": "A", "knowledge": {"exits": [{"from": "cave", "to": "hall"}, {"from": "hall", "to": "hall"}, {"from": "hall", "to": "moon"}, {}]}}"#,
                &[
                    "/knowledge/exits/0 unknown_reference",
                    "/knowledge/exits/1 unknown_reference",
                    "/knowledge/exits/2/to unknown_reference",
                    "/knowledge/exits/3/from required",
                    "/knowledge/exits/3/to required",
                ],
            ),
        ],
    );
}

#[test]
fn w190_w197_routine() {
    let many = format!(
        r#"{{"name": "A", "routine": [{}]}}"#,
        [r#"{"from": "08:00", "to": "09:00", "activity": "x"}"#; 25].join(",")
    );
    check(
        ANN,
        &[
            ("W-190", &many, &["/routine too_many"]),
            (
                "W-191 – W-194",
                r#"{"name": "A", "routine": [{"days": ["mon", "Mon"], "from": "24:00"}]}"#,
                &[
                    "/routine/0/days/1 not_allowed",
                    "/routine/0/from bad_format",
                    "/routine/0/to required",
                    "/routine/0/activity required",
                ],
            ),
            (
                "W-193 W-195",
                r#"{"name": "A", "routine": [{"from": "22:00", "to": "22:00", "activity": "x", "position": "p"}]}"#,
                &[],
            ),
            (
                "W-195 W-196",
                r#"{"name": "A", "routine": [{"from": "22:00", "to": "06:00", "activity": "x", "feature": "stove", "interruptible": "no"}]}"#,
                &[
                    "/routine/0/feature needs",
                    "/routine/0/interruptible wrong_type",
                ],
            ),
        ],
    );
}

#[test]
fn w140_w150_factions() {
    check(
        "factions/crew/faction.json",
        &[
            (
                "W-141",
                r#"{"values": [1], "structure": {}, "start": {"public_state": 1}}"#,
                &[
                    "/name required",
                    "/values/0 wrong_type",
                    "/structure wrong_type",
                    "/start/public_state wrong_type",
                ],
            ),
            (
                "W-143",
                r#"{"name": "C", "start": {"goals": [{"name": "x", "type": "plan"}]}}"#,
                &["/start/goals/0/type not_allowed"],
            ),
            (
                "W-144 – W-146",
                r#"{"name": "C", "members": [{"status": "retired", "public": "yes", "commitment": 2}, {"character": "zed", "rank": 1}]}"#,
                &[
                    "/members/0/character required",
                    "/members/0/status not_allowed",
                    "/members/0/public wrong_type",
                    "/members/0/commitment out_of_range",
                    "/members/1/character unknown_reference",
                    "/members/1/rank wrong_type",
                ],
            ),
            (
                "W-147 – W-149",
                r#"{"name": "C", "relationships": [{"to": {}}, {"to": {"kind": "item", "id": "box"}, "label": "x"}, {"to": {"kind": "faction", "id": "crew"}, "label": "x"}, {"to": {"kind": "faction", "id": "guild"}, "label": "x"}, {"to": {"kind": "faction", "id": "guild"}, "label": "x"}, {"to": {"kind": "character", "id": "crew"}, "label": "x"}]}"#,
                &[
                    "/relationships/0/to/kind required",
                    "/relationships/0/to/id required",
                    "/relationships/0/label required",
                    "/relationships/1/to/kind not_allowed",
                    "/relationships/2/to/id conflict",
                    "/relationships/4/to/id duplicate",
                    "/relationships/5/to/id unknown_reference",
                ],
            ),
        ],
    );
}

//! Edits of the records (section 14), read by themselves as a record keeper's answer is.

use super::*;
use crate::json::{Rules, parse};
use crate::names::Names;
use crate::problem::Problems;
use crate::read::edit;

/// Rows of one edit: the rules, its text and the problems, as "pointer code".
fn check_edit(rows: &[(&str, &str, &[&str])]) {
    let names = Names::of_world(&reading(&[]).world.expect("a world"));
    for (rule, text, want) in rows {
        let mut problems = Problems::new();
        let value = parse(text.as_bytes(), &Rules::DOCUMENT).expect("JSON");
        let read = edit(&value, &names, &mut problems);
        assert_eq!(read.is_some(), problems.is_empty(), "{rule}: {text}");
        let mut got: Vec<String> = problems
            .iter()
            .map(|p| format!("{} {}", p.pointer, p.code))
            .collect();
        let mut want: Vec<String> = want.iter().map(|want| (*want).to_owned()).collect();
        got.sort();
        want.sort();
        assert_eq!(got, want, "{rule}: {text}");
    }
}

#[test]
fn w400_w401_edits_and_events() {
    check_edit(&[
        ("W-400", "{}", &[" needs"]),
        ("W-400", r#"{"moves": [], "other": 1}"#, &[" needs"]),
        ("W-400", "[]", &[" wrong_type"]),
        (
            "W-400",
            r#"{"moves": "x", "events": {}}"#,
            &["/moves wrong_type", "/events wrong_type"],
        ),
        (
            "W-401",
            r#"{"events": [{"text": "x", "location": "hall", "turn": 0, "round": 2, "importance": 5, "tags": ["a"], "involves": ["ann"], "perceived_by": "everyone"}]}"#,
            &[],
        ),
        (
            "W-401",
            r#"{"events": [{"location": "box", "turn": -1, "round": 0.5, "importance": 6, "tags": "x", "involves": ["zed"], "perceived_by": "ann"}, 5]}"#,
            &[
                "/events/0/text required",
                "/events/0/location unknown_reference",
                "/events/0/turn out_of_range",
                "/events/0/round wrong_type",
                "/events/0/importance out_of_range",
                "/events/0/tags wrong_type",
                "/events/0/involves/0 unknown_reference",
                "/events/0/perceived_by not_allowed",
                "/events/1 wrong_type",
            ],
        ),
    ]);
}

#[test]
fn w402_w403_variables_and_exits() {
    check_edit(&[
        (
            "W-402",
            r#"{"variable_changes": [{"variable": "luck", "subject": "ann", "delta": 3.0}, {"variable": "storm", "value": 12}, {"variable": "valence", "subject": "ann", "delta": 0.1, "baseline": true}]}"#,
            &[],
        ),
        (
            "W-402",
            r#"{"variable_changes": [{}, {"variable": "luck", "subject": "ann", "value": 11, "delta": 0.5}, {"variable": "lit", "subject": "hat", "delta": 1}, {"variable": "luck", "subject": "ann", "value": 1, "baseline": true}]}"#,
            &[
                "/variable_changes/0/variable required",
                "/variable_changes/0/value needs",
                "/variable_changes/1/delta conflict",
                "/variable_changes/1/delta wrong_type",
                "/variable_changes/1/value out_of_range",
                "/variable_changes/2/delta not_allowed",
                "/variable_changes/3/baseline not_allowed",
            ],
        ),
        (
            "W-403",
            r#"{"exit_changes": [{"from": "yard", "to": "hall", "state": "locked", "opened_by": ["coin"]}]}"#,
            &[],
        ),
        (
            "W-403 W-133",
            r#"{"exit_changes": [{"from": "cave", "to": "hall", "note": "x"}, {"from": "hall", "to": "yard"}, {"state": "shut"}]}"#,
            &[
                "/exit_changes/0 unknown_reference",
                "/exit_changes/1 needs",
                "/exit_changes/2/from required",
                "/exit_changes/2/to required",
                "/exit_changes/2/state not_allowed",
            ],
        ),
    ]);
}

#[test]
fn w404_w417_items() {
    check_edit(&[
        (
            "W-404",
            r#"{"item_changes": [{"item": "coin", "location": "hall", "feature": "stove", "position": "by it", "quantity": 2, "owner": "ann"}, {"item": "box", "container_state": "locked"}, {"item": "hat", "removed": true}, {"item": "hat", "worn_by": "robert"}]}"#,
            &[],
        ),
        (
            "W-404",
            r#"{"item_changes": [{}, {"item": "coin"}, {"item": "coin", "removed": true, "hidden": true}, {"item": "coin", "held_by": "ann", "worn_by": "zed"}, {"item": "coin", "feature": "stove", "position": "p"}]}"#,
            &[
                "/item_changes/0/item required",
                "/item_changes/0 needs",
                "/item_changes/1 needs",
                "/item_changes/2/removed conflict",
                "/item_changes/3/worn_by conflict",
                "/item_changes/3/worn_by unknown_reference",
                "/item_changes/4/feature needs",
                "/item_changes/4/position needs",
            ],
        ),
        (
            "W-404 W-233 W-236",
            r#"{"item_changes": [{"item": "ring", "quantity": 2}, {"item": "ring", "container_state": "open"}, {"item": "box", "container_state": "ajar", "quantity": 0}]}"#,
            &[
                "/item_changes/0/quantity conflict",
                "/item_changes/1/container_state conflict",
                "/item_changes/2/container_state not_allowed",
                "/item_changes/2/quantity out_of_range",
            ],
        ),
        (
            "W-417",
            r#"{"item_changes": [{"item": "coin", "worn_by": "ann"}, {"item": "coin", "inside": "hat"}, {"item": "box", "inside": "box"}]}"#,
            &[
                "/item_changes/0/worn_by conflict",
                "/item_changes/1/inside conflict",
                "/item_changes/2/inside conflict",
            ],
        ),
    ]);
}

#[test]
fn w405_w407_moves_goals_and_engagements() {
    check_edit(&[
        (
            "W-405",
            r#"{"moves": [{"character": "ann", "location": "hall", "feature": "stove"}, {"character": "ann", "nowhere": true}]}"#,
            &[],
        ),
        (
            "W-405",
            r#"{"moves": [{"character": "ann"}, {"character": "ann", "location": "hall", "nowhere": true}, {"character": "ann", "nowhere": true, "feature": "x"}, {"character": "ann", "nowhere": "yes"}]}"#,
            &[
                "/moves/0 needs",
                "/moves/1/nowhere conflict",
                "/moves/2/feature needs",
                "/moves/3/nowhere wrong_type",
            ],
        ),
        (
            "W-406",
            r#"{"goals": [{"character": "ann", "name": "x", "status": "completed"}, {"faction": "crew", "name": "y", "plan": ["a"]}]}"#,
            &[],
        ),
        (
            "W-406",
            r#"{"goals": [{"status": "done"}, {"character": "zed", "faction": "crew", "name": "x"}]}"#,
            &[
                "/goals/0 needs",
                "/goals/0/name required",
                "/goals/0/status not_allowed",
                "/goals/1/character unknown_reference",
                "/goals/1/faction conflict",
            ],
        ),
        (
            "W-407",
            r#"{"engagements": [{"character": "ann", "activity": "x", "with": ["robert"], "until": "1912-10-05T21:00"}, {"character": "ann", "ended": true}]}"#,
            &[],
        ),
        (
            "W-407",
            r#"{"engagements": [{"character": "ann", "with": ["ann", "zed"], "location": "moon", "until": "21:00", "interruptible": 1, "ended": false}]}"#,
            &[
                "/engagements/0/activity required",
                "/engagements/0/with/0 conflict",
                "/engagements/0/with/1 unknown_reference",
                "/engagements/0/location unknown_reference",
                "/engagements/0/until bad_format",
                "/engagements/0/interruptible wrong_type",
            ],
        ),
    ]);
}

#[test]
fn w410_values_are_kept() {
    let names = Names::of_world(&reading(&[]).world.expect("a world"));
    let text = r#"{"events": [{"text": "x"}], "goals": [{"character": "ann", "name": "x", "plan": []}], "moves": [{"character": "ann", "nowhere": true}]}"#;
    let value = parse(text.as_bytes(), &Rules::DOCUMENT).expect("JSON");
    let edit = edit(&value, &names, &mut Problems::new()).expect("an edit");
    assert_eq!(
        (
            edit.events[0].importance,
            edit.goals[0].plan.as_ref(),
            edit.moves[0].location.as_ref()
        ),
        (None, None, None)
    );
}

//! Plots, variables, and a story without a beginning in time.

use super::check;

#[test]
fn w282_a_plot_without_a_live_hook() {
    let name = "plot-without-hook";
    let hook = r#""hooks": [{"id": "h", "text": "T"}]"#;
    let development = r#""developments": [{"id": "d", "text": "T"}]"#;
    let table: &[(&str, bool)] = &[
        ("", true),
        (r#""start": "dormant""#, true),
        (r#""start": "available", "hooks": [null]"#, true),
        (r#""start": "cooling""#, true),
        (r#""start": "engaged""#, true),
        (development, true),
        (&format!(r#""start": "engaged", {development}"#), false),
        (hook, false),
        (r#""start": "resolved""#, false),
        (r#""start": "abandoned""#, false),
    ];
    for (members, hit) in table {
        let comma = if members.is_empty() { "" } else { ", " };
        let plots = format!(r#"[null, {{"id": "p", "name": "The plot"{comma}{members}}}]"#);
        let want: &[&str] = match hit {
            true => &["plots.json#/1/hooks The plot \"The plot\" has no hook."],
            false => &[],
        };
        check(name, &[("plots.json", &plots)], want);
    }
}

#[test]
fn w178_a_variable_never_used() {
    let name = "unused-variable";
    let list = r#"[{"key": "valence", "name": "Mood"}, null, {"key": "luck", "name": "Luck", "subject": "world"}]"#;
    let variables = ("variables.json", list);
    check(
        name,
        &[variables],
        &["variables.json#/2 No initial value, condition or edit names the variable \"luck\"."],
    );
    let set = r#"{"id": "w", "name": "W", "variables": {"luck": 3}}"#;
    check(name, &[variables, ("world.json", set)], &[]);
    let asked = r#"[{"key": "t", "when": {"type": "not", "condition": {"type": "variable", "variable": "luck", "op": "gt", "value": 1}}, "effects": [{"type": "beat", "text": "B"}]}]"#;
    check(name, &[variables, ("triggers.json", asked)], &[]);
    let changed = r#"[{"key": "t", "when": {"type": "judged", "text": "T"}, "effects": [{"type": "edit", "edit": {"variable_changes": [{"variable": "luck", "delta": 1}]}}]}]"#;
    check(name, &[variables, ("triggers.json", changed)], &[]);
    let of_places = r#"[{"key": "damp", "name": "Damp", "subject": "location"}]"#;
    let yard = r#"{"name": "Yard", "variables": {"damp": 1}}"#;
    check(
        name,
        &[
            ("variables.json", of_places),
            ("locations/yard/location.json", yard),
        ],
        &[],
    );
}

#[test]
fn w064_times_without_a_beginning() {
    let name = "times-without-beginning";
    let undated = ("world.json", r#"{"id": "w", "name": "W"}"#);
    let trigger = |key: &str, members: &str| {
        format!(r#"{{"key": "{key}", "effects": [{{"type": "beat", "text": "B"}}], {members}}}"#)
    };
    let judged = r#""when": {"type": "judged", "text": "T"}"#;
    let from = trigger(
        "a",
        r#""when": {"type": "time", "from": "1900-01-02T10:00"}"#,
    );
    let expires = trigger("b", &format!(r#"{judged}, "expires": "1900-01-02T10:00""#));
    let told = trigger(
        "c",
        &format!(
            r#"{judged}, "announce": {{"text": "T", "audience": "everyone", "at": "1900-01-02T10:00"}}"#
        ),
    );
    let window = trigger(
        "d",
        r#""when": {"type": "time", "window": {"from": "10:00", "to": "11:00"}}"#,
    );
    let table: &[(Vec<&String>, &str)] = &[
        (vec![&window, &from], "\"a\""),
        (vec![&expires], "\"b\""),
        (vec![&told, &expires], "\"c\" and one more"),
        (vec![&told, &from, &expires], "\"c\" and 2 more"),
        (vec![&window], ""),
    ];
    for (triggers, first) in table {
        let list: Vec<&str> = triggers.iter().map(|one| one.as_str()).collect();
        let list = format!("[{}]", list.join(", "));
        let want = format!(
            "world.json#/starting_time The story has no beginning in time, but the trigger {first} goes by the date."
        );
        let want: &[&str] = if first.is_empty() { &[] } else { &[&want] };
        check(name, &[undated, ("triggers.json", &list)], want);
        check(name, &[("triggers.json", &list)], &[]);
    }
}

//! Triggers that can never fire, and what they say in vain.

use super::check;

const TRIGGERS: &str = "triggers.json";
const VARIABLES: (&str, &str) = (
    "variables.json",
    r#"[{"key": "luck", "name": "Luck", "min": 0, "max": 10, "integer": true},
        {"key": "oath", "name": "Oath", "kind": "choice", "options": ["none", "sworn"], "subject": "world"},
        {"key": "lit", "name": "Lit", "kind": "flag", "subject": "world"}]"#,
);
const USED: &str = r#"{"key": "used", "when": {"type": "all", "conditions": [
    {"type": "variable", "variable": "luck", "subject": "ann", "op": "ge", "value": 0},
    {"type": "variable", "variable": "oath", "op": "eq", "value": "none"},
    {"type": "variable", "variable": "lit", "op": "eq", "value": true}]}, "effects": [{"type": "beat", "text": "B"}]}"#;

fn trigger(key: &str, when: &str, members: &str) -> String {
    format!(
        r#"{{"key": "{key}", "when": {when}{members}, "effects": [{{"type": "beat", "text": "B"}}]}}"#
    )
}

/// The calm world, with variables, whose second trigger has this condition.
fn when(name: &str, condition: &str, want: Option<(&str, &str)>) {
    let list = format!("[{USED}, {}]", trigger("t", condition, ""));
    let want = want
        .map(|(pointer, why)| format!("triggers.json#/1/when{pointer} The trigger \"t\" {why}."));
    let want: Vec<&str> = want.iter().map(String::as_str).collect();
    check(name, &[VARIABLES, (TRIGGERS, &list)], &want);
}

fn all(parts: &[&str]) -> String {
    format!(r#"{{"type": "all", "conditions": [{}]}}"#, parts.join(", "))
}

fn any(parts: &[&str]) -> String {
    format!(r#"{{"type": "any", "conditions": [{}]}}"#, parts.join(", "))
}

fn not(part: &str) -> String {
    format!(r#"{{"type": "not", "condition": {part}}}"#)
}

fn at(who: &str, place: &str) -> String {
    format!(r#"{{"type": "place", "character": "{who}", "location": "{place}"}}"#)
}

fn luck(op: &str, value: f64) -> String {
    format!(
        r#"{{"type": "variable", "variable": "luck", "subject": "ann", "op": "{op}", "value": {value}}}"#
    )
}

fn time(members: &str) -> String {
    format!(r#"{{"type": "time", {members}}}"#)
}

#[test]
fn w359_an_expired_trigger() {
    let name = "expired-trigger";
    let judged = r#"{"type": "judged", "text": "T"}"#;
    for (expires, hit) in [
        ("1900-01-01T11:59", true),
        ("1900-01-01T12:00", true),
        ("1900-01-01T12:01", false),
    ] {
        let list = format!(
            "[{}]",
            trigger("t", judged, &format!(r#", "expires": "{expires}""#))
        );
        let want: &[&str] = match hit {
            true => {
                &["triggers.json#/0/expires The trigger \"t\" has expired when the story begins."]
            }
            false => &[],
        };
        check(name, &[(TRIGGERS, &list)], want);
    }
    let over = "waits for a time that is over when the story begins";
    let (early, late) = (
        time(r#""to": "1900-01-01T12:00""#),
        time(r#""to": "1900-01-01T12:01""#),
    );
    let (passed, coming) = (
        time(r#""from": "1900-01-01T10:00""#),
        time(r#""from": "1900-01-02T10:00""#),
    );
    when(name, &early, Some(("", over)));
    when(name, &late, None);
    when(name, &passed, None);
    when(name, &not(&passed), Some(("/condition", over)));
    when(name, &not(&coming), None);
    when(
        name,
        &all(&[&luck("gt", 3.0), &early]),
        Some(("/conditions/1", over)),
    );
    when(name, &any(&[&luck("gt", 3.0), &early]), None);
    when(
        name,
        &any(&[&early, &not(&passed)]),
        Some(("/conditions/0", over)),
    );
}

#[test]
fn w323_a_contradictory_condition() {
    let name = "contradictory-condition";
    let (hall, yard, bob) = (at("ann", "hall"), at("ann", "yard"), at("bob", "yard"));
    let stove = r#"{"type": "place", "character": "ann", "location": "hall", "feature": "stove"}"#;
    let places = "asks for \"ann\" to be in two places at once";
    let second = "/conditions/1";
    when(name, &all(&[&hall, &yard]), Some((second, places)));
    when(name, &all(&[&hall, &bob]), None);
    when(name, &any(&[&hall, &yard]), None);
    when(name, &all(&[&hall, stove]), None);
    when(
        name,
        &all(&[stove, &not(&hall)]),
        Some((
            "/conditions/1/condition",
            "asks for \"ann\" to be in a place and not to be there",
        )),
    );
    when(name, &all(&[&hall, &not(stove)]), None);
    when(name, &not(&any(&[&hall, &yard])), None);
    when(
        name,
        &not(&any(&[&not(&hall), &not(&yard)])),
        Some(("/condition/conditions/1/condition", places)),
    );
    when(name, &all(&[&hall, &any(&[&yard, &bob])]), None);
    when(
        name,
        &all(&[&hall, &any(&[&yard, &all(&[&bob, &yard])])]),
        Some(("/conditions/1/conditions/0", places)),
    );

    let key = |place: &str| format!(r#"{{"type": "item", "item": "key", {place}}}"#);
    let (held, other, lies) = (
        key(r#""held_by": "ann""#),
        key(r#""held_by": "bob""#),
        key(r#""at": "hall""#),
    );
    let items = "asks for \"key\" to be in two places at once";
    when(name, &all(&[&held, &other]), Some((second, items)));
    when(name, &all(&[&held, &lies]), Some((second, items)));
    when(name, &all(&[&held, &hall]), None);
    when(name, &all(&[&held, &not(&other)]), None);

    let none = "leaves no value for \"luck\" of \"ann\"";
    when(name, &luck("gt", 10.0), Some(("", none)));
    when(name, &luck("ge", 10.0), None);
    when(name, &luck("eq", 2.5), Some(("", none)));
    when(
        name,
        &all(&[&luck("gt", 4.0), &luck("lt", 5.0)]),
        Some((second, none)),
    );
    when(name, &all(&[&luck("gt", 4.0), &luck("lt", 6.0)]), None);
    when(
        name,
        &all(&[&luck("eq", 4.0), &luck("ne", 4.0)]),
        Some((second, none)),
    );
    when(
        name,
        &all(&[&luck("ge", 4.0), &not(&luck("ge", 4.0))]),
        Some((
            "/conditions/1/condition",
            "asks for something and for its opposite",
        )),
    );
    when(
        name,
        &all(&[&luck("ge", 4.0), &not(&luck("ge", 3.0))]),
        Some(("/conditions/1/condition", none)),
    );
    // Both are true once Ann has left the story (W-328).
    when(
        name,
        &all(&[&not(&luck("lt", 4.0)), &not(&luck("ge", 4.0))]),
        None,
    );

    let oath = |op: &str, word: &str| {
        format!(r#"{{"type": "variable", "variable": "oath", "op": "{op}", "value": "{word}"}}"#)
    };
    when(
        name,
        &all(&[&oath("ne", "none"), &oath("ne", "sworn")]),
        Some((second, "leaves no value for \"oath\"")),
    );
    when(
        name,
        &all(&[&oath("ne", "none"), &oath("eq", "sworn")]),
        None,
    );
    let lit = |value: bool| {
        format!(r#"{{"type": "variable", "variable": "lit", "op": "eq", "value": {value}}}"#)
    };
    when(
        name,
        &all(&[&lit(true), &lit(false)]),
        Some((second, "leaves no value for \"lit\"")),
    );
    when(name, &all(&[&lit(true), &not(&lit(false))]), None);

    let window =
        |from: &str, to: &str| time(&format!(r#""window": {{"from": "{from}", "to": "{to}"}}"#));
    let never = "waits for a time of the week that never comes";
    when(name, &window("10:00", "10:00"), Some(("", never)));
    when(
        name,
        &all(&[&window("10:00", "12:00"), &window("12:00", "14:00")]),
        Some((second, never)),
    );
    when(
        name,
        &all(&[&window("22:00", "02:00"), &window("01:00", "03:00")]),
        None,
    );
    when(
        name,
        &all(&[&time(r#""days": ["mon"]"#), &time(r#""days": ["tue"]"#)]),
        Some((second, never)),
    );
    // Monday's night ends on Tuesday.
    let night = time(r#""days": ["mon"], "window": {"from": "22:00", "to": "02:00"}"#);
    when(name, &all(&[&night, &time(r#""days": ["tue"]"#)]), None);
    when(
        name,
        &all(&[&night, &time(r#""days": ["wed"]"#)]),
        Some((second, never)),
    );
    when(
        name,
        &all(&[&night, &not(&time(r#""days": ["mon", "tue"]"#))]),
        Some(("/conditions/1/condition", never)),
    );

    let (before, after) = (
        time(r#""to": "1900-02-01T10:00""#),
        time(r#""from": "1900-02-01T10:00""#),
    );
    when(
        name,
        &all(&[&before, &after]),
        Some((second, "waits for a time that is over before it begins")),
    );
    when(name, &all(&[&before, &not(&after)]), None);
    when(name, &all(&[&not(&before), &after]), None);
    let list = |expires: &str| {
        format!(
            "[{}]",
            trigger("t", &after, &format!(r#", "expires": "{expires}""#))
        )
    };
    check(
        name,
        &[(TRIGGERS, &list("1900-02-01T10:00"))],
        &["triggers.json#/0/when The trigger \"t\" waits for a time at which it has expired."],
    );
    check(name, &[(TRIGGERS, &list("1900-02-01T10:01"))], &[]);
}

#[test]
fn w320_a_tag_no_edit_records() {
    let name = "unknown-event-tag";
    let event = |tag: &str| {
        trigger(
            "t",
            &not(&format!(r#"{{"type": "event", "tag": "{tag}"}}"#)),
            "",
        )
    };
    let records = r#"{"key": "r", "when": {"type": "judged", "text": "T"}, "effects": [{"type": "edit", "edit": {"events": [{"text": "E", "tags": ["fire"]}]}}]}"#;
    let table = [
        ("fire", false),
        ("Fire", true),
        ("flood", true),
        // What the built-in narrator records.
        ("take", false),
        ("take:key", false),
        ("use:key:stove", false),
        ("talk:bob", false),
        ("take:sword", true),
        ("eat:key", true),
    ];
    for (tag, hit) in table {
        let list = format!("[{}, {records}]", event(tag));
        let want = format!(
            "triggers.json#/0/when/condition/tag The trigger \"t\" waits for an event with the tag \"{tag}\", which no edit of the world records."
        );
        let want: &[&str] = if hit { &[&want] } else { &[] };
        check(name, &[(TRIGGERS, &list)], want);
    }
}

#[test]
fn w327_triggers_that_wait_for_each_other() {
    let fired = |key: &str| format!(r#"{{"type": "fired", "trigger": "{key}"}}"#);
    let (a, b, c) = (fired("a"), fired("b"), fired("c"));
    let hall = at("ann", "hall");
    let list = |a: &str, b: &str, c: &str| {
        format!(
            "[{}, {}, {}]",
            trigger("a", a, ""),
            trigger("b", b, ""),
            trigger("c", c, "")
        )
    };
    let told = |at: &str, pointer: &str, one: &str, other: &str, end: &str| {
        format!(
            "triggers.json#/{at}/when{pointer}/trigger The trigger \"{one}\" waits for \"{other}\", which {end}."
        )
    };
    let round = "waits for it in turn";
    let cycle = |triggers: &str, want: &[String]| {
        let want: Vec<&str> = want.iter().map(String::as_str).collect();
        check("fired-cycle", &[(TRIGGERS, triggers)], &want);
    };
    cycle(
        &list(&b, &a, &hall),
        &[
            told("0", "", "a", "b", round),
            told("1", "", "b", "a", round),
        ],
    );
    cycle(
        &list(&b, &c, &a),
        &[
            told("0", "", "a", "b", round),
            told("1", "", "b", "c", round),
            told("2", "", "c", "a", round),
        ],
    );
    cycle(&list(&b, &any(&[&a, &hall]), &hall), &[]);
    cycle(&list(&b, &not(&a), &hall), &[]);
    cycle(&list(&hall, &a, &b), &[]);
    let both = [
        told("0", "/conditions/1", "a", "b", round),
        told("1", "/conditions/0", "b", "a", round),
    ];
    cycle(&list(&all(&[&hall, &b]), &any(&[&a, &a]), &hall), &both);

    // What only waits for the circle is not in it.
    let behind = super::advice(&[(TRIGGERS, &list(&b, &a, &all(&[&hall, &a])))]);
    let found: Vec<(&str, &str)> = behind
        .iter()
        .map(|one| (one.check, one.pointer.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("fired-cycle", "/0/when/trigger"),
            ("fired-cycle", "/1/when/trigger"),
            ("waits-for-dead-trigger", "/2/when/conditions/1/trigger")
        ]
    );
    let behind = super::advice(&[(TRIGGERS, &list(&luckless(), &a, &any(&[&b, &hall])))]);
    let found: Vec<(&str, &str)> = behind
        .iter()
        .map(|one| (one.check, one.message.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (
                "contradictory-condition",
                "The trigger \"a\" asks for \"ann\" to be in two places at once."
            ),
            (
                "waits-for-dead-trigger",
                "The trigger \"b\" waits for \"a\", which can never fire."
            ),
        ]
    );
}

fn luckless() -> String {
    all(&[&at("ann", "hall"), &at("ann", "yard")])
}

#[test]
fn w357_w358_what_is_said_in_vain() {
    let hall = at("ann", "hall");
    let table = [
        (
            "chance-of-zero",
            r#", "chance": 0"#,
            "/chance The trigger \"t\" has a chance of 0.",
        ),
        ("chance-of-zero", r#", "chance": 0.01"#, ""),
        (
            "cooldown-without-repeat",
            r#", "cooldown_seconds": 60"#,
            "/cooldown_seconds The trigger \"t\" has a cooldown and does not repeat.",
        ),
        (
            "cooldown-without-repeat",
            r#", "cooldown_seconds": 60, "repeat": true"#,
            "",
        ),
        ("cooldown-without-repeat", r#", "cooldown_seconds": 0"#, ""),
    ];
    for (name, members, want) in table {
        let list = format!("[{}]", trigger("t", &hall, members));
        let want = format!("triggers.json#/0{want}");
        let want: &[&str] = if want.len() > 20 { &[&want] } else { &[] };
        check(name, &[(TRIGGERS, &list)], want);
    }
}

#[test]
fn w342_an_announcement_that_comes_too_late() {
    let name = "late-announcement";
    let told = |times: &str, members: &str| {
        let announce =
            format!(r#", "announce": {{"text": "T", "audience": "everyone", {times}}}{members}"#);
        format!("[{}]", trigger("t", &at("ann", "hall"), &announce))
    };
    let late = |until: &str| {
        format!(
            "triggers.json#/0/announce/from The trigger \"t\" is announced from 1900-01-02T10:00 on, when it {until}."
        )
    };
    let from = r#""from": "1900-01-02T10:00""#;
    let with = |at: &str| format!(r#"{from}, "at": "{at}""#);
    let expires = |end: &str| format!(r#", "expires": "{end}""#);
    let table = [
        (
            with("1900-01-02T10:00"),
            String::new(),
            late("is to happen"),
        ),
        (with("1900-01-02T10:01"), String::new(), String::new()),
        (
            from.to_owned(),
            expires("1900-01-02T09:00"),
            late("has expired"),
        ),
        (from.to_owned(), expires("1900-01-03T09:00"), String::new()),
    ];
    for (times, members, want) in table {
        let want: &[&str] = if want.is_empty() { &[] } else { &[&want] };
        check(name, &[(TRIGGERS, &told(&times, &members))], want);
    }
}

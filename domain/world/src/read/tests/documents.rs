//! Which documents are read, and those that cannot be (sections 1 and 2).

use super::*;
use crate::read::IdState;

#[test]
fn w002_w004_w005_only_documents_one_level_down() {
    let got = problems(&[
        ("characters/deep/er/character.json", "{"),
        ("characters/.hidden/character.json", "{"),
        ("characters/x/Character.json", "{"),
        ("characters/character.json", "{"),
        ("Triggers.json", "{"),
        ("deep/triggers.json", "{"),
        ("items/x/slots.json", "{"),
        (".import/state.json", "{"),
    ]);
    assert_eq!(got, [""; 0]);
}

#[test]
fn w003_a_folder_bearing_a_documents_name_is_not_there() {
    let mut folder = folder(&[]);
    folder.insert("triggers.json", Entry::Folder);
    folder.insert("plots.json", Entry::Folder);
    assert_eq!(told(&read_world("w", &folder)), [""; 0]);
    folder.insert("world.json", Entry::Folder);
    assert_eq!(read_world("w", &folder).id, IdState::NoWorld);
}

#[test]
fn w012_w034_a_document_that_cannot_be_read_is_one_problem() {
    let rows: &[(&str, &str, &str)] = &[
        ("world.json", "[]", "wrong_type"),
        ("world.json", "null", "wrong_type"),
        ("variables.json", "{}", "wrong_type"),
        ("triggers.json", "0", "wrong_type"),
        ("items/slots.json", "\"\"", "wrong_type"),
        ("lore/flood/lore.json", "[]", "wrong_type"),
        ("lore/flood/lore.json", "{\"title\": 'x'}", "invalid_json"),
        ("plots.json", "", "invalid_json"),
    ];
    for (path, text, code) in rows {
        assert_eq!(
            problems(&[(path, text)]),
            [format!("{path}# {code}")],
            "{text}"
        );
    }
    let null = [
        "variables.json",
        "triggers.json",
        "plots.json",
        "items/slots.json",
    ]
    .map(|path| (path, "null"));
    assert_eq!(problems(&null), [""; 0]);
    let deep = format!(
        "{{\"x\": {}1{}, \"title\": \"x\"}}",
        "[".repeat(64),
        "]".repeat(64)
    );
    assert_eq!(
        problems(&[("lore/flood/lore.json", &deep)]),
        ["lore/flood/lore.json# too_deep"]
    );
}

#[test]
fn w007_w008_caps_and_encoding() {
    let mut folder = folder(&[]);
    folder.insert("plots.json", Entry::TooLarge(2_000_000));
    folder.insert(
        "lore/flood/lore.json",
        Entry::Bytes(b"{\"title\": \"\xff\"}".to_vec()),
    );
    folder.insert(
        "factions/crew/faction.json",
        Entry::Failed("permission denied".to_owned()),
    );
    let want = [
        "factions/crew/faction.json# invalid_json",
        "lore/flood/lore.json# not_utf8",
        "plots.json# too_large",
    ];
    assert_eq!(told(&read_world("w", &folder)), want);
    assert_eq!(
        problems(&[("lore/flood/lore.json", "\u{feff}{\"title\":\r\n\"x\"}\r")]),
        [""; 0]
    );
}

#[test]
fn w011_w013_repeated_members_everywhere_and_unknown_ones_nowhere() {
    check(
        "characters/ann/character.json",
        &[
            (
                "W-011",
                r#"{"name": "a", "name": "b"}"#,
                &["/name duplicate_member"],
            ),
            (
                "W-011",
                r#"{"name": "a", "x": [{"y/": 1, "y/": 2, "y/": 3}]}"#,
                &["/x/0/y~1 duplicate_member"],
            ),
            (
                "W-011 W-041",
                r#"{"name": "a", "role": "x", "role": "y", "kind": 5}"#,
                &["/role duplicate_member", "/kind wrong_type"],
            ),
            (
                "W-013",
                r#"{"name": "a", "memories": 5, "start": {"mood": ["\u0000"]}, "": null}"#,
                &[],
            ),
        ],
    );
}

#[test]
fn w020_w037_ids() {
    let long = "x".repeat(101);
    let rows: &[(&str, &str, &[&str])] = &[
        (
            "characters/cid/character.json",
            r#"{"name": "C", "id": "ann"}"#,
            &["characters/cid/character.json#/id duplicate"],
        ),
        (
            "characters/aaa/character.json",
            r#"{"name": "C", "id": "robert"}"#,
            &["characters/bob/character.json#/id duplicate"],
        ),
        (
            "characters/cid/character.json",
            r#"{"name": "C", "id": "Ann"}"#,
            &[],
        ),
        (
            "items/ann/item.json",
            r#"{"name": "C", "held_by": "ann"}"#,
            &[],
        ),
        (
            "lore/cid/lore.json",
            r#"{"title": "C", "id": 5}"#,
            &["lore/cid/lore.json#/id wrong_type"],
        ),
        ("lore/cid/lore.json", r#"{"title": "C", "id": " "}"#, &[]),
    ];
    for (path, text, want) in rows {
        assert_eq!(problems(&[(path, text)]), *want, "{text}");
    }
    let path = format!("lore/{long}/lore.json");
    assert_eq!(
        problems(&[(&path, "{\"title\": \"x\"}")]),
        [format!("{path}#/id too_long")]
    );
    let text = format!("{{\"title\": \"x\", \"id\": \"{long}\"}}");
    assert_eq!(
        problems(&[("lore/flood/lore.json", &text)]),
        ["lore/flood/lore.json#/id too_long"]
    );
}

#[test]
fn w041_nothing_follows_from_a_document_that_cannot_be_read() {
    let ann = r#"{"name": "Ann", "start": {"location": "hall", "feature": "any"},
        "relationships": [{"to": "robert", "label": "x"}], "variables": {"luck": "any", "nope": 1},
        "knowledge": {"exits": [{"from": "yard", "to": "hall"}, {"from": "cave", "to": "hall"}], "items": ["box"]}}"#;
    let got = problems(&[
        ("characters/ann/character.json", ann),
        ("characters/bob/character.json", "{"),
        ("characters/robert/character.json", "{"),
        ("locations/hall/location.json", "{"),
        ("items/box/item.json", "{"),
        ("items/slots.json", "{"),
        (
            "items/hat/item.json",
            r#"{"name": "Hat", "wearable": "tail", "worn_by": "ann"}"#,
        ),
        ("variables.json", "{"),
    ]);
    let want = [
        "characters/bob/character.json# invalid_json",
        "characters/robert/character.json# invalid_json",
        "locations/hall/location.json# invalid_json",
        "items/box/item.json# invalid_json",
        "variables.json# invalid_json",
        "items/slots.json# invalid_json",
    ];
    assert_eq!(got, want);
}

#[test]
fn w217_w245_how_many_there_may_be() {
    let mut folder = folder(&[]);
    for n in 0..497 {
        folder.insert(
            &format!("locations/p{n}/location.json"),
            Entry::Bytes(b"{\"name\": \"P\"}".to_vec()),
        );
    }
    for n in 0..1996 {
        let item = Entry::Bytes(b"{\"name\": \"I\", \"location\": \"hall\"}".to_vec());
        folder.insert(&format!("items/i{n}/item.json"), item);
    }
    assert_eq!(told(&read_world("w", &folder)), [""; 0]);
    folder.insert(
        "locations/one/location.json",
        Entry::Bytes(b"{\"name\": \"P\"}".to_vec()),
    );
    folder.insert(
        "items/one/item.json",
        Entry::Bytes(b"{\"name\": \"I\", \"location\": \"hall\"}".to_vec()),
    );
    assert_eq!(
        told(&read_world("w", &folder)),
        ["locations# too_many", "items# too_many"]
    );
}

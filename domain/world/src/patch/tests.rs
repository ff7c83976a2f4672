//! Changes of documents in every layout, by table and by property; nothing here reads a world.

use proptest::prelude::*;

use super::{PatchError, insert, move_entry, set, unset};
use crate::json::{Rules, parse};

fn text(result: Result<Vec<u8>, PatchError>) -> String {
    String::from_utf8(result.expect("a change that can be made")).expect("UTF-8")
}

#[track_caller]
fn check_set(before: &str, pointer: &str, value: &str, after: &str) {
    assert_eq!(text(set(before.as_bytes(), pointer, value)), after);
}

#[test]
fn w052_only_that_member_changes() {
    check_set(
        "{\r\n\t\"a\" : 1.10,\r\n\t\"b\":2}\r\n",
        "/a",
        "5e0",
        "{\r\n\t\"a\" : 5e0,\r\n\t\"b\":2}\r\n",
    );
    check_set(
        "\u{feff}{\n  \"a\": 1\n}",
        "/b",
        "\"x\"",
        "\u{feff}{\n  \"a\": 1,\n  \"b\": \"x\"\n}",
    );
    check_set(
        "{\"a\":1}",
        "/b",
        "[1,{\"c\":2}]",
        "{\"a\":1,\"b\":[1,{\"c\":2}]}",
    );
    check_set("{\"a\": 1}", "/b", "[1, 2]", "{\"a\": 1, \"b\": [1, 2]}");
    check_set("{}\n", "/b", "true", "{\n  \"b\": true\n}\n");
    check_set(
        "{\n    \"a\": {}\n}",
        "/a/b/c",
        "1",
        "{\n    \"a\": {\n        \"b\": {\n            \"c\": 1\n        }\n    }\n}",
    );
    check_set(
        "{\n  \"a\": null\n}",
        "/a/-",
        "1",
        "{\n  \"a\": [\n    1\n  ]\n}",
    );
    check_set(
        "{\n  \"a\": [1, 2]\n}",
        "/a/-",
        "3",
        "{\n  \"a\": [1, 2, 3]\n}",
    );
    check_set(
        "{\n  \"a\": [1, 2]\n}",
        "/a/0",
        "{\"x\":1}",
        "{\n  \"a\": [{\"x\": 1}, 2]\n}",
    );
    check_set("[\n  {\"k\": 1}\n]\n", "/0/k", "2", "[\n  {\"k\": 2}\n]\n");
    check_set("{\"a~/b\": 1}", "/a~0~1b", "2", "{\"a~/b\": 2}");
    check_set(
        "{\r  \"a\": 1\r}",
        "/b",
        "[1]",
        "{\r  \"a\": 1,\r  \"b\": [\r    1\r  ]\r}",
    );
}

#[test]
fn an_entry_goes_where_it_is_wanted() {
    let list = "[\n  1,\n\n  2\n]\n";
    assert_eq!(
        text(insert(list.as_bytes(), "/0", "0")),
        "[\n  0,\n  1,\n\n  2\n]\n"
    );
    assert_eq!(
        text(insert(list.as_bytes(), "/1", "0")),
        "[\n  1,\n\n  0,\n  2\n]\n"
    );
    assert_eq!(
        text(insert(list.as_bytes(), "/2", "3")),
        "[\n  1,\n\n  2,\n  3\n]\n"
    );
    assert_eq!(
        text(insert(b"{}", "/a/0", "3")),
        "{\n  \"a\": [\n    3\n  ]\n}"
    );
    assert_eq!(text(move_entry(b"[1, 2,3]", "/0", 2)), "[2, 3,1]");
    assert!(move_entry(b"[1]", "/0", 1).is_err());
}

#[test]
fn what_is_removed_takes_its_comma_along() {
    for (before, pointer, after) in [
        ("{\n  \"a\": 1,\n  \"b\": 2\n}", "/a", "{\n  \"b\": 2\n}"),
        ("{\n  \"a\": 1,\n  \"b\": 2\n}", "/b", "{\n  \"a\": 1\n}"),
        ("{\n  \"a\": 1\n}", "/a", "{}"),
        ("[1, 2, 3]", "/1", "[1, 3]"),
        ("[1, 2, 3]", "/2", "[1, 2]"),
        ("{\"a\": 1}", "/b", "{\"a\": 1}"),
        ("{\"a\": 1}", "/b/c", "{\"a\": 1}"),
    ] {
        assert_eq!(
            text(unset(before.as_bytes(), pointer)),
            after,
            "{before:?} {pointer}"
        );
    }
}

#[test]
fn w011_what_cannot_be_changed_is_said() {
    let refused = |result: Result<Vec<u8>, PatchError>| result.unwrap_err().to_string();
    assert_eq!(
        refused(set(b"{\"a\":1,\"a\":2}", "/a", "1")),
        "There are several members at /a; remove all but one first."
    );
    assert_eq!(
        refused(set(b"{\"a\":1}", "/a/b", "1")),
        "There is no place /a/b in the file."
    );
    assert_eq!(
        refused(set(b"[1]", "/2", "1")),
        "There is no place /2 in the file."
    );
    assert_eq!(
        refused(set(b"[1]", "/01", "1")),
        "There is no place /01 in the file."
    );
    assert_eq!(refused(set(b"{}", "a", "1")), "\"a\" is no JSON pointer.");
    assert!(matches!(
        set(b"{", "/a", "1"),
        Err(PatchError::Unreadable(_))
    ));
    assert!(matches!(set(b"{}", "/a", "tru"), Err(PatchError::Value(_))));
}

/// A document of some layout, as text.
fn documents() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("null".to_owned()),
        Just("1.50".to_owned()),
        Just("\"\\u00e9\\/\"".to_owned()),
        Just("true".to_owned()),
    ];
    let space = "[ \t\r\n]{0,3}";
    let value = scalar.prop_recursive(3, 24, 4, move |inner| {
        let entry = (space, inner.clone(), space).prop_map(|(a, v, b)| format!("{a}{v}{b}"));
        let member =
            ("[a-c]", space, inner, space).prop_map(|(k, a, v, b)| (k, format!("{a}{v}{b}")));
        prop_oneof![
            prop::collection::vec(entry, 0..4).prop_map(|e| format!("[{}]", e.join(","))),
            prop::collection::btree_map("[a-c]", member, 0..4).prop_map(|m| {
                let members: Vec<String> = m
                    .iter()
                    .map(|(k, (_, v))| format!(" \"{k}\":{v}"))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    });
    (value, "[ \n]{0,2}").prop_map(|(value, end)| format!("{value}{end}"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn w052_a_change_is_read_back_and_nothing_else_moves(
        document in documents(),
        pointer in "(/([a-c]|0|1|-)){1,3}",
        value in documents(),
    ) {
        let root = parse(document.as_bytes(), &Rules::DOCUMENT).expect("a document");
        let wanted = parse(value.as_bytes(), &Rules::DOCUMENT).expect("a value").to_serde();
        if let Ok(after) = set(document.as_bytes(), &pointer, &value) {
            let read = parse(&after, &Rules::DOCUMENT).expect("still a document");
            if !pointer.contains('-') {
                prop_assert_eq!(read.pointer(&pointer).map(|v| v.to_serde()), Some(wanted));
            }
            if let Some(old) = root.pointer(&pointer) {
                let tail = document.len() - old.span.end;
                prop_assert_eq!(&after[..old.span.start], &document.as_bytes()[..old.span.start]);
                prop_assert_eq!(&after[after.len() - tail..], &document.as_bytes()[old.span.end..]);
            } else if let Ok(back) = unset(&after, &pointer) {
                prop_assert!(parse(&back, &Rules::DOCUMENT).is_ok());
            }
        }
    }

    #[test]
    fn arbitrary_bytes_and_pointers_never_panic(document in prop::collection::vec(any::<u8>(), 0..60), pointer in "\\PC{0,8}", value in "\\PC{0,8}") {
        let _ = set(&document, &pointer, &value);
        let _ = unset(&document, &pointer);
        let _ = insert(&document, &pointer, &value);
        let _ = move_entry(&document, &pointer, 1);
    }
}

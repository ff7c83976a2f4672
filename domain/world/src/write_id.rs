//! Writes a missing id into the bytes of a `world.json` (W-052): only the id changes, every other byte stays.

use crate::json::{Kind, Rules, Value, parse};
use crate::node::is_blank;
use crate::patch::one_line;

/// The document with that id, or nothing when none may be written: it cannot be read, has a set or faulty `id`, or repeats
/// a member at its root (W-054). The id must not need escapes; a UUID does not.
pub fn write_id(document: &[u8], id: &str) -> Option<Vec<u8>> {
    let root = parse(document, &Rules::DOCUMENT).ok()?;
    let members = root.as_object()?;
    let keys = members.iter().map(|member| member.key.as_str()).collect();
    if !crate::read::repeated(keys).is_empty() {
        return None;
    }
    let text = std::str::from_utf8(document).ok()?;
    let quoted = format!("\"{id}\"");
    let mut out = Vec::with_capacity(document.len() + 64);
    if let Some(old) = root.get("id") {
        if !is_unset(old) {
            return None;
        }
        out.extend_from_slice(&document[..old.span.start]);
        out.extend_from_slice(quoted.as_bytes());
        out.extend_from_slice(&document[old.span.end..]);
        return Some(out);
    }
    // Before the first member, or before the brace that closes an empty object.
    let at = members
        .first()
        .map_or(root.span.end - 1, |first| first.key_span.start);
    let space = &text[root.span.start + 1..at];
    let comma = if members.is_empty() { "" } else { "," };
    let colon = match members.first() {
        Some(first) => &text[first.key_span.end..first.value.span.start],
        None => ": ",
    };
    // A colon laid out over several lines is not copied.
    let colon = if colon.contains(['\n', '\r']) {
        ": "
    } else {
        colon
    };
    // `{"a": 1}` has a space after its commas though none after its brace.
    let space = match one_line(space) {
        "" if !members.is_empty() && colon.ends_with(' ') => " ",
        space => space,
    };
    out.extend_from_slice(&document[..at]);
    out.extend_from_slice(format!("\"id\"{colon}{quoted}{comma}{space}").as_bytes());
    out.extend_from_slice(&document[at..]);
    Some(out)
}

/// W-014, W-016
fn is_unset(value: &Value) -> bool {
    match &value.kind {
        Kind::Null => true,
        Kind::Text(text) => is_blank(text),
        Kind::List(entries) => entries.iter().all(|entry| match &entry.kind {
            Kind::Null => true,
            Kind::Text(text) => is_blank(text),
            _ => false,
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::write_id;

    #[track_caller]
    fn check(before: &str, after: Option<&str>) {
        let got = write_id(before.as_bytes(), "ID").map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(got.as_deref(), after, "{before:?}");
        if let Some(after) = after {
            assert_eq!(write_id(after.as_bytes(), "OTHER"), None, "W-053: it stays");
        }
    }

    #[test]
    fn w052_only_the_id_changes() {
        check(
            "{\n  \"name\": \"W\"\n}\n",
            Some("{\n  \"id\": \"ID\",\n  \"name\": \"W\"\n}\n"),
        );
        check(
            "{\r\n\t\"name\": \"W\"\r\n}",
            Some("{\r\n\t\"id\": \"ID\",\r\n\t\"name\": \"W\"\r\n}"),
        );
        check(
            "\u{feff}{\r    \"name\": \"W\"\r}",
            Some("\u{feff}{\r    \"id\": \"ID\",\r    \"name\": \"W\"\r}"),
        );
        check("{\"name\":\"W\"}", Some("{\"id\":\"ID\",\"name\":\"W\"}"));
        check(
            "{ \"name\": \"W\",\n  \"x\": 1 }",
            Some("{ \"id\": \"ID\", \"name\": \"W\",\n  \"x\": 1 }"),
        );
        check(
            "{\n\n  \"name\": 1.10\n}\n\n\n",
            Some("{\n\n  \"id\": \"ID\",\n  \"name\": 1.10\n}\n\n\n"),
        );
        check(
            "{\"a\":1,\"id\" : null }",
            Some("{\"a\":1,\"id\" : \"ID\" }"),
        );
        check("{\"id\": \" \\u0020\"}", Some("{\"id\": \"ID\"}"));
        check(
            "{\"x\": {\"id\": null}}",
            Some("{\"id\": \"ID\", \"x\": {\"id\": null}}"),
        );
        check("{}", Some("{\"id\": \"ID\"}"));
        check("{ }\n", Some("{ \"id\": \"ID\" }\n"));
        check("{\n}\n", Some("{\n\"id\": \"ID\"\n}\n"));
    }

    #[test]
    fn w054_where_none_is_written() {
        for text in [
            "",
            "[]",
            "{",
            "{\"id\": \"x\"}",
            "{\"id\": 5}",
            "{\"id\": {}}",
            "{\"a\": 1, \"a\": 2}",
            "null",
        ] {
            check(text, None);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn w052_every_other_byte_stays(
            keys in prop::collection::btree_set("[a-h\u{e9}]{1,3}", 0..5),
            space in "[ \t\n\r]{0,6}",
            colon in "[ \n]{0,2}:[ \n]{0,2}",
        ) {
            let members: Vec<String> = keys.iter().map(|key| format!("{space}\"{key}\"{colon}1.50")).collect();
            let before = format!("{{{}{space}}}{space}", members.join(","));
            let after = String::from_utf8(write_id(before.as_bytes(), "ID").unwrap()).unwrap();
            let written = after.len() - before.len();
            let found = (0..=before.len()).any(|at| {
                after.is_char_boundary(at) && before.is_char_boundary(at) && after[..at] == before[..at] && after[at + written..] == before[at..]
            });
            prop_assert!(found, "{:?} {:?}", before, after);
            let value: serde_json::Value = serde_json::from_str(&after).unwrap();
            prop_assert_eq!(value.as_object().unwrap().iter().next().unwrap(), (&"id".to_owned(), &"ID".into()));
        }
    }
}

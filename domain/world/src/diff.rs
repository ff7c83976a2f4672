//! What is different between two states of a world, member by member. Documents that cannot be read differ as a whole; the
//! layout of a document is no difference.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::json::{Rules, parse};
use crate::node::push_part;

/// A document that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Its path in the world's folder.
    pub path: String,
    /// In which way.
    pub kind: ChangeKind,
    /// Where, when both can be read; empty when only the layout differs.
    pub members: Vec<MemberChange>,
}

/// In which way a document differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// Only the later state has it.
    Added,
    /// Only the earlier state has it.
    Removed,
    /// Both have it, with other bytes.
    Changed,
}

/// A member or entry that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct MemberChange {
    /// RFC 6901, in the later document; in the earlier one when it is gone.
    pub pointer: String,
    /// What it was; nothing when it was not there.
    pub before: Option<Value>,
    /// What it is; nothing when it is gone.
    pub after: Option<Value>,
}

/// Every document that differs, in the order of their paths.
pub fn documents(
    before: &BTreeMap<String, Vec<u8>>,
    after: &BTreeMap<String, Vec<u8>>,
) -> Vec<Change> {
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    paths
        .into_iter()
        .filter_map(|path| {
            let (kind, members) = match (before.get(path), after.get(path)) {
                (Some(old), Some(new)) if old == new => return None,
                (Some(old), Some(new)) => (ChangeKind::Changed, between(old, new)),
                (None, _) => (ChangeKind::Added, Vec::new()),
                (_, None) => (ChangeKind::Removed, Vec::new()),
            };
            Some(Change {
                path: path.clone(),
                kind,
                members,
            })
        })
        .collect()
}

fn between(old: &[u8], new: &[u8]) -> Vec<MemberChange> {
    let read = |bytes| parse(bytes, &Rules::DOCUMENT).map(|value| value.to_serde());
    let mut found = Vec::new();
    match (read(old), read(new)) {
        (Ok(old), Ok(new)) => compare(String::new(), &old, &new, &mut found),
        _ => found.push(MemberChange {
            pointer: String::new(),
            before: String::from_utf8(old.to_vec()).ok().map(Value::String),
            after: String::from_utf8(new.to_vec()).ok().map(Value::String),
        }),
    }
    found
}

fn compare(pointer: String, old: &Value, new: &Value, found: &mut Vec<MemberChange>) {
    if old == new {
        return;
    }
    let below = |part: &str| {
        let mut pointer = pointer.clone();
        push_part(&mut pointer, part);
        pointer
    };
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let gone = old.keys().filter(|key| !new.contains_key(*key));
            for key in new.keys().chain(gone) {
                either(below(key), old.get(key), new.get(key), found);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            // What is the same at both ends is not different because something between came or went.
            let start = same(old.iter(), new.iter());
            let (old_rest, new_rest) = (&old[start..], &new[start..]);
            let end = same(old_rest.iter().rev(), new_rest.iter().rev());
            let old_rest = &old_rest[..old_rest.len() - end];
            let new_rest = &new_rest[..new_rest.len() - end];
            for at in 0..old_rest.len().max(new_rest.len()) {
                let pointer = below(&(start + at).to_string());
                either(pointer, old_rest.get(at), new_rest.get(at), found);
            }
        }
        _ => either(pointer, Some(old), Some(new), found),
    }
}

fn either(
    pointer: String,
    old: Option<&Value>,
    new: Option<&Value>,
    found: &mut Vec<MemberChange>,
) {
    match (old, new) {
        (Some(old), Some(new)) if old.is_object() && new.is_object() => {
            compare(pointer, old, new, found);
        }
        (Some(old), Some(new)) if old.is_array() && new.is_array() => {
            compare(pointer, old, new, found);
        }
        (old, new) if old != new => found.push(MemberChange {
            pointer,
            before: old.cloned(),
            after: new.cloned(),
        }),
        _ => {}
    }
}

fn same<'v>(old: impl Iterator<Item = &'v Value>, new: impl Iterator<Item = &'v Value>) -> usize {
    old.zip(new).take_while(|(old, new)| old == new).count()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{ChangeKind, documents};

    #[track_caller]
    fn check(before: &str, after: &str, expected: &[(&str, &str, &str)]) {
        let state = |text: &str| BTreeMap::from([("a.json".to_owned(), text.as_bytes().to_vec())]);
        let changes = documents(&state(before), &state(after));
        let show = |value: &Option<serde_json::Value>| {
            value.as_ref().map_or("-".to_owned(), ToString::to_string)
        };
        let found: Vec<_> = changes
            .iter()
            .flat_map(|change| &change.members)
            .map(|member| {
                (
                    member.pointer.clone(),
                    show(&member.before),
                    show(&member.after),
                )
            })
            .collect();
        let found: Vec<_> = found
            .iter()
            .map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str()))
            .collect();
        assert_eq!(found, expected, "{before} → {after}");
    }

    #[test]
    fn members_that_differ() {
        check("{\"a\":1}", "{ \"a\": 1 }", &[]);
        check(
            "{\"a\":1,\"b\":2}",
            "{\"b\":3,\"c/d\":[]}",
            &[("/b", "2", "3"), ("/c~1d", "-", "[]"), ("/a", "1", "-")],
        );
        check("[1,2,3]", "[1,9,2,3]", &[("/1", "-", "9")]);
        check("[1,2,3]", "[1,3]", &[("/1", "2", "-")]);
        check(
            "[{\"k\":1,\"n\":2}]",
            "[{\"k\":1,\"n\":3}]",
            &[("/0/n", "2", "3")],
        );
        check(
            "{\"a\":{\"b\":1}}",
            "{\"a\":[1]}",
            &[("/a", "{\"b\":1}", "[1]")],
        );
        check("{", "{}", &[("", "\"{\"", "\"{}\"")]);
    }

    #[test]
    fn documents_that_came_and_went() {
        let old = BTreeMap::from([("a".to_owned(), vec![1]), ("b".to_owned(), vec![1])]);
        let new = BTreeMap::from([("b".to_owned(), vec![1]), ("c".to_owned(), vec![1])]);
        let kinds: Vec<_> = documents(&old, &new)
            .into_iter()
            .map(|change| (change.path, change.kind))
            .collect();
        assert_eq!(
            kinds,
            [
                ("a".to_owned(), ChangeKind::Removed),
                ("c".to_owned(), ChangeKind::Added)
            ]
        );
    }
}

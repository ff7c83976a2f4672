//! Types, required members, words, limits, defaults and groups: each is tried beyond and at its bound.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::*;
use crate::format::kind::{Count, Member};

/// Required only where another member says so; the reference says when.
const SOMETIMES: [(&str, &str); 3] = [
    ("variable", "options"),
    ("engagement", "activity"),
    ("opening_part", "character"),
];

/// Calls for every member that the example sets: document, its value, the pointer of the object, shape and member.
fn every(mut look: impl FnMut(&'static str, &Value, &str, &'static Shape, &'static Member)) {
    for (path, value) in documents() {
        for (pointer, shape) in objects(path, &value) {
            for member in shape.members {
                if value
                    .pointer(&format!("{pointer}/{}", member.name))
                    .is_some()
                {
                    look(path, &value, &pointer, shape, member);
                }
            }
        }
    }
}

/// The document with one member changed.
fn with(value: &Value, object: &str, name: &str, to: Value) -> Value {
    let mut value = value.clone();
    let members = value.pointer_mut(object).and_then(Value::as_object_mut);
    members.expect("an object").insert(name.to_owned(), to);
    value
}

struct Try<'a> {
    path: &'static str,
    value: &'a Value,
    object: &'a str,
    shape: &'static Shape,
    member: &'static Member,
}

impl Try<'_> {
    /// Whether that value gives this code at the member.
    fn gives(&self, to: &Value, code: &'static str) -> bool {
        let changed = with(self.value, self.object, self.member.name, to.clone());
        let at = format!("{}/{}", self.object, self.member.name);
        problems(self.path, &changed).contains(&(at, code))
    }

    fn must(&self, to: Value, code: &'static str) {
        assert!(
            self.gives(&to, code),
            "{}.{} = {to} is not {code}",
            self.shape.name,
            self.member.name
        );
    }

    fn must_not(&self, to: Value, code: &'static str) {
        assert!(
            !self.gives(&to, code),
            "{}.{} = {to} is {code}",
            self.shape.name,
            self.member.name
        );
    }
}

fn tries(mut look: impl FnMut(&Try<'_>)) {
    every(|path, value, object, shape, member| {
        look(&Try {
            path,
            value,
            object,
            shape,
            member,
        });
    });
}

/// A value of no type that the member takes.
fn stranger(kind: &Type) -> Value {
    match kind {
        Type::Flag => json!(7),
        _ => json!(true),
    }
}

#[test]
fn w017_w033_types_and_required_members() {
    tries(|one| {
        let valued = matches!(one.member.value, Type::Value);
        one.must(
            if valued {
                json!({"x": 1})
            } else {
                stranger(&one.member.value)
            },
            "wrong_type",
        );
        let sometimes = SOMETIMES.contains(&(one.shape.name, one.member.name));
        if one.member.required {
            one.must(Value::Null, "required");
        } else if !sometimes {
            one.must_not(Value::Null, "required");
        }
    });
}

#[test]
fn w022_words_are_those_of_the_reader() {
    tries(|one| match one.member.value {
        Type::Word(words) => {
            one.must(json!("nonsense"), "not_allowed");
            for word in words {
                one.must_not(json!(word), "not_allowed");
            }
        }
        Type::Zone => one.must(json!("nonsense"), "not_allowed"),
        Type::Date | Type::LocalTime | Type::TimeOfDay => one.must(json!("nonsense"), "bad_format"),
        Type::Media => one.must(json!("nonsense"), "bad_cover"),
        Type::Refer(_)
        | Type::ReferBy(_)
        | Type::FeatureOf(_)
        | Type::VariableKey
        | Type::TriggerKey
        | Type::Slot => one.must(json!("nonsense"), "unknown_reference"),
        _ => {}
    });
}

#[test]
fn w029_lengths_and_ranges() {
    tries(|one| match one.member.value {
        Type::Id => length(one, crate::limits::ID_LENGTH),
        Type::TextOfAtMost(most) => length(one, most),
        Type::Key { most, .. } => {
            length(one, most);
            one.must(json!("Not a key!"), "bad_format");
        }
        Type::Number { min, max } => {
            let band = one.shape.name == "band";
            match min {
                Some(min) => {
                    one.must(json!(min - 0.001), "out_of_range");
                    one.must_not(json!(min), "out_of_range");
                }
                None if band => {}
                None => one.must_not(json!(-1e9), "out_of_range"),
            }
            match max {
                Some(max) => {
                    one.must(json!(max + 0.001), "out_of_range");
                    one.must_not(json!(max), "out_of_range");
                }
                None => one.must_not(json!(1e9), "out_of_range"),
            }
        }
        Type::Whole { min, max } => {
            one.must(json!(1.5), "wrong_type");
            match min {
                Some(min) => {
                    one.must(json!(min - 1), "out_of_range");
                    one.must_not(json!(min), "out_of_range");
                }
                None => one.must_not(json!(-1_000_000), "out_of_range"),
            }
            match max {
                Some(max) => {
                    one.must(json!(max + 1), "out_of_range");
                    one.must_not(json!(max), "out_of_range");
                }
                None => one.must_not(json!(1_000_000), "out_of_range"),
            }
        }
        _ => {}
    });
}

fn length(one: &Try<'_>, most: usize) {
    one.must(json!("x".repeat(most + 1)), "too_long");
    one.must_not(json!("x".repeat(most)), "too_long");
}

#[test]
fn w036_lists_and_their_limits() {
    tries(|one| {
        let kinds: Vec<Type> = match one.member.value {
            Type::OneOf(types) => types.to_vec(),
            other => vec![other],
        };
        for kind in kinds {
            let Type::List { of, least, most } = kind else {
                continue;
            };
            let pointer = format!("{}/{}/0", one.object, one.member.name);
            let Some(entry) = one.value.pointer(&pointer) else {
                continue;
            };
            let many = |count: usize| Value::from(vec![entry.clone(); count]);
            match most {
                Some(most) => {
                    one.must(many(most + 1), "too_many");
                    one.must_not(many(most), "too_many");
                }
                None => one.must_not(many(200), "too_many"),
            }
            if least > 1 {
                one.must(many(least - 1), "too_few");
            }
            // The entries are what they are said to be, too.
            let strange = stranger(of);
            let changed = with(one.value, one.object, one.member.name, json!([strange]));
            assert!(
                problems(one.path, &changed).contains(&(pointer.clone(), "wrong_type")),
                "{pointer} may be {strange}"
            );
            if let Type::Refer(_) | Type::ReferAny(_) | Type::ReferBy(_) | Type::Step = of {
                let changed = with(one.value, one.object, one.member.name, json!(["nonsense"]));
                assert!(problems(one.path, &changed).contains(&(pointer, "unknown_reference")));
            }
        }
    });
}

#[test]
fn w177_w301_documents_and_their_limits() {
    for kind in DOCUMENTS {
        let Some(most) = kind.most else { continue };
        let file = |count: usize| match kind.root {
            Root::List => {
                let path = kind.path;
                let text = documents()
                    .into_iter()
                    .find(|(one, _)| *one == path)
                    .expect(path)
                    .1;
                let many = vec![text[0].clone(); count];
                (
                    folder(&[(path, Value::from(many).to_string())]),
                    format!("worlds/w/{path}"),
                )
            }
            _ => {
                let mut folder = Folder::default();
                for at in 0..count {
                    let path = kind.path.replace('*', &format!("f{at}"));
                    folder.insert(&path, Entry::Bytes(b"{}".to_vec()));
                }
                let (above, _) = kind.path.split_once('/').expect("a folder");
                (folder, format!("worlds/w/{above}"))
            }
        };
        for (count, over) in [(most, false), (most + 1, true)] {
            let (folder, file) = file(count);
            let found = read_world("w", &folder).problems.into_iter().any(|one| {
                one.file == file && one.pointer.is_empty() && one.code.as_str() == "too_many"
            });
            assert_eq!(found, over, "{} with {count}", kind.name);
        }
    }
}

#[test]
fn w014_a_default_is_what_a_member_is_when_not_set() {
    let mut proven: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut wanted: BTreeSet<(&str, &str)> = BTreeSet::new();
    every(|path, value, object, shape, member| {
        let Some(default) = member.default else {
            return;
        };
        wanted.insert((shape.name, member.name));
        let default: Value = serde_json::from_str(default).expect("JSON");
        let unset = reading(path, &with(value, object, member.name, Value::Null));
        let set = reading(path, &with(value, object, member.name, default));
        // In `immediate` the baseline's values are the defaults (W-103).
        if unset.problems == set.problems && !object.ends_with("/immediate") {
            assert!(unset.world == set.world, "{}.{}", shape.name, member.name);
            proven.insert((shape.name, member.name));
        }
    });
    // Removing an item is the only change of its entry, so that leaving it out leaves nothing.
    wanted.remove(&("item_change", "removed"));
    assert_eq!(proven, wanted);
}

#[test]
fn w038_groups_of_members() {
    let mut samples: BTreeMap<(&str, &str), Value> = BTreeMap::new();
    every(|_, value, object, shape, member| {
        let sample = value.pointer(&format!("{object}/{}", member.name)).cloned();
        samples.insert((shape.name, member.name), sample.expect("set"));
    });
    for (path, value) in documents() {
        for (object, shape) in objects(path, &value) {
            for group in shape.groups {
                let mut none = value.clone();
                let mut all = value.clone();
                for name in group.of {
                    none = with(&none, &object, name, Value::Null);
                    all = with(&all, &object, name, samples[&(shape.name, *name)].clone());
                }
                let gives = |value: &Value, code: &str| {
                    problems(path, value)
                        .iter()
                        .any(|(at, one)| at.starts_with(&object) && *one == code)
                };
                if group.count != Count::AtMostOne {
                    assert!(
                        gives(&none, "needs"),
                        "{} with none of {:?}",
                        shape.name,
                        group.of
                    );
                }
                let refused = gives(&all, "conflict") || gives(&all, "needs");
                let want = group.count != Count::AtLeastOne;
                if shape.name != "item_change" || want {
                    assert_eq!(refused, want, "{} with all of {:?}", shape.name, group.of);
                }
            }
        }
    }
}

//! Which members the readers ask for: exactly those that are described.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::node::asked;

#[test]
fn readers_ask_for_every_described_member_and_no_other() {
    let asked = asked::record(|| {
        read_world("w", &folder(&[]));
    });
    let mut known: BTreeMap<(String, String), &'static Shape> = BTreeMap::new();
    for (path, value) in documents() {
        for (pointer, shape) in objects(path, &value) {
            known.insert((format!("worlds/w/{path}"), pointer), shape);
        }
    }
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (file, pointer, name) in asked {
        // Lines of the manifest are read without a name.
        let shape = match file.is_empty() {
            true => shape("media").expect("media"),
            false => match known.get(&(file.clone(), pointer.clone())) {
                Some(shape) => shape,
                // Something not set, or a text where an object may stand: there is nothing to ask of it.
                None => continue,
            },
        };
        assert!(
            shape.member(&name).is_some(),
            "{}.{name} is not described",
            shape.name
        );
        seen.entry(shape.name).or_default().insert(name);
    }
    for shape in SHAPES {
        for member in shape.members {
            assert!(
                seen.get(shape.name)
                    .is_some_and(|names| names.contains(member.name)),
                "nobody reads {}.{}",
                shape.name,
                member.name
            );
        }
    }
}

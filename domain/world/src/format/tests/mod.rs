//! The description against the readers: neither knows a member, word, limit or default that the other does not. Everything is
//! tried on the example, by changing one member of it and reading the whole again.

mod asked;
mod bounds;
mod spelling;
mod unknown;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::kind::{Root, Shape, Type};
use super::walk::{Inner, Met, inner};
use super::{DOCUMENTS, EXAMPLE, SHAPES, document, shape};
use crate::folder::{Entry, Folder};
use crate::read::{Reading, read_world};

/// The example as a folder, with other texts for some documents.
fn folder(changed: &[(&str, String)]) -> Folder {
    let mut folder = Folder::default();
    folder.insert("media/cover.png", Entry::Bytes(vec![1]));
    for (path, text) in EXAMPLE {
        folder.insert(path, Entry::Bytes(text.as_bytes().to_vec()));
    }
    for (path, text) in changed {
        folder.insert(path, Entry::Bytes(text.clone().into_bytes()));
    }
    folder
}

fn reading(path: &str, value: &Value) -> Reading {
    read_world("w", &folder(&[(path, value.to_string())]))
}

/// The problems of that document, as pointer and code.
fn problems(path: &str, value: &Value) -> BTreeSet<(String, &'static str)> {
    let file = format!("worlds/w/{path}");
    let reading = reading(path, value);
    let here = reading.problems.iter().filter(|one| one.file == file);
    here.map(|one| (one.pointer.clone(), one.code.as_str()))
        .collect()
}

/// The documents of the example that are JSON, read.
fn documents() -> Vec<(&'static str, Value)> {
    EXAMPLE
        .iter()
        .filter(|(path, _)| path.ends_with(".json"))
        .map(|(path, text)| (*path, serde_json::from_str(text).expect("JSON")))
        .collect()
}

/// Every object of a document with its pointer and shape.
fn objects(path: &str, value: &Value) -> Vec<(String, &'static Shape)> {
    let mut found = Vec::new();
    let Some(kind) = document(path) else {
        return found;
    };
    match (kind.root, value) {
        (Root::List, Value::Array(entries)) => {
            for (index, entry) in entries.iter().enumerate() {
                object(kind.shape, entry, format!("/{index}"), &mut found);
            }
        }
        _ => object(kind.shape, value, String::new(), &mut found),
    }
    found
}

fn object(
    shape: &'static Shape,
    value: &Value,
    pointer: String,
    found: &mut Vec<(String, &'static Shape)>,
) {
    for (name, value) in value.as_object().into_iter().flatten() {
        if let Some(member) = shape.member(name) {
            within(&member.value, value, format!("{pointer}/{name}"), found);
        }
    }
    found.push((pointer, shape));
}

fn within(kind: &Type, value: &Value, pointer: String, found: &mut Vec<(String, &'static Shape)>) {
    let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
    let met = match value {
        Value::Object(_) => Met::Object(&text),
        Value::Array(_) => Met::List,
        _ => return,
    };
    match inner(kind, &met) {
        Some(Inner::Object(shape)) => object(shape, value, pointer, found),
        Some(Inner::List(of)) => {
            for (index, entry) in value.as_array().into_iter().flatten().enumerate() {
                within(of, entry, format!("{pointer}/{index}"), found);
            }
        }
        None => {}
    }
}

#[test]
fn the_example_is_sound_and_sets_every_member() {
    let reading = read_world("w", &folder(&[]));
    assert_eq!(reading.problems, []);
    let mut missing: BTreeMap<&str, BTreeSet<&str>> = SHAPES
        .iter()
        .map(|one| (one.name, one.members.iter().map(|m| m.name).collect()))
        .collect();
    for (path, value) in documents() {
        for (pointer, shape) in objects(path, &value) {
            for (name, _) in value.pointer(&pointer).and_then(Value::as_object).unwrap() {
                assert!(shape.member(name).is_some(), "{path}#{pointer}/{name}");
                missing.get_mut(shape.name).unwrap().remove(name.as_str());
            }
        }
    }
    missing.remove("media");
    missing.retain(|_, names| !names.is_empty());
    assert_eq!(missing, BTreeMap::new());
}

#[test]
fn every_name_is_unique_and_every_document_is_found_by_its_path() {
    let names: BTreeSet<&str> = SHAPES.iter().map(|one| one.name).collect();
    assert_eq!(names.len(), SHAPES.len());
    for one in SHAPES {
        let members: BTreeSet<&str> = one.members.iter().map(|member| member.name).collect();
        assert_eq!(members.len(), one.members.len(), "{}", one.name);
        assert!(shape(one.name).is_some());
        for group in one.groups {
            assert!(group.of.iter().all(|name| one.member(name).is_some()));
        }
    }
    for kind in DOCUMENTS {
        let path = kind.path.replace('*', "x");
        assert_eq!(document(&path).map(|found| found.name), Some(kind.name));
    }
    for other in [
        "World.json",
        "characters/character.json",
        "characters/.x/character.json",
        "a/b/world.json",
        "",
    ] {
        assert!(document(other).is_none(), "{other}");
    }
}

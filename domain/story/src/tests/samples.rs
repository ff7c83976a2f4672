//! The sample worlds that ship with the product: they have no problems, both editions are the same world, and between them they
//! show every member of the format.

use std::collections::BTreeSet;
use std::path::Path;

use talekeep_world::format::{self, DOCUMENTS, Root, SHAPES, Shape, Type};
use talekeep_world::lint::lint;

use super::*;

/// Members the sample leaves out, each with the reason.
const LEFT_OUT: &[(&str, &str)] = &[("world.id", "every copy of the sample gets an id of its own")];

#[expect(
    clippy::disallowed_methods,
    reason = "the test reads the shipped samples beside the code"
)]
fn documents(folder: &Path, below: &str, into: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder.join(below)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name");
        let path = if below.is_empty() {
            name
        } else {
            format!("{below}/{name}")
        };
        if entry.path().is_dir() {
            documents(folder, &path, into);
        } else {
            into.insert(path, std::fs::read(entry.path()).expect("bytes"));
        }
    }
}

/// Every file of an edition but its pictures.
fn files(language: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../api/samples")
        .join(language)
        .join("saltmarrow");
    let mut found = BTreeMap::new();
    documents(&folder, "", &mut found);
    found.retain(|path, _| !path.ends_with(".png"));
    found
}

pub(super) fn sample(language: &str) -> World {
    let world = read(files(language));
    assert_eq!(world.id, None, "the product gives a sample its id");
    world
}

#[test]
fn there_is_no_advice_on_either_edition() {
    for language in ["en", "zh"] {
        let files = Folder::from_documents(&files(language));
        let advice = lint("saltmarrow", &files, &sample(language));
        assert_eq!(advice, [], "{language}");
    }
}

/// The JSON values of a document: one, or one a line in the manifest.
fn values(path: &str, bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).expect("text");
    match path.ends_with(".jsonl") {
        true => text
            .lines()
            .map(|line| serde_json::from_str(line).expect("json"))
            .collect(),
        false => vec![serde_json::from_str(text).expect("json")],
    }
}

/// Every pointer of a value, with the value itself when its words are the same in every language.
fn pointers(value: &Value, at: &str, into: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                pointers(member, &format!("{at}/{name}"), into);
            }
        }
        Value::Array(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                pointers(entry, &format!("{at}/{index}"), into);
            }
        }
        Value::String(text)
            if text
                .chars()
                .all(|one| one.is_ascii_lowercase() || "-_".contains(one)) =>
        {
            into.push(format!("{at} = {text}"));
        }
        Value::String(_) => into.push(at.to_owned()),
        other => into.push(format!("{at} = {other}")),
    }
}

/// The pointers of every document, values of words and choices left out: those are written in the language of the edition.
fn outline(language: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (path, bytes) in files(language) {
        if path.ends_with(".md") {
            found.push(path);
            continue;
        }
        for (line, value) in values(&path, &bytes).iter().enumerate() {
            pointers(value, &format!("{path}#{line}"), &mut found);
        }
    }
    found
}

#[test]
fn r_030_both_editions_of_the_sample_are_the_same_world() {
    let (english, chinese) = (outline("en"), outline("zh"));
    let bare = |lines: &[String]| -> Vec<String> {
        let place = |line: &String| line.split(" = ").next().unwrap_or_default().to_owned();
        lines.iter().map(place).collect()
    };
    assert_eq!(bare(&english), bare(&chinese), "the same members");
    let chinese: BTreeMap<&str, &str> = chinese
        .iter()
        .filter_map(|line| line.split_once(" = "))
        .collect();
    let mut compared = 0;
    for (at, value) in english.iter().filter_map(|line| line.split_once(" = ")) {
        // A text that is one plain word in English is translated; ids, words of the format, numbers and flags are not.
        if let Some(other) = chinese.get(at) {
            assert_eq!(value, *other, "{at}");
            compared += 1;
        }
    }
    assert!(compared > 500, "only {compared} values are the same");
    assert_ne!(sample("en").name, sample("zh").name);
}

#[test]
fn the_sample_can_be_started_by_either_of_its_playable_characters() {
    for (language, speaker) in [("en", "Finn"), ("zh", "芬恩")] {
        let world = sample(language);
        for character in ["nell", "tobias"] {
            let opened = start(&Start {
                world: &world,
                folder: "worlds/inn",
                avatar: None,
                character,
                language,
                seed: 1,
                now: now(),
            })
            .expect("started");
            assert_eq!(opened.opening.len(), 3);
            assert_eq!(opened.opening[1].speaker.as_deref(), Some(speaker));
        }
    }
}

/// What of the format a world shows: `shape.member` for every member that is set, and `shape.member=word` for the words.
#[derive(Default)]
struct Shown(BTreeSet<String>);

impl Shown {
    fn object(&mut self, shape: &Shape, value: &Value) {
        for (name, inner) in value.as_object().into_iter().flatten() {
            if let Some(member) = shape.member(name) {
                self.0.insert(format!("{}.{name}", shape.name));
                self.value(&format!("{}.{name}", shape.name), &member.value, inner);
            }
        }
    }

    fn value(&mut self, at: &str, kind: &Type, value: &Value) {
        match (kind, value) {
            (Type::Object(shape), Value::Object(_)) => self.object(shape, value),
            (Type::Tagged { by, shapes }, Value::Object(_)) => self.tagged(by, shapes, value),
            (Type::Condition, Value::Object(_)) => self.tagged("type", format::CONDITIONS, value),
            (Type::List { of, .. }, Value::Array(entries)) => {
                for entry in entries {
                    self.value(at, of, entry);
                }
            }
            (Type::OneOf(kinds), _) => kinds.iter().for_each(|kind| self.value(at, kind, value)),
            (Type::Word(_) | Type::Day, Value::String(word)) => {
                self.0.insert(format!("{at}={word}"));
            }
            _ => {}
        }
    }

    fn tagged(&mut self, by: &str, shapes: &[(&str, &'static Shape)], value: &Value) {
        let found = shapes.iter().find(|(word, _)| value[by] == *word);
        if let Some((_, shape)) = found {
            self.object(shape, value);
        }
    }
}

fn shown(language: &str) -> Shown {
    let mut shown = Shown::default();
    for (path, bytes) in files(language) {
        let kind = format::document(&path).unwrap_or_else(|| panic!("{path} is no document"));
        if kind.root == Root::Text {
            continue;
        }
        for value in values(&path, &bytes) {
            match kind.root {
                Root::List => value
                    .as_array()
                    .expect("a list")
                    .iter()
                    .for_each(|entry| shown.object(kind.shape, entry)),
                _ => shown.object(kind.shape, &value),
            }
        }
    }
    shown
}

#[test]
fn r_009_every_member_of_the_format_appears_in_both_editions() {
    for language in ["en", "zh"] {
        let shown = shown(language);
        let mut missing: Vec<String> = SHAPES
            .iter()
            .flat_map(|shape| {
                shape
                    .members
                    .iter()
                    .map(|member| format!("{}.{}", shape.name, member.name))
            })
            .filter(|member| !shown.0.contains(member))
            .collect();
        missing.sort();
        let left_out: Vec<&str> = LEFT_OUT.iter().map(|(member, _)| *member).collect();
        assert_eq!(missing, left_out, "{language}");
    }
}

#[test]
fn r_009_every_word_of_the_format_appears_in_the_sample() {
    let shown = shown("en");
    // A word counts wherever its family is used: an intent's and a goal's `type` are one family.
    let used: BTreeSet<(&str, &str)> = shown
        .0
        .iter()
        .filter_map(|line| {
            let (member, word) = line.split_once('=')?;
            Some((member.rsplit('.').next()?, word))
        })
        .collect();
    let mut missing = Vec::new();
    for member in SHAPES.iter().flat_map(|shape| shape.members) {
        let words = match member.value {
            Type::Word(words) => words,
            Type::List { of: Type::Day, .. } => format::DAYS,
            _ => continue,
        };
        let unused = words
            .iter()
            .filter(|word| !used.contains(&(member.name, **word)));
        missing.extend(unused.map(|word| format!("{}={word}", member.name)));
    }
    missing.sort();
    missing.dedup();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn w_001_every_kind_of_document_appears_in_the_sample() {
    let paths = files("en");
    for kind in DOCUMENTS.iter().filter(|kind| kind.name != "avatar") {
        assert!(
            paths.keys().any(|path| kind.holds(path)),
            "no {}",
            kind.name
        );
    }
}

//! Words that stand in two places and must agree: both languages of the pages, and the fail points with the tests that use them.

use std::collections::{BTreeMap, BTreeSet};

use crate::{files, root, texts};

/// Keys of a message file, with the names between braces in each message. A section head or a dotted key both make a path.
fn messages(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut section = String::new();
    let mut keys = BTreeMap::new();
    for line in text.lines().map(str::trim) {
        if let Some(head) = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            section = format!("{head}.");
        } else if let Some((key, message)) = line.split_once('=').filter(|_| !line.starts_with('#'))
        {
            let key = key.trim().trim_matches('"');
            let fresh = keys.insert(format!("{section}{key}"), names(message));
            assert!(fresh.is_none(), "{section}{key} stands there twice");
        }
    }
    keys
}

fn names(message: &str) -> BTreeSet<String> {
    let pieces = message.split('{').skip(1);
    pieces
        .filter_map(|piece| piece.split_once('}'))
        .map(|(name, _)| name.trim().to_owned())
        .collect()
}

#[test]
fn both_languages_have_the_same_messages() {
    let read = |language: &str| {
        let path = root().join(format!("api/messages/{language}.toml"));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        messages(&text)
    };
    let (english, chinese) = (read("en"), read("zh"));
    assert!(!english.is_empty());
    let only = |one: &BTreeMap<String, _>, other: &BTreeMap<String, _>| -> Vec<String> {
        one.keys()
            .filter(|key| !other.contains_key(*key))
            .cloned()
            .collect()
    };
    assert_eq!(only(&english, &chinese), [""; 0], "only in English");
    assert_eq!(only(&chinese, &english), [""; 0], "only in Chinese");
    for (key, names) in &english {
        assert_eq!(Some(names), chinese.get(key), "names in {key}");
    }
}

#[test]
fn both_languages_have_the_same_templates() {
    let of = |language: &str| -> BTreeSet<String> {
        let prefix = format!("prompts/{language}/");
        let all = files();
        let ours = all.iter().filter_map(|file| file.strip_prefix(&prefix));
        ours.map(str::to_owned).collect()
    };
    assert!(!of("en").is_empty(), "R-020");
    assert_eq!(of("en"), of("zh"), "R-029");
}

#[test]
fn s10_every_fail_point_is_in_a_crash_test() {
    let passed = |text: &str| -> Vec<String> {
        let calls = text.split("fail::point(\"").skip(1);
        calls
            .filter_map(|rest| rest.split('"').next().map(str::to_owned))
            .collect()
    };
    let sources = texts(&["rs"]);
    let product = sources
        .iter()
        .filter(|(file, _)| !file.starts_with("tests/"));
    let points: BTreeSet<String> = product.flat_map(|(_, text)| passed(text)).collect();
    assert!(!points.is_empty());
    let crash = std::fs::read_to_string(root().join("tests/suite/fail_points.rs"))
        .expect("the list of fail points");
    for point in &points {
        assert!(
            crash.contains(&format!("\"{point}\"")),
            "{point} is in no crash test"
        );
    }
}

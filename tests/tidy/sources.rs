//! The top level and the manners of source files: short, introduced, finished, and at home on any machine.

use std::collections::BTreeSet;

use crate::{files, root, texts};

/// What lies at the top, and nothing else.
const TOP: &[&str] = &[
    ".ci",
    ".dockerignore",
    ".gitignore",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "api",
    "deploy",
    "docker-compose.yml",
    "domain",
    "migrations",
    "prompts",
    "tests",
    "worker",
];

/// May lie there too.
const ALSO: &[&str] = &[
    "rustfmt.toml",
    "clippy.toml",
    ".editorconfig",
    ".gitattributes",
];

/// At this many lines of code a file has more than one subject.
const LONGEST: usize = 600;

/// Longer files and why they are.
const LONG: &[(&str, &str)] = &[];

#[test]
fn the_top_level_is_the_plans() {
    let top: BTreeSet<String> = files()
        .iter()
        .filter_map(|file| file.split('/').next().map(str::to_owned))
        .collect();
    for name in &top {
        assert!(
            TOP.contains(&name.as_str()) || ALSO.contains(&name.as_str()),
            "{name} lies at the top level"
        );
    }
    for name in TOP {
        assert!(top.contains(*name), "{name} is missing");
    }
    assert!(
        !top.iter().any(|name| name.starts_with("rust-toolchain")),
        "a toolchain file would make cargo download one"
    );
}

#[test]
fn files_have_one_subject() {
    for (file, text) in texts(&["rs", "js", "css"]) {
        let code = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with("//"))
            .count();
        let excused = LONG.iter().any(|(name, _)| *name == file);
        assert!(
            code <= LONGEST || excused,
            "{file} has {code} lines of code: split it, or say why in tests/tidy/sources.rs"
        );
    }
    for (name, _) in LONG {
        assert!(root().join(name).is_file(), "{name} is gone from the house");
    }
}

#[test]
fn files_open_with_a_sentence() {
    for (file, text) in texts(&["rs"]) {
        let first = text.lines().find(|line| !line.trim().is_empty());
        assert!(
            first.is_some_and(|line| line.starts_with("//! ")),
            "{file} does not say what it is for"
        );
    }
}

#[test]
fn nothing_is_left_for_later() {
    // Put together here, so that this file does not find itself.
    let unfinished = [
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
        concat!("dbg", "!("),
        concat!("#[", "ignore"),
        concat!("FIX", "ME"),
        concat!("TO", "DO"),
    ];
    for (file, text) in texts(&["rs", "js", "css", "html", "toml", "md", "yml", "sh"]) {
        for word in unfinished {
            assert!(!text.contains(word), "{file} holds {word}");
        }
    }
}

#[test]
fn files_are_at_home_on_any_machine() {
    let checkout = root()
        .canonicalize()
        .expect("the checkout")
        .display()
        .to_string();
    // A person's own folder, on Linux, on a Mac, and the folder this very checkout lies in.
    let bound = [
        concat!("/ro", "ot/."),
        concat!("/home/", "me/"),
        concat!("/Use", "rs/"),
        checkout.as_str(),
    ];
    for file in files() {
        if file == "Cargo.lock" {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(root().join(&file)) else {
            continue;
        };
        // A folder right below the root ("/src") is a word that any file may hold.
        for place in bound.iter().filter(|place| place.matches('/').count() > 1) {
            assert!(!text.contains(place), "{file} names {place}");
        }
    }
}

#[test]
fn the_readme_names_its_commands() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a README");
    for command in ["cargo run --release", "cargo test --workspace", ".ci/run"] {
        assert!(
            readme.contains(command),
            "README.md does not name {command}"
        );
    }
    for picture in readme
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
    {
        let elsewhere = picture.contains("://") || picture.starts_with('#');
        assert!(
            elsewhere || root().join(picture).exists(),
            "README.md shows {picture}, which is not there"
        );
    }
}

//! Both languages say something about everything there is, and about nothing else.

use std::collections::BTreeSet;

use talekeep_world::Code;
use talekeep_world::format::{DOCUMENTS, SHAPES};

use super::*;

/// Every key of a file as `section.name`, with its text.
fn texts(text: &str) -> BTreeMap<String, String> {
    fn flat(at: &str, value: &toml::Value, out: &mut BTreeMap<String, String>) {
        match value {
            toml::Value::Table(table) => {
                for (name, value) in table {
                    flat(&format!("{at}.{name}"), value, out);
                }
            }
            toml::Value::Array(list) => {
                for (index, value) in list.iter().enumerate() {
                    flat(&format!("{at}.{index}"), value, out);
                }
            }
            other => {
                out.insert(at.to_owned(), other.as_str().unwrap_or_default().to_owned());
            }
        }
    }
    let mut out = BTreeMap::new();
    flat(
        "",
        &text.parse::<toml::Table>().expect("TOML").into(),
        &mut out,
    );
    out
}

fn files() -> [BTreeMap<String, String>; 2] {
    [
        texts(include_str!("../../reference/en.toml")),
        texts(include_str!("../../reference/zh.toml")),
    ]
}

fn names<T>(map: &BTreeMap<String, T>) -> BTreeSet<&str> {
    map.keys().map(String::as_str).collect()
}

#[test]
fn every_member_shape_document_and_code_is_explained_and_no_other() {
    for language in Language::ALL {
        let reference = Reference::of(language);
        let mut shapes: BTreeSet<&str> = SHAPES.iter().map(|shape| shape.name).collect();
        assert_eq!(names(&reference.shapes), shapes);
        // A prompt file has no members.
        shapes.remove("prompt");
        assert_eq!(names(&reference.members), shapes);
        for shape in SHAPES {
            let members: BTreeSet<&str> = shape.members.iter().map(|member| member.name).collect();
            assert_eq!(
                names(&reference.members[shape.name]),
                members,
                "{}",
                shape.name
            );
        }
        let documents: BTreeSet<&str> = DOCUMENTS.iter().map(|kind| kind.name).collect();
        assert_eq!(names(&reference.documents), documents);
        let codes: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names(&reference.codes), codes);
    }
}

#[test]
fn both_languages_have_the_same_texts_and_none_is_blank() {
    let [english, chinese] = files();
    assert_eq!(names(&english), names(&chinese));
    for (key, text) in english.iter().chain(&chinese) {
        assert!(!text.trim().is_empty(), "{key}");
    }
    for (key, text) in &chinese {
        let says = text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert!(
            says || key.starts_with(".types"),
            "{key} is not Chinese: {text}"
        );
        if key.ends_with(".help") {
            assert!(
                text.ends_with('。') && text.chars().count() <= 60,
                "{key}: {text}"
            );
        }
    }
    for (key, text) in &english {
        if key.ends_with(".help") {
            assert!(text.ends_with('.') && text.len() <= 160, "{key}: {text}");
        }
    }
}

/// Texts of the pages: each is used, and each that is used is there.
#[test]
fn the_pages_use_every_text_and_no_other() {
    let sources = [
        include_str!("../../templates/help.html"),
        include_str!("../../templates/help_nav.html"),
        include_str!("../../templates/help_document.html"),
        include_str!("../pages/help.rs"),
    ];
    let used: BTreeSet<&str> = sources
        .iter()
        .flat_map(|text| text.split("says(\"").skip(1))
        .filter_map(|rest| rest.split('"').next())
        .chain(["root_object", "root_list", "root_lines", "root_text"])
        .collect();
    assert_eq!(names(&Reference::of(Language::En).page), used);
}

//! What the world format is called, for people: a label and a sentence for every member, shape, document and problem, one file
//! per language, read once. What there is and what it takes is the definition's (`world::format`); tests hold the two together.

mod wording;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::pages::Language;

pub(crate) use wording::{Part, wording};

static ENGLISH: LazyLock<Reference> =
    LazyLock::new(|| Reference::read(include_str!("../../reference/en.toml")));
static CHINESE: LazyLock<Reference> =
    LazyLock::new(|| Reference::read(include_str!("../../reference/zh.toml")));

/// The words of one language.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Reference {
    /// What the pages themselves say.
    pub(crate) page: BTreeMap<String, String>,
    /// What types are called.
    pub(crate) types: BTreeMap<String, String>,
    /// What each problem means.
    pub(crate) codes: BTreeMap<String, String>,
    /// How files are read.
    pub(crate) reading: Vec<Topic>,
    /// By the name of the document.
    pub(crate) documents: BTreeMap<String, Topic>,
    /// By the name of the shape.
    pub(crate) shapes: BTreeMap<String, Topic>,
    /// By the name of the shape, then of the member.
    #[serde(flatten)]
    members: BTreeMap<String, BTreeMap<String, Saying>>,
}

/// A heading and what is said below it.
#[derive(Debug, Deserialize)]
pub(crate) struct Topic {
    pub(crate) title: String,
    pub(crate) text: String,
}

/// What a member is called, and what it is for.
#[derive(Debug, Deserialize)]
pub(crate) struct Saying {
    pub(crate) label: String,
    pub(crate) help: String,
}

impl Reference {
    /// The words of a language.
    pub(crate) fn of(language: Language) -> &'static Reference {
        match language {
            Language::En => &ENGLISH,
            Language::Zh => &CHINESE,
        }
    }

    /// The files are compiled in and tested, so one that cannot be read is empty rather than a crash.
    fn read(text: &str) -> Reference {
        toml::from_str(text).unwrap_or_default()
    }

    /// What is said about a member.
    pub(crate) fn member(&self, shape: &str, member: &str) -> Option<&Saying> {
        self.members.get(shape)?.get(member)
    }

    /// A message of the pages, or its key when there is none.
    pub(crate) fn says<'a>(&'a self, key: &'a str) -> &'a str {
        self.page.get(key).map_or(key, String::as_str)
    }
}

#[cfg(test)]
mod tests;

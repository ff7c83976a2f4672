//! Character cards V1, V2 and V3, as JSON and inside PNG (sections 5 and 6). A card is read by what it holds, never by its
//! name; one bad field is a warning with its place, and only a container that cannot be read at all is refused (F-001, F-002).

mod book;
mod decorators;
pub(crate) mod document;
mod extras;
mod fields;
mod node;
mod payload;
mod png;
mod read;
mod shape;
mod whole;

use talekeep_world::Problem;

pub(crate) use book::{book as read_book, with_entries};
pub(crate) use document::refuse;
pub(crate) use node::{Node, Warnings};
pub(crate) use png::without_texts;

pub use book::{Book, Entry, Logic, Position};
pub use fields::{Asset, Fields, Note, Script};
pub use read::read;

/// A card as it was read (the staged record of section 1). Texts are as written, macros included (F-005).
#[derive(Debug, Clone)]
pub struct Card {
    /// What the bytes were.
    pub container: Container,
    /// The text chunk the card was found in, e.g. `ccv3`, when the container has such.
    pub chunk: Option<String>,
    /// The shape that was read.
    pub spec: Spec,
    /// The version the card claims, as written.
    pub spec_version: Option<String>,
    /// The character's name; absent when the card has none.
    pub name: Option<String>,
    /// Everything else section 6.1 names.
    pub fields: Fields,
    /// The first message and the alternates, blank ones left out.
    pub greetings: Vec<Greeting>,
    /// Greetings for groups only, blank ones left out.
    pub group_greetings: Vec<Greeting>,
    /// The embedded lorebook.
    pub book: Option<Book>,
    /// The container itself when it is a picture; it is not decoded here (F-083).
    pub picture: Option<Vec<u8>>,
    /// What was repaired, guessed or left out.
    pub warnings: Vec<Warning>,
    /// The JSON text that won, with everything it held, digit for digit.
    pub document: String,
}

impl Card {
    /// What `{{char}}` stands for: the nickname, else the name.
    pub fn spoken_name(&self) -> Option<&str> {
        let nickname = self.fields.nickname.trim();
        if nickname.is_empty() {
            self.name.as_deref()
        } else {
            Some(nickname)
        }
    }
}

/// One opening, and where it stood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Greeting {
    /// Pointer into the card's document.
    pub pointer: String,
    /// The text as written.
    pub text: String,
}

/// What the bytes of a card were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    /// A JSON document.
    Json,
    /// A PNG picture.
    Png,
    /// A moving PNG.
    Apng,
}

impl Container {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Container::Json => "json",
            Container::Png => "png",
            Container::Apng => "apng",
        }
    }
}

/// The shape of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spec {
    /// The six fields of the first cards.
    V1,
    /// `chara_card_v2`.
    V2,
    /// `chara_card_v3`.
    V3,
    /// `char_name` and its kin.
    Pygmalion,
    /// Agnai's own character.
    Agnai,
}

impl Spec {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Spec::V1 => "v1",
            Spec::V2 => "v2",
            Spec::V3 => "v3",
            Spec::Pygmalion => "pygmalion",
            Spec::Agnai => "agnai",
        }
    }
}

/// Something that was repaired, guessed or left out while reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// A stable word.
    pub code: &'static str,
    /// Pointer into the card's document; empty when it is about the whole file.
    pub pointer: String,
    /// A sentence for people.
    pub message: String,
}

/// Why a file is no card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected {
    /// At least one; `file` is `card`.
    pub problems: Vec<Problem>,
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            self.problems
                .first()
                .map_or("The card could not be read.", |problem| &problem.message),
        )
    }
}

impl std::error::Error for Rejected {}

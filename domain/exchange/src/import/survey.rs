//! The survey: every piece of a card once, with its class, how certain that is, why, and what became of it (F-078, R-064).
//! It never drops a piece silently: what is left out is a piece with a reason.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// `.import/survey.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Survey {
    /// The card's name, or what stands for it.
    pub name: String,
    /// Whether the card is about a person or about a situation (F-074).
    pub scenario: bool,
    /// Every piece, in the order of the card.
    pub pieces: Vec<Piece>,
}

impl Survey {
    /// The piece of an id.
    pub fn piece(&self, id: &str) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.id == id)
    }
}

/// One piece of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Stable within the card, e.g. `field:description`, `greeting:0`, `entry:12`.
    pub id: String,
    /// Pointer into the card's document.
    pub pointer: String,
    /// What part of a card it is.
    pub kind: Kind,
    /// A title for people: the field's name or the entry's title.
    pub title: String,
    /// The beginning of its text.
    pub preview: String,
    /// What it is taken for; what is built when nobody decides.
    pub class: Class,
    /// The best guess when it is held back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested: Option<Class>,
    /// How certain the class is.
    pub certainty: Certainty,
    /// Why, in words, with the evidence.
    pub reason: String,
    /// Whether it waits for a person and is not built without one.
    pub held: bool,
    /// What became of it.
    pub fate: Fate,
    /// Documents and media made from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<String>,
    /// What was cut, changed or noticed on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// What part of a card a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A field such as the description.
    Field,
    /// An opening.
    Greeting,
    /// An entry of the lorebook.
    Entry,
    /// A picture or other file the card names.
    Asset,
    /// A member of `extensions`.
    Extension,
    /// A program or pattern some other tool would run.
    Script,
}

/// What a piece is about, or addressed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// A person.
    Character,
    /// A place.
    Location,
    /// A thing.
    Item,
    /// An organisation.
    Faction,
    /// Knowledge about the world.
    Lore,
    /// Initial values or a schema of variables.
    Variables,
    /// How the story is to be told.
    Style,
    /// What the story opens with.
    Opening,
    /// Name, tags, author, notes for people.
    Metadata,
    /// A picture.
    Picture,
    /// Not taken into the world.
    Exclude,
}

impl Class {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Character => "character",
            Class::Location => "location",
            Class::Item => "item",
            Class::Faction => "faction",
            Class::Lore => "lore",
            Class::Variables => "variables",
            Class::Style => "style",
            Class::Opening => "opening",
            Class::Metadata => "metadata",
            Class::Picture => "picture",
            Class::Exclude => "exclude",
        }
    }
}

/// How certain a class is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// Hard evidence.
    Sure,
    /// Good signs.
    Likely,
    /// A guess.
    Unsure,
}

/// What became of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Nothing is built yet.
    Waiting,
    /// It is in the world.
    Built,
    /// It waits for a person; the world is without it.
    Held,
    /// It is kept with the import and not in the world, as the reason says.
    Excluded,
    /// A person left it out.
    Rejected,
}

/// What a person decided about pieces: `.import/decisions.json`. The default accepts every confident proposal and leaves the
/// rest held.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Decisions {
    /// By piece id.
    pub pieces: BTreeMap<String, Choice>,
}

/// One decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Build it, as its class or as what was suggested.
    Accepted,
    /// Leave it out.
    Rejected,
}

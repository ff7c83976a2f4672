//! From a card to a native world (section 7), as plans: a survey of every piece, a person's decisions, and the documents that
//! follow from both. It decides and never does: the worker keeps what is planned here, and the same input plans the same bytes (F-079).

mod build;
mod examine;
mod judge;
mod labels;
mod macros;
mod names;
mod people;
mod report;
mod state;
mod survey;
mod target;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use build::build;
pub use examine::survey;
use macros::plain;
pub use names::folder_name;
pub use report::{Remark, Report, Totals, report};
pub use state::{Phase, State};
pub use survey::{Certainty, Choice, Class, Decisions, Fate, Kind, Piece, Survey};

/// Raised when the same card would be planned differently, so that old records can be told apart.
pub const IMPORTER_VERSION: u32 = 1;

/// Where the world goes and who plays in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The world's identity, written as the first member of `world.json`.
    pub world_id: String,
    /// The folder under `worlds/`.
    pub folder: String,
    /// What `{{user}}` becomes (F-073).
    pub player_name: String,
    /// `en` or `zh`: for the player's default name and the place of a prompt override.
    pub language: String,
}

impl Target {
    /// The player's name, or the usual one in the import's language.
    pub(crate) fn player(&self) -> &str {
        match self.player_name.trim() {
            "" if self.chinese() => "旅人",
            "" => "Traveller",
            name => name,
        }
    }

    pub(crate) fn chinese(&self) -> bool {
        self.language.starts_with("zh")
    }
}

/// What a finished import consists of.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Documents by their path in the world folder.
    pub documents: BTreeMap<String, String>,
    /// Pictures, each under a path made from its digest.
    pub media: Vec<Media>,
    /// Which piece each document came from.
    pub records: Records,
    /// The survey with what became of every piece (F-078).
    pub survey: Survey,
}

/// One file of media.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    /// Path in the world folder.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Where everything came from: `.import/records.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Records {
    /// [`IMPORTER_VERSION`] of the run.
    pub importer_version: u32,
    /// Container and shape of the source, e.g. `png v3`.
    pub format: String,
    /// Creator of the card, as written.
    pub creator: String,
    /// Version of the card, as written.
    pub character_version: String,
    /// Addresses the card names as its source.
    pub sources: Vec<String>,
    /// Every document, by path.
    pub documents: Vec<Record>,
}

/// Where one document or picture came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Path in the world folder.
    pub path: String,
    /// Ids of the pieces it was made from; empty when the importer made it up (the player's character).
    pub pieces: Vec<String>,
}

//! How far an import is: `.import/state.json`. It holds what a restarted worker needs and never the card's text.

use serde::{Deserialize, Serialize};

/// The phases of an import, in order; the last three end it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Every piece of the card is classified.
    Survey,
    /// Native documents are made.
    Build,
    /// A person looks at them.
    Review,
    /// The world is checked and published.
    Finish,
    /// It is in the library.
    Done,
    /// It could not be finished.
    Failed,
    /// Somebody stopped it.
    Cancelled,
}

impl Phase {
    /// The word that files, rows and the interface use.
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::Survey => "survey",
            Phase::Build => "build",
            Phase::Review => "review",
            Phase::Finish => "finish",
            Phase::Done => "done",
            Phase::Failed => "failed",
            Phase::Cancelled => "cancelled",
        }
    }

    /// The phase of a word.
    pub fn from_word(word: &str) -> Option<Phase> {
        let all = [
            Phase::Survey,
            Phase::Build,
            Phase::Review,
            Phase::Finish,
            Phase::Done,
            Phase::Failed,
            Phase::Cancelled,
        ];
        all.into_iter().find(|phase| phase.as_str() == word)
    }
}

/// `.import/state.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// How far it is.
    pub phase: Phase,
    /// SHA-256 of the source, lower hex.
    pub source_sha256: String,
    /// The file's name as it was given; only ever text.
    pub source_name: Option<String>,
    /// Container and shape, e.g. `png v3`.
    pub format: String,
    /// [`super::IMPORTER_VERSION`] that began it.
    pub importer_version: u32,
    /// Where the world goes.
    pub target: super::Target,
}

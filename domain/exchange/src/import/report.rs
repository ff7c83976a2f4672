//! What an import made of a card, for people: `.import/report.json`. It repeats no text of the card beyond the survey's previews.

use serde::{Deserialize, Serialize};

use super::{Fate, Plan, Survey};
use crate::card::Card;

/// The report of one import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Container and shape of the source.
    pub format: String,
    /// What was repaired, guessed or left out while reading.
    pub warnings: Vec<Remark>,
    /// How many pieces met which fate.
    pub totals: Totals,
    /// Every piece with its class, reason and fate.
    pub survey: Survey,
}

/// A warning, as kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// A stable word.
    pub code: String,
    /// Pointer into the card's document.
    pub pointer: String,
    /// A sentence for people.
    pub message: String,
}

/// Pieces by fate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// In the world.
    pub built: usize,
    /// Waiting for a person.
    pub held: usize,
    /// Kept with the import only.
    pub excluded: usize,
    /// Left out by a person.
    pub rejected: usize,
}

/// The report of a plan.
pub fn report(card: &Card, plan: &Plan) -> Report {
    let count = |fate| {
        plan.survey
            .pieces
            .iter()
            .filter(|piece| piece.fate == fate)
            .count()
    };
    Report {
        format: plan.records.format.clone(),
        warnings: card
            .warnings
            .iter()
            .map(|warning| Remark {
                code: warning.code.to_owned(),
                pointer: warning.pointer.clone(),
                message: warning.message.clone(),
            })
            .collect(),
        totals: Totals {
            built: count(Fate::Built),
            held: count(Fate::Held) + count(Fate::Waiting),
            excluded: count(Fate::Excluded),
            rejected: count(Fate::Rejected),
        },
        survey: plan.survey.clone(),
    }
}

//! Values of variables in play. A value never leaves the bounds its variable sets.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use talekeep_world::model::{self, VariableKind};

/// The values of one variable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Values {
    /// One for the whole story.
    World(Amount),
    /// One for each it is about.
    Each(BTreeMap<String, Amount>),
}

impl Values {
    /// The value of that subject; of the story when there is none.
    #[must_use]
    pub fn of(&self, subject: Option<&str>) -> Option<&Amount> {
        match (self, subject) {
            (Values::World(amount), None) => Some(amount),
            (Values::Each(amounts), Some(subject)) => amounts.get(subject),
            _ => None,
        }
    }

    pub(crate) fn of_mut(&mut self, subject: Option<&str>) -> Option<&mut Amount> {
        match (self, subject) {
            (Values::World(amount), None) => Some(amount),
            (Values::Each(amounts), Some(subject)) => amounts.get_mut(subject),
            _ => None,
        }
    }
}

/// A value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Amount {
    /// Of a flag.
    Flag(bool),
    /// Of a number.
    Number(f64),
    /// Of a choice.
    Word(String),
}

impl Amount {
    /// Whether it is a value of that variable (W-179).
    pub(crate) fn fits(&self, kind: &VariableKind) -> bool {
        match (self, kind) {
            (Amount::Flag(_), VariableKind::Flag { .. }) => true,
            (Amount::Word(word), VariableKind::Choice { options, .. }) => options.contains(word),
            (
                Amount::Number(number),
                VariableKind::Number {
                    min, max, integer, ..
                },
            ) => {
                number.is_finite()
                    && min.is_none_or(|min| *number >= min)
                    && max.is_none_or(|max| *number <= max)
                    && (!integer || number.fract() == 0.0)
            }
            _ => false,
        }
    }
}

impl From<&model::Amount> for Amount {
    fn from(amount: &model::Amount) -> Self {
        match amount {
            model::Amount::Number(number) => Amount::Number(*number),
            model::Amount::Flag(flag) => Amount::Flag(*flag),
            model::Amount::Word(word) => Amount::Word(word.clone()),
        }
    }
}

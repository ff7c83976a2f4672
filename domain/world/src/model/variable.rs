//! Variables (section 7): what is counted, flagged or chosen about characters, items, places or the whole story.

use super::words::words;

/// The definition of one variable.
#[derive(Debug, Clone, PartialEq)]
pub struct Variable {
    /// W-161
    pub key: String,
    /// Shown to people.
    pub name: String,
    /// In words.
    pub description: Option<String>,
    /// What values it takes, with the value it starts from (W-164, W-170).
    pub kind: VariableKind,
    /// What it is about (W-165).
    pub subject: VariableSubject,
    /// The only ones it is about; empty means all of its kind (W-166).
    pub only: Vec<String>,
    /// Whether each value has a temperament beside the current one (W-171).
    pub baseline: bool,
    /// Who is told (W-172).
    pub visibility: Visibility,
    /// Words for ranges of a number (W-174).
    pub bands: Vec<Band>,
    /// Told always, not only when it differs from its default (W-175).
    pub always: bool,
    /// Which of the three feelings this is, if one (W-176, W-180).
    pub built_in: Option<BuiltIn>,
}

/// What values a variable takes.
#[derive(Debug, Clone, PartialEq)]
pub enum VariableKind {
    /// A number within its bounds.
    Number {
        /// Not below.
        min: Option<f64>,
        /// Not above.
        max: Option<f64>,
        /// Whole numbers only (W-168).
        integer: bool,
        /// What it starts from.
        default: f64,
    },
    /// True or false.
    Flag {
        /// What it starts from.
        default: bool,
    },
    /// One of 2 to 12 words (W-169).
    Choice {
        /// The words.
        options: Vec<String>,
        /// What it starts from.
        default: String,
    },
}

impl Variable {
    /// The value it starts from where nothing else is said.
    pub fn default_amount(&self) -> Amount {
        match &self.kind {
            VariableKind::Number { default, .. } => Amount::Number(*default),
            VariableKind::Flag { default } => Amount::Flag(*default),
            VariableKind::Choice { default, .. } => Amount::Word(default.clone()),
        }
    }

    /// The label of a number: that of the first band it does not exceed, of the last when it exceeds all (W-174).
    pub fn band(&self, value: f64) -> Option<&str> {
        let band = self
            .bands
            .iter()
            .find(|band| value <= band.up_to)
            .or(self.bands.last())?;
        Some(&band.label)
    }

    /// Whether it is about that one: `only` is empty or names it.
    pub fn concerns(&self, id: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|one| one == id)
    }
}

/// A value of a variable (W-179).
#[derive(Debug, Clone, PartialEq)]
pub enum Amount {
    /// Of a number.
    Number(f64),
    /// Of a flag.
    Flag(bool),
    /// Of a choice.
    Word(String),
}

/// A word for a range of a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Band {
    /// Up to this value, included.
    pub up_to: f64,
    /// The word.
    pub label: String,
}

words! {
    /// What a variable is about.
    VariableSubject {
        /// Each character.
        #[default]
        Character = "character",
        /// Each item.
        Item = "item",
        /// Each place.
        Location = "location",
        /// One value for the whole story.
        World = "world",
    }
}

words! {
    /// Who is told a value.
    Visibility {
        /// Anyone present.
        #[default]
        Public = "public",
        /// The character it belongs to and the game master.
        Private = "private",
        /// The game master and the keeper.
        Hidden = "hidden",
    }
}

words! {
    /// The three feelings that always exist.
    BuiltIn {
        /// From unpleasant to pleasant.
        #[default]
        Valence = "valence",
        /// From calm to stirred.
        Arousal = "arousal",
        /// From yielding to in command.
        Dominance = "dominance",
    }
}

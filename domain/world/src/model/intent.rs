//! Intents of characters and goals of factions: one shape (W-110 – W-114).

use super::Moment;
use super::words::words;

/// Something a character or faction is after.
#[derive(Debug, Clone, PartialEq)]
pub struct Intent {
    /// Short, for people and for later changes by name.
    pub name: String,
    /// In words.
    pub description: Option<String>,
    /// W-111
    pub kind: IntentType,
    /// W-111
    pub status: IntentStatus,
    /// W-111
    pub horizon: Horizon,
    /// 0 to 1 (W-112)
    pub priority: f64,
    /// 0 to 1 (W-112)
    pub urgency: f64,
    /// Steps (W-113).
    pub plan: Vec<String>,
    /// What is not settled yet (W-113).
    pub open_threads: Vec<String>,
    /// What it keeps to (W-113).
    pub constraints: Vec<String>,
    /// By when (W-114).
    pub deadline: Option<Moment>,
}

words! {
    /// What sort of intent it is.
    IntentType {
        /// need
        Need = "need",
        /// obligation
        Obligation = "obligation",
        /// quest
        Quest = "quest",
        /// agenda
        #[default]
        Agenda = "agenda",
        /// aspiration
        Aspiration = "aspiration",
        /// relationship
        Relationship = "relationship",
        /// habit
        Habit = "habit",
        /// reaction
        Reaction = "reaction",
    }
}

words! {
    /// How it stands.
    IntentStatus {
        /// Being pursued.
        #[default]
        Active = "active",
        /// Set aside.
        Paused = "paused",
        /// Reached.
        Completed = "completed",
        /// Out of reach.
        Failed = "failed",
        /// Given up.
        Abandoned = "abandoned",
    }
}

words! {
    /// How far it looks ahead.
    Horizon {
        /// Now.
        Immediate = "immediate",
        /// Soon.
        #[default]
        Short = "short",
        /// Within the day.
        Day = "day",
        /// Over many days.
        Long = "long",
        /// Without an end.
        OpenEnded = "open_ended",
    }
}

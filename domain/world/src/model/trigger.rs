//! Triggers (section 13): what the world does by itself when something comes true. When they fire is the story's business.

use super::{Condition, Edit, LocalTime};

/// One trigger.
#[derive(Debug, Clone, PartialEq)]
pub struct Trigger {
    /// W-302
    pub key: String,
    /// A label for the author, never shown to a model (W-304).
    pub name: Option<String>,
    /// What must come true (13.2).
    pub when: Condition,
    /// One to six; one firing is one step (W-330, W-335).
    pub effects: Vec<Effect>,
    /// What is told beforehand (13.4).
    pub announce: Option<Announcement>,
    /// Whether it can fire again (W-356).
    pub repeat: bool,
    /// The least story time between two firings (W-357).
    pub cooldown_seconds: i64,
    /// 0 to 1 (W-358).
    pub chance: f64,
    /// From that time on it does not fire (W-359).
    pub expires: Option<LocalTime>,
    /// Higher first (W-353).
    pub priority: i64,
}

/// One effect.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// A change of the records (W-331).
    Edit(Edit),
    /// Something the game master weaves into the story (W-332).
    Beat {
        /// What.
        text: String,
    },
    /// Something its audience notices (W-333).
    Cue {
        /// What.
        text: String,
        /// Who.
        audience: Audience,
    },
}

/// Who notices a cue or hears an announcement (W-333, W-334).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// Each character of the session that is not `background`.
    Everyone,
    /// These, in the order they were written.
    Characters(Vec<String>),
    /// Whoever is there when it happens.
    Place(String),
}

/// What is known before a trigger fires (13.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// The public side, never the effects.
    pub text: String,
    /// Who hears it.
    pub audience: Audience,
    /// When it becomes known; from the start when not set (W-342).
    pub from: Option<LocalTime>,
    /// When it is to happen, as told; taken from the condition when not set (W-343).
    pub at: Option<LocalTime>,
}

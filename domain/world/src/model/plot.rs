//! Plots (section 12): open-ended possibilities, never scenes that must happen (W-288).

use super::words::words;

/// One scaffold.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// W-280
    pub id: String,
    /// Shown to people.
    pub name: String,
    /// In words.
    pub premise: Option<String>,
    /// What it is about.
    pub themes: Vec<String>,
    /// What can be won or lost.
    pub stakes: Vec<String>,
    /// Ways it could end.
    pub resolutions: Vec<String>,
    /// Ids of characters, factions, places or items (W-281).
    pub participants: Vec<String>,
    /// Ways in (W-282).
    pub hooks: Vec<Hook>,
    /// Ways on (W-283).
    pub developments: Vec<Development>,
    /// How it stands when the story begins (W-286).
    pub start: PlotStart,
    /// W-287
    pub pacing: Option<Pacing>,
}

/// A way into a plot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// Unique within the plot (W-284).
    pub id: String,
    /// What happens.
    pub text: String,
    /// How to bring it.
    pub guidance: Option<String>,
    /// What not to do.
    pub avoid: Vec<String>,
}

/// A way a plot can go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Development {
    /// Unique within the plot (W-284).
    pub id: String,
    /// What happens.
    pub text: String,
    /// W-283
    pub mode: DevelopmentMode,
    /// Hooks or developments of the same plot that come before (W-285).
    pub prerequisites: Vec<String>,
    /// How to bring it.
    pub guidance: Option<String>,
    /// What not to do.
    pub avoid: Vec<String>,
}

words! {
    /// What a development is for.
    DevelopmentMode {
        /// opportunity
        #[default]
        Opportunity = "opportunity",
        /// reminder
        Reminder = "reminder",
        /// character
        Character = "character",
        /// consequence
        Consequence = "consequence",
        /// escalation
        Escalation = "escalation",
        /// breathing room
        BreathingRoom = "breathing_room",
    }
}

words! {
    /// How a plot stands.
    PlotStart {
        /// Not to be offered yet.
        Dormant = "dormant",
        /// May be offered.
        #[default]
        Available = "available",
        /// Under way.
        Engaged = "engaged",
        /// Resting.
        Cooling = "cooling",
        /// Over.
        Resolved = "resolved",
        /// Given up.
        Abandoned = "abandoned",
    }
}

/// Lower bounds: the director may stay silent longer (W-287).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pacing {
    /// Turns without a word about it.
    pub quiet_turns: Option<i64>,
    /// Turns between two.
    pub cooldown_turns: Option<i64>,
    /// Days of the story between two.
    pub cooldown_days: Option<f64>,
}

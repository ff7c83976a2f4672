//! What has happened and what is waiting to be told: events, how triggers stand, beats and cues.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What.
    pub text: String,
    /// Where.
    pub location: Option<String>,
    /// In which turn.
    pub turn: i64,
    /// In which round.
    pub round: i64,
    /// 1 to 5
    pub importance: i64,
    /// What conditions ask for.
    pub tags: Vec<String>,
    /// Whom it is about.
    pub involves: Vec<String>,
    /// Who took it in.
    pub perceived_by: Vec<String>,
}

/// How a trigger stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trigger {
    /// What the last look found its condition to be.
    pub seen: Option<bool>,
    /// How often it has fired.
    pub fired: u32,
    /// When it fired last.
    pub last_fired: Option<DateTime<Utc>>,
    /// How it ended, if it did.
    pub end: Option<End>,
    /// The latest verdicts on its statements.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<String, Verdict>,
}

/// How a trigger ended (W-365).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// It fired and does not repeat.
    Fired,
    /// An effect could not be applied, with the reason.
    Failed(String),
    /// Its time was up.
    Expired,
}

/// What was said of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Yes or no.
    pub yes: bool,
    /// In which judging.
    pub judging: u64,
}

/// Something the game master may weave in (W-332).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// Different for each.
    pub id: String,
    /// Whose effect it is.
    pub trigger: String,
    /// What.
    pub text: String,
    /// The turn it was given in.
    pub turn: i64,
}

/// Something a character will notice when it acts next (W-364).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cue {
    /// Who.
    pub character: String,
    /// Whose effect it is.
    pub trigger: String,
    /// What.
    pub text: String,
}

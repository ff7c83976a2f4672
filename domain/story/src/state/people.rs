//! Characters and factions in play. Who they are stays in the world; here is only what can change.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use talekeep_world::model::{self, Moment};

/// A character in play.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Character {
    /// Where it is; nowhere when not set.
    pub location: Option<String>,
    /// The feature it is at.
    pub feature: Option<String>,
    /// Where exactly, in words.
    pub position: Option<String>,
    /// What anyone present can tell.
    pub public_state: Option<String>,
    /// What nobody else sees.
    pub inner_state: Option<String>,
    /// What it is doing.
    pub activity: Option<String>,
    /// What it is after.
    pub goals: Vec<Goal>,
    /// What it is taken up with.
    pub engagement: Option<Engagement>,
    /// What it knows exists.
    pub known: Known,
    /// Its views of other characters.
    pub profiles: BTreeMap<String, Profile>,
    /// Its views of factions.
    pub faction_profiles: BTreeMap<String, Profile>,
}

/// What a character knows exists (W-137).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Known {
    /// Places.
    pub locations: BTreeSet<String>,
    /// Items.
    pub items: BTreeSet<String>,
    /// Ways, as the place they leave and the place they lead to.
    pub exits: BTreeSet<(String, String)>,
    /// Lore.
    pub lore: BTreeSet<String>,
}

/// One view of another; neutral when everything is zero (W-126).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Profile {
    /// What the other is to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// In words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// 0 to 1
    pub familiarity: f64,
    /// −1 to 1
    pub trust: f64,
    /// −1 to 1
    pub affinity: f64,
    /// 0 to 1
    pub tension: f64,
}

/// A faction in play.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Faction {
    /// What is publicly known of it.
    pub public_state: Option<String>,
    /// What is not.
    pub inner_state: Option<String>,
    /// What it is after.
    pub goals: Vec<Goal>,
}

/// Something a character or faction is after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// Changed by this name.
    pub name: String,
    /// In words.
    pub description: Option<String>,
    /// A word of the format.
    #[serde(rename = "type")]
    pub kind: String,
    /// A word of the format.
    pub status: String,
    /// A word of the format.
    pub horizon: String,
    /// 0 to 1
    pub priority: f64,
    /// 0 to 1
    pub urgency: f64,
    /// Steps.
    pub plan: Vec<String>,
    /// What is not settled yet.
    pub open_threads: Vec<String>,
    /// What it keeps to.
    pub constraints: Vec<String>,
    /// By when, as it was written.
    pub deadline: Option<String>,
}

impl From<&model::Intent> for Goal {
    fn from(intent: &model::Intent) -> Self {
        Goal {
            name: intent.name.clone(),
            description: intent.description.clone(),
            kind: intent.kind.as_str().to_owned(),
            status: intent.status.as_str().to_owned(),
            horizon: intent.horizon.as_str().to_owned(),
            priority: intent.priority,
            urgency: intent.urgency,
            plan: intent.plan.clone(),
            open_threads: intent.open_threads.clone(),
            constraints: intent.constraints.clone(),
            deadline: intent.deadline.as_ref().map(written),
        }
    }
}

/// A moment in one of the spellings of W-023.
pub(crate) fn written(moment: &Moment) -> String {
    match moment {
        Moment::Date(date) => date.format("%Y-%m-%d").to_string(),
        Moment::Local(local) => local.format("%Y-%m-%dT%H:%M:%S").to_string(),
        Moment::Instant(instant) => instant.format("%Y-%m-%dT%H:%M:%S%:z").to_string(),
    }
}

/// What a character is taken up with (W-407).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engagement {
    /// What.
    pub activity: String,
    /// With whom.
    pub with: Vec<String>,
    /// Where.
    pub location: Option<String>,
    /// Until when, in local time.
    pub until: Option<String>,
    /// Whether others can draw it away.
    pub interruptible: bool,
}

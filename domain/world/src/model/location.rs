//! Places (section 9): what is there and which ways lead out. The ways back are made when a session starts, not here.

use std::collections::BTreeMap;

use super::words::words;
use super::{Amount, VisualIdentity};

/// One place.
#[derive(Debug, Clone, PartialEq)]
pub struct Location {
    /// W-201
    pub id: String,
    /// The folder it was found in.
    pub folder: String,
    /// Shown to people.
    pub name: String,
    /// Told to everyone in the place (W-202).
    pub description: Option<String>,
    /// W-203
    pub visual_identity: Option<VisualIdentity>,
    /// The place this one is in; containment, not a way (W-204).
    pub parent: Option<String>,
    /// Things of the place one can be at (W-206).
    pub features: Vec<Feature>,
    /// The ways authored here (W-209).
    pub exits: Vec<Exit>,
    /// Initial values of variables, by key (W-178).
    pub variables: BTreeMap<String, Amount>,
}

/// A thing of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// Unique within the place (W-207).
    pub id: String,
    /// Shown to people.
    pub name: String,
    /// In words.
    pub description: Option<String>,
}

/// A way to another place, as authored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exit {
    /// Where it leads (W-210).
    pub to: String,
    /// The way from here.
    pub description: Option<String>,
    /// Whether there is no way back (W-211).
    pub one_way: bool,
    /// The way back; `description` when not set (W-211).
    pub back_description: Option<String>,
    /// W-212
    pub travel_time_seconds: Option<i64>,
    /// W-213
    pub state: ExitState,
    /// Why it is locked or blocked.
    pub note: Option<String>,
    /// Items that open it, from both sides (W-214).
    pub opened_by: Vec<String>,
}

words! {
    /// Whether one can go there.
    ExitState {
        /// One can.
        #[default]
        Open = "open",
        /// Some item opens it.
        Locked = "locked",
        /// Something else is in the way.
        Blocked = "blocked",
    }
}

//! Items and the slots they are worn in (section 10).

use std::collections::BTreeMap;

use super::words::words;
use super::{Amount, VisualIdentity};

/// One thing that can be moved, held, worn, opened or used.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// W-231
    pub id: String,
    /// The folder it was found in.
    pub folder: String,
    /// Shown to people.
    pub name: String,
    /// In words.
    pub description: Option<String>,
    /// What state it is in, in words.
    pub quality: Option<String>,
    /// W-231
    pub visual_identity: Option<VisualIdentity>,
    /// 1 or more (W-232).
    pub quantity: i64,
    /// Never split or merged (W-233).
    pub unique: bool,
    /// Told first (W-234).
    pub notable: bool,
    /// Nobody sees it until found (W-234).
    pub hidden: bool,
    /// The slot it can be worn in (W-235).
    pub wearable: Option<String>,
    /// Whether it holds things (W-236).
    pub container: Option<Container>,
    /// Whom it belongs to, not who has it (W-238).
    pub owner: Option<String>,
    /// Where it starts (W-239).
    pub place: ItemPlace,
    /// Initial values of variables, by key (W-178).
    pub variables: BTreeMap<String, Amount>,
}

/// The one place an item is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemPlace {
    /// Lying in a place (W-240).
    Location {
        /// The place.
        location: String,
        /// Where in it, in words.
        position: Option<String>,
        /// At which feature of it.
        feature: Option<String>,
    },
    /// In a character's hands (W-241).
    HeldBy {
        /// The character.
        character: String,
        /// How, in words.
        position: Option<String>,
    },
    /// Worn by a character (W-242).
    WornBy {
        /// The character.
        character: String,
        /// How, in words.
        position: Option<String>,
    },
    /// In a container (W-243).
    Inside {
        /// The item that holds it.
        item: String,
        /// Where in it, in words.
        position: Option<String>,
    },
}

/// What makes an item hold things (W-236, W-237).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Container {
    /// Whether one can look in and take out.
    pub state: ContainerState,
    /// Items that open it.
    pub opened_by: Vec<String>,
}

words! {
    /// Whether one can look in and take out.
    ContainerState {
        /// One can.
        Open = "open",
        /// One can open it.
        #[default]
        Closed = "closed",
        /// Some item opens it.
        Locked = "locked",
    }
}

/// Where on a body things are worn (W-246 – W-248).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// W-247
    pub id: String,
    /// Shown to people.
    pub name: String,
    /// How many items fit at once (W-249).
    pub capacity: i64,
}

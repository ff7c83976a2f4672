//! Items and ways in play: where they are and how they are shut.

use serde::{Deserialize, Serialize};
use talekeep_world::model::{ContainerState, ExitState};

/// An item in play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Where it is.
    pub place: ItemPlace,
    /// The feature it lies at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
    /// Where exactly, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How many.
    pub quantity: i64,
    /// What shape it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality: Option<String>,
    /// Told first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub notable: bool,
    /// Not seen until found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Of a container.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container_state: Option<Shut>,
    /// Whom it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

/// The one place an item is in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemPlace {
    /// Lying in a place.
    Location(String),
    /// In a character's hands.
    HeldBy(String),
    /// On a character.
    WornBy(String),
    /// In another item.
    Inside(String),
}

/// How a container or a way is shut; a container is never blocked, a way never closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shut {
    /// Not at all.
    Open,
    /// It can be opened.
    Closed,
    /// Some item opens it.
    Locked,
    /// Something is in the way.
    Blocked,
}

impl Shut {
    /// The word of the format.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Shut::Open => "open",
            Shut::Closed => "closed",
            Shut::Locked => "locked",
            Shut::Blocked => "blocked",
        }
    }
}

impl From<ContainerState> for Shut {
    fn from(state: ContainerState) -> Self {
        match state {
            ContainerState::Open => Shut::Open,
            ContainerState::Closed => Shut::Closed,
            ContainerState::Locked => Shut::Locked,
        }
    }
}

impl From<ExitState> for Shut {
    fn from(state: ExitState) -> Self {
        match state {
            ExitState::Open => Shut::Open,
            ExitState::Locked => Shut::Locked,
            ExitState::Blocked => Shut::Blocked,
        }
    }
}

/// A way in play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    /// Whether one can go.
    pub state: Shut,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Items that open it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened_by: Vec<String>,
    /// Whether the way back was made from the same exit and shares all this (W-214).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
}

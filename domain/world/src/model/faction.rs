//! Factions (section 6): persistent organisations that are not participants of scenes.

use super::Intent;
use super::words::words;

/// One faction.
#[derive(Debug, Clone, PartialEq)]
pub struct Faction {
    /// W-141
    pub id: String,
    /// The folder it was found in.
    pub folder: String,
    /// Shown to people.
    pub name: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// What it holds dear.
    pub values: Vec<String>,
    /// For lists.
    pub summary: Option<String>,
    /// In words.
    pub description: Option<String>,
    /// How it is built.
    pub structure: Option<String>,
    /// The state when the story begins.
    pub start: FactionStart,
    /// W-144
    pub members: Vec<Membership>,
    /// Its views of characters and factions (W-147).
    pub relationships: Vec<FactionTie>,
}

/// A faction when the story begins (W-142, W-143).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FactionStart {
    /// Publicly observable.
    pub public_state: Option<String>,
    /// Private.
    pub inner_state: Option<String>,
    /// They press on members but do not act for them.
    pub goals: Vec<Intent>,
}

/// One membership (W-144 – W-146).
#[derive(Debug, Clone, PartialEq)]
pub struct Membership {
    /// The id of the member.
    pub character: String,
    /// What it does there.
    pub role: Option<String>,
    /// How high it stands.
    pub rank: Option<String>,
    /// W-146
    pub status: MemberStatus,
    /// Whether it is known.
    pub public: bool,
    /// 0 to 1, when the author said.
    pub commitment: Option<f64>,
}

words! {
    /// How a membership stands.
    MemberStatus {
        /// A member who takes part.
        #[default]
        Active = "active",
        /// A member who does not.
        Inactive = "inactive",
        /// No longer a member.
        Former = "former",
    }
}

/// A faction's view of another (W-147, W-148).
#[derive(Debug, Clone, PartialEq)]
pub struct FactionTie {
    /// Of whom.
    pub to: Target,
    /// What the other is to it.
    pub label: String,
    /// In words.
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

/// A character or a faction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Target {
    /// Which of the two.
    pub kind: TargetKind,
    /// Its id.
    pub id: String,
}

words! {
    /// What a faction can have a view of.
    TargetKind {
        /// A character.
        #[default]
        Character = "character",
        /// Another faction.
        Faction = "faction",
    }
}

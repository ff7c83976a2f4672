//! Edits of the records (section 14), written by trigger authors and by the record keeper alike. Applying one is the story's
//! business; here every reference is already known to the world.

use super::{
    Amount, ContainerState, ExitState, Horizon, IntentStatus, IntentType, LocalTime, Moment,
};

/// At least one change (W-400).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Edit {
    /// W-401
    pub events: Vec<EventChange>,
    /// W-402
    pub variable_changes: Vec<VariableChange>,
    /// W-403
    pub exit_changes: Vec<ExitChange>,
    /// W-404
    pub item_changes: Vec<ItemChange>,
    /// W-405
    pub moves: Vec<Move>,
    /// W-406
    pub goals: Vec<GoalChange>,
    /// W-407
    pub engagements: Vec<EngagementChange>,
}

/// Something that happened (W-401, W-414, W-415).
#[derive(Debug, Clone, PartialEq)]
pub struct EventChange {
    /// What.
    pub text: String,
    /// Where.
    pub location: Option<String>,
    /// In which turn; that of the firing when not set.
    pub turn: Option<i64>,
    /// In which round; that of the firing when not set.
    pub round: Option<i64>,
    /// 1 to 5; 3 when not set.
    pub importance: Option<i64>,
    /// What conditions ask for.
    pub tags: Vec<String>,
    /// Characters it is about.
    pub involves: Vec<String>,
    /// Who took it in; the characters at `location` when not set.
    pub perceived_by: Option<Perceived>,
}

/// Who took an event in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Perceived {
    /// Every character of the session, background ones too.
    Everyone,
    /// These.
    Characters(Vec<String>),
}

/// A change of a variable (W-402).
#[derive(Debug, Clone, PartialEq)]
pub struct VariableChange {
    /// Its key.
    pub variable: String,
    /// Of whom; nobody for a variable about the world.
    pub subject: Option<String>,
    /// To what, or by how much.
    pub amount: VariableAmount,
    /// Whether the temperament is changed instead of the current value.
    pub baseline: bool,
}

/// To what, or by how much.
#[derive(Debug, Clone, PartialEq)]
pub enum VariableAmount {
    /// The new value.
    Value(Amount),
    /// Added to a number, stopping at its bounds (W-413).
    Delta(f64),
}

/// A change of a way (W-403); members not set stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExitChange {
    /// The place it leaves.
    pub from: String,
    /// The place it leads to.
    pub to: String,
    /// New state.
    pub state: Option<ExitState>,
    /// New note.
    pub note: Option<String>,
    /// New openers.
    pub opened_by: Option<Vec<String>>,
}

/// A change of an item (W-404); members not set stay.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ItemChange {
    /// Which.
    pub item: String,
    /// Where it goes.
    pub to: Option<ItemTo>,
    /// Where exactly, in words.
    pub position: Option<String>,
    /// At which feature of the place it goes to.
    pub feature: Option<String>,
    /// How many there are.
    pub quantity: Option<i64>,
    /// What state it is in, in words.
    pub quality: Option<String>,
    /// Told first.
    pub notable: Option<bool>,
    /// Not seen until found.
    pub hidden: Option<bool>,
    /// Of a container.
    pub container_state: Option<ContainerState>,
    /// Whom it belongs to.
    pub owner: Option<String>,
    /// Out of the story (W-416).
    pub removed: bool,
}

/// Where an item goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemTo {
    /// To lie in a place.
    Location(String),
    /// Into a character's hands.
    HeldBy(String),
    /// Onto a character.
    WornBy(String),
    /// Into a container.
    Inside(String),
}

/// A character goes somewhere, or nowhere (W-405).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// Who.
    pub character: String,
    /// Where; nowhere when not set.
    pub location: Option<String>,
    /// At which feature of the place.
    pub feature: Option<String>,
    /// Where exactly, in words.
    pub position: Option<String>,
}

/// A goal added or changed in the members given (W-406).
#[derive(Debug, Clone, PartialEq)]
pub struct GoalChange {
    /// Whose.
    pub owner: GoalOwner,
    /// Which.
    pub name: String,
    /// In words.
    pub description: Option<String>,
    /// W-111
    pub kind: Option<IntentType>,
    /// W-111
    pub status: Option<IntentStatus>,
    /// W-111
    pub horizon: Option<Horizon>,
    /// 0 to 1
    pub priority: Option<f64>,
    /// 0 to 1
    pub urgency: Option<f64>,
    /// Steps.
    pub plan: Option<Vec<String>>,
    /// What is not settled yet.
    pub open_threads: Option<Vec<String>>,
    /// What it keeps to.
    pub constraints: Option<Vec<String>>,
    /// By when.
    pub deadline: Option<Moment>,
}

/// Whose goal it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoalOwner {
    /// A character's.
    Character(String),
    /// A faction's.
    Faction(String),
}

/// What a character is taken up with (W-407); a new one replaces the old.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngagementChange {
    /// Who.
    pub character: String,
    /// With what; only an ended one may be without.
    pub activity: Option<String>,
    /// With whom.
    pub with: Vec<String>,
    /// Where.
    pub location: Option<String>,
    /// Until when.
    pub until: Option<LocalTime>,
    /// Whether others can draw it away.
    pub interruptible: bool,
    /// It ends instead of beginning.
    pub ended: bool,
}

//! The authored world as plain values: what was written, with defaults filled in and references proven. Nothing here knows
//! of JSON, files or play; nothing in play writes to it (W-095).

mod character;
mod condition;
mod edit;
mod faction;
mod intent;
mod item;
mod location;
mod lore;
mod plot;
mod time;
mod trigger;
mod variable;
mod visual;
mod words;
mod world;

pub use character::{
    Age, Character, CharacterKind, Emotion, Feeling, Knowledge, KnownExit, Relationship, Role,
    RoutineWindow, Speech, Start, Tier,
};
pub use condition::{Comparison, Condition, ItemWhere, TimeCondition};
pub use edit::{
    Edit, EngagementChange, EventChange, ExitChange, GoalChange, GoalOwner, ItemChange, ItemTo,
    Move, Perceived, VariableAmount, VariableChange,
};
pub use faction::{
    Faction, FactionStart, FactionTie, MemberStatus, Membership, Target, TargetKind,
};
pub use intent::{Horizon, Intent, IntentStatus, IntentType};
pub use item::{Container, ContainerState, Item, ItemPlace, Slot};
pub use location::{Exit, ExitState, Feature, Location};
pub use lore::{Lore, LoreKind, Subject, SubjectKind};
pub use plot::{Development, DevelopmentMode, Hook, Pacing, Plot, PlotStart};
pub use time::{Day, Moment, TimeOfDay, TimeWindow};
pub use trigger::{Announcement, Audience, Effect, Trigger};
pub use variable::{Amount, Band, BuiltIn, Variable, VariableKind, VariableSubject, Visibility};
pub use visual::VisualIdentity;
pub use words::Words;
pub use world::{Author, Cover, OpeningPart, PromptOverride, World};

/// A moment of a story's clock without a zone, as W-024 spells it; it is read in the story's zone (W-027).
pub type LocalTime = chrono::NaiveDateTime;

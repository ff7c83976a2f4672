//! Characters (section 4), what they know (section 5) and their routine (section 8). `start` is the state when the story
//! begins; the rest never changes in play (W-095).

use std::collections::BTreeMap;

use super::words::words;
use super::{Amount, Day, Intent, TimeWindow, VisualIdentity};

/// One character.
#[derive(Debug, Clone, PartialEq)]
pub struct Character {
    /// Links the files of one world (W-081).
    pub id: String,
    /// The folder it was found in.
    pub folder: String,
    /// Shown to people.
    pub name: String,
    /// Other names it answers to (W-083).
    pub aliases: Vec<String>,
    /// Any text or number (W-084).
    pub age: Option<Age>,
    /// Free (W-085).
    pub gender: Option<String>,
    /// Free (W-085).
    pub pronouns: Option<String>,
    /// W-086
    pub kind: CharacterKind,
    /// W-087
    pub tier: Tier,
    /// W-088
    pub role: Role,
    /// For lists and previews (W-090).
    pub summary: Option<String>,
    /// W-090
    pub personality: Option<String>,
    /// W-090
    pub background: Option<String>,
    /// W-090
    pub appearance: Option<String>,
    /// W-091
    pub speech: Speech,
    /// A provider's voice id (W-092).
    pub voice: Option<String>,
    /// W-093
    pub visual_identity: Option<VisualIdentity>,
    /// The state when the story begins.
    pub start: Start,
    /// Its views of others (W-120).
    pub relationships: Vec<Relationship>,
    /// What it knows before the story begins (section 5).
    pub knowledge: Knowledge,
    /// What it does by itself through the day; the first window that fits applies (W-190).
    pub routine: Vec<RoutineWindow>,
    /// Initial values of variables, by key (W-178).
    pub variables: BTreeMap<String, Amount>,
}

/// An age as it was written.
#[derive(Debug, Clone, PartialEq)]
pub enum Age {
    /// Any text.
    Text(String),
    /// Any number, as it was written.
    Number(String),
}

impl std::fmt::Display for Age {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Age::Text(text) | Age::Number(text) => f.write_str(text),
        }
    }
}

words! {
    /// Whether one acts or a crowd acts as one (W-086).
    CharacterKind {
        /// One person.
        #[default]
        Person = "person",
        /// A crowd or organisation acting as one participant.
        Group = "group",
    }
}

words! {
    /// How much of its own a character does (W-087).
    Tier {
        /// Acts on its own.
        #[default]
        Principal = "principal",
        /// Acts when a scene involves it.
        Supporting = "supporting",
        /// Only reacts as the world changes.
        Background = "background",
    }
}

words! {
    /// Who may play it (W-088).
    Role {
        /// The player may take it.
        Playable = "playable",
        /// The game master plays it.
        #[default]
        Npc = "npc",
    }
}

/// How it speaks (W-091).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Speech {
    /// In words.
    pub style: Option<String>,
    /// Things it might say.
    pub examples: Vec<String>,
}

/// The state when the story begins (W-100 – W-107).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Start {
    /// What anyone present can tell.
    pub public_state: Option<String>,
    /// Nobody else sees it.
    pub inner_state: Option<String>,
    /// What it concretely does.
    pub activity: Option<String>,
    /// W-101
    pub emotion: Option<Emotion>,
    /// A place; nowhere when not set (W-104).
    pub location: Option<String>,
    /// Where in the place, in words (W-105).
    pub position: Option<String>,
    /// A feature of the place (W-106).
    pub feature: Option<String>,
    /// W-107
    pub intents: Vec<Intent>,
}

/// A temperament and the feeling of the moment (W-101 – W-103), each member filled in.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Emotion {
    /// The temperament.
    pub baseline: Feeling,
    /// The feeling of the moment.
    pub immediate: Feeling,
}

/// Three numbers from −1 to 1 (W-102).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Feeling {
    /// From unpleasant to pleasant.
    pub valence: f64,
    /// From calm to stirred.
    pub arousal: f64,
    /// From yielding to in command.
    pub dominance: f64,
}

/// One view of another (W-120, W-148); directional (W-126).
#[derive(Debug, Clone, PartialEq)]
pub struct Relationship {
    /// The id of the other character.
    pub to: String,
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

/// What a character knows exists (section 5).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Knowledge {
    /// Places (W-131).
    pub locations: Vec<String>,
    /// Items (W-132).
    pub items: Vec<String>,
    /// Ways (W-133).
    pub exits: Vec<KnownExit>,
    /// Lore entries (W-134).
    pub lore: Vec<String>,
}

/// A known way, in this direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownExit {
    /// The place it leaves.
    pub from: String,
    /// The place it leads to.
    pub to: String,
}

/// One window of a routine (section 8).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutineWindow {
    /// The days it starts on; empty means every day.
    pub days: Vec<Day>,
    /// When.
    pub window: TimeWindow,
    /// What it does.
    pub activity: String,
    /// Where.
    pub location: Option<String>,
    /// At which feature of the place.
    pub feature: Option<String>,
    /// Where exactly, in words; may stand alone (W-195).
    pub position: Option<String>,
    /// Whether others can draw it away (W-196).
    pub interruptible: bool,
}

//! A world as a whole: what `world.json` says, and everything found beside it (sections 3 and 16).

use std::collections::BTreeMap;

use chrono_tz::Tz;

use super::{
    Amount, Character, Faction, Item, Location, Lore, Moment, Plot, Slot, Trigger, Variable,
};

/// One authored world. Lists of entities are in the order of their folders (W-006).
#[derive(Debug, Clone, PartialEq)]
pub struct World {
    /// The world's identity (W-050); not set until one is written.
    pub id: Option<String>,
    /// Shown to people; empty when the author has yet to give one.
    pub name: String,
    /// The tooltip of the world's card (W-058).
    pub description: Option<String>,
    /// What the story opens with, in reading order (W-059, W-060).
    pub opening: Vec<OpeningPart>,
    /// When the story begins (W-063).
    pub starting_time: Option<Moment>,
    /// The zone the story's time is read in (W-065).
    pub time_zone: Tz,
    /// Free texts the game master is told every turn (W-066).
    pub rules: Vec<String>,
    /// Who wrote it (W-068).
    pub author: Option<Author>,
    /// Words to find it by (W-069).
    pub tags: Vec<String>,
    /// The picture of its card (W-070, W-073).
    pub cover: Option<Cover>,
    /// A provider's voice id (W-071).
    pub narration_voice: Option<String>,
    /// Initial values of the variables about the whole story (W-072).
    pub initial: BTreeMap<String, Amount>,
    /// The built-in variables, redescribed or not, then the world's own, in file order (section 7).
    pub variables: Vec<Variable>,
    /// Section 4.
    pub characters: Vec<Character>,
    /// Section 6.
    pub factions: Vec<Faction>,
    /// Section 9.
    pub locations: Vec<Location>,
    /// Section 10.
    pub items: Vec<Item>,
    /// The built-in slots, changed or not, then the world's own, in file order (W-246 – W-248).
    pub slots: Vec<Slot>,
    /// Section 11.
    pub lore: Vec<Lore>,
    /// Section 12.
    pub plots: Vec<Plot>,
    /// Section 13, in file order.
    pub triggers: Vec<Trigger>,
    /// Section 16, in the order of language, group and name.
    pub prompts: Vec<PromptOverride>,
}

/// One part of the opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningPart {
    /// The id of the character who says it; narration when not set.
    pub speaker: Option<String>,
    /// As authored.
    pub text: String,
}

/// Who wrote a world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// Shown to people.
    pub name: String,
    /// Any string; never followed by the server.
    pub url: Option<String>,
}

/// The picture of a world's card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The id in `media/manifest.jsonl`.
    pub media_id: String,
    /// Relative to the world folder, without `.` or `..`.
    pub path: String,
}

/// A template of this world in the place of the shipped one (W-450).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptOverride {
    /// The language folder, such as `en` or `zh-Hans`.
    pub language: String,
    /// The template, `<group>/<name>`.
    pub template: String,
    /// The text of the file, without a byte order mark.
    pub text: String,
}

impl World {
    /// The character of that id.
    pub fn character(&self, id: &str) -> Option<&Character> {
        self.characters.iter().find(|c| c.id == id)
    }

    /// The place of that id.
    pub fn location(&self, id: &str) -> Option<&Location> {
        self.locations.iter().find(|l| l.id == id)
    }

    /// The item of that id.
    pub fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|i| i.id == id)
    }

    /// The faction of that id.
    pub fn faction(&self, id: &str) -> Option<&Faction> {
        self.factions.iter().find(|f| f.id == id)
    }

    /// The lore entry of that id.
    pub fn lore_entry(&self, id: &str) -> Option<&Lore> {
        self.lore.iter().find(|l| l.id == id)
    }

    /// The variable of that key, a built-in one included.
    pub fn variable(&self, key: &str) -> Option<&Variable> {
        self.variables.iter().find(|v| v.key == key)
    }
}

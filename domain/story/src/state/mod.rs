//! What changes in play: the records of one session. They are kept as JSON with a schema number and hold nothing of the definitions,
//! which stay in the session's immutable copy of the world.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use talekeep_world::model::World;

mod people;
mod things;
mod triggers;
mod values;

pub(crate) use people::written;
pub use people::{Character, Engagement, Faction, Goal, Known, Profile};
pub use things::{Exit, Item, ItemPlace, Shut};
pub use triggers::{Beat, Cue, End, Event, Trigger, Verdict};
pub use values::{Amount, Values};

/// The number of the shape below. A change that older readers would misread raises it.
pub const SCHEMA: u32 = 1;

/// The records of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The shape of this document.
    pub schema: u32,
    /// Where the story comes from; sessions begun before this was kept do not say.
    #[serde(default)]
    pub source: Source,
    /// The language the story is told in.
    pub language: String,
    /// Makes the narrator's chance repeatable.
    pub seed: u64,
    /// The limits of the trigger engine.
    pub settings: Settings,
    /// The story's clock.
    pub clock: DateTime<Utc>,
    /// The zone the story's time is read in.
    pub time_zone: Tz,
    /// The character the player has taken.
    pub player: String,
    /// The place the player's character was in before this one.
    pub came_from: Option<String>,
    /// The turn of the last look.
    pub turn: i64,
    /// The round of the last look.
    pub round: i64,
    /// The characters of the story; one who has left is not here.
    pub characters: BTreeMap<String, Character>,
    /// The factions of the story.
    pub factions: BTreeMap<String, Faction>,
    /// The items of the story; a removed one is not here.
    pub items: BTreeMap<String, Item>,
    /// Every way there is, by the place it leaves and the place it leads to.
    pub exits: BTreeMap<String, BTreeMap<String, Exit>>,
    /// Features that have left the story, as place and feature.
    pub gone_features: BTreeSet<(String, String)>,
    /// Current values.
    pub variables: BTreeMap<String, Values>,
    /// Temperaments, of the variables that have one.
    pub baselines: BTreeMap<String, Values>,
    /// Everything recorded, in order.
    pub events: Vec<Event>,
    /// How each trigger stands.
    pub triggers: BTreeMap<String, Trigger>,
    /// How often statements were sent to be judged.
    pub judgings: u64,
    /// Beats that were not used yet.
    pub beats: Vec<Beat>,
    /// The number of the next beat.
    pub next_beat: u64,
    /// Cues that were not told yet.
    pub cues: Vec<Cue>,
}

/// The world a session was started from (W-470). Nothing is looked up there again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The world's own id.
    pub world: String,
    /// The path of its folder in the library at that moment.
    pub folder: String,
}

/// The limits of the trigger engine (W-366).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// How many triggers fire in one look.
    pub max_fires: usize,
    /// How many statements are judged per turn.
    pub judged_per_turn: usize,
    /// For how many turns a beat is offered.
    pub beat_turns: i64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            max_fires: 3,
            judged_per_turn: 4,
            beat_turns: 3,
        }
    }
}

impl State {
    /// The beats that are offered in the current turn (W-363).
    pub fn offered(&self) -> impl Iterator<Item = &Beat> {
        self.beats.iter().filter(|beat| {
            beat.turn <= self.turn && self.turn < beat.turn + self.settings.beat_turns
        })
    }

    /// Where the outermost thing is that holds this item.
    #[must_use]
    pub fn outermost(&self, item: &str) -> Option<&ItemPlace> {
        let mut place = &self.items.get(item)?.place;
        // Containers never hold each other in a circle; the count only guards records that were made elsewhere.
        for _ in 0..=self.items.len() {
            match place {
                ItemPlace::Inside(outer) => place = &self.items.get(outer)?.place,
                _ => return Some(place),
            }
        }
        None
    }

    /// Whether anyone beside it could see the item: it is not hidden, and everything around it is open and not hidden (W-135).
    #[must_use]
    pub fn in_sight(&self, item: &str) -> bool {
        let mut current = self.items.get(item);
        for _ in 0..=self.items.len() {
            let Some(item) = current else { return false };
            if item.hidden {
                return false;
            }
            let ItemPlace::Inside(outer) = &item.place else {
                return true;
            };
            current = self
                .items
                .get(outer)
                .filter(|outer| outer.container_state == Some(Shut::Open));
        }
        false
    }

    /// Whether the place still has that feature.
    pub(crate) fn has_feature(&self, world: &World, location: &str, feature: &str) -> bool {
        let authored = world
            .location(location)
            .is_some_and(|place| place.features.iter().any(|one| one.id == feature));
        authored
            && !self
                .gone_features
                .contains(&(location.to_owned(), feature.to_owned()))
    }

    /// The ids of the characters in a place.
    pub(crate) fn characters_in<'a>(&'a self, location: &'a str) -> impl Iterator<Item = &'a str> {
        self.characters
            .iter()
            .filter(move |(_, character)| character.location.as_deref() == Some(location))
            .map(|(id, _)| id.as_str())
    }
}

//! What changes in play: the records of one session. They are kept as JSON with a schema number and hold nothing of the definitions,
//! which stay in the session's immutable copy of the world.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use talekeep_world::model::{self, ContainerState, ExitState, Moment, VariableKind, World};

/// The number of the shape below. A change that older readers would misread raises it.
pub const SCHEMA: u32 = 1;

/// The records of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The shape of this document.
    pub schema: u32,
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

/// The values of one variable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Values {
    /// One for the whole story.
    World(Amount),
    /// One for each it is about.
    Each(BTreeMap<String, Amount>),
}

impl Values {
    /// The value of that subject; of the story when there is none.
    #[must_use]
    pub fn of(&self, subject: Option<&str>) -> Option<&Amount> {
        match (self, subject) {
            (Values::World(amount), None) => Some(amount),
            (Values::Each(amounts), Some(subject)) => amounts.get(subject),
            _ => None,
        }
    }

    pub(crate) fn of_mut(&mut self, subject: Option<&str>) -> Option<&mut Amount> {
        match (self, subject) {
            (Values::World(amount), None) => Some(amount),
            (Values::Each(amounts), Some(subject)) => amounts.get_mut(subject),
            _ => None,
        }
    }
}

/// A value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Amount {
    /// Of a flag.
    Flag(bool),
    /// Of a number.
    Number(f64),
    /// Of a choice.
    Word(String),
}

impl Amount {
    /// Whether it is a value of that variable (W-179).
    pub(crate) fn fits(&self, kind: &VariableKind) -> bool {
        match (self, kind) {
            (Amount::Flag(_), VariableKind::Flag { .. }) => true,
            (Amount::Word(word), VariableKind::Choice { options, .. }) => options.contains(word),
            (
                Amount::Number(number),
                VariableKind::Number {
                    min, max, integer, ..
                },
            ) => {
                number.is_finite()
                    && min.is_none_or(|min| *number >= min)
                    && max.is_none_or(|max| *number <= max)
                    && (!integer || number.fract() == 0.0)
            }
            _ => false,
        }
    }
}

impl From<&model::Amount> for Amount {
    fn from(amount: &model::Amount) -> Self {
        match amount {
            model::Amount::Number(number) => Amount::Number(*number),
            model::Amount::Flag(flag) => Amount::Flag(*flag),
            model::Amount::Word(word) => Amount::Word(word.clone()),
        }
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What.
    pub text: String,
    /// Where.
    pub location: Option<String>,
    /// In which turn.
    pub turn: i64,
    /// In which round.
    pub round: i64,
    /// 1 to 5
    pub importance: i64,
    /// What conditions ask for.
    pub tags: Vec<String>,
    /// Whom it is about.
    pub involves: Vec<String>,
    /// Who took it in.
    pub perceived_by: Vec<String>,
}

/// How a trigger stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trigger {
    /// What the last look found its condition to be.
    pub seen: Option<bool>,
    /// How often it has fired.
    pub fired: u32,
    /// When it fired last.
    pub last_fired: Option<DateTime<Utc>>,
    /// How it ended, if it did.
    pub end: Option<End>,
    /// The latest verdicts on its statements.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<String, Verdict>,
}

/// How a trigger ended (W-365).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// It fired and does not repeat.
    Fired,
    /// An effect could not be applied, with the reason.
    Failed(String),
    /// Its time was up.
    Expired,
}

/// What was said of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Yes or no.
    pub yes: bool,
    /// In which judging.
    pub judging: u64,
}

/// Something the game master may weave in (W-332).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// Different for each.
    pub id: String,
    /// Whose effect it is.
    pub trigger: String,
    /// What.
    pub text: String,
    /// The turn it was given in.
    pub turn: i64,
}

/// Something a character will notice when it acts next (W-364).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cue {
    /// Who.
    pub character: String,
    /// Whose effect it is.
    pub trigger: String,
    /// What.
    pub text: String,
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

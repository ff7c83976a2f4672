//! The moment as the game master may know it, as structure. `story` fills it in from the records; the offline narrator reads it, and a
//! language model gets the same facts as text. It holds nothing that the session does not.

use serde::{Deserialize, Serialize};

/// Everything a turn is told from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// The world's name.
    pub world: String,
    /// The player's character.
    pub player: Person,
    /// What the player wants to do.
    pub action: Action,
    /// The story's local time, `2024-05-01T21:00`.
    pub clock: String,
    /// Where the player's character is; nothing in a world without places, or when it is nowhere.
    pub place: Option<Place>,
    /// The place the player's character was in before this one.
    pub came_from: Option<String>,
    /// Who else is there.
    pub people: Vec<Person>,
    /// What can be seen there, what those present hold or wear, and what the player carries.
    pub things: Vec<Thing>,
    /// What is there and cannot be seen: hidden, or inside something closed. The player does not know of it.
    pub unseen: Vec<Thing>,
    /// Known places that can be reached now, the next ones included.
    pub ways: Vec<Way>,
    /// What the game master is to weave in.
    pub beats: Vec<Beat>,
    /// What someone present notices now.
    pub cues: Vec<Cue>,
    /// What the player's character has heard is going to happen.
    pub announcements: Vec<Announcement>,
    /// Tracked values that may be told.
    pub readings: Vec<Reading>,
    /// Lore the player's character knows.
    pub lore: Vec<Entry>,
    /// The rules of the world.
    pub rules: Vec<String>,
}

/// What kind of thing the player does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ActionKind {
    /// Does something, in words.
    #[default]
    Act,
    /// Says something aloud.
    Say,
    /// Speaks to the game master, out of character.
    Ooc,
    /// Lets time pass.
    Wait,
    /// Lets the story go on.
    Continue,
}

impl ActionKind {
    /// The word for it in the HTTP contract.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ActionKind::Act => "act",
            ActionKind::Say => "say",
            ActionKind::Ooc => "ooc",
            ActionKind::Wait => "wait",
            ActionKind::Continue => "continue",
        }
    }

    /// The kind of that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<ActionKind> {
        [
            ActionKind::Act,
            ActionKind::Say,
            ActionKind::Ooc,
            ActionKind::Wait,
            ActionKind::Continue,
        ]
        .into_iter()
        .find(|kind| kind.as_str() == word)
    }
}

/// What the player does in this turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// Its kind.
    pub kind: ActionKind,
    /// The player's own words.
    pub text: String,
    /// How much story time has passed while waiting.
    pub waited_seconds: u64,
}

/// A character as others see it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// Its id in the world.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Other names it answers to.
    pub aliases: Vec<String>,
    /// Whether it is a crowd rather than one person.
    pub group: bool,
    /// What it looks like.
    pub appearance: Option<String>,
    /// What anyone present can tell about it.
    pub public_state: Option<String>,
    /// What it is doing.
    pub activity: Option<String>,
    /// Where in the place it is, in words.
    pub position: Option<String>,
    /// The feature it is at.
    pub feature: Option<String>,
    /// How it speaks.
    pub speech_style: Option<String>,
    /// Things it might say.
    pub speech: Vec<String>,
}

/// Where the player's character is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What everyone there is told.
    pub description: Option<String>,
    /// Names of the places it lies in, the nearest first.
    pub within: Vec<String>,
    /// What there is in it; at most twelve are told.
    pub features: Vec<Feature>,
    /// The ways out.
    pub exits: Vec<Exit>,
}

/// Something fixed in a place.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    /// Its id within the place.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is seen at a closer look.
    pub description: Option<String>,
}

/// A way out of the place.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Exit {
    /// The place it leads to.
    pub to: String,
    /// That place's name.
    pub name: String,
    /// What the way looks like from here.
    pub description: Option<String>,
    /// `open`, `locked` or `blocked`.
    pub state: String,
    /// Why it is locked or blocked.
    pub note: Option<String>,
    /// Items that open it.
    pub opened_by: Vec<String>,
}

/// A place that can be reached over open ways, and what will be seen on arriving.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Way {
    /// The place.
    pub place: Place,
    /// Names of the places passed on the way.
    pub through: Vec<String>,
    /// Who is there.
    pub people: Vec<Person>,
    /// What can be seen there.
    pub things: Vec<Thing>,
    /// How long the way takes.
    pub seconds: u64,
}

/// Where a thing is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// In the place.
    #[default]
    Here,
    /// In a character's hands.
    HeldBy(String),
    /// On a character's body.
    WornBy(String),
    /// Inside another thing.
    Inside(String),
}

/// An item.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Thing {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is seen at a closer look.
    pub description: Option<String>,
    /// What shape it is in.
    pub quality: Option<String>,
    /// How many.
    pub quantity: u64,
    /// There is only this one.
    pub unique: bool,
    /// Told first and never left out.
    pub notable: bool,
    /// Nobody sees it until it is found.
    pub hidden: bool,
    /// It can be worn.
    pub wearable: bool,
    /// What it is as a container.
    pub container: Option<Container>,
    /// Where it is.
    pub place: Whereabouts,
    /// The feature it lies at.
    pub feature: Option<String>,
    /// Where exactly, in words.
    pub position: Option<String>,
    /// Whom it belongs to.
    pub owner: Option<String>,
}

/// What holds other things.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Container {
    /// `open`, `closed` or `locked`.
    pub state: String,
    /// Items that open it.
    pub opened_by: Vec<String>,
}

/// Something to weave into the story.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Beat {
    /// By this the answer says that it was used.
    pub id: String,
    /// What.
    pub text: String,
}

/// Something a character notices.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Cue {
    /// Who.
    pub character: String,
    /// What.
    pub text: String,
}

/// Something that is told beforehand.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Announcement {
    /// What is going to happen.
    pub text: String,
    /// When, as local time.
    pub at: Option<String>,
}

/// A tracked value in words.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The variable's name.
    pub name: String,
    /// Whose it is, by name; nothing for the whole story.
    pub of: Option<String>,
    /// The value, or the word of its band.
    pub value: String,
}

/// A piece of lore.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its title.
    pub title: String,
    /// What is known.
    pub text: String,
}

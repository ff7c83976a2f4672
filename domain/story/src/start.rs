//! Starting a session (section 17): the authored world becomes records. The world is only read; a start that is refused leaves nothing.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use talekeep_world::model::{self, BuiltIn, Role, Variable, VariableSubject, World};
use talekeep_world::{Code, Problem};

use crate::knowledge;
use crate::parts::Part;
use crate::state::{
    Amount, Beat, Character, Cue, Faction, Goal, Item, ItemPlace, Known, Profile, SCHEMA, Settings,
    Shut, Source, State, Trigger, Values,
};
use crate::ways;

/// What a session is started from.
#[derive(Debug, Clone, Copy)]
pub struct Start<'a> {
    /// The world; it has no problems.
    pub world: &'a World,
    /// The path of its folder in the library (W-470).
    pub folder: &'a str,
    /// An avatar brought along (W-435), adapted to the world (W-436). The world itself never learns of it.
    pub avatar: Option<&'a model::Character>,
    /// The playable character the player takes.
    pub character: &'a str,
    /// The language the story is told in.
    pub language: &'a str,
    /// Makes the narrator's chance repeatable.
    pub seed: u64,
    /// When the story begins in a world that does not say.
    pub now: DateTime<Utc>,
}

/// A session that has just begun.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened {
    /// Its records.
    pub state: State,
    /// What it opens with, as authored (W-062); no model was asked.
    pub opening: Vec<Part>,
}

/// Starts a session, or says why it cannot be.
pub fn start(start: &Start<'_>) -> Result<Opened, Vec<Problem>> {
    let world = joined(start.world, start.avatar)?;
    check(&world, start.character)?;
    let mut state = populate(&world, Settings::default(), None, start.now);
    state.source = Source {
        world: world.id.clone().unwrap_or_default(),
        folder: start.folder.to_owned(),
    };
    state.player = start.character.to_owned();
    state.language = start.language.to_owned();
    state.seed = start.seed;
    let name = |id: &String| {
        world
            .character(id)
            .map_or_else(|| id.clone(), |speaker| speaker.name.clone())
    };
    let opening = world
        .opening
        .iter()
        .map(|part| Part {
            speaker: part.speaker.as_ref().map(name),
            text: part.text.clone(),
        })
        .collect();
    Ok(Opened { state, opening })
}

/// The world with the avatar among its characters, for this session alone.
fn joined<'a>(
    world: &'a World,
    avatar: Option<&model::Character>,
) -> Result<Cow<'a, World>, Vec<Problem>> {
    let Some(avatar) = avatar else {
        return Ok(Cow::Borrowed(world));
    };
    if world.character(&avatar.id).is_some() {
        let message = format!("The world has a character {:?} already.", avatar.id);
        return Err(refused("/avatar", Code::Duplicate, message));
    }
    let mut world = world.clone();
    world.characters.push(avatar.clone());
    Ok(Cow::Owned(world))
}

/// The player takes a playable character (W-475).
fn check(world: &World, character: &str) -> Result<(), Vec<Problem>> {
    let message = match world.character(character) {
        Some(found) if found.role == Role::Playable => return Ok(()),
        Some(_) => format!("{character:?} is not a playable character."),
        None => format!("The world has no character {character:?}."),
    };
    Err(refused("/character", Code::UnknownReference, message))
}

fn refused(pointer: &str, code: Code, message: String) -> Vec<Problem> {
    vec![Problem {
        file: "session".to_owned(),
        pointer: pointer.to_owned(),
        code,
        message,
    }]
}

/// The records of a world when its story begins (W-471, W-473), without a player.
pub(crate) fn populate(
    world: &World,
    settings: Settings,
    zone: Option<Tz>,
    now: DateTime<Utc>,
) -> State {
    // `starting_time` is read in the world's own zone, whatever zone the session chose (W-063).
    let clock = world
        .starting_time
        .as_ref()
        .map_or(now, |moment| moment.instant(world.time_zone));
    let mut state = State {
        schema: SCHEMA,
        source: Source::default(),
        language: String::new(),
        seed: 0,
        settings,
        clock,
        time_zone: zone.unwrap_or(world.time_zone),
        player: String::new(),
        came_from: None,
        turn: 1,
        round: 0,
        characters: world
            .characters
            .iter()
            .map(|one| (one.id.clone(), character(world, one)))
            .collect(),
        factions: world
            .factions
            .iter()
            .map(|one| (one.id.clone(), faction(one)))
            .collect(),
        items: world
            .items
            .iter()
            .map(|one| (one.id.clone(), item(one)))
            .collect(),
        exits: ways::made(world),
        gone_features: BTreeSet::new(),
        variables: world
            .variables
            .iter()
            .map(|one| (one.key.clone(), values(world, one, false)))
            .collect(),
        baselines: baselines(world),
        events: Vec::new(),
        triggers: world
            .triggers
            .iter()
            .map(|one| (one.key.clone(), Trigger::default()))
            .collect(),
        judgings: 0,
        beats: Vec::<Beat>::new(),
        next_beat: 1,
        cues: Vec::<Cue>::new(),
    };
    let everyone: Vec<String> = state.characters.keys().cloned().collect();
    knowledge::take_in(&mut state, &everyone);
    state
}

fn character(world: &World, authored: &model::Character) -> Character {
    let start = &authored.start;
    let pairs = authored
        .knowledge
        .exits
        .iter()
        .map(|exit| (exit.from.clone(), exit.to.clone()));
    let memberships = world.factions.iter().filter(|faction| {
        faction
            .members
            .iter()
            .any(|member| member.character == authored.id)
    });
    Character {
        location: start.location.clone(),
        feature: start.feature.clone(),
        position: start.position.clone(),
        public_state: start.public_state.clone(),
        inner_state: start.inner_state.clone(),
        activity: start.activity.clone(),
        goals: start.intents.iter().map(Goal::from).collect(),
        engagement: None,
        known: Known {
            locations: authored.knowledge.locations.iter().cloned().collect(),
            items: authored.knowledge.items.iter().cloned().collect(),
            exits: pairs.collect(),
            lore: authored.knowledge.lore.iter().cloned().collect(),
        },
        profiles: authored
            .relationships
            .iter()
            .map(|view| (view.to.clone(), profile(view)))
            .collect(),
        // Membership gives a neutral profile of the faction (W-150).
        faction_profiles: memberships
            .map(|faction| (faction.id.clone(), Profile::default()))
            .collect(),
    }
}

fn profile(view: &model::Relationship) -> Profile {
    Profile {
        label: Some(view.label.clone()),
        summary: view.summary.clone(),
        familiarity: view.familiarity,
        trust: view.trust,
        affinity: view.affinity,
        tension: view.tension,
    }
}

fn faction(authored: &model::Faction) -> Faction {
    Faction {
        public_state: authored.start.public_state.clone(),
        inner_state: authored.start.inner_state.clone(),
        goals: authored.start.goals.iter().map(Goal::from).collect(),
    }
}

fn item(authored: &model::Item) -> Item {
    let (place, feature, position) = match &authored.place {
        model::ItemPlace::Location {
            location,
            position,
            feature,
        } => (ItemPlace::Location(location.clone()), feature, position),
        model::ItemPlace::HeldBy {
            character,
            position,
        } => (ItemPlace::HeldBy(character.clone()), &None, position),
        model::ItemPlace::WornBy {
            character,
            position,
        } => (ItemPlace::WornBy(character.clone()), &None, position),
        model::ItemPlace::Inside { item, position } => {
            (ItemPlace::Inside(item.clone()), &None, position)
        }
    };
    Item {
        place,
        feature: feature.clone(),
        position: position.clone(),
        quantity: authored.quantity,
        quality: authored.quality.clone(),
        notable: authored.notable,
        hidden: authored.hidden,
        container_state: authored
            .container
            .as_ref()
            .map(|container| Shut::from(container.state)),
        owner: authored.owner.clone(),
    }
}

/// The values a variable starts from: the feelings from `start.emotion`, the others from initial values, else the default.
fn values(world: &World, variable: &Variable, temperament: bool) -> Values {
    let initial = |given: &BTreeMap<String, model::Amount>| {
        given
            .get(&variable.key)
            .map_or_else(|| Amount::from(&variable.default_amount()), Amount::from)
    };
    let characters = world.characters.iter().map(|one| {
        let amount = match variable.built_in {
            Some(feeling) => Amount::Number(felt(one, feeling, temperament)),
            None => initial(&one.variables),
        };
        (one.id.clone(), amount)
    });
    let all: Box<dyn Iterator<Item = (String, Amount)> + '_> = match variable.subject {
        VariableSubject::World => return Values::World(initial(&world.initial)),
        VariableSubject::Character => Box::new(characters),
        VariableSubject::Item => Box::new(
            world
                .items
                .iter()
                .map(|one| (one.id.clone(), initial(&one.variables))),
        ),
        VariableSubject::Location => Box::new(
            world
                .locations
                .iter()
                .map(|one| (one.id.clone(), initial(&one.variables))),
        ),
    };
    Values::Each(all.filter(|(id, _)| variable.concerns(id)).collect())
}

fn felt(character: &model::Character, feeling: BuiltIn, temperament: bool) -> f64 {
    let emotion = character.start.emotion.unwrap_or_default();
    let felt = if temperament {
        emotion.baseline
    } else {
        emotion.immediate
    };
    match feeling {
        BuiltIn::Valence => felt.valence,
        BuiltIn::Arousal => felt.arousal,
        BuiltIn::Dominance => felt.dominance,
    }
}

fn baselines(world: &World) -> BTreeMap<String, Values> {
    let with = world
        .variables
        .iter()
        .filter(|variable| variable.baseline || variable.built_in.is_some());
    with.map(|variable| (variable.key.clone(), values(world, variable, true)))
        .collect()
}

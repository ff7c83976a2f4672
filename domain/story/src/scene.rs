//! The scene of a turn, compiled from the records: what is there, who is there, what may be seen and what the game master alone knows.
//! It changes nothing.

use talekeep_prompts as ask;
use talekeep_prompts::{Scene, Whereabouts};
use talekeep_world::model::{CharacterKind, Location, Visibility, World};

use crate::announcements;
use crate::state::{Amount, ItemPlace, State};
use crate::ways;

/// At most this many features of a place are told (W-208).
const FEATURES: usize = 12;
/// At most this many places one could go to are described.
const WAYS: usize = 24;
/// At most this many things of one place are told, notable ones first.
const THINGS: usize = 60;

/// Compiles the scene for what the player does. `cues` are those told in this turn.
pub(crate) fn compile(
    world: &World,
    state: &State,
    action: ask::Action,
    cues: Vec<ask::Cue>,
) -> Scene {
    let here = state
        .characters
        .get(&state.player)
        .and_then(|player| player.location.clone());
    let known = announcements::known(world, state);
    let announcements = announcements::told_to(&known, &state.player)
        .into_iter()
        .map(|one| ask::Announcement {
            text: one.text.clone(),
            at: one.at.map(|at| at.format("%Y-%m-%dT%H:%M").to_string()),
        })
        .collect();
    let company = company(state);
    let (things, unseen) = things(world, state, here.as_deref());
    Scene {
        world: world.name.clone(),
        player: person(world, state, &state.player),
        action,
        clock: state
            .clock
            .with_timezone(&state.time_zone)
            .format("%Y-%m-%dT%H:%M")
            .to_string(),
        place: here
            .as_deref()
            .and_then(|place| describe(world, state, place)),
        came_from: state.came_from.clone(),
        people: company.iter().map(|id| person(world, state, id)).collect(),
        things,
        unseen,
        ways: match here.as_deref() {
            Some(here) => reachable(world, state, here),
            None => anywhere(world, state),
        },
        beats: state
            .offered()
            .map(|beat| ask::Beat {
                id: beat.id.clone(),
                text: beat.text.clone(),
            })
            .collect(),
        cues,
        announcements,
        readings: readings(world, state, &company),
        lore: lore(world, state),
        rules: world.rules.clone(),
    }
}

/// Who is with the player: whoever is in the same place. Those the author put nowhere share the scene of the opening, and so
/// does everyone in a world without places (W-104, W-200).
pub(crate) fn company(state: &State) -> Vec<String> {
    let here = state
        .characters
        .get(&state.player)
        .and_then(|player| player.location.as_ref());
    let together = |other: &Option<String>| other.as_ref() == here;
    let others = state
        .characters
        .iter()
        .filter(|(id, other)| **id != state.player && together(&other.location));
    others.map(|(id, _)| id.clone()).collect()
}

fn person(world: &World, state: &State, id: &str) -> ask::Person {
    let authored = world.character(id);
    let now = state.characters.get(id);
    let place = now
        .and_then(|now| now.location.as_deref())
        .and_then(|place| world.location(place));
    let feature = now.and_then(|now| now.feature.as_ref());
    let feature =
        place.and_then(|place| place.features.iter().find(|one| Some(&one.id) == feature));
    let engaged = now
        .and_then(|now| now.engagement.as_ref())
        .map(|engagement| engagement.activity.clone());
    ask::Person {
        id: id.to_owned(),
        name: authored.map_or_else(|| id.to_owned(), |one| one.name.clone()),
        aliases: authored.map(|one| one.aliases.clone()).unwrap_or_default(),
        group: authored.is_some_and(|one| one.kind == CharacterKind::Group),
        // A summary is what lists and previews show everybody (W-090), so it serves where nothing says how they look.
        appearance: authored.and_then(|one| one.appearance.clone().or_else(|| one.summary.clone())),
        public_state: now.and_then(|now| now.public_state.clone()),
        activity: engaged.or_else(|| now.and_then(|now| now.activity.clone())),
        position: now.and_then(|now| now.position.clone()),
        feature: feature.map(|one| one.name.clone()),
        speech_style: authored.and_then(|one| one.speech.style.clone()),
        speech: authored
            .map(|one| one.speech.examples.clone())
            .unwrap_or_default(),
    }
}

fn describe(world: &World, state: &State, id: &str) -> Option<ask::Place> {
    let place = world.location(id)?;
    let mut within = Vec::new();
    let mut parent = place
        .parent
        .as_deref()
        .and_then(|parent| world.location(parent));
    while let Some(outer) = parent.filter(|_| within.len() < world.locations.len()) {
        within.push(outer.name.clone());
        parent = outer
            .parent
            .as_deref()
            .and_then(|parent| world.location(parent));
    }
    let features = place
        .features
        .iter()
        .filter(|one| state.has_feature(world, id, &one.id))
        .take(FEATURES);
    let exits = state
        .exits
        .get(id)
        .into_iter()
        .flatten()
        .map(|(to, exit)| ask::Exit {
            to: to.clone(),
            name: place_name(world, to),
            description: ways::description(world, id, to).map(str::to_owned),
            state: exit.state.as_str().to_owned(),
            note: exit.note.clone(),
            opened_by: exit.opened_by.clone(),
        });
    Some(ask::Place {
        id: id.to_owned(),
        name: place.name.clone(),
        description: place.description.clone(),
        within,
        features: features
            .map(|one| ask::Feature {
                id: one.id.clone(),
                name: one.name.clone(),
                description: one.description.clone(),
            })
            .collect(),
        exits: exits.collect(),
    })
}

fn place_name(world: &World, id: &str) -> String {
    world
        .location(id)
        .map_or_else(|| id.to_owned(), |place| place.name.clone())
}

/// From nowhere the story leads to any place (W-104), one minute away.
fn anywhere(world: &World, state: &State) -> Vec<ask::Way> {
    let places = world.locations.iter().take(WAYS);
    let way = |place: &Location| {
        Some(ask::Way {
            place: describe(world, state, &place.id)?,
            through: Vec::new(),
            people: people_in(world, state, &place.id),
            things: things(world, state, Some(&place.id)).0,
            seconds: 60,
        })
    };
    places.filter_map(way).collect()
}

fn people_in(world: &World, state: &State, place: &str) -> Vec<ask::Person> {
    state
        .characters_in(place)
        .filter(|id| *id != state.player)
        .map(|id| person(world, state, id))
        .collect()
}

/// Known places that can be reached now, and those next door whatever is known.
fn reachable(world: &World, state: &State, here: &str) -> Vec<ask::Way> {
    let known = state
        .characters
        .get(&state.player)
        .map(|player| &player.known.locations);
    ways::reachable(world, state, here)
        .into_iter()
        .filter(|(to, path)| {
            path.places.len() == 1 || known.is_some_and(|known| known.contains(to))
        })
        .take(WAYS)
        .filter_map(|(to, path)| {
            let passed = path.places.iter().take(path.places.len().saturating_sub(1));
            Some(ask::Way {
                place: describe(world, state, &to)?,
                through: passed.map(|place| place_name(world, place)).collect(),
                people: people_in(world, state, &to),
                things: things(world, state, Some(&to)).0,
                seconds: u64::try_from(path.seconds).unwrap_or(0),
            })
        })
        .collect()
}

/// What can be seen in a place and what the player has, and what is there unseen.
fn things(world: &World, state: &State, place: Option<&str>) -> (Vec<ask::Thing>, Vec<ask::Thing>) {
    let is_here = |holder: &str| {
        state
            .characters
            .get(holder)
            .is_some_and(|other| other.location.as_deref() == place)
    };
    let mut seen = Vec::new();
    let mut unseen = Vec::new();
    for id in state.items.keys() {
        let (here, mine) = match state.outermost(id) {
            Some(ItemPlace::Location(location)) => (place == Some(location.as_str()), false),
            Some(ItemPlace::HeldBy(holder) | ItemPlace::WornBy(holder)) => {
                (is_here(holder), *holder == state.player)
            }
            Some(ItemPlace::Inside(_)) | None => (false, false),
        };
        let direct = matches!(
            state.items.get(id).map(|item| &item.place),
            Some(ItemPlace::HeldBy(_) | ItemPlace::WornBy(_))
        );
        if !(here || mine) {
            continue;
        }
        if state.in_sight(id) || (mine && direct) {
            seen.extend(thing(world, state, id));
        } else if mine || !direct {
            unseen.extend(thing(world, state, id));
        }
    }
    seen.sort_by_key(|thing: &ask::Thing| !thing.notable);
    seen.truncate(
        seen.iter()
            .filter(|thing| thing.notable)
            .count()
            .max(THINGS),
    );
    (seen, unseen)
}

fn thing(world: &World, state: &State, id: &str) -> Option<ask::Thing> {
    let authored = world.item(id)?;
    let now = state.items.get(id)?;
    Some(ask::Thing {
        id: id.to_owned(),
        name: authored.name.clone(),
        description: authored.description.clone(),
        quality: now.quality.clone(),
        quantity: u64::try_from(now.quantity).unwrap_or(1),
        unique: authored.unique,
        notable: now.notable,
        hidden: now.hidden,
        wearable: authored.wearable.is_some(),
        container: now.container_state.map(|state| ask::Container {
            state: state.as_str().to_owned(),
            opened_by: authored
                .container
                .as_ref()
                .map(|container| container.opened_by.clone())
                .unwrap_or_default(),
        }),
        place: match &now.place {
            ItemPlace::Location(_) => Whereabouts::Here,
            ItemPlace::HeldBy(holder) => Whereabouts::HeldBy(holder.clone()),
            ItemPlace::WornBy(holder) => Whereabouts::WornBy(holder.clone()),
            ItemPlace::Inside(outer) => Whereabouts::Inside(outer.clone()),
        },
        feature: now.feature.clone(),
        position: now.position.clone(),
        owner: now.owner.clone(),
    })
}

/// The values the player may know: public ones of those present and of the story, private ones of the player's own character;
/// only when they differ from the default, unless they are told always.
pub(crate) fn readings(world: &World, state: &State, company: &[String]) -> Vec<ask::Reading> {
    let mut readings = Vec::new();
    let here = state
        .characters
        .get(&state.player)
        .and_then(|player| player.location.as_deref());
    for variable in world
        .variables
        .iter()
        .filter(|variable| variable.built_in.is_none())
    {
        use talekeep_world::model::VariableSubject::{Character, Item, Location, World};
        let default = Amount::from(&variable.default_amount());
        let own = std::iter::once(state.player.as_str());
        let others = company.iter().map(String::as_str);
        let subjects: Vec<Option<&str>> = match (variable.visibility, variable.subject) {
            (Visibility::Hidden, _) => continue,
            (_, World) => vec![None],
            (Visibility::Private, _) => own.map(Some).collect(),
            (Visibility::Public, Character) => own.chain(others).map(Some).collect(),
            (Visibility::Public, Location) => here.into_iter().map(Some).collect(),
            (Visibility::Public, Item) => {
                let held = ItemPlace::HeldBy(state.player.clone());
                state
                    .items
                    .iter()
                    .filter(|(_, item)| item.place == held)
                    .map(|(id, _)| Some(id.as_str()))
                    .collect()
            }
        };
        for subject in subjects {
            let Some(amount) = state
                .variables
                .get(&variable.key)
                .and_then(|values| values.of(subject))
            else {
                continue;
            };
            if *amount == default && !variable.always {
                continue;
            }
            let of = subject.map(|id| match variable.subject {
                Character => world.character(id).map_or(id, |one| &one.name).to_owned(),
                Item => world.item(id).map_or(id, |one| &one.name).to_owned(),
                Location | World => place_name(world, id),
            });
            readings.push(ask::Reading {
                name: variable.name.clone(),
                of,
                value: in_words(variable, amount, &state.language),
            });
        }
    }
    readings
}

fn in_words(variable: &talekeep_world::model::Variable, amount: &Amount, language: &str) -> String {
    let zh = language.starts_with("zh");
    match amount {
        Amount::Number(number) => {
            // Three tenths and three tenths are six tenths to a reader, whatever is left behind the point.
            let shown = (number * 1000.0).round() / 1000.0;
            match variable.band(*number) {
                Some(label) => format!("{label} ({shown})"),
                None => shown.to_string(),
            }
        }
        Amount::Flag(true) => if zh { "是" } else { "yes" }.to_owned(),
        Amount::Flag(false) => if zh { "否" } else { "no" }.to_owned(),
        Amount::Word(word) => word.clone(),
    }
}

/// Lore the player's character knows (W-134).
fn lore(world: &World, state: &State) -> Vec<ask::Entry> {
    let known = state
        .characters
        .get(&state.player)
        .map(|player| &player.known.lore);
    let entries = world
        .lore
        .iter()
        .filter(|entry| known.is_some_and(|known| known.contains(&entry.id)));
    let text = |entry: &talekeep_world::model::Lore| {
        entry
            .body
            .as_ref()
            .or(entry.summary.as_ref())
            .cloned()
            .unwrap_or_default()
    };
    entries
        .map(|entry| ask::Entry {
            title: entry.title.clone(),
            text: text(entry),
        })
        .collect()
}

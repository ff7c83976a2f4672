//! Ways between places: those made when a session starts, what they look like, and how to get somewhere over open ones. Going past a
//! shut way is never decided here.

use std::collections::{BTreeMap, VecDeque};

use talekeep_world::model::{self, World};

use crate::state::{Exit, Shut, State};

/// Every way of a world, ways back included (W-211).
pub(crate) fn made(world: &World) -> BTreeMap<String, BTreeMap<String, Exit>> {
    let mut ways: BTreeMap<String, BTreeMap<String, Exit>> = BTreeMap::new();
    for place in &world.locations {
        for exit in &place.exits {
            // An exit the other place authors itself takes the place of the way back.
            let back = !exit.one_way && authored(world, &exit.to, &place.id).is_none();
            let way = Exit {
                state: Shut::from(exit.state),
                note: exit.note.clone(),
                opened_by: exit.opened_by.clone(),
                shared: back,
            };
            if back {
                ways.entry(exit.to.clone())
                    .or_default()
                    .insert(place.id.clone(), way.clone());
            }
            ways.entry(place.id.clone())
                .or_default()
                .insert(exit.to.clone(), way);
        }
    }
    ways
}

fn authored<'w>(world: &'w World, from: &str, to: &str) -> Option<&'w model::Exit> {
    world
        .location(from)?
        .exits
        .iter()
        .find(|exit| exit.to == to)
}

/// What a way looks like from the place it leaves.
pub(crate) fn description<'w>(world: &'w World, from: &str, to: &str) -> Option<&'w str> {
    match authored(world, from, to) {
        Some(exit) => exit.description.as_deref(),
        None => {
            let exit = authored(world, to, from)?;
            exit.back_description
                .as_deref()
                .or(exit.description.as_deref())
        }
    }
}

/// How long a way takes when the author says nothing: one minute.
const STEP_SECONDS: i64 = 60;

fn seconds(world: &World, from: &str, to: &str) -> i64 {
    let exit = authored(world, from, to).or_else(|| authored(world, to, from));
    exit.and_then(|exit| exit.travel_time_seconds)
        .unwrap_or(STEP_SECONDS)
}

/// How to get somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    /// The places passed, the last one included.
    pub(crate) places: Vec<String>,
    /// How long it takes.
    pub(crate) seconds: i64,
}

/// Every place that can be reached over open ways, with the path of the fewest ways (W-216), the nearest first.
pub(crate) fn reachable(world: &World, state: &State, from: &str) -> Vec<(String, Path)> {
    let mut found: Vec<(String, Path)> = Vec::new();
    let mut met: std::collections::BTreeSet<&str> = [from].into();
    let mut queue: VecDeque<(&str, Path)> = [(
        from,
        Path {
            places: Vec::new(),
            seconds: 0,
        },
    )]
    .into();
    while let Some((here, path)) = queue.pop_front() {
        for (to, exit) in state.exits.get(here).into_iter().flatten() {
            if exit.state != Shut::Open || !met.insert(to) {
                continue;
            }
            let mut next = path.clone();
            next.places.push(to.clone());
            next.seconds += seconds(world, here, to);
            found.push((to.clone(), next.clone()));
            queue.push_back((to, next));
        }
    }
    found
}

/// How to get from one place to another over open ways.
pub(crate) fn path(world: &World, state: &State, from: &str, to: &str) -> Option<Path> {
    reachable(world, state, from)
        .into_iter()
        .find(|(place, _)| place == to)
        .map(|(_, path)| path)
}

/// Why one cannot get there, for people.
pub(crate) fn barrier(state: &State, from: &str, to: &str) -> String {
    match state.exits.get(from).and_then(|exits| exits.get(to)) {
        Some(exit) => {
            let note = exit
                .note
                .as_ref()
                .map(|note| format!(" ({note})"))
                .unwrap_or_default();
            format!(
                "the way from {from:?} to {to:?} is {}{note}",
                exit.state.as_str()
            )
        }
        None => format!("there is no open way from {from:?} to {to:?}"),
    }
}

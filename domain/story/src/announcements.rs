//! What is told before a trigger fires (13.4). Only the public side ever leaves here, never the effects.

use talekeep_world::model::{Condition, LocalTime, World};

use crate::condition::instant;
use crate::edit::audience;
use crate::state::State;
use crate::triggers::{in_order, is_live};

/// An announcement that is known by now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Announced {
    pub(crate) trigger: String,
    pub(crate) text: String,
    /// When it is to happen, as told (W-343).
    pub(crate) at: Option<LocalTime>,
    /// The characters in its audience now.
    pub(crate) known_by: Vec<String>,
}

/// Every announcement known by now, by priority and file order (W-344).
pub(crate) fn known(world: &World, state: &State) -> Vec<Announced> {
    in_order(world)
        .into_iter()
        .filter(|trigger| {
            is_live(state, trigger)
                && state
                    .triggers
                    .get(&trigger.key)
                    .is_none_or(|record| record.fired == 0)
        })
        .filter_map(|trigger| {
            let announce = trigger.announce.as_ref()?;
            announce
                .from
                .is_none_or(|from| state.clock >= instant(state, from))
                .then(|| Announced {
                    trigger: trigger.key.clone(),
                    text: announce.text.clone(),
                    at: announce.at.or_else(|| happens_at(&trigger.when)),
                    known_by: audience(world, state, &announce.audience),
                })
        })
        .collect()
}

/// What one character is told: the three soonest (W-345).
pub(crate) fn told_to<'k>(known: &'k [Announced], character: &str) -> Vec<&'k Announced> {
    let mut told: Vec<&Announced> = known
        .iter()
        .filter(|one| one.known_by.iter().any(|id| id == character))
        .collect();
    told.sort_by_key(|one| (one.at.is_none(), one.at));
    told.truncate(3);
    told
}

/// The latest `from` that must have come, looking only through `all`.
fn happens_at(condition: &Condition) -> Option<LocalTime> {
    match condition {
        Condition::Time(time) if time.window.is_none() && time.days.is_empty() => time.from,
        Condition::All(conditions) => conditions.iter().filter_map(happens_at).max(),
        _ => None,
    }
}

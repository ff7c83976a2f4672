//! What becomes of each trigger: whether it can fire at all, and if not, why. Decided from what is written alone; whatever a story may
//! bring about counts as possible.

use super::holds::{Clash, Span, clash};
use super::sight::{Index, of_trigger};
use super::spot::Spot;
use crate::link::circles;
use crate::model::{Condition, Moment, World};

/// What becomes of a trigger.
#[derive(Debug, Clone)]
pub(super) enum Fate {
    /// It can fire.
    Fires,
    /// Its own condition or its end forbids it.
    Never(Clash),
    /// Every roll fails.
    Chanceless,
    /// It needs a trigger that needs it in turn.
    Circle(Wait),
    /// It needs a trigger that never fires.
    Waits(Wait),
}

/// Where a trigger names the one it waits for.
#[derive(Debug, Clone)]
pub(super) struct Wait {
    pub(super) spot: Spot,
    pub(super) trigger: usize,
}

/// The fate of every trigger, in their order.
pub(super) fn of(world: &World, index: &Index<'_>) -> Vec<Fate> {
    let mut fates: Vec<Fate> = (0..world.triggers.len())
        .map(|at| alone(world, index, at))
        .collect();
    let fireable = fireable(world, index, &fates);
    let waits: Vec<Vec<Wait>> = world
        .triggers
        .iter()
        .enumerate()
        .map(|(at, trigger)| {
            let mut waits = Vec::new();
            if !fireable[at] {
                let spot = of_trigger(at).key("when");
                collect(&trigger.when, true, spot, &mut |key, spot| {
                    let other = index.triggers.get(key).copied();
                    let other = other.filter(|other| !fireable[*other]);
                    waits.extend(other.map(|trigger| Wait { spot, trigger }));
                });
            }
            waits
        })
        .collect();
    let edges: Vec<Vec<usize>> = waits
        .iter()
        .map(|waits| waits.iter().map(|wait| wait.trigger).collect())
        .collect();
    let component = circles::components(&edges);
    for (at, waits) in waits.into_iter().enumerate() {
        if !matches!(fates[at], Fate::Fires) || fireable[at] {
            continue;
        }
        let circle = waits
            .iter()
            .find(|wait| component[wait.trigger] == component[at])
            .cloned();
        let circle = circle.map(Fate::Circle);
        let waits = || waits.into_iter().next().map(Fate::Waits);
        fates[at] = circle.or_else(waits).unwrap_or(Fate::Fires);
    }
    fates
}

/// The fate of a trigger when every other one fires.
fn alone(world: &World, index: &Index<'_>, at: usize) -> Fate {
    let trigger = &world.triggers[at];
    let zone = world.time_zone;
    let span = Span {
        zone,
        start: world.starting_time.map(|start| start.instant(zone)),
        end: trigger.expires.map(|end| Moment::Local(end).instant(zone)),
    };
    if let (Some(start), Some(end)) = (span.start, span.end)
        && end <= start
    {
        return Fate::Never(Clash {
            spot: of_trigger(at).key("expires"),
            why: "has expired when the story begins".to_owned(),
            past: true,
        });
    }
    if trigger.chance <= 0.0 {
        return Fate::Chanceless;
    }
    let spot = of_trigger(at).key("when");
    clash(world, index, span, &trigger.when, spot).map_or(Fate::Fires, Fate::Never)
}

/// Which triggers can fire, each after those it needs.
fn fireable(world: &World, index: &Index<'_>, fates: &[Fate]) -> Vec<bool> {
    let mut fireable = vec![false; fates.len()];
    loop {
        let mut more = false;
        for (at, trigger) in world.triggers.iter().enumerate() {
            let can = matches!(fates[at], Fate::Fires)
                && !fireable[at]
                && can_be(&trigger.when, true, &|key| {
                    index.triggers.get(key).is_none_or(|other| fireable[*other])
                });
            fireable[at] |= can;
            more |= can;
        }
        if !more {
            return fireable;
        }
    }
}

/// Whether a condition can be that, when only these triggers can fire.
fn can_be(condition: &Condition, holds: bool, fires: &impl Fn(&str) -> bool) -> bool {
    match condition {
        Condition::Fired { trigger } => !holds || fires(trigger),
        Condition::Not(part) => can_be(part, !holds, fires),
        Condition::All(parts) | Condition::Any(parts) => {
            let mut parts = parts.iter().map(|part| can_be(part, holds, fires));
            match matches!(condition, Condition::All(_)) == holds {
                true => parts.all(|can| can),
                false => parts.any(|can| can),
            }
        }
        _ => true,
    }
}

/// The triggers that a condition waits for, each with where it is named.
fn collect(condition: &Condition, holds: bool, spot: Spot, note: &mut impl FnMut(&str, Spot)) {
    match condition {
        Condition::Fired { trigger } if holds => note(trigger, spot.key("trigger")),
        Condition::Not(part) => collect(part, !holds, spot.key("condition"), note),
        Condition::All(parts) | Condition::Any(parts) => {
            for (at, part) in parts.iter().enumerate() {
                collect(part, holds, spot.clone().key("conditions").nth(at), note);
            }
        }
        _ => {}
    }
}

//! Checks on places and the ways between them.

use std::collections::HashSet;

use super::Hits;
use super::reach::Way;
use super::sight::{Leaf, Sight, edits_of, of_place};
use crate::link::circles;
use crate::model::{Condition, Edit, Exit, ExitState};
use crate::node::quoted;

/// Places no way leads to. A place that only holds others, and one somebody waits in until a trigger takes them out, are meant so.
pub(super) fn unreachable(sight: &Sight<'_>, hits: &mut Hits) {
    let world = sight.world;
    let holders: HashSet<&str> = world
        .locations
        .iter()
        .filter_map(|place| place.parent.as_deref())
        .collect();
    let moved: HashSet<&str> = sight
        .edits()
        .flat_map(|edit| &edit.moves)
        .map(|to| to.character.as_str())
        .collect();
    let waited_in: HashSet<&str> = world
        .characters
        .iter()
        .filter(|one| moved.contains(one.id.as_str()))
        .filter_map(|one| one.start.location.as_deref())
        .collect();
    for (at, place) in world.locations.iter().enumerate() {
        let id = place.id.as_str();
        let region = holders.contains(id) && sight.reach.ways[at].is_empty();
        if !sight.reach.places[at] && !region && !waited_in.contains(id) {
            hits.add(
                of_place(place),
                format!(
                    "No way leads from where players begin to {}.",
                    quoted(&place.name)
                ),
            );
        }
    }
}

/// Places one walks into and never out of: a small part of the map without a way to the rest of it. A story that leaves a
/// prologue behind for good is none.
pub(super) fn traps(sight: &Sight<'_>, hits: &mut Hits) {
    let reach = &sight.reach;
    let edges: Vec<Vec<usize>> = reach
        .ways
        .iter()
        .map(|ways| ways.iter().map(|way| way.to).collect())
        .collect();
    let component = circles::components(&edges);
    let count = component.iter().max().map_or(0, |most| most + 1);
    let mut parts = vec![Part::default(); count];
    for (at, part) in component.iter().enumerate() {
        let part = &mut parts[*part];
        part.size += 1;
        part.begins |= reach.begins.contains(&at);
        part.has_exit |= edges[at].iter().any(|to| component[*to] != component[at]);
    }
    for id in rescues(sight) {
        parts[component[id]].has_exit = true;
    }
    let reached = reach.places.iter().filter(|reached| **reached).count();
    for (from, ways) in reach.ways.iter().enumerate() {
        for way in ways {
            let part = &mut parts[component[way.to]];
            let trap = !part.has_exit && !part.begins && part.size * 2 < reached;
            if component[from] != component[way.to] && reach.places[from] && trap {
                // Once for each trap, at the first way into it.
                part.has_exit = true;
                let size = part.size;
                hit_trap(sight, way, size, hits);
            }
        }
    }
}

/// Places that lead to each other.
#[derive(Debug, Clone, Default)]
struct Part {
    size: usize,
    begins: bool,
    has_exit: bool,
}

/// Places a trigger looks at and then moves somebody or changes a way.
fn rescues(sight: &Sight<'_>) -> HashSet<usize> {
    let acts = |edit: &Edit| !edit.moves.is_empty() || !edit.exit_changes.is_empty();
    let rescues: Vec<bool> = sight
        .world
        .triggers
        .iter()
        .map(|trigger| edits_of(trigger).any(acts))
        .collect();
    let place = |leaf: &Leaf<'_>| match leaf.condition {
        Condition::Place { location, .. } if rescues[leaf.trigger] => {
            sight.index.places.get(location.as_str()).copied()
        }
        _ => None,
    };
    sight.leaves.iter().filter_map(place).collect()
}

fn hit_trap(sight: &Sight<'_>, way: &Way<'_>, size: usize, hits: &mut Hits) {
    let (from, exit) = way.author;
    let from = &sight.world.locations[from];
    let into = quoted(&sight.world.locations[way.to].name);
    let with = match size {
        1 => String::new(),
        2 => " and the place behind it".to_owned(),
        more => format!(" and the {} places behind it", more - 1),
    };
    hits.add(
        of_place(from).key("exits").nth(exit).key("one_way"),
        format!(
            "From {} one can go to {into}{with}, but no way leads back out.",
            quoted(&from.name)
        ),
    );
}

/// Locked exits without a key that anybody could get at. A door that opens from its other side is none.
pub(super) fn locked(sight: &Sight<'_>, hits: &mut Hits) {
    let (index, reach) = (&sight.index, &sight.reach);
    for (from, ways) in reach.ways.iter().enumerate() {
        for way in ways.iter().filter(|way| way.author.0 == from) {
            let shut = |way: &Way<'_>| reach.is_locked(index, way);
            let back = reach.ways[way.to].iter().find(|back| back.to == from);
            let other_side = back.is_some_and(|back| !shut(back) && back.author.0 == way.to);
            let near = reach.open_places[from] || reach.open_places[way.to];
            if !shut(way) || other_side || (!near && !way.exit.opened_by.is_empty()) {
                continue;
            }
            let place = &sight.world.locations[from];
            let to = &sight.world.locations[way.to];
            let ways = format!(
                "The way from {} to {} is locked",
                quoted(&place.name),
                quoted(&to.name)
            );
            let spot = of_place(place).key("exits").nth(way.author.1);
            match way.exit.opened_by.as_slice() {
                [] => hits.add(spot.key("state"), format!("{ways}, and nothing opens it.")),
                keys => hits.add(
                    spot.key("opened_by"),
                    format!("{ways}, and {}.", out_of_reach(sight, keys)),
                ),
            }
        }
    }
}

/// Says of keys that nobody gets at them.
pub(super) fn out_of_reach(sight: &Sight<'_>, keys: &[String]) -> String {
    let first = keys
        .first()
        .and_then(|id| sight.index.items.get(id.as_str()));
    let name = first.map_or_else(String::new, |at| quoted(&sight.world.items[*at].name));
    match keys.len() {
        1 => format!("its key {name} is out of everybody’s reach"),
        _ => format!("all of its keys, {name} among them, are out of everybody’s reach"),
    }
}

/// Blocked exits that nothing explains and no trigger clears.
pub(super) fn blocked(sight: &Sight<'_>, hits: &mut Hits) {
    let changed: HashSet<(&str, &str)> = sight
        .edits()
        .flat_map(|edit| &edit.exit_changes)
        .flat_map(|change| [(&*change.from, &*change.to), (&*change.to, &*change.from)])
        .collect();
    for place in &sight.world.locations {
        for (at, exit) in place.exits.iter().enumerate() {
            let silent = |exit: &Exit| exit.state == ExitState::Blocked && exit.note.is_none();
            if silent(exit) && !changed.contains(&(&*place.id, &*exit.to)) {
                let to = sight.index.places.get(exit.to.as_str());
                let to = to.map_or(&exit.to, |to| &sight.world.locations[*to].name);
                hits.add(
                    of_place(place).key("exits").nth(at).key("note"),
                    format!(
                        "The way from {} to {} is blocked, and no note says by what.",
                        quoted(&place.name),
                        quoted(to)
                    ),
                );
            }
        }
    }
}

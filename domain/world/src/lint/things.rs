//! Checks on items and variables.

use std::collections::{BTreeMap, HashSet};

use super::Hits;
use super::places::out_of_reach;
use super::sight::{Sight, of_item};
use super::spot::Spot;
use crate::model::{Condition, ItemPlace};
use crate::node::quoted;

/// Locked containers without a key that anybody could get at.
pub(super) fn locked(sight: &Sight<'_>, hits: &mut Hits) {
    for item in &sight.world.items {
        let Some(container) = &item.container else {
            continue;
        };
        if !sight.reach.is_shut(&sight.index, item) {
            continue;
        }
        let name = quoted(&item.name);
        let spot = of_item(item).key("container");
        match container.opened_by.as_slice() {
            [] => hits.add(
                spot.key("state"),
                format!("{name} is locked, and nothing opens it."),
            ),
            keys => hits.add(
                spot.key("opened_by"),
                format!("{name} is locked, and {}.", out_of_reach(sight, keys)),
            ),
        }
    }
}

/// Garments on nobody: out of everybody's reach, or in the hands of the one they belong to.
pub(super) fn wearables(sight: &Sight<'_>, hits: &mut Hits) {
    for (at, item) in sight.world.items.iter().enumerate() {
        if item.wearable.is_none() {
            continue;
        }
        let name = quoted(&item.name);
        match &item.place {
            ItemPlace::HeldBy { character, .. } if item.owner.as_ref() == Some(character) => {
                let who = sight.index.characters.get(character.as_str());
                let who = who.map_or(character, |who| &sight.world.characters[*who].name);
                hits.add(
                    of_item(item).key("held_by"),
                    format!("{} holds {name} and does not wear it.", quoted(who)),
                );
            }
            ItemPlace::Location { .. } if !sight.reach.items[at] => hits.add(
                of_item(item).key("location"),
                format!("{name} can be worn, but lies where nobody can get."),
            ),
            ItemPlace::Inside { .. } if !sight.reach.items[at] => hits.add(
                of_item(item).key("inside"),
                format!("{name} can be worn, but is in something nobody can get at."),
            ),
            _ => {}
        }
    }
}

/// Variables of the world's own that nothing sets, changes or asks for.
pub(super) fn variables(sight: &Sight<'_>, hits: &mut Hits) {
    let world = sight.world;
    let values = (world.characters.iter().map(|one| &one.variables))
        .chain(world.locations.iter().map(|one| &one.variables))
        .chain(world.items.iter().map(|one| &one.variables))
        .chain([&world.initial]);
    let changes = sight.edits().flat_map(|edit| &edit.variable_changes);
    let asked = sight.leaves.iter().filter_map(|leaf| match leaf.condition {
        Condition::Variable { variable, .. } => Some(variable),
        _ => None,
    });
    let used: HashSet<&String> = values
        .flat_map(BTreeMap::keys)
        .chain(changes.map(|change| &change.variable))
        .chain(asked)
        .collect();
    for variable in &world.variables {
        if variable.built_in.is_none() && !used.contains(&variable.key) {
            hits.add(
                Spot::document("variables.json").with("key", &variable.key),
                format!(
                    "No initial value, condition or edit names the variable {}.",
                    quoted(&variable.key)
                ),
            );
        }
    }
}

//! What every check may look at: the world, its things by id, every edit its triggers may make, who can get where, and which
//! triggers can fire. Made once; a check never changes it.

use std::collections::{HashMap, HashSet};

use super::fate::{self, Fate};
use super::reach::Reach;
use super::spot::Spot;
use crate::model::{Character, Condition, Edit, Effect, Item, Location, Trigger, World};

pub(super) struct Sight<'w> {
    pub(super) world: &'w World,
    pub(super) index: Index<'w>,
    pub(super) reach: Reach<'w>,
    /// What becomes of each trigger, in their order.
    pub(super) fates: Vec<Fate>,
    /// Every condition of every trigger that is made of no others.
    pub(super) leaves: Vec<Leaf<'w>>,
}

impl<'w> Sight<'w> {
    pub(super) fn of(world: &'w World) -> Sight<'w> {
        let index = Index::of(world);
        Sight {
            reach: Reach::of(world, &index),
            fates: fate::of(world, &index),
            leaves: leaves(world),
            index,
            world,
        }
    }

    /// Whether all of these, with colons between them, are ids of people, places, items or features.
    pub(super) fn has_all(&self, ids: &str) -> bool {
        let index = &self.index;
        ids.split(':').all(|id| {
            index.places.contains_key(id)
                || index.items.contains_key(id)
                || index.characters.contains_key(id)
                || index.features.contains(id)
        })
    }

    /// Every edit of every trigger, whether or not it fires.
    pub(super) fn edits(&self) -> impl Iterator<Item = &'w Edit> {
        edits(self.world)
    }
}

/// A condition made of no others.
pub(super) struct Leaf<'w> {
    /// Of which trigger.
    pub(super) trigger: usize,
    pub(super) condition: &'w Condition,
    pub(super) spot: Spot,
}

fn leaves(world: &World) -> Vec<Leaf<'_>> {
    fn collect<'w>(
        trigger: usize,
        condition: &'w Condition,
        spot: Spot,
        leaves: &mut Vec<Leaf<'w>>,
    ) {
        match condition {
            Condition::All(parts) | Condition::Any(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let spot = spot.clone().key("conditions").nth(at);
                    collect(trigger, part, spot, leaves);
                }
            }
            Condition::Not(part) => collect(trigger, part, spot.key("condition"), leaves),
            condition => leaves.push(Leaf {
                trigger,
                condition,
                spot,
            }),
        }
    }
    let mut found = Vec::new();
    for (at, trigger) in world.triggers.iter().enumerate() {
        collect(at, &trigger.when, of_trigger(at).key("when"), &mut found);
    }
    found
}

/// Where things stand in the lists of the world, by id.
pub(super) struct Index<'w> {
    pub(super) characters: HashMap<&'w str, usize>,
    pub(super) places: HashMap<&'w str, usize>,
    pub(super) items: HashMap<&'w str, usize>,
    pub(super) triggers: HashMap<&'w str, usize>,
    pub(super) variables: HashMap<&'w str, usize>,
    /// The ids of all features of all places.
    features: HashSet<&'w str>,
}

impl<'w> Index<'w> {
    fn of(world: &'w World) -> Index<'w> {
        fn by<'w, T>(list: &'w [T], id: fn(&T) -> &str) -> HashMap<&'w str, usize> {
            let place = |(at, one): (usize, &'w T)| (id(one), at);
            list.iter().enumerate().map(place).collect()
        }
        Index {
            characters: by(&world.characters, |character| &character.id),
            places: by(&world.locations, |place| &place.id),
            items: by(&world.items, |item| &item.id),
            triggers: by(&world.triggers, |trigger| &trigger.key),
            variables: by(&world.variables, |variable| &variable.key),
            features: world
                .locations
                .iter()
                .flat_map(|place| &place.features)
                .map(|feature| feature.id.as_str())
                .collect(),
        }
    }
}

/// Every edit of every trigger.
pub(super) fn edits(world: &World) -> impl Iterator<Item = &Edit> {
    world.triggers.iter().flat_map(edits_of)
}

/// The edits of one trigger.
pub(super) fn edits_of(trigger: &Trigger) -> impl Iterator<Item = &Edit> {
    trigger.effects.iter().filter_map(|effect| match effect {
        Effect::Edit(edit) => Some(edit),
        Effect::Beat { .. } | Effect::Cue { .. } => None,
    })
}

pub(super) fn of_character(character: &Character) -> Spot {
    Spot::entity("characters", &character.folder, "character.json")
}

pub(super) fn of_place(place: &Location) -> Spot {
    Spot::entity("locations", &place.folder, "location.json")
}

pub(super) fn of_item(item: &Item) -> Spot {
    Spot::entity("items", &item.folder, "item.json")
}

pub(super) fn of_trigger(index: usize) -> Spot {
    Spot::document("triggers.json").nth(index)
}

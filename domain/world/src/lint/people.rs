//! Checks on characters and what they know.

use std::collections::HashSet;

use super::Hits;
use super::sight::{Sight, of_character};
use super::spot::Spot;
use crate::model::{CharacterKind, Role, Tier};
use crate::node::quoted;

/// A world with characters, none of which can be played.
pub(super) fn nobody_playable(sight: &Sight<'_>, hits: &mut Hits) {
    let world = sight.world;
    if !world
        .characters
        .iter()
        .any(|one| one.role == Role::Playable)
    {
        hits.add(
            Spot::document("world.json"),
            format!("{} has no playable character.", quoted(&world.name)),
        );
    }
}

/// Playable characters without a place, in a world that has places.
pub(super) fn starts_nowhere(sight: &Sight<'_>, hits: &mut Hits) {
    let world = sight.world;
    for character in &world.characters {
        let nowhere = character.start.location.is_none() && !world.locations.is_empty();
        if character.role == Role::Playable && nowhere {
            hits.add(
                of_character(character).key("start").key("location"),
                format!(
                    "{} can be played, but starts nowhere.",
                    quoted(&character.name)
                ),
            );
        }
    }
}

/// Characters without a view of any other. Players may come as strangers; crowds and those in the background need none.
pub(super) fn knows_nobody(sight: &Sight<'_>, hits: &mut Hits) {
    let characters = &sight.world.characters;
    for character in characters.iter().filter(|_| characters.len() > 1) {
        let acts = character.kind == CharacterKind::Person && character.tier != Tier::Background;
        if acts && character.role == Role::Npc && character.relationships.is_empty() {
            hits.add(
                of_character(character).key("relationships"),
                format!(
                    "{} knows none of the other characters.",
                    quoted(&character.name)
                ),
            );
        }
    }
}

/// Lore in nobody's knowledge.
pub(super) fn unknown_lore(sight: &Sight<'_>, hits: &mut Hits) {
    let world = sight.world;
    let known: HashSet<&String> = world
        .characters
        .iter()
        .flat_map(|character| &character.knowledge.lore)
        .collect();
    for entry in &world.lore {
        if !known.contains(&entry.id) && !world.characters.is_empty() {
            hits.add(
                Spot::entity("lore", &entry.folder, "lore.json"),
                format!("No character knows of {}.", quoted(&entry.title)),
            );
        }
    }
}

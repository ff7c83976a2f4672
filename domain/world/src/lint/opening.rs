//! The check on what the story opens with.

use std::collections::HashSet;

use super::Hits;
use super::sight::Sight;
use super::spot::Spot;
use crate::model::Character;

/// An opening in which no character speaks and none is named. A part of a name, such as a first name, is enough.
pub(super) fn names_nobody(sight: &Sight<'_>, hits: &mut Hits) {
    let world = sight.world;
    if world.opening.is_empty() || world.characters.is_empty() {
        return;
    }
    let text: String = world
        .opening
        .iter()
        .flat_map(|part| [part.text.as_str(), "\n"])
        .collect();
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let speaks = world.opening.iter().any(|part| part.speaker.is_some());
    if !speaks
        && !world
            .characters
            .iter()
            .any(|one| is_named(one, &text, &words))
    {
        hits.add(
            Spot::document("world.json").key("opening_message"),
            "In the opening nobody speaks, and no character is named.".to_owned(),
        );
    }
}

/// Words of names that are no names by themselves.
const SMALL: [&str; 5] = ["a", "an", "and", "of", "the"];

/// Whether a word of its name or of another name stands in a text in small letters. `words` are those of the text between which
/// there is space or punctuation: a short name inside another word is not that name.
fn is_named(character: &Character, text: &str, words: &HashSet<&str>) -> bool {
    let names = std::iter::once(&character.name).chain(&character.aliases);
    let mut parts = names
        .flat_map(|name| name.split(|c: char| !c.is_alphanumeric()))
        .map(str::to_lowercase)
        .filter(|part| !part.is_empty() && !SMALL.contains(&part.as_str()));
    parts.any(|part| match part.is_ascii() {
        true => words.contains(part.as_str()),
        false => text.contains(&part),
    })
}

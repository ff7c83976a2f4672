//! Checks on routines (section 8).

use super::Hits;
use super::sight::{Sight, of_character};
use super::week::Week;
use crate::model::{Character, RoutineWindow};
use crate::node::quoted;

/// Routines that leave a part of the week open.
pub(super) fn uncovered(sight: &Sight<'_>, hits: &mut Hits) {
    for character in with_routine(sight) {
        let covered = character
            .routine
            .iter()
            .fold(Week::EMPTY, |covered, window| covered.either(&of(window)));
        let open = covered.rest();
        if !open.is_empty() {
            hits.add(
                of_character(character).key("routine"),
                format!(
                    "The routine of {} leaves {} open.",
                    quoted(&character.name),
                    open.told()
                ),
            );
        }
    }
}

/// Windows that are empty, or wholly behind the windows before them.
pub(super) fn shadowed(sight: &Sight<'_>, hits: &mut Hits) {
    for character in with_routine(sight) {
        let mut covered = Week::EMPTY;
        for (at, window) in character.routine.iter().enumerate() {
            let own = of(window);
            if own.both(&covered) == own {
                let (who, what) = (quoted(&character.name), quoted(&window.activity));
                let from = window.window.from;
                let why = match own.is_empty() {
                    true => format!("begins and ends at {from}"),
                    false => "is always behind an earlier window".to_owned(),
                };
                hits.add(
                    of_character(character).key("routine").nth(at),
                    format!("The window {what} in the routine of {who} {why}."),
                );
            }
            covered = covered.either(&own);
        }
    }
}

fn with_routine<'w>(sight: &Sight<'w>) -> impl Iterator<Item = &'w Character> {
    let characters = sight.world.characters.iter();
    characters.filter(|character| !character.routine.is_empty())
}

fn of(window: &RoutineWindow) -> Week {
    Week::of(Some(&window.window), &window.days)
}

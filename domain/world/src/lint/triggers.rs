//! Checks on triggers (section 13).

use std::collections::HashSet;

use super::Hits;
use super::fate::{Fate, Wait};
use super::sight::{Sight, of_trigger};
use crate::model::Condition;
use crate::node::quoted;

/// Triggers that are over before the story begins.
pub(super) fn expired(sight: &Sight<'_>, hits: &mut Hits) {
    never(sight, true, hits);
}

/// Triggers whose condition cannot come true.
pub(super) fn contradictory(sight: &Sight<'_>, hits: &mut Hits) {
    never(sight, false, hits);
}

fn never(sight: &Sight<'_>, past: bool, hits: &mut Hits) {
    for (fate, name) in fates(sight) {
        if let Fate::Never(clash) = fate
            && clash.past == past
        {
            hits.add(
                clash.spot.clone(),
                format!("The trigger {name} {}.", clash.why),
            );
        }
    }
}

/// Triggers that wait for each other.
pub(super) fn cycles(sight: &Sight<'_>, hits: &mut Hits) {
    for (fate, name) in fates(sight) {
        if let Fate::Circle(wait) = fate {
            let other = waited_for(sight, wait);
            hits.add(
                wait.spot.clone(),
                format!("The trigger {name} waits for {other}, which waits for it in turn."),
            );
        }
    }
}

/// Triggers that wait for one that never fires.
pub(super) fn waits(sight: &Sight<'_>, hits: &mut Hits) {
    for (fate, name) in fates(sight) {
        if let Fate::Waits(wait) = fate {
            let other = waited_for(sight, wait);
            hits.add(
                wait.spot.clone(),
                format!("The trigger {name} waits for {other}, which can never fire."),
            );
        }
    }
}

/// Triggers whose every roll fails.
pub(super) fn chanceless(sight: &Sight<'_>, hits: &mut Hits) {
    for (at, (fate, name)) in fates(sight).enumerate() {
        if let Fate::Chanceless = fate {
            let what = format!("The trigger {name} has a chance of 0.");
            hits.add(of_trigger(at).key("chance"), what);
        }
    }
}

fn fates<'a>(sight: &'a Sight<'_>) -> impl Iterator<Item = (&'a Fate, String)> {
    let names = sight
        .world
        .triggers
        .iter()
        .map(|trigger| quoted(&trigger.key));
    sight.fates.iter().zip(names)
}

fn waited_for(sight: &Sight<'_>, wait: &Wait) -> String {
    quoted(&sight.world.triggers[wait.trigger].key)
}

/// Cooldowns of triggers that fire once (W-306).
pub(super) fn idle_cooldown(sight: &Sight<'_>, hits: &mut Hits) {
    for (at, trigger) in sight.world.triggers.iter().enumerate() {
        if trigger.cooldown_seconds > 0 && !trigger.repeat {
            hits.add(
                of_trigger(at).key("cooldown_seconds"),
                format!(
                    "The trigger {} has a cooldown and does not repeat.",
                    quoted(&trigger.key)
                ),
            );
        }
    }
}

/// What the built-in narrator records by itself: the deed alone, and the deed with the ids of what it was done to.
const DEEDS: [&str; 9] = [
    "drop", "find", "give", "open", "put", "take", "talk", "unlock", "use",
];

/// Conditions on a tag that no edit of the world records, and that names no deed of the player.
pub(super) fn unknown_tags(sight: &Sight<'_>, hits: &mut Hits) {
    let events = sight.edits().flat_map(|edit| &edit.events);
    let recorded: HashSet<&String> = events.flat_map(|event| &event.tags).collect();
    for leaf in &sight.leaves {
        if let Condition::Event { tag } = leaf.condition
            && !recorded.contains(tag)
            && !is_deed(sight, tag)
        {
            let key = &sight.world.triggers[leaf.trigger].key;
            hits.add(
                leaf.spot.clone().key("tag"),
                format!(
                    "The trigger {} waits for an event with the tag {}, which no edit of the world records.",
                    quoted(key),
                    quoted(tag)
                ),
            );
        }
    }
}

fn is_deed(sight: &Sight<'_>, tag: &str) -> bool {
    let (deed, about) = tag.split_once(':').unwrap_or((tag, ""));
    DEEDS.contains(&deed) && (about.is_empty() || sight.has_all(about))
}

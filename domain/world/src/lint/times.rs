//! Checks on moments: those a story without a beginning never comes to, and announcements that come too late.

use super::Hits;
use super::sight::{Sight, of_trigger};
use super::spot::Spot;
use crate::model::{Condition, Trigger};
use crate::node::quoted;

/// A world that does not say when its story begins, with triggers that wait for a date.
pub(super) fn without_beginning(sight: &Sight<'_>, hits: &mut Hits) {
    let world = sight.world;
    if world.starting_time.is_some() {
        return;
    }
    let mut dated: Vec<bool> = world.triggers.iter().map(has_date).collect();
    for leaf in &sight.leaves {
        if let Condition::Time(time) = leaf.condition {
            dated[leaf.trigger] |= time.from.is_some() || time.to.is_some();
        }
    }
    let mut dated = (world.triggers.iter().zip(dated)).filter(|(_, dated)| *dated);
    if let Some((first, _)) = dated.next() {
        let more = match dated.count() {
            0 => String::new(),
            1 => " and one more".to_owned(),
            more => format!(" and {more} more"),
        };
        hits.add(
            Spot::document("world.json").key("starting_time"),
            format!(
                "The story has no beginning in time, but the trigger {}{more} goes by the date.",
                quoted(&first.key)
            ),
        );
    }
}

fn has_date(trigger: &Trigger) -> bool {
    let told = trigger.announce.as_ref();
    trigger.expires.is_some() || told.is_some_and(|told| told.from.is_some() || told.at.is_some())
}

/// Announcements that become known only when what they tell of is to have happened, or can no longer.
pub(super) fn late_announcements(sight: &Sight<'_>, hits: &mut Hits) {
    for (at, trigger) in sight.world.triggers.iter().enumerate() {
        let Some((told, from)) = trigger
            .announce
            .as_ref()
            .and_then(|told| Some((told, told.from?)))
        else {
            continue;
        };
        let late = |end: chrono::NaiveDateTime| from >= end;
        let until = match (
            told.at.filter(|at| late(*at)),
            trigger.expires.filter(|end| late(*end)),
        ) {
            (Some(_), _) => "is to happen",
            (None, Some(_)) => "has expired",
            (None, None) => continue,
        };
        hits.add(
            of_trigger(at).key("announce").key("from"),
            format!(
                "The trigger {} is announced from {} on, when it {until}.",
                quoted(&trigger.key),
                from.format("%Y-%m-%dT%H:%M")
            ),
        );
    }
}

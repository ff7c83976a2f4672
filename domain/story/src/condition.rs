//! Whether a condition is true of the records now (13.2). Decided in code; a model is only ever behind the verdicts of `judged`.

use std::cmp::Ordering;

use talekeep_world::model::{
    Comparison, Condition, Day, ItemWhere, LocalTime, Moment, TimeCondition, World,
};

use crate::state::{Amount, ItemPlace, State, Trigger};

/// Decides `condition` for the trigger of that key.
pub(crate) fn holds(world: &World, state: &State, key: &str, condition: &Condition) -> bool {
    let decide = |condition: &Condition| holds(world, state, key, condition);
    match condition {
        Condition::Time(time) => at_time(state, time),
        Condition::Place {
            character,
            location,
            feature,
        } => state.characters.get(character).is_some_and(|character| {
            character.location.as_ref() == Some(location)
                && feature.as_ref().is_none_or(|feature| {
                    character.feature.as_ref() == Some(feature)
                        && state.has_feature(world, location, feature)
                })
        }),
        Condition::Variable {
            variable,
            subject,
            op,
            value,
        } => {
            let subject = subject.as_deref();
            let there = subject.is_none_or(|subject| {
                state.characters.contains_key(subject)
                    || state.items.contains_key(subject)
                    || world.location(subject).is_some()
            });
            let amount = state
                .variables
                .get(variable)
                .and_then(|values| values.of(subject));
            there && amount.is_some_and(|amount| compares(amount, *op, &Amount::from(value)))
        }
        Condition::Item { item, whereabouts } => match (state.outermost(item), whereabouts) {
            (
                Some(ItemPlace::HeldBy(holder) | ItemPlace::WornBy(holder)),
                ItemWhere::HeldBy(who),
            ) => holder == who && state.characters.contains_key(who),
            (Some(ItemPlace::Location(location)), ItemWhere::At(place)) => location == place,
            _ => false,
        },
        Condition::Event { tag } => state.events.iter().any(|event| event.tags.contains(tag)),
        Condition::Fired { trigger } => state
            .triggers
            .get(trigger)
            .is_some_and(|trigger| trigger.fired > 0),
        Condition::Judged { text } => verdict(state.triggers.get(key), text),
        Condition::All(conditions) => conditions.iter().all(decide),
        Condition::Any(conditions) => conditions.iter().any(decide),
        Condition::Not(condition) => !decide(condition),
    }
}

fn verdict(trigger: Option<&Trigger>, text: &str) -> bool {
    trigger
        .and_then(|trigger| trigger.verdicts.get(text))
        .is_some_and(|verdict| verdict.yes)
}

/// A local time of the file as an instant of this story (W-027, W-326).
pub(crate) fn instant(state: &State, local: LocalTime) -> chrono::DateTime<chrono::Utc> {
    Moment::Local(local).instant(state.time_zone)
}

fn at_time(state: &State, time: &TimeCondition) -> bool {
    let after = time
        .from
        .is_none_or(|from| state.clock >= instant(state, from));
    let before = time.to.is_none_or(|to| state.clock < instant(state, to));
    let local = state.clock.with_timezone(&state.time_zone).naive_local();
    let day = match &time.window {
        Some(window) => window.day_of(local),
        None => Some(Day::of(local)),
    };
    after && before && day.is_some_and(|day| time.days.is_empty() || time.days.contains(&day))
}

fn compares(amount: &Amount, op: Comparison, value: &Amount) -> bool {
    let order = match (amount, value) {
        (Amount::Number(amount), Amount::Number(value)) => amount.partial_cmp(value),
        (Amount::Flag(amount), Amount::Flag(value)) => (amount == value).then_some(Ordering::Equal),
        (Amount::Word(amount), Amount::Word(value)) => (amount == value).then_some(Ordering::Equal),
        _ => return false,
    };
    match op {
        Comparison::Eq => order == Some(Ordering::Equal),
        Comparison::Ne => order != Some(Ordering::Equal),
        Comparison::Lt => order == Some(Ordering::Less),
        Comparison::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Comparison::Gt => order == Some(Ordering::Greater),
        Comparison::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

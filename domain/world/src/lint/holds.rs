//! Whether a condition can come true at all. It collects what must hold at one moment and looks for two things that cannot; of
//! what may hold in several ways it looks at each way by itself. It may miss a contradiction, and never sees one that is not there.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::sight::Index;
use super::spot::Spot;
use super::values::{Values, opposite};
use super::week::Week;
use crate::model::{
    Amount, Comparison, Condition, ItemWhere, LocalTime, Moment, TimeCondition, Variable,
    VariableSubject, World,
};
use crate::node::quoted;

/// Why a condition cannot come true.
#[derive(Debug, Clone)]
pub(super) struct Clash {
    pub(super) spot: Spot,
    /// The end of a sentence about the trigger: "it …".
    pub(super) why: String,
    /// Whether it is only too late.
    pub(super) past: bool,
}

/// When a trigger can fire at the earliest, and from when on it does not (W-359).
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) zone: Tz,
    pub(super) start: Option<DateTime<Utc>>,
    pub(super) end: Option<DateTime<Utc>>,
}

/// The first thing in a condition that cannot hold beside the rest.
pub(super) fn clash(
    world: &World,
    index: &Index<'_>,
    span: Span,
    condition: &Condition,
    spot: Spot,
) -> Option<Clash> {
    let mut needs = Needs::default();
    needs.add(condition, true, spot);
    Judge { world, index, span }.clash(&needs, &[])
}

/// One condition that must be true, or must be false.
#[derive(Clone)]
struct Need<'c> {
    condition: &'c Condition,
    holds: bool,
    spot: Spot,
}

/// What must hold together, and the choices beside it of which one way is enough.
#[derive(Default)]
struct Needs<'c> {
    all: Vec<Need<'c>>,
    choices: Vec<Vec<Need<'c>>>,
}

impl<'c> Needs<'c> {
    fn add(&mut self, condition: &'c Condition, holds: bool, spot: Spot) {
        match (condition, holds) {
            (Condition::Not(part), _) => self.add(part, !holds, spot.key("condition")),
            (Condition::All(parts) | Condition::Any(parts), _) => {
                let parts = parts.iter().enumerate();
                let parts = parts.map(|(at, part)| (part, spot.clone().key("conditions").nth(at)));
                if matches!(condition, Condition::All(_)) == holds || parts.len() == 1 {
                    parts.for_each(|(part, spot)| self.add(part, holds, spot));
                } else {
                    let ways = parts.map(|(condition, spot)| Need {
                        condition,
                        holds,
                        spot,
                    });
                    self.choices.push(ways.collect());
                }
            }
            (condition, holds) => self.all.push(Need {
                condition,
                holds,
                spot,
            }),
        }
    }
}

struct Judge<'a> {
    world: &'a World,
    index: &'a Index<'a>,
    span: Span,
}

impl Judge<'_> {
    /// `given` holds around these needs.
    fn clash<'c>(&self, needs: &Needs<'c>, given: &[Need<'c>]) -> Option<Clash> {
        let mut all = given.to_vec();
        all.extend(needs.all.iter().cloned());
        let mut facts = Facts::of(self, &all);
        if let Some(clash) = all.iter().find_map(|need| facts.take(need)) {
            return Some(clash);
        }
        needs.choices.iter().find_map(|ways| {
            let mut clashes = Vec::new();
            for way in ways {
                let mut needs = Needs::default();
                needs.add(way.condition, way.holds, way.spot.clone());
                // One way that can hold is enough.
                clashes.push(self.clash(&needs, &all)?);
            }
            let past = clashes.iter().all(|clash| clash.past);
            let mut first = clashes.into_iter().next()?;
            first.past = past;
            Some(first)
        })
    }

    fn variable(&self, key: &str) -> Option<&Variable> {
        let at = self.index.variables.get(key)?;
        self.world.variables.get(*at)
    }
}

/// What is known of the moment at which everything taken so far holds.
struct Facts<'a, 'c> {
    judge: &'a Judge<'a>,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    week: Week,
    places: HashMap<&'c str, (&'c str, Option<&'c str>)>,
    items: HashMap<&'c str, &'c ItemWhere>,
    values: HashMap<Value<'c>, Values>,
    /// Values that are there for sure; a condition on what has left the story is false, and its opposite true (W-328).
    there: HashSet<Value<'c>>,
    taken: Vec<(&'c Condition, bool)>,
}

/// A variable, and of whom.
type Value<'c> = (&'c str, Option<&'c str>);

impl<'a, 'c> Facts<'a, 'c> {
    fn of(judge: &'a Judge<'a>, needs: &[Need<'c>]) -> Facts<'a, 'c> {
        let there = |need: &Need<'c>| match need.condition {
            Condition::Variable {
                variable, subject, ..
            } if need.holds => Some((variable.as_str(), subject.as_deref())),
            _ => None,
        };
        Facts {
            judge,
            from: judge.span.start,
            to: judge.span.end,
            week: Week::whole(),
            places: HashMap::new(),
            items: HashMap::new(),
            values: HashMap::new(),
            there: needs.iter().filter_map(there).collect(),
            taken: Vec::new(),
        }
    }

    /// Adds one more thing that must hold; says why it cannot.
    fn take(&mut self, need: &Need<'c>) -> Option<Clash> {
        let clash = |why: String| Clash {
            spot: need.spot.clone(),
            why,
            past: false,
        };
        if self.taken.contains(&(need.condition, !need.holds)) {
            return Some(clash("asks for something and for its opposite".to_owned()));
        }
        self.taken.push((need.condition, need.holds));
        match need.condition {
            Condition::Time(time) => self.time(time, need),
            Condition::Place {
                character,
                location,
                feature,
            } => self
                .place(character, location, feature.as_deref(), need.holds)
                .map(clash),
            Condition::Item { item, whereabouts } if need.holds => {
                let other = self.items.insert(item, whereabouts)?;
                (other != whereabouts).then(|| {
                    clash(format!(
                        "asks for {} to be in two places at once",
                        quoted(item)
                    ))
                })
            }
            Condition::Variable {
                variable,
                subject,
                op,
                value,
            } => self
                .value((variable, subject.as_deref()), *op, value, need.holds)
                .map(clash),
            _ => None,
        }
    }

    fn place(
        &mut self,
        who: &'c str,
        location: &'c str,
        feature: Option<&'c str>,
        holds: bool,
    ) -> Option<String> {
        let Some(&(other, at)) = self.places.get(who) else {
            if holds {
                self.places.insert(who, (location, feature));
            }
            return None;
        };
        let same = other == location;
        let apart = matches!((at, feature), (Some(at), Some(feature)) if at != feature);
        if holds && (!same || apart) {
            return Some(format!(
                "asks for {} to be in two places at once",
                quoted(who)
            ));
        }
        if !holds && same && (feature.is_none() || at == feature) {
            return Some(format!(
                "asks for {} to be in a place and not to be there",
                quoted(who)
            ));
        }
        if holds {
            self.places.insert(who, (location, at.or(feature)));
        }
        None
    }

    fn value(
        &mut self,
        key: Value<'c>,
        op: Comparison,
        value: &Amount,
        holds: bool,
    ) -> Option<String> {
        let variable = self.judge.variable(key.0)?;
        // The opposite of a condition on what has left the story is true.
        if !holds && variable.subject != VariableSubject::World && !self.there.contains(&key) {
            return None;
        }
        let op = if holds { op } else { opposite(op) };
        let values = self
            .values
            .entry(key)
            .or_insert_with(|| Values::of(&variable.kind));
        values.keep(op, value);
        let of = key
            .1
            .map_or_else(String::new, |whom| format!(" of {}", quoted(whom)));
        values
            .is_empty()
            .then(|| format!("leaves no value for {}{of}", quoted(key.0)))
    }

    fn time(&mut self, time: &TimeCondition, need: &Need<'c>) -> Option<Clash> {
        let within = time.window.is_some() || !time.days.is_empty();
        let week = || Week::of(time.window.as_ref(), &time.days);
        let (from, to, week) = match (need.holds, time.from, time.to, within) {
            (true, from, to, _) => (from, to, week()),
            // The opposite of one part alone is known; that of several is the opposite of any.
            (false, from @ Some(_), None, false) => (None, from, Week::whole()),
            (false, None, to @ Some(_), false) => (to, None, Week::whole()),
            (false, None, None, true) => (None, None, week().rest()),
            (false, ..) => return None,
        };
        let span = self.judge.span;
        let instant = |local: LocalTime| Moment::Local(local).instant(span.zone);
        self.from = self.from.max(from.map(instant));
        self.to = self.to.into_iter().chain(to.map(instant)).min();
        self.week = self.week.both(&week);
        let over = matches!((self.from, self.to), (Some(from), Some(to)) if to <= from);
        let past = over && span.start.is_some_and(|start| self.to <= Some(start));
        let why = match (over, past) {
            (false, _) if self.week.is_empty() => "waits for a time of the week that never comes",
            (false, _) => return None,
            (true, true) => "waits for a time that is over when the story begins",
            (true, false) if self.to == span.end => "waits for a time at which it has expired",
            (true, false) => "waits for a time that is over before it begins",
        };
        Some(Clash {
            spot: need.spot.clone(),
            why: why.to_owned(),
            past,
        })
    }
}

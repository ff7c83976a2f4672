//! The trigger engine (13.3 and 13.5): one look decides every trigger that can still fire, in order, and carries out what fires. It reads
//! no clock and rolls no dice but those of W-358.

use sha2::{Digest, Sha256};
use talekeep_world::model::{Condition, Effect, Trigger as Authored, World};

use crate::condition::{holds, instant};
use crate::edit::{self, Carry};
use crate::state::{Beat, Cue, End, State, Verdict};

/// What a look brought about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Look {
    /// Keys of the triggers that fired, in order.
    pub(crate) fired: Vec<String>,
    /// Those that failed, with the reason.
    pub(crate) failed: Vec<(String, String)>,
    /// Those whose time was up.
    pub(crate) expired: Vec<String>,
}

/// The triggers in the order they are taken: by priority, then as in the file (W-353).
pub(crate) fn in_order(world: &World) -> Vec<&Authored> {
    let mut triggers: Vec<&Authored> = world.triggers.iter().collect();
    triggers.sort_by_key(|trigger| std::cmp::Reverse(trigger.priority));
    triggers
}

/// Looks at the triggers once (W-350 – W-359), with the turn and round of the state.
pub(crate) fn look(world: &World, state: &mut State) -> Look {
    let mut look = Look::default();
    for trigger in in_order(world) {
        if look.fired.len() >= state.settings.max_fires {
            break;
        }
        let key = &trigger.key;
        let before = state.triggers.entry(key.clone()).or_default();
        if before.end.is_some() {
            continue;
        }
        let seen = before.seen;
        if is_over(state, trigger) {
            finish(state, key, End::Expired);
            look.expired.push(key.clone());
            continue;
        }
        let now = holds(world, state, key, &trigger.when);
        if let Some(record) = state.triggers.get_mut(key) {
            record.seen = Some(now);
        }
        // Only a rise fires (W-350, W-351); one that comes too soon or loses its roll is used up (W-357, W-358).
        if !now
            || seen == Some(true)
            || is_cooling(state, trigger)
            || roll(key, state.turn, state.round) >= trigger.chance
        {
            continue;
        }
        match fire(world, state, trigger) {
            Ok(()) => look.fired.push(key.clone()),
            Err(reason) => {
                finish(state, key, End::Failed(reason.clone()));
                look.failed.push((key.clone(), reason));
            }
        }
    }
    look
}

/// Whether its `expires` has been reached (W-359, W-368).
pub(crate) fn is_over(state: &State, trigger: &Authored) -> bool {
    trigger
        .expires
        .is_some_and(|expires| state.clock >= instant(state, expires))
}

/// Whether it may still fire: it has not ended, and its time is not up.
pub(crate) fn is_live(state: &State, trigger: &Authored) -> bool {
    state
        .triggers
        .get(&trigger.key)
        .is_none_or(|record| record.end.is_none())
        && !is_over(state, trigger)
}

fn is_cooling(state: &State, trigger: &Authored) -> bool {
    let last = state
        .triggers
        .get(&trigger.key)
        .and_then(|record| record.last_fired);
    trigger.repeat
        && last.is_some_and(|last| {
            (state.clock - last).num_milliseconds() < trigger.cooldown_seconds.saturating_mul(1000)
        })
}

/// The roll of W-358: a number from 0 to below 1.
pub(crate) fn roll(key: &str, turn: i64, round: i64) -> f64 {
    let digest = Sha256::digest(format!("{key}\n{turn}\n{round}"));
    let first = digest
        .iter()
        .take(8)
        .fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
    (first >> 11) as f64 / (1_u64 << 53) as f64
}

fn finish(state: &mut State, key: &str, end: End) {
    state.triggers.entry(key.to_owned()).or_default().end = Some(end);
}

/// Carries out the effects of one firing; they are one step (W-335), so records that may have to be thrown away are a copy.
fn fire(world: &World, state: &mut State, trigger: &Authored) -> Result<(), String> {
    if trigger
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::Edit(_)))
    {
        let mut next = state.clone();
        carry_out(world, &mut next, trigger)?;
        *state = next;
        Ok(())
    } else {
        carry_out(world, state, trigger)
    }
}

fn carry_out(world: &World, state: &mut State, trigger: &Authored) -> Result<(), String> {
    for effect in &trigger.effects {
        match effect {
            Effect::Edit(edit) => edit::apply(world, state, edit, Carry::Anyone)?,
            Effect::Beat { text } => {
                let id = format!("beat-{}", state.next_beat);
                state.next_beat += 1;
                let turn = state.turn;
                state.beats.push(Beat {
                    id,
                    trigger: trigger.key.clone(),
                    text: text.clone(),
                    turn,
                });
            }
            Effect::Cue { text, audience } => {
                let characters = edit::audience(world, state, audience);
                let cue = |character| Cue {
                    character,
                    trigger: trigger.key.clone(),
                    text: text.clone(),
                };
                state.cues.extend(characters.into_iter().map(cue));
            }
        }
    }
    let clock = state.clock;
    let record = state.triggers.entry(trigger.key.clone()).or_default();
    record.fired += 1;
    record.last_fired = Some(clock);
    record.end = (!trigger.repeat).then_some(End::Fired);
    Ok(())
}

/// The statements to be judged now, each with its trigger's key: those judged longest ago first (W-362).
pub(crate) fn to_judge(world: &World, state: &State) -> Vec<(String, String)> {
    let mut statements: Vec<(Option<u64>, &str, &str)> = Vec::new();
    for trigger in in_order(world)
        .into_iter()
        .filter(|trigger| is_live(state, trigger))
    {
        let mut texts = Vec::new();
        judged(&trigger.when, &mut texts);
        let verdicts = state
            .triggers
            .get(&trigger.key)
            .map(|record| &record.verdicts);
        for text in texts {
            let last = verdicts
                .and_then(|verdicts| verdicts.get(text))
                .map(|verdict| verdict.judging);
            statements.push((last, &trigger.key, text));
        }
    }
    // The sort keeps the order of priority, file and condition among equals.
    statements.sort_by_key(|(last, _, _)| *last);
    statements
        .into_iter()
        .take(state.settings.judged_per_turn)
        .map(|(_, key, text)| (key.to_owned(), text.to_owned()))
        .collect()
}

/// Takes the verdicts on the statements that were sent; those not among `yes` are no.
pub(crate) fn take_verdicts(
    state: &mut State,
    sent: &[(String, String)],
    yes: &[(String, String)],
) {
    state.judgings += 1;
    let judging = state.judgings;
    for statement in sent {
        let (key, text) = statement;
        let verdict = Verdict {
            yes: yes.contains(statement),
            judging,
        };
        state
            .triggers
            .entry(key.clone())
            .or_default()
            .verdicts
            .insert(text.clone(), verdict);
    }
}

/// The different statements of a condition, in order.
fn judged<'c>(condition: &'c Condition, texts: &mut Vec<&'c str>) {
    match condition {
        Condition::Judged { text } if !texts.contains(&text.as_str()) => texts.push(text),
        Condition::All(conditions) | Condition::Any(conditions) => {
            conditions.iter().for_each(|one| judged(one, texts))
        }
        Condition::Not(condition) => judged(condition, texts),
        _ => {}
    }
}

/// Lets go of the beats that are not offered any more (W-332).
pub(crate) fn let_go(state: &mut State) {
    let (turn, turns) = (state.turn, state.settings.beat_turns);
    state
        .beats
        .retain(|beat| turn < beat.turn.saturating_add(turns));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w_358_the_roll_is_fixed() {
        assert_eq!(roll("half", 1, 1), 0.363_313_805_609_554_84);
        assert_eq!(roll("blackout", 2, 0), 0.073_841_161_678_727_9);
    }
}

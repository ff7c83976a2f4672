//! Plays the steps of a trigger case against a session without a model: what `talekeep trigger-run` prints. Every step calls the
//! functions a turn calls.

use chrono::{DateTime, Duration, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use chrono_tz::Tz;
use serde_json::{Map, Value, json};
use talekeep_world::json as strict;
use talekeep_world::model::{Moment, World};

use crate::edit::{self, Carry};
use crate::start::populate;
use crate::state::{ItemPlace, Settings, State};
use crate::triggers::{self, Look};
use crate::turn::{take_cues, use_beat};
use crate::{announcements, keeper};

/// Plays a case: `settings` and `steps` as they are described with the conformance cases. `now` counts when the case gives none.
pub fn trigger_run(world: &World, case: &Value, now: DateTime<Utc>) -> Result<Value, String> {
    let settings = &case["settings"];
    let defaults = Settings::default();
    let number = |key: &str| settings[key].as_u64();
    let limits = Settings {
        max_fires: number("maxFires")
            .and_then(|most| usize::try_from(most).ok())
            .unwrap_or(defaults.max_fires),
        judged_per_turn: number("judgedPerTurn")
            .and_then(|most| usize::try_from(most).ok())
            .unwrap_or(defaults.judged_per_turn),
        beat_turns: settings["beatTurns"]
            .as_i64()
            .unwrap_or(defaults.beat_turns),
    };
    let zone = match settings["time_zone"].as_str() {
        Some(name) => Some(name.parse::<Tz>().map_err(|error| error.to_string())?),
        None => None,
    };
    let now = match settings["now"].as_str() {
        Some(now) => moment(now)
            .ok_or_else(|| format!("{now:?} is no time"))?
            .instant(zone.unwrap_or(world.time_zone)),
        None => now,
    };
    let mut state = populate(world, limits, zone, now);
    let steps = case["steps"].as_array().cloned().unwrap_or_default();
    let answers: Result<Vec<Value>, String> = steps
        .iter()
        .map(|step| play(world, &mut state, step))
        .collect();
    Ok(json!({ "steps": answers? }))
}

/// One of the spellings of W-023.
fn moment(text: &str) -> Option<Moment> {
    if let Ok(date) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        return Some(Moment::Date(date));
    }
    // The seconds may be left out, before an offset too.
    let (date, time) = text.split_once('T')?;
    let cut = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (clock, offset) = time.split_at(cut);
    let clock = NaiveTime::parse_from_str(clock, "%H:%M:%S%.f")
        .or_else(|_| NaiveTime::parse_from_str(clock, "%H:%M"))
        .ok()?;
    let local: NaiveDateTime = NaiveDate::parse_from_str(date, "%Y-%m-%d")
        .ok()?
        .and_time(clock);
    if offset.is_empty() {
        return Some(Moment::Local(local));
    }
    let offset = if offset == "Z" { "+00:00" } else { offset };
    DateTime::parse_from_rfc3339(&format!("{}{offset}", local.format("%Y-%m-%dT%H:%M:%S%.f")))
        .ok()
        .map(Moment::Instant)
}

fn texts(value: &Value) -> Vec<String> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

/// Carries out one step in the order of the description and says how the session stands.
fn play(world: &World, state: &mut State, step: &Value) -> Result<Value, String> {
    if let Some(clock) = step["clock"].as_str() {
        state.clock = moment(clock)
            .ok_or_else(|| format!("{clock:?} is no time"))?
            .instant(state.time_zone);
    }
    if let Some(seconds) = step["skip"].as_f64() {
        state.clock += Duration::milliseconds((seconds * 1000.0) as i64);
    }
    for character in texts(&step["gone"]["characters"]) {
        state.characters.remove(&character);
    }
    for feature in step["gone"]["features"].as_array().into_iter().flatten() {
        if let (Some(location), Some(feature)) =
            (feature["location"].as_str(), feature["feature"].as_str())
        {
            state
                .gone_features
                .insert((location.to_owned(), feature.to_owned()));
        }
    }
    let edited = match &step["edit"] {
        Value::Null => Value::Null,
        document => match apply(world, state, document) {
            Ok(next) => {
                *state = next;
                json!({ "applied": true })
            }
            Err(reason) => json!({ "applied": false, "reason": reason }),
        },
    };
    for text in texts(&step["used"]) {
        let used = state
            .offered()
            .find(|beat| beat.text == text)
            .map(|beat| beat.id.clone());
        used.and_then(|id| use_beat(state, &id));
    }
    let acting = texts(&step["act"]);
    let mut told: Map<String, Value> = Map::new();
    for cue in take_cues(state, &acting) {
        if let Value::Array(texts) = told.entry(cue.character).or_insert_with(|| json!([])) {
            texts.push(json!(cue.text));
        }
    }
    let mut asked = Vec::new();
    if !step["judge"].is_null() {
        asked = triggers::to_judge(world, state);
        let yes = step["judge"]["yes"].as_array().into_iter().flatten();
        let yes: Vec<(String, String)> = yes
            .filter_map(|one| {
                Some((
                    one["trigger"].as_str()?.to_owned(),
                    one["text"].as_str()?.to_owned(),
                ))
            })
            .collect();
        triggers::take_verdicts(state, &asked, &yes);
    }
    let mut look = Look::default();
    if let (Some(turn), Some(round)) = (
        step["look"]["turn"].as_i64(),
        step["look"]["round"].as_i64(),
    ) {
        (state.turn, state.round) = (turn, round);
        look = triggers::look(world, state);
    }
    let failed: Vec<Value> = look
        .failed
        .iter()
        .map(|(trigger, reason)| json!({ "trigger": trigger, "reason": reason }))
        .collect();
    let asked: Vec<Value> = asked
        .iter()
        .map(|(trigger, text)| json!({ "trigger": trigger, "text": text }))
        .collect();
    Ok(json!({
        "edit": edited, "fired": look.fired, "failed": failed, "expired": look.expired, "asked": asked, "told": told,
        "beats": state.offered().map(|beat| json!({ "id": beat.id, "trigger": beat.trigger, "text": beat.text })).collect::<Vec<_>>(),
        "cues": waiting(state), "announced": announced(world, state), "records": records(state),
    }))
}

fn apply(world: &World, state: &State, document: &Value) -> Result<State, String> {
    let text = document.to_string();
    let value =
        strict::parse(text.as_bytes(), &strict::Rules::DOCUMENT).map_err(|fault| fault.message)?;
    let edit = keeper::read_edit(world, &value, document)?;
    edit::applied(world, state, &edit, Carry::Anyone)
}

fn waiting(state: &State) -> Value {
    let mut cues: Map<String, Value> = Map::new();
    for cue in &state.cues {
        if let Value::Array(texts) = cues
            .entry(cue.character.clone())
            .or_insert_with(|| json!([]))
        {
            texts.push(json!(cue.text));
        }
    }
    Value::Object(cues)
}

fn announced(world: &World, state: &State) -> Value {
    let known = announcements::known(world, state);
    let at =
        |one: &announcements::Announced| one.at.map(|at| at.format("%Y-%m-%dT%H:%M").to_string());
    let characters: Map<String, Value> = state
        .characters
        .keys()
        .map(|id| {
            let told = announcements::told_to(&known, id).into_iter();
            let told = told
                .map(|one| json!({ "trigger": one.trigger, "text": one.text, "at": at(one) }))
                .collect();
            (id.clone(), told)
        })
        .collect();
    let all = known.iter().map(|one| json!({ "trigger": one.trigger, "text": one.text, "at": at(one), "known_by": one.known_by }));
    json!({ "game_master": all.collect::<Vec<_>>(), "characters": characters })
}

fn records(state: &State) -> Value {
    let characters: Map<String, Value> = state
        .characters
        .iter()
        .map(|(id, one)| {
            let record = json!({
                "location": one.location, "feature": one.feature, "position": one.position, "goals": one.goals, "engagement": one.engagement,
            });
            (id.clone(), record)
        })
        .collect();
    let factions: Map<String, Value> = state
        .factions
        .iter()
        .map(|(id, one)| (id.clone(), json!({ "goals": one.goals })))
        .collect();
    let items: Map<String, Value> = state
        .items
        .iter()
        .map(|(id, item)| {
            let mut record = json!({
                "location": null, "held_by": null, "worn_by": null, "inside": null,
                "feature": item.feature, "position": item.position, "quantity": item.quantity, "quality": item.quality,
                "notable": item.notable, "hidden": item.hidden, "container_state": item.container_state, "owner": item.owner,
            });
            let (key, value) = match &item.place {
                ItemPlace::Location(id) => ("location", id),
                ItemPlace::HeldBy(id) => ("held_by", id),
                ItemPlace::WornBy(id) => ("worn_by", id),
                ItemPlace::Inside(id) => ("inside", id),
            };
            record[key] = json!(value);
            (id.clone(), record)
        })
        .collect();
    let exit = |exit: &crate::state::Exit| json!({ "state": exit.state, "note": exit.note, "opened_by": exit.opened_by });
    let exits: Map<String, Value> = state
        .exits
        .iter()
        .map(|(from, to)| {
            (
                from.clone(),
                Value::Object(to.iter().map(|(to, one)| (to.clone(), exit(one))).collect()),
            )
        })
        .collect();
    json!({
        "clock": state.clock.to_rfc3339(), "characters": characters, "factions": factions, "items": items, "exits": exits,
        "variables": state.variables, "baselines": state.baselines, "events": state.events,
    })
}

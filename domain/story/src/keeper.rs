//! Reading what the record keeper answered: one edit of section 14, and which beats were used. A faulty answer changes nothing; it is
//! only ever read as data.

use serde_json::Value;
use talekeep_world::model::{Edit, World};
use talekeep_world::{Names, Problem, Problems, json, read};

/// What an answer holds.
#[derive(Debug)]
pub(crate) struct Kept {
    /// The change of the records; nothing when nothing changed.
    pub(crate) edit: Option<Edit>,
    /// Ids of the beats that were told.
    pub(crate) used_beats: Vec<String>,
    /// The answer itself, for "why".
    pub(crate) document: Value,
}

/// The member beside the lists of section 14 that names the beats that were told.
const USED_BEATS: &str = "used_beats";

/// Reads an answer. The reason of a refusal is for people.
pub(crate) fn read_answer(world: &World, answer: &str) -> Result<Kept, String> {
    let text = object(answer);
    if text.is_empty() {
        return Ok(Kept {
            edit: None,
            used_beats: Vec::new(),
            document: Value::Object(serde_json::Map::new()),
        });
    }
    let value = json::parse(text.as_bytes(), &json::Rules::DOCUMENT)
        .map_err(|fault| format!("the keeper's answer is not JSON: {}", fault.message))?;
    let document: Value = serde_json::from_str(text)
        .map_err(|error| format!("the keeper's answer is not JSON: {error}"))?;
    let used = document
        .get(USED_BEATS)
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let used_beats = used.filter_map(Value::as_str).map(str::to_owned).collect();
    let empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    let changes = document.as_object().is_none_or(|members| {
        members
            .iter()
            .any(|(name, value)| name != USED_BEATS && !empty(value))
    });
    let edit = if changes {
        Some(read_edit(world, &value, &document)?)
    } else {
        None
    };
    Ok(Kept {
        edit,
        used_beats,
        document,
    })
}

/// Reads an edit that no author has checked before. `document` is the same value, to show the entry at fault.
pub(crate) fn read_edit(
    world: &World,
    value: &json::Value,
    document: &Value,
) -> Result<Edit, String> {
    let mut problems = Problems::default();
    let edit = read::edit(value, &Names::of_world(world), &mut problems);
    let reason = |problem: &Problem| {
        let entry: Vec<&str> = problem.pointer.split('/').skip(1).take(2).collect();
        match document.pointer(&format!("/{}", entry.join("/"))) {
            Some(shown) if !entry.is_empty() => {
                format!("{} In {} {shown}.", problem.message, entry.join(" "))
            }
            _ => problem.message.clone(),
        }
    };
    let reasons: Vec<String> = problems.iter().map(reason).collect();
    edit.ok_or_else(|| format!("The edit is not allowed. {}", reasons.join(" ")))
}

/// The JSON object in an answer: models like to put words or a fence around it.
fn object(answer: &str) -> &str {
    let answer = answer.trim();
    match (answer.find('{'), answer.rfind('}')) {
        (Some(start), Some(end)) if start < end => answer.get(start..=end).unwrap_or(answer),
        _ => answer,
    }
}

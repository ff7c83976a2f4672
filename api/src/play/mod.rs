//! Playing: what a running turn needs beyond the request that asked for it. Nothing here knows HTTP.

mod definitions;
mod registry;
mod telling;
mod turn;

use serde_json::{Value, json};
use talekeep_story::{Part, State};
use talekeep_world::model::World;

use crate::problem::ApiProblem;
use crate::views::sessions::PartView;

pub(crate) use definitions::Definitions;
pub(crate) use registry::Turns;
pub(crate) use turn::spawn;

/// The connection that needs no model.
pub(crate) const OFFLINE: &str = "offline";

/// The event by which one process asks another to stop a turn.
pub(crate) const STOP: &str = "stop";

pub(crate) fn part_views(parts: &[Part]) -> Vec<PartView> {
    parts
        .iter()
        .map(|part| PartView {
            speaker: part.speaker.clone(),
            text: part.text.clone(),
        })
        .collect()
}

/// Records as they were kept; we wrote them, so what cannot be read is a fault of ours.
pub(crate) fn read_state(json: &str) -> Result<State, ApiProblem> {
    serde_json::from_str(json)
        .map_err(|error| ApiProblem::internal(&format!("kept state: {error}")))
}

/// What the player may know of where things stand.
pub(crate) fn state_view(world: &World, state: &State) -> Value {
    json!(state.view(world))
}

//! What a turn was made of, for authors who ask why: what was asked and changed, what fired, and what was told of it.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::state::State;
use crate::triggers::Look;

/// Collected while the turn is played.
#[derive(Debug, Default)]
pub(super) struct Why {
    pub(super) asked: Vec<Value>,
    pub(super) edit: Option<Value>,
    pub(super) applied: bool,
    pub(super) looks: Vec<Value>,
    pub(super) cues: Vec<Value>,
    pub(super) beats: Vec<Value>,
    pub(super) clock_before: String,
}

impl Why {
    /// Notes what a look brought about.
    pub(super) fn look(&mut self, state: &State, look: Look) {
        let failed = look
            .failed
            .into_iter()
            .map(|(trigger, reason)| json!({ "trigger": trigger, "reason": reason }));
        self.looks.push(json!({
            "round": state.round,
            "clock": state.clock.to_rfc3339(),
            "fired": look.fired,
            "failed": failed.collect::<Vec<_>>(),
            "expired": look.expired,
        }));
    }

    /// Everything collected, as it is kept with the turn.
    pub(super) fn document(&self, state: &State, played_at: DateTime<Utc>) -> Value {
        json!({
            "turn": state.turn,
            "playedAt": played_at.to_rfc3339(),
            "asked": self.asked,
            "edit": self.edit,
            "applied": self.applied,
            "looks": self.looks,
            "cues": self.cues,
            "beats": self.beats,
            "clock": { "before": self.clock_before, "after": state.clock.to_rfc3339() },
        })
    }
}

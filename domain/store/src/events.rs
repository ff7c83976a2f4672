//! What open pages are told. A row per event, so a stream resumes after any gap; the bell only says "look again".

use serde_json::Value;
use uuid::Uuid;

use crate::{Moment, Result, Workspace};

/// What a stream is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// One import: `phase` (data = phase, progress, error, world).
    Import(Uuid),
    /// One turn being played: fragments, parts, state, problems, done.
    Turn(Uuid),
    /// All jobs of the workspace: `job` (data = id, kind, state, progress).
    Jobs,
}

/// One event. `seq` grows within its topic and is never used twice, not even after old events were cleared away.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its number, the id to resume from.
    pub seq: i64,
    /// What kind.
    pub kind: String,
    /// What it says.
    pub data: Value,
    /// When.
    pub created_at: Moment,
}

/// The events of one workspace.
#[derive(Clone)]
pub struct Events {
    pub(crate) workspace: Workspace,
}

/// Wakes when a topic may have something new. A missed bell is only a delay: it also wakes by itself every few seconds.
pub struct Bells {}

impl Bells {
    /// Until the next bell (or a few seconds). Then call [`Events::after`].
    pub async fn next(&mut self) {
        unimplemented!()
    }
}

impl Events {
    /// Keeps one event and rings; answers its number.
    pub async fn publish(&self, topic: Topic, kind: &str, data: Value) -> Result<i64> {
        let _ = (&self.workspace, topic, kind, data);
        unimplemented!()
    }

    /// Several at once, in order, one transaction and one bell; answers the number of the last.
    pub async fn publish_all(&self, topic: Topic, events: Vec<(&str, Value)>) -> Result<i64> {
        let _ = (topic, events);
        unimplemented!()
    }

    /// At most 500 events after this number, oldest first. 0 is "from the beginning". Kept for a day.
    pub async fn after(&self, topic: Topic, seq: i64) -> Result<Vec<Event>> {
        let _ = (topic, seq);
        unimplemented!()
    }

    /// Subscribe first, then read `after`, then wait: nothing is missed in between.
    pub fn subscribe(&self, topic: Topic) -> Bells {
        let _ = topic;
        unimplemented!()
    }
}

//! What open pages are told. A row per event, so a stream resumes after any gap; the bell only says "look again".

use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use serde_json::Value;
use uuid::Uuid;

use crate::chimes::Listener;
use crate::database::{now, statement};
use crate::rows::{events, topics};
use crate::{Error, Moment, Result, Workspace};

/// Events read at once.
const AT_ONCE: u64 = 500;

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
pub struct Bells(Listener);

impl Bells {
    /// Until the next bell (or a few seconds). Then call [`Events::after`].
    pub async fn next(&mut self) {
        self.0.next().await;
    }
}

impl Topic {
    /// The topic in rows and on the wire; it carries the workspace (S3).
    fn name(self, workspace: Uuid) -> String {
        match self {
            Topic::Import(id) => format!("{workspace}:import:{id}"),
            Topic::Turn(id) => format!("{workspace}:turn:{id}"),
            Topic::Jobs => format!("{workspace}:jobs"),
        }
    }
}

impl Events {
    /// Keeps one event and rings; answers its number.
    pub async fn publish(&self, topic: Topic, kind: &str, data: Value) -> Result<i64> {
        self.publish_all(topic, vec![(kind, data)]).await
    }

    /// Several at once, in order, one transaction and one bell; answers the number of the last.
    pub async fn publish_all(&self, topic: Topic, events: Vec<(&str, Value)>) -> Result<i64> {
        let write = self.workspace.inner.database.begin_write().await?;
        let last = keep(&*write, &self.workspace, topic, events).await?;
        write.commit().await?;
        ring(&self.workspace, topic);
        Ok(last)
    }

    /// At most 500 events after this number, oldest first. 0 is "from the beginning". Kept for a day.
    pub async fn after(&self, topic: Topic, seq: i64) -> Result<Vec<Event>> {
        let rows = events::Entity::find()
            .filter(events::Column::Topic.eq(topic.name(self.workspace.id)))
            .filter(events::Column::Seq.gt(seq))
            .order_by_asc(events::Column::Seq)
            .limit(AT_ONCE)
            .all(&self.workspace.inner.database.rows)
            .await?;
        rows.into_iter().map(Event::try_from).collect()
    }

    /// Subscribe first, then read `after`, then wait: nothing is missed in between.
    pub fn subscribe(&self, topic: Topic) -> Bells {
        Bells(
            self.workspace
                .inner
                .chimes
                .subscribe(topic.name(self.workspace.id)),
        )
    }
}

impl TryFrom<events::Model> for Event {
    type Error = Error;

    fn try_from(row: events::Model) -> Result<Self> {
        let data = serde_json::from_str(&row.data)
            .map_err(|error| Error::Damaged(format!("an event: {error}")))?;
        Ok(Event {
            seq: row.seq,
            kind: row.kind,
            data,
            created_at: row.created_at,
        })
    }
}

/// Keeps events within somebody's transaction; they call [`ring`] after it. The topic's row is written first and so held
/// until the commit: numbers of one topic become visible in their order.
pub(crate) async fn keep(
    on: &impl ConnectionTrait,
    workspace: &Workspace,
    topic: Topic,
    events: Vec<(&str, Value)>,
) -> Result<i64> {
    let topic = topic.name(workspace.id);
    let count = events.len() as i64;
    let number = "INSERT INTO topics (topic, seq, updated_at) VALUES ($1, $2, $3) \
        ON CONFLICT (topic) DO UPDATE SET seq = topics.seq + $2, updated_at = $3 RETURNING *";
    let at = now();
    let number = statement(on, number, [topic.clone().into(), count.into(), at.into()]);
    let last = topics::Entity::find()
        .from_raw_sql(number)
        .one(on)
        .await?
        .ok_or(Error::NotFound)?
        .seq;
    let rows = events
        .into_iter()
        .enumerate()
        .map(|(index, (kind, data))| events::ActiveModel {
            topic: Set(topic.clone()),
            seq: Set(last - count + 1 + index as i64),
            kind: Set(kind.to_owned()),
            data: Set(data.to_string()),
            created_at: Set(at),
        });
    events::Entity::insert_many(rows)
        .exec_without_returning(on)
        .await?;
    Ok(last)
}

pub(crate) fn ring(workspace: &Workspace, topic: Topic) {
    workspace.inner.chimes.chime(&topic.name(workspace.id));
}

//! Sessions and their turns. Never a state as it is kept: the player sees what `story` says may be seen.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use talekeep_store::{Session, Turn};
use utoipa::ToSchema;
use uuid::Uuid;

/// A story to be started.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SessionBody {
    /// The world's `id`.
    pub(crate) world: Uuid,
    /// Id of the playable character; the world's first one when it is not said.
    #[schema(example = "traveller")]
    pub(crate) character: Option<String>,
    pub(crate) title: Option<String>,
    /// Language of the story; `en` when it is not said.
    #[schema(example = "en")]
    pub(crate) language: Option<String>,
    /// Which model tells it. `offline` needs none and is the default.
    #[schema(example = "offline")]
    pub(crate) connection: Option<String>,
    /// Makes chance repeatable.
    #[schema(example = 7)]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SessionPatchBody {
    #[schema(example = "The night train")]
    pub(crate) title: Option<String>,
    #[schema(example = "zh")]
    pub(crate) language: Option<String>,
    #[schema(example = "offline")]
    pub(crate) connection: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionView {
    pub(crate) id: Uuid,
    /// The world it was started from; it may be in the trash by now.
    pub(crate) world: Uuid,
    #[schema(example = "The night train")]
    pub(crate) world_name: String,
    /// Where the world's cover is.
    pub(crate) cover: Option<String>,
    #[schema(example = "traveller")]
    pub(crate) character: String,
    #[schema(example = "Traveller")]
    pub(crate) character_name: String,
    pub(crate) title: String,
    #[schema(example = "en")]
    pub(crate) language: String,
    #[schema(example = "offline")]
    pub(crate) connection: String,
    pub(crate) seed: u64,
    pub(crate) revision: i64,
    /// The turn the story is at.
    pub(crate) head: Uuid,
    /// Turns so far, the opening not counted.
    pub(crate) turns: i64,
    /// The turn that is being played right now; its events are at `…/turns/{turn}/events`.
    pub(crate) playing: Option<Uuid>,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) updated_at: DateTime<Utc>,
    /// Where the portraits of its people are, by name; only when one story is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) portraits: Option<HashMap<String, String>>,
}

impl From<Session> for SessionView {
    fn from(session: Session) -> SessionView {
        let cover = session
            .cover
            .map(|_| format!("/api/sessions/{}/cover", session.id));
        SessionView {
            id: session.id,
            world: session.world,
            world_name: session.world_name,
            cover,
            character: session.character,
            character_name: session.character_name,
            title: session.title,
            language: session.language,
            connection: session.connection,
            seed: session.seed,
            revision: session.revision,
            head: session.head,
            turns: session.turns,
            playing: session.playing,
            created_at: session.created_at,
            updated_at: session.updated_at,
            portraits: None,
        }
    }
}

/// What the player does next.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TurnBody {
    /// `act`, `say`, `ooc`, `wait` or `continue`.
    #[schema(example = "act")]
    pub(crate) kind: String,
    #[serde(default)]
    #[schema(example = "look around")]
    pub(crate) text: String,
}

/// One piece of what was told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PartView {
    /// Who speaks; nobody for narration.
    #[schema(example = "Mira")]
    pub(crate) speaker: Option<String>,
    #[schema(example = "\"You are late,\" she says.")]
    pub(crate) text: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TurnView {
    pub(crate) id: Uuid,
    pub(crate) parent: Option<Uuid>,
    /// How far from the opening, which is 0.
    pub(crate) number: i64,
    /// `opening`, or what the player did.
    #[schema(example = "act")]
    pub(crate) kind: String,
    /// What the player wrote.
    pub(crate) text: String,
    pub(crate) parts: Vec<PartView>,
    /// All turns in this place, this one included, oldest first.
    pub(crate) siblings: Vec<Uuid>,
    pub(crate) created_at: DateTime<Utc>,
}

impl From<Turn> for TurnView {
    fn from(turn: Turn) -> TurnView {
        TurnView {
            id: turn.id,
            parent: turn.parent,
            number: turn.number,
            kind: turn.kind,
            text: turn.text,
            parts: read_parts(&turn.parts),
            siblings: turn.siblings,
            created_at: turn.created_at,
        }
    }
}

/// Parts as rows keep them. We wrote them ourselves, so what cannot be read is a fault of ours and worth a line in the log.
pub(crate) fn read_parts(json: &str) -> Vec<PartView> {
    serde_json::from_str(json).unwrap_or_else(|error| {
        tracing::error!(%error, "kept parts cannot be read");
        Vec::new()
    })
}

/// What the player may know of where things stand.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StateView {
    pub(crate) revision: i64,
    #[schema(value_type = Object)]
    pub(crate) state: Value,
}

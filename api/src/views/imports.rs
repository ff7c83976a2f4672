//! Imports and what became of their pieces. Never the payload itself: that has a route of its own.

use chrono::{DateTime, Utc};
use serde::Serialize;
use talekeep_store::Import;
use utoipa::ToSchema;
use uuid::Uuid;

use super::jobs::ProgressView;
use crate::problem::{Fault, kept_faults};

/// A card is sent as a file.
#[derive(Debug, ToSchema)]
#[expect(
    dead_code,
    reason = "describes a multipart body that is read as a stream"
)]
pub(crate) struct ImportForm {
    /// The card: a PNG or JSON file.
    #[schema(value_type = String, format = Binary)]
    pub(crate) file: Vec<u8>,
    /// `skip` accepts every confident proposal and goes on; anything else waits for you in `review`.
    #[schema(example = "skip")]
    pub(crate) review: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportView {
    pub(crate) id: Uuid,
    /// What the card calls itself.
    #[schema(example = "Captain Mira")]
    pub(crate) name: String,
    #[schema(example = "mira.png")]
    pub(crate) file_name: Option<String>,
    #[schema(example = "png/chara_card_v3")]
    pub(crate) format: String,
    /// The folder the world will have.
    #[schema(example = "captain-mira")]
    pub(crate) folder: String,
    /// `survey`, `build`, `review`, `finish`, `done`, `failed` or `cancelled`.
    #[schema(example = "done")]
    pub(crate) phase: String,
    /// Whether it waits for its owner in `review`.
    pub(crate) review: bool,
    pub(crate) progress: ProgressView,
    /// The world it became, when it is done.
    pub(crate) world_id: Option<Uuid>,
    pub(crate) error: Option<String>,
    /// What is wrong with what it made, when it failed for that.
    pub(crate) problems: Vec<Fault>,
    /// An earlier import of the very same bytes whose world is in the library; only when one import is brought or asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) same_as: Option<Uuid>,
    /// The job that works, or worked last, on it.
    pub(crate) job: Uuid,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) updated_at: DateTime<Utc>,
    pub(crate) finished_at: Option<DateTime<Utc>>,
}

impl From<Import> for ImportView {
    fn from(import: Import) -> ImportView {
        ImportView {
            id: import.id,
            name: import.name,
            file_name: import.file_name,
            format: import.format,
            folder: import.folder,
            phase: import.phase,
            review: import.review,
            progress: import.progress.into(),
            world_id: import.world,
            error: import.error,
            problems: kept_faults(&import.problems),
            same_as: None,
            job: import.job,
            created_at: import.created_at,
            updated_at: import.updated_at,
            finished_at: import.finished_at,
        }
    }
}

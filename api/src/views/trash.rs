//! What was deleted and can come back.

use chrono::{DateTime, Utc};
use serde::Serialize;
use talekeep_store::TrashItem;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrashView {
    pub(crate) id: Uuid,
    /// `world` or `session`.
    #[schema(example = "world")]
    pub(crate) kind: String,
    #[schema(example = "The night train")]
    pub(crate) name: String,
    pub(crate) trashed_at: DateTime<Utc>,
}

impl From<TrashItem> for TrashView {
    fn from(item: TrashItem) -> TrashView {
        let kind = item.kind.as_str().to_owned();
        TrashView {
            id: item.id,
            kind,
            name: item.name,
            trashed_at: item.trashed_at,
        }
    }
}

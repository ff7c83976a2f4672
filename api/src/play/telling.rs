//! Fragments on their way to open pages. While one row is written the next fragments gather, so a fast model makes few rows
//! and a slow one is shown word by word. Nothing here is the truth: the kept turn is.

use serde_json::json;
use talekeep_store::{Events, Topic};
use tokio::sync::mpsc::UnboundedReceiver;
use uuid::Uuid;

/// Publishes what comes until the sender is gone.
pub(super) async fn tell(events: &Events, turn: Uuid, mut fragments: UnboundedReceiver<String>) {
    while let Some(mut text) = fragments.recv().await {
        while let Ok(more) = fragments.try_recv() {
            text.push_str(&more);
        }
        if let Err(error) = events
            .publish(Topic::Turn(turn), "fragment", json!({ "text": text }))
            .await
        {
            // The reader gets the whole turn at its end.
            tracing::warn!(
                error = crate::problem::chain(&error),
                "a fragment was not published"
            );
        }
    }
}

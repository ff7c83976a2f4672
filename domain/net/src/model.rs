//! What every language model is to us: something that answers a question in fragments. A provider is added by implementing this and
//! nothing else.

use async_trait::async_trait;
use futures::stream::BoxStream;
use talekeep_prompts::Ask;

/// Why an answer did not come.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The model said no, or said nothing usable.
    #[error("the model {model} failed: {reason}")]
    Model {
        /// Which model.
        model: String,
        /// What it said.
        reason: String,
    },
    /// The exchange could not be finished with what it was given.
    #[error("the turn could not be told: {0}")]
    GaveUp(String),
}

/// An answer as it comes.
pub type Fragments = BoxStream<'static, Result<String, Error>>;

/// A language model.
#[async_trait]
pub trait Model: Send + Sync {
    /// The name shown to people and written into logs.
    fn name(&self) -> &str;

    /// Asks, and answers as soon as the first fragment can be read.
    async fn ask(&self, ask: &Ask) -> Result<Fragments, Error>;
}

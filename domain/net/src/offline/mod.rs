//! The built-in narrator.
use async_trait::async_trait;
use futures::{StreamExt, stream};
use talekeep_prompts::{Ask, Purpose};

use crate::{Error, Fragments, Model};
use std::time::Duration;

/// The built-in narrator: plain commands against the session's records, no model, the same answer every time.
#[derive(Debug, Clone, Copy)]
pub struct Offline {
    pause: Duration,
}

impl Offline {
    /// A narrator that waits this long between fragments.
    #[must_use]
    pub fn new(pause: Duration) -> Offline {
        Offline { pause }
    }
}

impl Default for Offline {
    fn default() -> Self {
        Offline::new(Duration::ZERO)
    }
}

#[async_trait]
impl Model for Offline {
    fn name(&self) -> &str {
        "offline"
    }

    async fn ask(&self, ask: &Ask) -> Result<Fragments, Error> {
        let text = match ask.purpose {
            Purpose::Narrate => "…",
            Purpose::Keep => "{}",
        };
        Ok(stream::iter([Ok(text.to_owned())]).boxed())
    }
}

//! The built-in narrator: plain commands against the session's records, no language model, the same answer every time. Authors walk
//! their worlds with it, a first run needs no key, and tests are repeatable. It says nothing the scene does not hold.

mod closer;
mod clothes;
mod deed;
mod go;
mod hands;
mod help;
mod locks;
mod look;
mod names;
mod talk;
mod telling;
#[cfg(test)]
mod tests;
mod words;

use std::time::Duration;

use async_trait::async_trait;
use futures::{StreamExt, stream};
use talekeep_prompts::{Ask, Purpose};

use crate::{Error, Fragments, Model};

/// The built-in narrator.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offline {
    pause: Duration,
}

impl Offline {
    /// The name by which a session chooses it.
    pub const NAME: &'static str = "offline";

    /// A narrator that rests this long between fragments, so that pages show it speaking. The default does not rest at all.
    #[must_use]
    pub fn new(pause: Duration) -> Offline {
        Offline { pause }
    }
}

#[async_trait]
impl Model for Offline {
    fn name(&self) -> &str {
        Offline::NAME
    }

    async fn ask(&self, ask: &Ask) -> Result<Fragments, Error> {
        let telling = deed::tell(&ask.scene, &ask.language, ask.seed);
        let (text, pause) = match ask.purpose {
            Purpose::Narrate => (telling.text(), self.pause),
            Purpose::Keep => (telling.edit(), Duration::ZERO),
        };
        let fragments = stream::iter(fragments(&text));
        Ok(fragments
            .then(move |fragment| async move {
                if !pause.is_zero() {
                    tokio::time::sleep(pause).await;
                }
                Ok(fragment)
            })
            .boxed())
    }
}

/// A few words at a time; Chinese, which has no spaces, a few characters at a time.
fn fragments(text: &str) -> Vec<String> {
    const WIDTH: usize = 18;
    let mut fragments = Vec::new();
    let mut current = String::new();
    let mut width = 0;
    for character in text.chars() {
        current.push(character);
        width += if words::is_han(character) { 3 } else { 1 };
        if width >= WIDTH
            && (character.is_whitespace()
                || words::is_han(character)
                || !character.is_alphanumeric())
        {
            fragments.push(std::mem::take(&mut current));
            width = 0;
        }
    }
    if !current.is_empty() {
        fragments.push(current);
    }
    fragments
}

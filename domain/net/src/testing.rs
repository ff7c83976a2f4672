//! A model whose answers a test decides and whose questions it can read afterwards. It is never offered to people.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use futures::{StreamExt, stream};
use talekeep_prompts::Ask;

use crate::{Error, Fragments, Model};

/// What the script holds for one question.
#[derive(Debug, Clone)]
enum Line {
    Answer(String),
    Fail(String),
    Hang(String),
}

/// Answers from a script, in order. Clones share the script and the record.
#[derive(Debug, Clone, Default)]
pub struct Scripted {
    lines: Arc<Mutex<VecDeque<Line>>>,
    asked: Arc<Mutex<Vec<Ask>>>,
}

impl Scripted {
    /// A script of whole answers; each is streamed word by word.
    pub fn answers<T: Into<String>>(answers: impl IntoIterator<Item = T>) -> Scripted {
        let lines = answers
            .into_iter()
            .map(|answer| Line::Answer(answer.into()))
            .collect();
        Scripted {
            lines: Arc::new(Mutex::new(lines)),
            asked: Arc::default(),
        }
    }

    /// Adds an answer.
    #[must_use]
    pub fn answer(self, text: impl Into<String>) -> Scripted {
        self.add(Line::Answer(text.into()))
    }

    /// Adds a failure.
    #[must_use]
    pub fn fail(self, reason: impl Into<String>) -> Scripted {
        self.add(Line::Fail(reason.into()))
    }

    /// Adds an answer that says this much and then never ends.
    #[must_use]
    pub fn hang(self, text: impl Into<String>) -> Scripted {
        self.add(Line::Hang(text.into()))
    }

    /// Every question so far.
    #[must_use]
    pub fn asked(&self) -> Vec<Ask> {
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn add(self, line: Line) -> Scripted {
        self.lines
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push_back(line);
        self
    }

    fn failed(&self, reason: impl Into<String>) -> Error {
        Error::Model {
            model: self.name().to_owned(),
            reason: reason.into(),
        }
    }
}

/// Words with the white space that follows them.
fn words(text: &str) -> Vec<Result<String, Error>> {
    text.split_inclusive(char::is_whitespace)
        .map(|word| Ok(word.to_owned()))
        .collect()
}

#[async_trait]
impl Model for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    async fn ask(&self, ask: &Ask) -> Result<Fragments, Error> {
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(ask.clone());
        let line = self
            .lines
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop_front();
        match line {
            Some(Line::Answer(text)) => Ok(stream::iter(words(&text)).boxed()),
            Some(Line::Hang(text)) => {
                Ok(stream::iter(words(&text)).chain(stream::pending()).boxed())
            }
            Some(Line::Fail(reason)) => Err(self.failed(reason)),
            None => Err(self.failed("the script has no further answer")),
        }
    }
}

//! The vocabulary of asking: what an exchange with a model says it needs next, and what it is given. A conversation that must ask in
//! the middle of its work is a state machine over these words; it never awaits, so tests can play the other side.

use crate::Scene;

/// What an answer is wanted for. A provider may choose a model, a temperature or a format by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Prose for the player, streamed while it comes.
    Narrate,
    /// One JSON edit of the records that belongs to what was told.
    Keep,
}

impl Purpose {
    /// The word used in logs and in the answer to "why".
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Purpose::Narrate => "narrate",
            Purpose::Keep => "keep",
        }
    }
}

/// Who is speaking in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Instructions.
    System,
    /// The player, and what the product adds to the player's side.
    User,
    /// What a model said before.
    Assistant,
}

impl Role {
    /// The word every provider uses for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        }
    }
}

/// One message of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub text: String,
}

impl Message {
    /// A message of `role`.
    pub fn new(role: Role, text: impl Into<String>) -> Message {
        Message {
            role,
            text: text.into(),
        }
    }
}

/// One question to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// What the answer is for.
    pub purpose: Purpose,
    /// The language of the session, such as `en` or `zh`.
    pub language: String,
    /// What a language model reads.
    pub messages: Vec<Message>,
    /// The same moment as structure: what the offline narrator reads.
    pub scene: Scene,
    /// Makes chance on the other side repeatable.
    pub seed: u64,
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Everything that was said, fragments joined.
    pub text: String,
}

/// What the loop hands to an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// The beginning; also handed after a `Say` while no question is open.
    Start,
    /// The next piece of the answer that is being listened to.
    Fragment(String),
    /// The answer is complete.
    Answer(Answer),
    /// The question could not be answered, with the reason.
    Failed(String),
    /// The player stopped the turn.
    Stopped,
}

/// What an exchange wants next.
#[derive(Debug, Clone, PartialEq)]
pub enum Step<O> {
    /// Ask this, then hand over the fragments and the answer.
    Ask(Box<Ask>),
    /// Show this text to the player, then go on.
    Say(String),
    /// Go on listening to the open question.
    Listen,
    /// It cannot be finished, with the reason; nothing of it is to be kept.
    Fail(String),
    /// Finished.
    Done(O),
}

/// A conversation as a state machine.
pub trait Exchange {
    /// What it ends with.
    type Outcome;

    /// Takes what was given and says what is needed next.
    fn step(&mut self, given: Given) -> Step<Self::Outcome>;
}

//! The words in which the product asks a language model: the shipped templates, how one is chosen and filled in, and the
//! vocabulary of asking (`Ask`, `Answer`, `Step`). It never asks anything itself.

mod ask;
mod resolve;
mod scene;
mod template;
mod text;

pub use ask::{Answer, Ask, Exchange, Given, Message, Purpose, Role, Step};
pub use resolve::{Origin, Overrides, Prompts, Resolved};
pub use scene::{
    Action, ActionKind, Announcement, Beat, Container, Cue, Entry, Exit, Feature, Person, Place,
    Reading, Scene, Thing, Way, Whereabouts,
};
pub use template::{ENGLISH, LANGUAGES, TEMPLATES, Template, template};
pub use text::{Fault, FaultKind, check, is_language, render};

//! Other tools' formats: cards, lorebooks and chats come in as bytes and leave as values and plans.
//! It is pure: no file, clock, socket or dice; nothing it reads is ever an instruction, a path, code or markup.

pub mod card;
pub mod chat;
mod classify;
pub mod import;
pub mod limits;
pub mod lorebook;
pub mod picture;
mod text;

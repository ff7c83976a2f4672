//! What was told before this turn, as messages for a language model. The opening is always there; the middle is what gets left out.

use talekeep_prompts::{Message, Role};

use super::Said;

/// How much of what was told before is shown to a model, in bytes; the opening always is.
const PAST_BYTES: usize = 24_000;

/// What was told before as messages: the opening first, then as much of the end as fits.
pub(super) fn messages(past: &[Said]) -> Vec<Message> {
    let opening = past.iter().take_while(|said| said.kind.is_none()).count();
    let (opening, later) = past.split_at(opening);
    let mut room = PAST_BYTES;
    let kept = later.iter().rev().take_while(|said| {
        let fits = said.text.len() <= room;
        room = room.saturating_sub(said.text.len());
        fits
    });
    let kept = kept.count();
    let mut messages: Vec<Message> = Vec::new();
    for said in opening.iter().chain(later.iter().skip(later.len() - kept)) {
        let role = if said.kind.is_some() {
            Role::User
        } else {
            Role::Assistant
        };
        let text = match &said.speaker {
            Some(speaker) => format!("{speaker}: {}", said.text),
            None => said.text.clone(),
        };
        match messages.last_mut() {
            Some(last) if last.role == role => last.text = format!("{}\n\n{text}", last.text),
            _ => messages.push(Message::new(role, text)),
        }
    }
    messages
}

//! Reads what one thinks of another: the members that relationships of characters and factions share (W-120, W-148).

use crate::limits::{LEANING, SHARE};
use crate::node::Node;
use crate::problem::Problems;

/// The shared members.
pub(super) struct Profile {
    pub(super) label: String,
    pub(super) summary: Option<String>,
    pub(super) familiarity: f64,
    pub(super) trust: f64,
    pub(super) affinity: f64,
    pub(super) tension: f64,
}

pub(super) fn read(node: &Node<'_, '_>, problems: &mut Problems) -> Option<Profile> {
    let label = node.at("label").need(problems).text(problems);
    let summary = node.at("summary").text(problems);
    let mut number = |key, range| node.at(key).number_in(range, problems).unwrap_or(0.0);
    let familiarity = number("familiarity", SHARE);
    let trust = number("trust", LEANING);
    let affinity = number("affinity", LEANING);
    let tension = number("tension", SHARE);
    Some(Profile {
        label: label?,
        summary,
        familiarity,
        trust,
        affinity,
        tension,
    })
}

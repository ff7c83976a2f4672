//! Reads what one thinks of another: the members that relationships of characters and factions share (W-120, W-148).

use crate::node::Node;
use crate::problem::Problems;

/// At most so many profiles (W-125, W-149).
pub(super) const MOST: usize = 60;

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
    let familiarity = number("familiarity", 0.0..=1.0);
    let trust = number("trust", -1.0..=1.0);
    let affinity = number("affinity", -1.0..=1.0);
    let tension = number("tension", 0.0..=1.0);
    Some(Profile {
        label: label?,
        summary,
        familiarity,
        trust,
        affinity,
        tension,
    })
}

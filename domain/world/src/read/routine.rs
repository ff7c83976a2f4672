//! Reads the routine of a character (section 8).

use crate::limits::WINDOWS;
use crate::model::{Day, RoutineWindow};
use crate::names::{Names, Position};
use crate::node::Node;
use crate::problem::Problems;

pub(super) fn read(
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Vec<RoutineWindow> {
    let windows = node.list_of_at_most(WINDOWS, problems);
    windows
        .iter()
        .filter_map(|window| read_window(*window, names, problems))
        .collect()
}

fn read_window(
    node: Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<RoutineWindow> {
    let node = node.object(problems)?;
    let days = days(&node.at("days"), problems);
    let window = node.window(problems);
    let activity = node.at("activity").need(problems).text(problems);
    let spot = names.spot(&node, Position::MayStandAlone, problems);
    let interruptible = node.at("interruptible").flag(true, problems);
    Some(RoutineWindow {
        days,
        window: window?,
        activity: activity?,
        location: spot.location,
        feature: spot.feature,
        position: spot.position,
        interruptible,
    })
}

/// W-026
pub(super) fn days(node: &Node<'_, '_>, problems: &mut Problems) -> Vec<Day> {
    node.list(problems)
        .iter()
        .filter_map(|day| day.word(problems))
        .collect()
}

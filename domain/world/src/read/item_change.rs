//! Reads a change of an item (W-404), with what can never apply in any state (W-417).

use super::character_at;
use super::item::PLACING;
use crate::model::{ItemChange, ItemTo, SubjectKind};
use crate::names::{Names, Position};
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

/// Everything but `item` and `removed`.
pub(crate) const MEMBERS: [&str; 12] = [
    "location",
    "held_by",
    "worn_by",
    "inside",
    "position",
    "feature",
    "quantity",
    "quality",
    "notable",
    "hidden",
    "container_state",
    "owner",
];

pub(super) fn read(
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<ItemChange> {
    let item = names.refer(SubjectKind::Item, &node.at("item").need(problems), problems);
    let removed_node = node.at("removed");
    let removed = removed_node.flag(false, problems);
    let changes = MEMBERS
        .into_iter()
        .filter(|member| node.at(member).is_set())
        .count();
    if removed && changes > 0 {
        removed_node.report(problems, Code::Conflict, "\"removed\" stands alone.");
    } else if changes == 0 && !removed_node.is_set() {
        node.report(problems, Code::Needs, "An item change changes something.");
    }
    let thing = item
        .as_deref()
        .map(|item| names.thing(item))
        .unwrap_or_default();
    let to = destination(node, item.as_deref(), thing.wearable, names, problems);
    let quantity_node = node.at("quantity");
    let quantity = quantity_node.whole_from(1, problems);
    if quantity_node.is_set() && thing.unique == Some(true) {
        quantity_node.report(problems, Code::Conflict, "A unique item has no quantity.");
    }
    let state_node = node.at("container_state");
    let container_state = state_node.word(problems);
    if state_node.is_set() && thing.container == Some(false) {
        state_node.report(problems, Code::Conflict, "The item is no container.");
    }
    let quality = node.at("quality").text(problems);
    let notable = node.at("notable").optional_flag(problems);
    let hidden = node.at("hidden").optional_flag(problems);
    let owner = character_at(&node.at("owner"), names, problems);
    let (to, position, feature) = to?;
    Some(ItemChange {
        item: item?,
        to,
        position,
        feature,
        quantity,
        quality,
        notable,
        hidden,
        container_state,
        owner,
        removed,
    })
}

type Destination = (Option<ItemTo>, Option<String>, Option<String>);

/// At most one of the placing members, with `position` and `feature` in a location; nothing when it is faulty.
fn destination(
    node: &Node<'_, '_>,
    item: Option<&str>,
    wearable: Option<bool>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Destination> {
    let given: Vec<&str> = PLACING
        .into_iter()
        .filter(|member| node.at(member).is_set())
        .collect();
    if let Some(extra) = given.get(1) {
        let what = format!("The item already goes to {}.", given[0]);
        node.at(extra).report(problems, Code::Conflict, what);
    }
    let spot = names.spot(node, Position::NeedsLocation, problems);
    let held_by = character_at(&node.at("held_by"), names, problems);
    let worn_node = node.at("worn_by");
    let worn_by = character_at(&worn_node, names, problems);
    if worn_by.is_some() && wearable == Some(false) {
        worn_node.report(problems, Code::Conflict, "The item cannot be worn.");
    }
    let inside_node = node.at("inside");
    let inside = names.refer(SubjectKind::Item, &inside_node, problems);
    if let Some(holder) = &inside {
        if Some(holder.as_str()) == item {
            inside_node.report(problems, Code::Conflict, "An item is not inside itself.");
        } else if names.thing(holder).container == Some(false) {
            inside_node.report(
                problems,
                Code::Conflict,
                format!("The item {} is no container.", quoted(holder)),
            );
        }
    }
    let to = match given.as_slice() {
        [] => None,
        ["location"] => Some(ItemTo::Location(spot.location?)),
        ["held_by"] => Some(ItemTo::HeldBy(held_by?)),
        ["worn_by"] => Some(ItemTo::WornBy(worn_by?)),
        _ => Some(ItemTo::Inside(inside?)),
    };
    Some((to, spot.position, spot.feature))
}

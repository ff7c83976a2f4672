//! Reads one `item.json` (section 10). Circles of containers and full slots are found in `link`.

use super::{Document, character_at, initial, visual};
use crate::limits::OPENERS;
use crate::model::{Container, Item, ItemPlace, SubjectKind, VariableSubject};
use crate::names::Names;
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

/// The members that place an item, in the order of W-038.
pub(crate) const PLACING: [&str; 4] = ["location", "held_by", "worn_by", "inside"];

pub(super) fn read(
    document: &Document,
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Item> {
    let name = node
        .at("name")
        .need(problems)
        .text(problems)
        .unwrap_or_default();
    let description = node.at("description").text(problems);
    let quality = node.at("quality").text(problems);
    let visual_identity = visual::read(node.at("visual_identity"), problems);
    let quantity_node = node.at("quantity");
    let quantity = quantity_node.whole_from(1, problems);
    let unique = node.at("unique").flag(false, problems);
    if unique && quantity_node.is_set() {
        quantity_node.report(problems, Code::Conflict, "A unique item has no quantity.");
    }
    let notable = node.at("notable").flag(false, problems);
    let hidden = node.at("hidden").flag(false, problems);
    let wearable = wearable(&node.at("wearable"), names, problems);
    let container = node
        .at("container")
        .object(problems)
        .map(|container| Container {
            state: container.at("state").word(problems).unwrap_or_default(),
            opened_by: openers(&container.at("opened_by"), names, problems),
        });
    let owner = character_at(&node.at("owner"), names, problems);
    let place = place(node, &document.id, names, problems);
    let variables = initial::read(
        &node.at("variables"),
        VariableSubject::Item,
        &document.id,
        names,
        problems,
    );
    Some(Item {
        id: document.id.clone(),
        folder: document.folder.clone(),
        name,
        description,
        quality,
        visual_identity,
        quantity: quantity.unwrap_or(1),
        unique,
        notable,
        hidden,
        wearable,
        container,
        owner,
        place: place?,
        variables,
    })
}

/// W-235
fn wearable(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<String> {
    let slot = node.text(problems)?;
    if !names.has_slot(&slot) {
        node.report(
            problems,
            Code::UnknownReference,
            format!("There is no slot {}.", quoted(&slot)),
        );
        return None;
    }
    Some(slot)
}

/// W-237
fn openers(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Vec<String> {
    let openers = node.list_of_at_most(OPENERS, problems);
    openers
        .iter()
        .filter_map(|opener| names.refer(SubjectKind::Item, opener, problems))
        .collect()
}

/// The one place it starts in (W-239 – W-243).
fn place(
    node: &Node<'_, '_>,
    own_id: &str,
    names: &Names,
    problems: &mut Problems,
) -> Option<ItemPlace> {
    let given: Vec<&str> = PLACING
        .into_iter()
        .filter(|member| node.at(member).is_set())
        .collect();
    if given.is_empty() {
        let what = format!("An item starts in exactly one of {}.", PLACING.join(", "));
        node.report(problems, Code::Needs, what);
    }
    for extra in given.iter().skip(1) {
        let what = format!("The item is already placed by {}.", given[0]);
        node.at(extra).report(problems, Code::Conflict, what);
    }
    let location = names.refer(SubjectKind::Location, &node.at("location"), problems);
    let position = node.at("position").text(problems);
    let feature_node = node.at("feature");
    let feature = names.feature(location.as_deref(), &feature_node, problems);
    if feature.is_some() && !node.at("location").is_set() {
        feature_node.report(problems, Code::Needs, "A feature needs a location.");
    }
    let held_by = character_at(&node.at("held_by"), names, problems);
    let worn_node = node.at("worn_by");
    let worn_by = character_at(&worn_node, names, problems);
    if worn_by.is_some() && !node.at("wearable").is_set() {
        worn_node.report(
            problems,
            Code::Needs,
            "An item that is worn needs to be wearable.",
        );
    }
    let inside = inside(&node.at("inside"), own_id, names, problems);
    if given.len() != 1 {
        return None;
    }
    if let Some(location) = location {
        Some(ItemPlace::Location {
            location,
            position,
            feature,
        })
    } else if let Some(character) = held_by {
        Some(ItemPlace::HeldBy {
            character,
            position,
        })
    } else if let Some(character) = worn_by {
        Some(ItemPlace::WornBy {
            character,
            position,
        })
    } else {
        inside.map(|item| ItemPlace::Inside { item, position })
    }
}

/// W-243: another item, and a container. A circle is found in `link`, an item inside itself among them.
fn inside(
    node: &Node<'_, '_>,
    own_id: &str,
    names: &Names,
    problems: &mut Problems,
) -> Option<String> {
    let item = names.refer(SubjectKind::Item, node, problems)?;
    if item != own_id && names.thing(&item).container == Some(false) {
        node.report(
            problems,
            Code::Conflict,
            format!("The item {} is no container.", quoted(&item)),
        );
    }
    Some(item)
}

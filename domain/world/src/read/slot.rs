//! Reads `items/slots.json` (W-246 – W-250): slots are data, and the built-in ones can be changed.

use std::collections::HashSet;

use super::documents::{Content, Opened};
use crate::model::Slot;
use crate::names::Names;
use crate::node::{ID_LENGTH, Node, quoted};
use crate::problem::{Code, Problems};

/// W-248
const BUILT_IN: [(&str, i64); 11] = [
    ("head", 1),
    ("face", 1),
    ("neck", 1),
    ("torso", 2),
    ("back", 1),
    ("waist", 1),
    ("hands", 1),
    ("wrists", 2),
    ("fingers", 4),
    ("legs", 1),
    ("feet", 1),
];

/// The built-in slots, changed or not, then the world's own; all of them are added to the names.
pub(super) fn read(document: &Opened, names: &mut Names, problems: &mut Problems) -> Vec<Slot> {
    let built_in = |(id, capacity): (&str, i64)| Slot {
        id: id.to_owned(),
        name: id.to_owned(),
        capacity,
    };
    let mut slots: Vec<Slot> = BUILT_IN.map(built_in).into();
    slots
        .iter()
        .for_each(|slot| names.add_slot(&slot.id, Some(slot.capacity)));
    match &document.content {
        Content::Absent => {}
        Content::Unreadable => names.slots_are_unknown(),
        Content::Value(value) => {
            let root = Node::root(&document.file, value);
            let mut seen = HashSet::new();
            for entry in root.list(problems) {
                let Some(entry) = entry.object(problems) else {
                    continue;
                };
                let id_node = entry.at("id").need(problems);
                let id = id_node.text_of_at_most(ID_LENGTH, problems);
                let name = entry.at("name").text(problems);
                let capacity_node = entry.at("capacity");
                let capacity = capacity_node.whole_from(1, problems);
                let Some(id) = id else { continue };
                if !seen.insert(id.clone()) {
                    id_node.report(
                        problems,
                        Code::Duplicate,
                        format!("There is already a slot {}.", quoted(&id)),
                    );
                    continue;
                }
                let faulty = capacity_node.is_set() && capacity.is_none();
                let at = BUILT_IN
                    .iter()
                    .position(|(built_in, _)| *built_in == id)
                    .unwrap_or(slots.len());
                if at == slots.len() {
                    slots.push(built_in((&id, 1)));
                }
                let slot = &mut slots[at];
                slot.name = name.unwrap_or_else(|| slot.name.clone());
                slot.capacity = capacity.unwrap_or(slot.capacity);
                // A slot whose capacity is faulty is still a slot; how much it holds is not checked (W-041).
                names.add_slot(&id, (!faulty).then_some(slot.capacity));
            }
        }
    }
    slots
}

//! The first look at every document: who is called what, and the little that references need to know about it (W-020,
//! W-041). Only ids are reported here; everything else is read again, and reported, by its own reader.

use std::collections::{HashMap, HashSet};

use super::documents::{Content, Document, Documents, KINDS};
use crate::json::Kind;
use crate::model::SubjectKind;
use crate::names::{Names, Place, Thing, kind_word};
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

/// Gives every entity the id it is known by, reports faulty and repeated ids, and collects the names.
pub(crate) fn gather(documents: &mut Documents, problems: &mut Problems) -> Names {
    for (kind, ..) in KINDS {
        settle_ids(kind, documents.of_mut(kind), problems);
    }
    let mut names = Names::default();
    for character in &documents.characters {
        names.add_character(&character.id);
        names.add_character_folder(&character.folder, &character.id);
    }
    documents
        .factions
        .iter()
        .for_each(|faction| names.add_faction(&faction.id));
    documents
        .lore
        .iter()
        .for_each(|entry| names.add_lore(&entry.id));
    // Of two entities with one id the first counts.
    for location in documents.locations.iter().rev() {
        names.add_location(&location.id, read(location, place));
    }
    for item in documents.items.iter().rev() {
        names.add_item(&item.id, read(item, thing));
    }
    if let Content::Value(triggers) = &documents.triggers.content {
        let root = Node::root(&documents.triggers.file, triggers);
        let quiet = &mut Problems::new();
        for trigger in root.list(quiet) {
            if let Some(key) = trigger.at("key").str(quiet) {
                names.add_trigger(key);
            }
        }
    }
    names
}

/// W-020: its own id, or its folder's name when that is not set or faulty.
fn settle_ids(kind: SubjectKind, documents: &mut [Document], problems: &mut Problems) {
    let mut taken: HashSet<String> = HashSet::new();
    for document in documents {
        if let Some(root) = &document.root {
            let root = Node::root(&document.file, root);
            let node = root.at("id");
            if node.is_set() {
                if let Some(id) = node.text_of_at_most(crate::node::ID_LENGTH, problems) {
                    document.id = id;
                }
            } else if document.folder.chars().count() > crate::node::ID_LENGTH {
                let what = "The folder's name is too long for an id: more than 100 characters.";
                node.report(problems, Code::TooLong, what);
            }
            if taken.contains(&document.id) {
                let what = format!(
                    "Another {} has the id {}.",
                    kind_word(kind),
                    quoted(&document.id)
                );
                node.report(problems, Code::Duplicate, what);
            }
        }
        taken.insert(document.id.clone());
    }
}

fn read<T: Default>(document: &Document, look: fn(&Node<'_, '_>, &mut Problems) -> T) -> T {
    match &document.root {
        Some(root) => look(&Node::root(&document.file, root), &mut Problems::new()),
        None => T::default(),
    }
}

fn place(node: &Node<'_, '_>, quiet: &mut Problems) -> Place {
    Place {
        features: features(node, quiet),
        exits: exits(node, quiet),
    }
}

fn features(node: &Node<'_, '_>, quiet: &mut Problems) -> Option<HashSet<String>> {
    let list = certain_list(node.at("features"))?;
    list.list(quiet)
        .iter()
        .map(|feature| feature.at("id").text(quiet))
        .collect()
}

fn exits(node: &Node<'_, '_>, quiet: &mut Problems) -> Option<HashMap<String, bool>> {
    let list = certain_list(node.at("exits"))?;
    let mut exits = HashMap::new();
    for exit in list.list(quiet) {
        let to = exit.at("to").text(quiet)?;
        let one_way = exit.at("one_way").flag(false, quiet);
        exits.entry(to).or_insert(one_way);
    }
    Some(exits)
}

/// A list, or nothing set; anything else leaves the matter open.
fn certain_list<'p, 'v>(node: Node<'p, 'v>) -> Option<Node<'p, 'v>> {
    (!node.is_set()
        || node
            .value()
            .is_some_and(|value| matches!(value.kind, Kind::List(_))))
    .then_some(node)
}

fn thing(node: &Node<'_, '_>, quiet: &mut Problems) -> Thing {
    let container = node.at("container");
    let wearable = node.at("wearable");
    let unique = node.at("unique");
    Thing {
        container: if container.is_set() {
            container.object(quiet).map(|_| true)
        } else {
            Some(false)
        },
        wearable: if wearable.is_set() {
            wearable.str(quiet).map(|_| true)
        } else {
            Some(false)
        },
        unique: if unique.is_set() {
            unique.optional_flag(quiet)
        } else {
            Some(false)
        },
    }
}

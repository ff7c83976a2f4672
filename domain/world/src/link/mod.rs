//! The checks that need several documents at once: circles, full slots, unique looks and how many there may be. References
//! are checked where they are read, against `Names`.

pub(crate) mod circles;

use std::collections::{HashMap, HashSet};

use crate::limits::{ITEMS, LOCATIONS};
use crate::model::{Item, ItemPlace};
use crate::names::Names;
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};
use crate::read::{Document, Documents};

pub(crate) fn check(
    prefix: &str,
    documents: &Documents,
    items: &[Item],
    names: &Names,
    problems: &mut Problems,
) {
    too_many(
        &format!("{prefix}/locations"),
        "places",
        documents.locations.len(),
        LOCATIONS,
        problems,
    );
    too_many(
        &format!("{prefix}/items"),
        "items",
        documents.items.len(),
        ITEMS,
        problems,
    );
    report_circles(
        &documents.locations,
        "parent",
        "The places are in each other.",
        problems,
    );
    report_circles(
        &documents.items,
        "inside",
        "The items are inside each other.",
        problems,
    );
    full_slots(&format!("{prefix}/items"), items, names, problems);
    repeated_looks(documents, problems);
}

/// W-217, W-245: one problem at the folder (W-031).
fn too_many(file: &str, what: &str, count: usize, most: usize, problems: &mut Problems) {
    if count > most {
        problems.push(
            file,
            "",
            Code::TooMany,
            format!("There are {count} {what}; at most {most} are allowed."),
        );
    }
}

/// W-205, W-244: every reference that closes a circle.
fn report_circles(documents: &[Document], member: &str, what: &str, problems: &mut Problems) {
    let mut index = HashMap::new();
    for (at, document) in documents.iter().enumerate() {
        index.entry(document.id.as_str()).or_insert(at);
    }
    let quiet = &mut Problems::new();
    let mut edge = |document: &Document| {
        let root = Node::root(&document.file, document.root.as_ref()?);
        index.get(root.at(member).str(quiet)?).copied()
    };
    let edges: Vec<Vec<usize>> = documents
        .iter()
        .map(|document| edge(document).into_iter().collect())
        .collect();
    let component = circles::components(&edges);
    for (at, document) in documents.iter().enumerate() {
        if let (Some(&to), Some(root)) = (edges[at].first(), &document.root)
            && component[to] == component[at]
        {
            Node::root(&document.file, root)
                .at(member)
                .report(problems, Code::Circular, what);
        }
    }
}

/// W-249: what is worn in a slot beyond its capacity, in the order of W-006.
fn full_slots(folder: &str, items: &[Item], names: &Names, problems: &mut Problems) {
    let mut worn: HashMap<(&str, &str), i64> = HashMap::new();
    for item in items {
        let (ItemPlace::WornBy { character, .. }, Some(slot)) = (&item.place, &item.wearable)
        else {
            continue;
        };
        let Some(capacity) = names.slot_capacity(slot) else {
            continue;
        };
        let count = worn.entry((character, slot)).or_default();
        *count += 1;
        if *count > capacity {
            let file = format!("{folder}/{}/item.json", item.folder);
            let what = format!(
                "{} already wears {capacity} in the slot {}.",
                quoted(character),
                quoted(slot)
            );
            problems.push(file, "/worn_by", Code::TooMany, what);
        }
    }
}

/// W-094: characters, then locations, then items.
fn repeated_looks(documents: &Documents, problems: &mut Problems) {
    let mut seen = HashSet::new();
    let quiet = &mut Problems::new();
    for document in documents
        .characters
        .iter()
        .chain(&documents.locations)
        .chain(&documents.items)
    {
        let Some(root) = &document.root else { continue };
        let root = Node::root(&document.file, root);
        let look = root.at("visual_identity");
        let node = look.at("global_id");
        let Some(id) = node.str(quiet) else { continue };
        if !seen.insert(id) {
            node.report(
                problems,
                Code::Duplicate,
                format!("Another look has the global id {}.", quoted(id)),
            );
        }
    }
}

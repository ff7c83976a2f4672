//! Reads one `location.json` (section 9). Circles of places are found in `link`.

use std::collections::HashSet;

use super::{Document, initial, visual};
use crate::limits::{EXITS, FEATURES};
use crate::model::{Exit, Feature, Location, SubjectKind, VariableSubject};
use crate::names::Names;
use crate::node::{ID_LENGTH, Node, quoted};
use crate::problem::{Code, Problems};

pub(super) fn read(
    document: &Document,
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Location> {
    Some(Location {
        id: document.id.clone(),
        folder: document.folder.clone(),
        name: node
            .at("name")
            .need(problems)
            .text(problems)
            .unwrap_or_default(),
        description: node.at("description").text(problems),
        visual_identity: visual::read(node.at("visual_identity"), problems),
        parent: names.refer(SubjectKind::Location, &node.at("parent"), problems),
        features: features(&node.at("features"), problems),
        exits: exits(&node.at("exits"), &document.id, names, problems),
        variables: initial::read(
            &node.at("variables"),
            VariableSubject::Location,
            &document.id,
            names,
            problems,
        ),
    })
}

/// W-206 – W-208
fn features(node: &Node<'_, '_>, problems: &mut Problems) -> Vec<Feature> {
    let mut seen = HashSet::new();
    let mut features = Vec::new();
    for feature in node.list_of_at_most(FEATURES, problems) {
        let Some(feature) = feature.object(problems) else {
            continue;
        };
        let id_node = feature.at("id").need(problems);
        let id = id_node.text_of_at_most(ID_LENGTH, problems);
        if let Some(id) = &id {
            if !id
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
            {
                let what = format!("{} is not letters, digits, - or _.", quoted(id));
                id_node.report(problems, Code::BadFormat, what);
            } else if !seen.insert(id.clone()) {
                id_node.report(
                    problems,
                    Code::Duplicate,
                    format!("There is already a feature {}.", quoted(id)),
                );
            }
        }
        let name = feature.at("name").need(problems).text(problems);
        let description = feature.at("description").text(problems);
        if let (Some(id), Some(name)) = (id, name) {
            features.push(Feature {
                id,
                name,
                description,
            });
        }
    }
    features
}

/// W-209 – W-215
fn exits(node: &Node<'_, '_>, own_id: &str, names: &Names, problems: &mut Problems) -> Vec<Exit> {
    let mut seen = HashSet::new();
    let mut exits = Vec::new();
    for exit in node.list_of_at_most(EXITS, problems) {
        let Some(exit) = exit.object(problems) else {
            continue;
        };
        let to_node = exit.at("to").need(problems);
        let to = names.refer(SubjectKind::Location, &to_node, problems);
        if let Some(to) = &to {
            if to == own_id {
                to_node.report(problems, Code::Conflict, "An exit leads to another place.");
            } else if !seen.insert(to.clone()) {
                to_node.report(
                    problems,
                    Code::Duplicate,
                    format!("There is already an exit to {}.", quoted(to)),
                );
            }
        }
        let read = Exit {
            to: to.clone().unwrap_or_default(),
            description: exit.at("description").text(problems),
            one_way: exit.at("one_way").flag(false, problems),
            back_description: exit.at("back_description").text(problems),
            travel_time_seconds: exit.at("travel_time_seconds").whole_from(0, problems),
            state: exit.at("state").word(problems).unwrap_or_default(),
            note: exit.at("note").text(problems),
            opened_by: names.refer_all(SubjectKind::Item, &exit.at("opened_by"), problems),
        };
        if to.is_some() {
            exits.push(read);
        }
    }
    exits
}

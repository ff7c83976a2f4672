//! Reads who notices a cue or hears an announcement (W-333, W-334).

use crate::json::Kind;
use crate::limits::EVERYONE;
use crate::model::{Audience, SubjectKind};
use crate::names::Names;
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

/// Exactly one of `characters` and `audience` of that object.
pub(super) fn read(
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Audience> {
    let characters_node = node.at("characters");
    let audience_node = node.at("audience");
    let characters = names.refer_all(SubjectKind::Character, &characters_node, problems);
    let audience = read_audience(&audience_node, names, problems);
    match (characters_node.is_set(), audience_node.is_set()) {
        (true, true) => {
            let what = "Only one of \"characters\" and \"audience\" can be given.";
            audience_node.report(problems, Code::Conflict, what);
            None
        }
        (false, false) => {
            let what = "One of \"characters\" and \"audience\" is needed.";
            audience_node.report(problems, Code::Needs, what);
            None
        }
        (true, false) => Some(Audience::Characters(characters)),
        (false, true) => audience,
    }
}

fn read_audience(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<Audience> {
    match &node.value()?.kind {
        Kind::Text(word) if word == EVERYONE => Some(Audience::Everyone),
        Kind::Text(word) => {
            node.report(
                problems,
                Code::NotAllowed,
                format!("{} is not everyone.", quoted(word)),
            );
            None
        }
        Kind::Object(_) => {
            let characters_node = node.at("characters");
            let place_node = node.at("place");
            let characters = names.refer_all(SubjectKind::Character, &characters_node, problems);
            let place = names.refer(SubjectKind::Location, &place_node, problems);
            if characters_node.is_set() == place_node.is_set() {
                let what = "An audience has exactly one of \"characters\" and \"place\".";
                node.report(problems, Code::Needs, what);
                return None;
            }
            match characters_node.is_set() {
                true => Some(Audience::Characters(characters)),
                false => place.map(Audience::Place),
            }
        }
        _ => {
            node.wrong_type(problems, "\"everyone\" or an object");
            None
        }
    }
}

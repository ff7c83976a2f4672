//! Reads what a character knows exists (section 5). What it learns by itself at the start is the story's business.

use crate::model::{Knowledge, KnownExit, SubjectKind};
use crate::names::Names;
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

pub(super) fn read(node: Node<'_, '_>, names: &Names, problems: &mut Problems) -> Knowledge {
    let Some(node) = node.object(problems) else {
        return Knowledge::default();
    };
    let exits = node.at("exits");
    Knowledge {
        locations: names.refer_all(SubjectKind::Location, &node.at("locations"), problems),
        items: names.refer_all(SubjectKind::Item, &node.at("items"), problems),
        exits: exits
            .list(problems)
            .iter()
            .filter_map(|exit| known_exit(*exit, names, problems))
            .collect(),
        lore: names.refer_all(SubjectKind::Lore, &node.at("lore"), problems),
    }
}

fn known_exit(node: Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<KnownExit> {
    let node = node.object(problems)?;
    let (from, to) = authored_exit(&node, names, problems)?;
    Some(KnownExit { from, to })
}

/// `from` and `to` of a way that somebody authored (W-133, W-403); a way nobody authored is a problem at the entry.
pub(super) fn authored_exit(
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<(String, String)> {
    let from = names.refer(
        SubjectKind::Location,
        &node.at("from").need(problems),
        problems,
    );
    let to = names.refer(
        SubjectKind::Location,
        &node.at("to").need(problems),
        problems,
    );
    let (from, to) = (from?, to?);
    if names.has_exit(&from, &to) == Some(false) {
        let what = format!("No exit leads from {} to {}.", quoted(&from), quoted(&to));
        node.report(problems, Code::UnknownReference, what);
        return None;
    }
    Some((from, to))
}

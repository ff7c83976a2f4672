//! Reads one `lore.json` (section 11).

use super::Document;
use crate::model::{Lore, Moment, Subject, SubjectKind};
use crate::names::Names;
use crate::node::Node;
use crate::problem::{Code, Problems};

pub(super) fn read(
    document: &Document,
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Lore> {
    let subjects = node.at("subjects");
    let starts_at = node.at("starts_at").moment(problems);
    let ends_node = node.at("ends_at");
    let ends_at = ends_node.moment(problems);
    if let (Some(start), Some(end)) = (starts_at, ends_at)
        && is_before(end, start)
    {
        ends_node.report(problems, Code::Conflict, "ends_at is before starts_at.");
    }
    Some(Lore {
        id: document.id.clone(),
        folder: document.folder.clone(),
        title: node
            .at("title")
            .need(problems)
            .text(problems)
            .unwrap_or_default(),
        summary: node.at("summary").text(problems),
        body: node.at("body").text(problems),
        kind: node.at("kind").word(problems).unwrap_or_default(),
        subjects: subjects
            .list(problems)
            .iter()
            .filter_map(|entry| subject(*entry, &document.id, names, problems))
            .collect(),
        related: names.refer_all(SubjectKind::Lore, &node.at("related"), problems),
        sources: node.at("sources").texts(problems),
        starts_at,
        ends_at,
    })
}

/// W-263
fn subject(
    node: Node<'_, '_>,
    own_id: &str,
    names: &Names,
    problems: &mut Problems,
) -> Option<Subject> {
    let node = node.object(problems)?;
    let kind: Option<SubjectKind> = node.at("kind").need(problems).word(problems);
    let id_node = node.at("id").need(problems);
    let Some(kind) = kind else {
        id_node.str(problems)?;
        return None;
    };
    let id = names.refer(kind, &id_node, problems)?;
    if kind == SubjectKind::Lore && id == own_id {
        id_node.report(problems, Code::Conflict, "An entry is not about itself.");
    }
    Some(Subject { kind, id })
}

/// W-266: only moments of the same form are compared.
fn is_before(one: Moment, other: Moment) -> bool {
    match (one, other) {
        (Moment::Date(one), Moment::Date(other)) => one < other,
        (Moment::Local(one), Moment::Local(other)) => one < other,
        (Moment::Instant(one), Moment::Instant(other)) => one < other,
        _ => false,
    }
}

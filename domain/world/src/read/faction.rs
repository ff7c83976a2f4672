//! Reads one `faction.json` (section 6).

use std::collections::HashSet;

use super::{Document, character_at, intent, profile};
use crate::limits::{PROFILES, SHARE};
use crate::model::{
    Faction, FactionStart, FactionTie, Membership, SubjectKind, Target, TargetKind,
};
use crate::names::Names;
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

pub(super) fn read(
    document: &Document,
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Faction> {
    Some(Faction {
        id: document.id.clone(),
        folder: document.folder.clone(),
        name: node
            .at("name")
            .need(problems)
            .text(problems)
            .unwrap_or_default(),
        aliases: node.at("aliases").texts(problems),
        values: node.at("values").texts(problems),
        summary: node.at("summary").text(problems),
        description: node.at("description").text(problems),
        structure: node.at("structure").text(problems),
        start: start(node.at("start"), problems),
        members: node
            .at("members")
            .list(problems)
            .iter()
            .filter_map(|member| membership(*member, names, problems))
            .collect(),
        relationships: ties(&node.at("relationships"), &document.id, names, problems),
    })
}

/// W-142, W-143
fn start(node: Node<'_, '_>, problems: &mut Problems) -> FactionStart {
    let Some(node) = node.object(problems) else {
        return FactionStart::default();
    };
    FactionStart {
        public_state: node.at("public_state").text(problems),
        inner_state: node.at("inner_state").text(problems),
        goals: intent::read_list(&node.at("goals"), problems),
    }
}

/// W-144 – W-146
fn membership(node: Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<Membership> {
    let node = node.object(problems)?;
    let character = character_at(&node.at("character").need(problems), names, problems);
    let role = node.at("role").text(problems);
    let rank = node.at("rank").text(problems);
    let status = node.at("status").word(problems).unwrap_or_default();
    let public = node.at("public").flag(true, problems);
    let commitment = node.at("commitment").number_in(SHARE, problems);
    Some(Membership {
        character: character?,
        role,
        rank,
        status,
        public,
        commitment,
    })
}

/// W-147 – W-149
fn ties(
    node: &Node<'_, '_>,
    own_id: &str,
    names: &Names,
    problems: &mut Problems,
) -> Vec<FactionTie> {
    let mut seen = HashSet::new();
    let mut ties = Vec::new();
    for entry in node.list_of_at_most(PROFILES, problems) {
        let Some(entry) = entry.object(problems) else {
            continue;
        };
        let to_node = entry.at("to").need(problems);
        let to = to_node
            .object(problems)
            .and_then(|to| target(&to, own_id, &mut seen, names, problems));
        let profile = profile::read(&entry, problems);
        if let (Some(to), Some(profile)) = (to, profile) {
            ties.push(FactionTie {
                to,
                label: profile.label,
                summary: profile.summary,
                familiarity: profile.familiarity,
                trust: profile.trust,
                affinity: profile.affinity,
                tension: profile.tension,
            });
        }
    }
    ties
}

fn target(
    node: &Node<'_, '_>,
    own_id: &str,
    seen: &mut HashSet<Target>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Target> {
    let kind: Option<TargetKind> = node.at("kind").need(problems).word(problems);
    let id_node = node.at("id").need(problems);
    let id = match kind {
        Some(TargetKind::Character) => names.refer(SubjectKind::Character, &id_node, problems),
        Some(TargetKind::Faction) => names.refer(SubjectKind::Faction, &id_node, problems),
        None => id_node.text(problems),
    };
    let target = Target {
        kind: kind?,
        id: id?,
    };
    if target.kind == TargetKind::Faction && target.id == own_id {
        id_node.report(
            problems,
            Code::Conflict,
            "A faction has no relationship to itself.",
        );
    } else if !seen.insert(target.clone()) {
        let what = format!(
            "There is already a relationship to the {} {}.",
            target.kind.as_str(),
            quoted(&target.id)
        );
        id_node.report(problems, Code::Duplicate, what);
    }
    Some(target)
}

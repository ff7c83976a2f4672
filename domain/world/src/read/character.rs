//! Reads one `character.json` (section 4), in a world or as an avatar.

use super::{Document, emotion, initial, intent, knowledge, profile, routine, visual};
use crate::json::Kind;
use crate::limits::PROFILES;
use crate::model::{
    Age, Character, CharacterKind, Relationship, Role, Speech, Start, SubjectKind, Tier,
    VariableSubject, Words,
};
use crate::names::{Names, Position};
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

pub(super) fn read(
    document: &Document,
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Character> {
    let kind: Option<CharacterKind> = word(&node.at("kind"), problems);
    let tier: Option<Tier> = word(&node.at("tier"), problems);
    let role_node = node.at("role");
    let role: Option<Role> = word(&role_node, problems);
    if role == Some(Role::Playable)
        && (kind == Some(CharacterKind::Group) || tier == Some(Tier::Background))
    {
        let what = "A playable character is a person and not background.";
        role_node.report(problems, Code::Conflict, what);
    }
    let mut character = read_shape(document, node, names, problems);
    character.kind = kind.unwrap_or_default();
    character.tier = tier.unwrap_or_default();
    character.role = role.unwrap_or_default();
    Some(character)
}

/// A word or its default; nothing when it is faulty, so that no other rule is applied to it (W-041).
pub(super) fn word<W: Words + Default>(node: &Node<'_, '_>, problems: &mut Problems) -> Option<W> {
    if node.is_set() {
        node.word(problems)
    } else {
        Some(W::default())
    }
}

/// Everything but `kind`, `tier` and `role`, which an avatar reads otherwise (W-431).
pub(super) fn read_shape(
    document: &Document,
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Character {
    Character {
        id: document.id.clone(),
        folder: document.folder.clone(),
        name: node
            .at("name")
            .need(problems)
            .text(problems)
            .unwrap_or_default(),
        aliases: node.at("aliases").texts(problems),
        age: age(&node.at("age"), problems),
        gender: node.at("gender").text(problems),
        pronouns: node.at("pronouns").text(problems),
        kind: CharacterKind::default(),
        tier: Tier::default(),
        role: Role::default(),
        summary: node.at("summary").text(problems),
        personality: node.at("personality").text(problems),
        background: node.at("background").text(problems),
        appearance: node.at("appearance").text(problems),
        speech: speech(node.at("speech"), problems),
        voice: node.at("voice").text(problems),
        visual_identity: visual::read(node.at("visual_identity"), problems),
        start: start(node.at("start"), names, problems),
        relationships: relationships(&node.at("relationships"), &document.id, names, problems),
        knowledge: knowledge::read(node.at("knowledge"), names, problems),
        routine: routine::read(&node.at("routine"), names, problems),
        variables: initial::read(
            &node.at("variables"),
            VariableSubject::Character,
            &document.id,
            names,
            problems,
        ),
    }
}

/// W-084
fn age(node: &Node<'_, '_>, problems: &mut Problems) -> Option<Age> {
    match &node.value()?.kind {
        Kind::Text(_) => node.text(problems).map(Age::Text),
        Kind::Number(raw) => Some(Age::Number(raw.clone())),
        _ => {
            node.wrong_type(problems, "a text or a number");
            None
        }
    }
}

/// W-091
fn speech(node: Node<'_, '_>, problems: &mut Problems) -> Speech {
    let Some(node) = node.object(problems) else {
        return Speech::default();
    };
    Speech {
        style: node.at("style").text(problems),
        examples: node.at("examples").texts(problems),
    }
}

/// W-100 – W-107
fn start(node: Node<'_, '_>, names: &Names, problems: &mut Problems) -> Start {
    let Some(node) = node.object(problems) else {
        return Start::default();
    };
    let spot = names.spot(&node, Position::NeedsLocation, problems);
    Start {
        public_state: node.at("public_state").text(problems),
        inner_state: node.at("inner_state").text(problems),
        activity: node.at("activity").text(problems),
        emotion: emotion::read(node.at("emotion"), problems),
        location: spot.location,
        position: spot.position,
        feature: spot.feature,
        intents: intent::read_list(&node.at("intents"), problems),
    }
}

/// W-120 – W-125
fn relationships(
    node: &Node<'_, '_>,
    own_id: &str,
    names: &Names,
    problems: &mut Problems,
) -> Vec<Relationship> {
    let mut seen = std::collections::HashSet::new();
    let mut views = Vec::new();
    for entry in node.list_of_at_most(PROFILES, problems) {
        let Some(entry) = entry.object(problems) else {
            continue;
        };
        let to_node = entry.at("to").need(problems);
        let to = names.refer(SubjectKind::Character, &to_node, problems);
        if let Some(to) = &to {
            if to == own_id && !names.is_anything() {
                to_node.report(
                    problems,
                    Code::Conflict,
                    "A character has no relationship to itself.",
                );
            } else if !seen.insert(to.clone()) {
                let what = format!("There is already a relationship to {}.", quoted(to));
                to_node.report(problems, Code::Duplicate, what);
            }
        }
        let profile = profile::read(&entry, problems);
        if let (Some(to), Some(profile)) = (to, profile) {
            views.push(Relationship {
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
    views
}

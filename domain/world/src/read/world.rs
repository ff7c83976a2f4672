//! Reads `world.json` (section 3). It never decides that an id is written; it says whether one is missing.

use std::collections::BTreeMap;
use std::str::FromStr;

use chrono_tz::Tz;

use super::documents::{Content, Opened, repeated};
use super::{IdState, cover, initial};
use crate::folder::Folder;
use crate::json::{Kind, Value};
use crate::limits::{RULE_LENGTH, RULES};
use crate::model::{Author, OpeningPart, VariableSubject, Words, World};
use crate::names::Names;
use crate::node::{ID_LENGTH, Node, quoted};
use crate::problem::{Code, Problems};

/// The world without what lies beside `world.json`, and what is known of its id.
pub(super) fn read(
    document: &Opened,
    manifest: cover::Manifest<'_>,
    folder: &Folder,
    names: &Names,
    problems: &mut Problems,
) -> (Option<World>, IdState) {
    let value = match &document.content {
        Content::Value(value) => value,
        Content::Unreadable => return (None, IdState::Unreadable),
        Content::Absent => return (None, IdState::NoWorld),
    };
    let node = &Node::root(&document.file, value);
    let id = read_id(node, value, problems);
    let world = World {
        id: id.known().map(str::to_owned),
        name: node
            .at("name")
            .need(problems)
            .text(problems)
            .unwrap_or_default(),
        description: node.at("description").text(problems),
        opening: opening(&node.at("opening_message"), names, problems),
        starting_time: node.at("starting_time").moment(problems),
        time_zone: zone(&node.at("time_zone"), problems).unwrap_or(Tz::UTC),
        rules: rules(&node.at("rules"), problems),
        author: author(node.at("author"), problems),
        tags: node
            .at("metadata")
            .object(problems)
            .map(|data| data.at("tags").texts(problems))
            .unwrap_or_default(),
        cover: cover::read(&node.at("cover_media_id"), manifest, folder, problems),
        narration_voice: node.at("narration_voice").text(problems),
        initial: initial::read(
            &node.at("variables"),
            VariableSubject::World,
            "",
            names,
            problems,
        ),
        variables: Vec::new(),
        characters: Vec::new(),
        factions: Vec::new(),
        locations: Vec::new(),
        items: Vec::new(),
        slots: Vec::new(),
        lore: Vec::new(),
        plots: Vec::new(),
        triggers: Vec::new(),
        prompts: Vec::new(),
    };
    (Some(world), id)
}

/// W-050, W-054: an id that is not set is missing, unless the root repeats a member; a set one must be a string of at most
/// 100 characters.
fn read_id(node: &Node<'_, '_>, root: &Value, problems: &mut Problems) -> IdState {
    let id = node.at("id");
    if id.is_set() {
        return match id.text_of_at_most(ID_LENGTH, problems) {
            Some(id) => IdState::Known(id),
            None => IdState::Faulty,
        };
    }
    let members = root.as_object().unwrap_or_default();
    match repeated(members.iter().map(|member| member.key.as_str()).collect()).is_empty() {
        true => IdState::Missing,
        false => IdState::Faulty,
    }
}

/// W-059 – W-061: a text, or a list of parts.
fn opening(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Vec<OpeningPart> {
    match node.value().map(|value| &value.kind) {
        Some(Kind::Text(_)) => node
            .text(problems)
            .map(|text| OpeningPart {
                speaker: None,
                text,
            })
            .into_iter()
            .collect(),
        Some(Kind::List(_)) => node
            .list(problems)
            .iter()
            .filter_map(|part| opening_part(*part, names, problems))
            .collect(),
        _ => {
            node.wrong_type(problems, "a text or a list of parts");
            Vec::new()
        }
    }
}

/// What a part of the opening is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum PartType {
    Narration,
    Utterance,
}

impl Words for PartType {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("narration", PartType::Narration),
        ("utterance", PartType::Utterance),
    ];
}

fn opening_part(node: Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<OpeningPart> {
    let node = node.object(problems)?;
    let kind_node = node.at("type");
    let kind = if kind_node.is_set() {
        kind_node.word(problems)
    } else {
        Some(PartType::Narration)
    };
    let text = node.at("text").need(problems).text(problems);
    let mut speaker = None;
    if kind == Some(PartType::Utterance) {
        let character = node.at("character").need(problems);
        let name = character.str(problems)?;
        speaker = names.speaker(name).map(str::to_owned);
        if speaker.is_none() {
            let what = format!("The world has no character {}.", quoted(name));
            character.report(problems, Code::UnknownReference, what);
        }
    }
    Some(OpeningPart {
        speaker,
        text: text?,
    })
}

/// W-028: a name of the time zone database, exactly.
fn zone(node: &Node<'_, '_>, problems: &mut Problems) -> Option<Tz> {
    let name = node.str(problems)?;
    // The database's zone without a place, which our copy of it leaves out; it reads as UTC.
    let zone = if name == "Factory" {
        Some(Tz::UTC)
    } else {
        Tz::from_str(name).ok()
    };
    if zone.is_none() {
        let what = format!(
            "{} is not a name of the IANA time zone database.",
            quoted(name)
        );
        node.report(problems, Code::NotAllowed, what);
    }
    zone
}

/// W-066: a list of texts, or one text.
fn rules(node: &Node<'_, '_>, problems: &mut Problems) -> Vec<String> {
    match node.value().map(|value| &value.kind) {
        Some(Kind::Text(_)) => node
            .text_of_at_most(RULE_LENGTH, problems)
            .into_iter()
            .collect(),
        Some(Kind::List(_)) => node
            .list_of_at_most(RULES, problems)
            .iter()
            .filter_map(|rule| rule.text_of_at_most(RULE_LENGTH, problems))
            .collect(),
        _ => {
            node.wrong_type(problems, "a list of texts or one text");
            Vec::new()
        }
    }
}

/// W-068
fn author(node: Node<'_, '_>, problems: &mut Problems) -> Option<Author> {
    let node = node.object(problems)?;
    let name = node.at("name").need(problems).text(problems);
    let url = node.at("url").text(problems);
    Some(Author { name: name?, url })
}

/// Values of variables by key.
pub(super) type Initial = BTreeMap<String, crate::model::Amount>;

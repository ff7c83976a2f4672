//! The fields of a card (6.1) with the repairs of F-058. What has no field of its own stays in the document and is listed by
//! name; no text is changed here.

use super::node::{Node, Warnings, clean};
use super::shape::Shape;
use super::{Greeting, Spec};
use crate::limits;

/// All texts of a card; empty when not set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fields {
    /// Replaces the name in `{{char}}`.
    pub nickname: String,
    /// Who or what it is.
    pub description: String,
    /// What it is like.
    pub personality: String,
    /// The situation.
    pub scenario: String,
    /// Lines that show how it speaks.
    pub mes_example: String,
    /// Notes of the creator for people.
    pub creator_notes: String,
    /// The same notes by language.
    pub creator_notes_multilingual: Vec<(String, String)>,
    /// Instructions for a model.
    pub system_prompt: String,
    /// Instructions for a model, placed last.
    pub post_history_instructions: String,
    /// Tags, without repetitions.
    pub tags: Vec<String>,
    /// Who made the card.
    pub creator: String,
    /// The card's own version.
    pub character_version: String,
    /// Addresses or ids it comes from.
    pub source: Vec<String>,
    /// Milliseconds since 1970, when known.
    pub created: Option<i64>,
    /// Milliseconds since 1970, when known.
    pub modified: Option<i64>,
    /// A note some programs put between the messages.
    pub depth_prompt: Option<Note>,
    /// The name of a lorebook that is not inside.
    pub linked_world: Option<Note>,
    /// Agnai's labelled persona.
    pub persona_attributes: Vec<(String, Vec<String>)>,
    /// Pictures and files the card names.
    pub assets: Vec<Asset>,
    /// Programs and patterns other tools would run. They are never run.
    pub scripts: Vec<Script>,
    /// The other members of `extensions`, by name and place.
    pub extensions: Vec<(String, String)>,
    /// Members of the card nobody here knows, by name and place.
    pub unknown: Vec<(String, String)>,
    /// Where each text field stood, by its name in [`Fields`].
    pub places: std::collections::BTreeMap<&'static str, String>,
}

/// A text with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Pointer into the card's document.
    pub pointer: String,
    /// The text as written.
    pub text: String,
}

/// A picture or file a card names (6.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// Pointer into the card's document.
    pub pointer: String,
    /// `icon`, `background`, `user_icon`, `emotion` or another word.
    pub kind: String,
    /// The address, only ever looked at.
    pub uri: String,
    /// Its name, only ever text.
    pub name: String,
    /// Its ending, as claimed.
    pub ext: String,
}

/// A program or pattern that stays in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// Pointer into the card's document.
    pub pointer: String,
    /// Which kind, e.g. `regex_scripts`.
    pub kind: String,
    /// Its own name, when it has one.
    pub name: String,
    /// Its text, when it may hold a schema of variables.
    pub text: String,
}

/// What a card holds besides its book.
pub(crate) struct Read {
    pub(crate) name: Option<String>,
    pub(crate) fields: Fields,
    pub(crate) greetings: Vec<Greeting>,
    pub(crate) group_greetings: Vec<Greeting>,
}

/// Reads every field of a recognised card.
pub(crate) fn read(shape: &Shape<'_>, warnings: &mut Warnings) -> Read {
    let mut reader = Reader {
        shape,
        warnings,
        fields: Fields::default(),
    };
    let (name, greetings) = match shape.spec {
        Spec::Pygmalion => (reader.name("char_name"), reader.pygmalion()),
        Spec::Agnai => (reader.name("name"), reader.agnai()),
        _ => (reader.name("name"), reader.tavern()),
    };
    let group_greetings = reader.greetings("group_only_greetings");
    let Reader { fields, .. } = reader;
    Read {
        name,
        fields,
        greetings,
        group_greetings,
    }
}

pub(super) struct Reader<'r, 'a> {
    pub(super) shape: &'r Shape<'a>,
    pub(super) warnings: &'r mut Warnings,
    pub(super) fields: Fields,
}

impl<'a> Reader<'_, 'a> {
    /// A member of `data`, else its copy around it (F-044). A blank text in `data` does not hide a copy that is not blank.
    pub(super) fn find(&mut self, key: &str) -> Option<Node<'a>> {
        let blank = |node: &Node<'_>| {
            node.value
                .as_text()
                .is_some_and(|text| text.trim().is_empty())
        };
        let inner = self.shape.data.get(key);
        if let Some(inner) = &inner
            && !blank(inner)
        {
            return Some(inner.clone());
        }
        let outer = self
            .shape
            .outer
            .as_ref()
            .and_then(|outer| outer.get(key))
            .filter(|outer| !blank(outer));
        // A copy only fills in where the data has nothing at all, or nothing for the name.
        match outer {
            Some(outer) if inner.is_none() || key == "name" => {
                self.warnings.add(
                    "outer_copy",
                    &outer.pointer,
                    format!("\"data\" has no {key}; the one beside it was read."),
                );
                Some(outer)
            }
            _ => inner,
        }
    }

    fn name(&mut self, key: &str) -> Option<String> {
        let place = self.shape.data.place(key);
        let Some(node) = self.find(key) else {
            self.warnings
                .add("name_missing", place, "The card has no name.");
            return None;
        };
        let name = node.text(self.warnings)?;
        if name.trim().is_empty() {
            self.warnings
                .add("name_missing", node.pointer, "The card's name is blank.");
            return None;
        }
        self.fields.places.insert("name", node.pointer);
        Some(name.trim().to_owned())
    }

    fn text(&mut self, field: &'static str, key: &str) -> String {
        let Some(node) = self.find(key) else {
            return String::new();
        };
        let text = node.text(self.warnings).unwrap_or_default();
        self.fields.places.insert(field, node.pointer);
        text
    }

    fn tavern(&mut self) -> Vec<Greeting> {
        self.fields.description = self.text("description", "description");
        self.fields.personality = self.text("personality", "personality");
        self.fields.scenario = self.text("scenario", "scenario");
        self.fields.mes_example = self.text("mes_example", "mes_example");
        self.fields.creator_notes = self.text("creator_notes", "creator_notes");
        if self.fields.creator_notes.is_empty() {
            self.fields.creator_notes = self.text("creator_notes", "creatorcomment");
        }
        self.fields.system_prompt = self.text("system_prompt", "system_prompt");
        self.fields.post_history_instructions =
            self.text("post_history_instructions", "post_history_instructions");
        self.fields.nickname = self.text("nickname", "nickname");
        self.common();
        let mut greetings = Vec::new();
        if let Some(node) = self.find("first_mes")
            && let Some(text) = node.text(self.warnings)
        {
            push(&mut greetings, &node, text);
        }
        greetings.extend(self.greetings("alternate_greetings"));
        greetings
    }

    /// Pygmalion and TextGen (5.5).
    fn pygmalion(&mut self) -> Vec<Greeting> {
        self.fields.description = self.text("description", "char_persona");
        self.fields.scenario = self.text("scenario", "world_scenario");
        self.fields.mes_example = self.text("mes_example", "example_dialogue");
        self.common();
        self.single_greeting("char_greeting")
    }

    /// Agnai (5.5).
    fn agnai(&mut self) -> Vec<Greeting> {
        self.persona();
        self.fields.scenario = self.text("scenario", "scenario");
        self.fields.mes_example = self.text("mes_example", "sampleChat");
        self.fields.creator_notes = self.text("creator_notes", "description");
        self.fields.system_prompt = self.text("system_prompt", "systemPrompt");
        self.fields.post_history_instructions =
            self.text("post_history_instructions", "postHistoryInstructions");
        self.common();
        let mut greetings = self.single_greeting("greeting");
        greetings.extend(self.greetings("alternateGreetings"));
        greetings
    }

    fn persona(&mut self) {
        let Some(attributes) = self
            .find("persona")
            .and_then(|persona| persona.get("attributes"))
        else {
            return;
        };
        let plain = self
            .shape
            .data
            .get("persona")
            .and_then(|persona| persona.get("kind"));
        let plain = plain.is_some_and(|kind| kind.value.as_text() == Some("text"));
        for (name, node) in attributes.each() {
            let texts = node.texts(false, self.warnings);
            let texts: Vec<String> = texts
                .iter()
                .filter_map(|text| text.text(self.warnings))
                .collect();
            if plain {
                self.fields.description = texts.join("\n");
                self.fields.places.insert("description", node.pointer);
            } else {
                self.fields.persona_attributes.push((clean(name), texts));
            }
        }
    }

    fn single_greeting(&mut self, key: &str) -> Vec<Greeting> {
        let mut greetings = Vec::new();
        if let Some(node) = self.find(key)
            && let Some(text) = node.text(self.warnings)
        {
            push(&mut greetings, &node, text);
        }
        greetings
    }

    fn greetings(&mut self, key: &str) -> Vec<Greeting> {
        let Some(node) = self.find(key) else {
            return Vec::new();
        };
        let mut greetings = Vec::new();
        for text in node.texts(false, self.warnings) {
            if greetings.len() == limits::GREETINGS {
                let message = format!(
                    "There are more than {} greetings; the rest stay in the source.",
                    limits::GREETINGS
                );
                self.warnings.add("too_many", &node.pointer, message);
                break;
            }
            if let Some(words) = text.text(self.warnings) {
                push(&mut greetings, &text, words);
            }
        }
        greetings
    }

    /// Members that every shape shares.
    fn common(&mut self) {
        self.fields.creator = self.text("creator", "creator");
        self.fields.character_version = match self.shape.spec {
            Spec::Agnai => self.text("character_version", "characterVersion"),
            _ => self.text("character_version", "character_version"),
        };
        if let Some(node) = self.find("tags") {
            for tag in node.words(self.warnings) {
                if !self.fields.tags.contains(&tag) {
                    self.fields.tags.push(tag);
                }
            }
            self.fields.places.insert("tags", node.pointer);
        }
        if let Some(node) = self.find("source") {
            self.fields.source = node.words(self.warnings);
            self.fields.places.insert("source", node.pointer);
        }
        self.fields.created = self.date("creation_date");
        self.fields.modified = self.date("modification_date");
        if let Some(node) = self.find("creator_notes_multilingual") {
            if !node.is_object() {
                node.wrong(self.warnings, "an object of texts by language");
            }
            for (language, text) in node.each().filter(|(_, text)| !text.value.is_null()) {
                if let Some(text) = text.text(self.warnings) {
                    self.fields
                        .creator_notes_multilingual
                        .push((clean(language), text));
                }
            }
            self.fields
                .places
                .insert("creator_notes_multilingual", node.pointer);
        }
        self.assets();
        self.extensions();
        self.unknown();
    }

    /// Whole seconds, or milliseconds when the number is too large for that; 0 is unknown (6.1).
    fn date(&mut self, key: &str) -> Option<i64> {
        let node = self.find(key)?;
        let number = node.number(self.warnings)?;
        let milliseconds = if number.abs() > 1e11 {
            number
        } else {
            number * 1000.0
        };
        if number == 0.0 {
            return None;
        }
        // Years 1 to 9999; anything else is nobody's date.
        if !(-62_135_596_800_000.0..253_402_300_800_000.0).contains(&milliseconds) {
            self.warnings.add(
                "date_odd",
                node.pointer,
                "The date lies outside the calendar; it is not used.",
            );
            return None;
        }
        Some(milliseconds as i64)
    }
}

fn push(greetings: &mut Vec<Greeting>, node: &Node<'_>, text: String) {
    if !text.trim().is_empty() {
        greetings.push(Greeting {
            pointer: node.pointer.clone(),
            text,
        });
    }
}

//! `world.json` and the proposed override of the narration's style. What the world opens with is as authored, with its macros
//! resolved; a prompt is written only after a person accepted it (F-077).

use serde_json::{Map, Value, json};

use super::super::judge::style_of;
use super::super::macros::{opening, plain};
use super::super::survey::{Class, Fate};
use super::Builder;
use super::doc::{fit, set};

const TAGS: usize = 100;
const DESCRIPTION: usize = 300;

impl Builder<'_> {
    pub(super) fn world(&mut self) {
        let path = "world.json";
        let mut members = Map::new();
        members.insert("id".to_owned(), json!(self.target.world_id));
        set(&mut members, "name", &self.name.clone());
        if self.wanted("field:name").is_some() {
            self.made("field:name", path);
        }
        let description = self.description();
        set(&mut members, "description", &description);
        let opening = self.opening();
        set(&mut members, "opening_message", &opening);
        self.author(&mut members);
        self.tags(&mut members);
        if let Some(cover) = self.cover.clone() {
            self.cover_only(&cover);
            members.insert("cover_media_id".to_owned(), json!(cover));
        }
        self.sources.entry(path.to_owned()).or_default();
        self.documents.insert(
            path.to_owned(),
            talekeep_world::write::document(&Value::Object(members)),
        );
    }

    /// The first paragraph of the notes, when it is about the content (7.3).
    fn description(&mut self) -> String {
        let notes = self.card.fields.creator_notes.clone();
        if notes.trim().is_empty() || self.wanted("field:creator_notes").is_none() {
            return String::new();
        }
        let text = self.native("field:creator_notes", &notes);
        let first = text
            .split("\n\n")
            .map(str::trim)
            .find(|paragraph| !paragraph.is_empty())
            .unwrap_or_default();
        if first.is_empty() || is_for_users(first) || classify_addressed(first) {
            self.fate(
                "field:creator_notes",
                Fate::Excluded,
                "its first paragraph speaks to users, not about the content",
            );
            return String::new();
        }
        self.made("field:creator_notes", "world.json");
        if first.chars().count() <= DESCRIPTION {
            return first.to_owned();
        }
        crate::text::first_sentence(&first.replace('\n', " "), DESCRIPTION)
    }

    /// The greeting a person chose, else the first that was not left out.
    fn opening(&mut self) -> String {
        let count = (self.card.greetings.len(), self.card.group_greetings.len());
        let ids: Vec<(String, &str)> = (0..count.0)
            .map(|at| {
                (
                    format!("greeting:{at}"),
                    self.card.greetings[at].text.as_str(),
                )
            })
            .chain((0..count.1).map(|at| {
                (
                    format!("group_greeting:{at}"),
                    self.card.group_greetings[at].text.as_str(),
                )
            }))
            .collect();
        let chosen = ids
            .iter()
            .skip(1)
            .find(|(id, _)| self.accepted(id))
            .map(|(id, _)| id.clone());
        let mut text = String::new();
        for (id, greeting) in &ids {
            let wanted = self.wanted(id) == Some(Class::Opening)
                && chosen.as_ref().is_none_or(|chosen| chosen == id);
            if !wanted {
                if self.wanted(id).is_some() {
                    self.fate(id, Fate::Excluded, "another greeting was chosen");
                }
                continue;
            }
            if !text.is_empty() {
                continue;
            }
            let native = opening(
                crate::text::head(greeting, crate::limits::LOOKED_AT),
                &self.who,
            );
            native
                .remarks
                .iter()
                .for_each(|remark| self.remark(id, remark));
            text = self.fit(id, native.text);
            if text.is_empty() {
                self.fate(id, Fate::Excluded, "nothing is left of it as native text");
            } else {
                self.made(id, "world.json");
            }
        }
        text
    }

    fn author(&mut self, members: &mut Map<String, Value>) {
        let fields = &self.card.fields;
        let (creator, version) = (
            crate::text::short(&plain(&fields.creator), 200),
            fields.character_version.clone(),
        );
        if self.wanted("field:character_version").is_some() && !version.trim().is_empty() {
            self.fate(
                "field:character_version",
                Fate::Excluded,
                "kept with the records",
            );
        }
        let url = fields
            .source
            .iter()
            .find(|source| source.starts_with("https://") || source.starts_with("http://"))
            .cloned();
        let named = !creator.is_empty() && self.wanted("field:creator").is_some();
        let url = url.filter(|_| named && self.wanted("field:source").is_some());
        if named {
            let mut author = Map::new();
            set(&mut author, "name", &creator);
            self.made("field:creator", "world.json");
            if let Some(url) = url.filter(|url| {
                url.len() <= 2_000 && !url.chars().any(|c| c.is_control() || c.is_whitespace())
            }) {
                set(&mut author, "url", &url);
                self.made("field:source", "world.json");
            }
            members.insert("author".to_owned(), Value::Object(author));
        }
    }

    fn tags(&mut self, members: &mut Map<String, Value>) {
        if self.wanted("field:tags").is_none() {
            return;
        }
        let tags: Vec<String> = self
            .card
            .fields
            .tags
            .iter()
            .map(|tag| crate::text::short(&plain(tag), 60))
            .filter(|tag| !tag.is_empty())
            .take(TAGS)
            .collect();
        if !tags.is_empty() {
            members.insert("metadata".to_owned(), json!({ "tags": tags }));
            self.made("field:tags", "world.json");
        }
    }

    /// Style that was accepted, in one override; text with a template's sign is refused (F-077).
    pub(super) fn prompts(&mut self) {
        let fields = &self.card.fields;
        let mut texts: Vec<(String, String)> = vec![
            (
                "field:system_prompt".to_owned(),
                fields.system_prompt.clone(),
            ),
            (
                "field:post_history_instructions".to_owned(),
                fields.post_history_instructions.clone(),
            ),
        ];
        texts.extend(
            fields
                .depth_prompt
                .iter()
                .map(|note| ("extension:depth_prompt".to_owned(), note.text.clone())),
        );
        let entries = self
            .card
            .book
            .iter()
            .flat_map(|book| book.entries.iter().enumerate());
        texts.extend(entries.map(|(at, entry)| (format!("entry:{at}"), entry.text.clone())));
        let mut style: Vec<String> = Vec::new();
        let language = if self.target.chinese() { "zh" } else { "en" };
        let path = format!("prompts/{language}/narration/style.md");
        let mut size = 0;
        for (id, text) in texts {
            if self.wanted(&id) != Some(Class::Style) || !self.accepted(&id) {
                continue;
            }
            let native: Vec<String> = style_of(&text)
                .iter()
                .map(|sentence| self.native(&id, sentence))
                .filter(|sentence| !sentence.is_empty())
                .collect();
            let native = fit(&native.join("\n"), 20_000).unwrap_or_else(|| native.join("\n"));
            size += native.len();
            if native.contains("${") || native.is_empty() || size > 100_000 {
                self.fate(&id, Fate::Excluded, "it cannot stand in a prompt");
                continue;
            }
            style.push(native);
            self.made(&id, &path);
        }
        if !style.is_empty() {
            self.documents.insert(path, style.join("\n\n") + "\n");
        }
    }
}

fn classify_addressed(text: &str) -> bool {
    crate::classify::is_addressed(text)
}

/// An address to the reader, or talk about settings, models and sites.
fn is_for_users(paragraph: &str) -> bool {
    let lower = paragraph.to_lowercase();
    let word = |wanted: &[&str]| {
        lower
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| wanted.contains(&word))
    };
    let talk = [
        "you",
        "your",
        "yours",
        "temperature",
        "settings",
        "setting",
        "model",
        "models",
        "token",
        "tokens",
        "context",
        "preset",
        "presets",
        "api",
        "gpt",
        "claude",
        "llm",
        "update",
        "updated",
        "changelog",
        "commission",
        "patreon",
        "kofi",
        "discord",
        "jailbreak",
        "prompt",
        "bot",
        "bots",
        "card",
        "lorebook",
        "test",
        "tested",
        "version",
        "recommended",
        "feedback",
        "enjoy",
        "reply",
        "replies",
        "response",
        "responses",
        "greetings",
    ];
    word(&talk)
        || lower.contains("http")
        || lower.contains("ko-fi")
        || ["你", "您", "模型", "设置", "预设", "更新"]
            .iter()
            .any(|sign| paragraph.contains(sign))
}

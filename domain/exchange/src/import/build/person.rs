//! Characters: the card's own, persons its description tells about, and the player's (F-073, F-075). A definition is only what
//! the card says, moved to where it belongs.

use serde_json::{Map, Value, json};

use super::super::labels::{self, Parts};
use super::super::macros::plain;
use super::super::people;
use super::super::survey::{Class, Fate};
use super::doc::{fit, set, set_list};
use super::{Builder, Draft};
use crate::text::first_sentence;

const EXAMPLES: usize = 20;
const EXAMPLE_BYTES: usize = 8_000;
const ALIASES: usize = 30;

impl Builder<'_> {
    /// The card's character and accepted persons.
    pub(super) fn persons(&mut self) {
        let sections = people::sections(&self.card.fields.description, self.survey.scenario);
        let own = self
            .survey
            .pieces
            .iter()
            .any(|piece| piece.id.starts_with("person:") && !piece.held);
        if !self.survey.scenario && (sections.is_empty() || own) {
            self.own_character();
        }
        for (at, section) in sections.iter().enumerate() {
            let id = format!("person:{at}");
            match self.wanted(&id) {
                Some(Class::Character) => {
                    let text = self.native(&id, &section.text);
                    let name = plain(&section.name);
                    let parts = labels::split(&text);
                    self.person(&name, &[], parts, "principal", vec![id]);
                }
                Some(_) => self.fate(&id, Fate::Built, "built as the card's own character"),
                None => {}
            }
        }
    }

    fn own_character(&mut self) {
        let fields = &self.card.fields;
        let mut pieces = vec!["field:name".to_owned()];
        let mut take = |builder: &mut Self, name: &str, text: &str| {
            let id = format!("field:{name}");
            if text.trim().is_empty() || builder.wanted(&id).is_none() {
                return String::new();
            }
            pieces.push(id.clone());
            builder.native(&id, text)
        };
        let description = take(self, "description", &fields.description);
        let personality = take(self, "personality", &fields.personality);
        let nickname = take(self, "nickname", &fields.nickname);
        let attributes: Vec<(String, String)> = fields
            .persona_attributes
            .iter()
            .map(|(name, texts)| {
                (
                    plain(name),
                    take(self, "persona_attributes", &texts.join(", ")),
                )
            })
            .collect();
        let examples = self.examples(&mut pieces);
        let mut parts = if attributes.is_empty() {
            labels::split(&description)
        } else {
            labels::assign(&description, attributes)
        };
        if !parts.relationships.is_empty() {
            self.remark(
                "field:description",
                "it tells about relationships; they are proposals and stay in the background",
            );
        }
        parts.personality = [personality, std::mem::take(&mut parts.personality)]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("\n");
        if self.wanted("extension:depth_prompt") == Some(Class::Character)
            && let Some(note) = &fields.depth_prompt
        {
            let fact = self.native("extension:depth_prompt", &note.text);
            parts.background = [std::mem::take(&mut parts.background), fact]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join("\n\n");
            pieces.push("extension:depth_prompt".to_owned());
        }
        pieces.dedup();
        let name = self.name.clone();
        let aliases: Vec<String> = Some(plain(&nickname))
            .filter(|nickname| !nickname.is_empty() && *nickname != name)
            .into_iter()
            .collect();
        let at = self.person(&name, &aliases, parts, "principal", pieces);
        self.main = Some(at);
        let draft = &mut self.people[at];
        if !examples.is_empty() {
            let speech = draft.members.entry("speech").or_insert_with(|| json!({}));
            if let Value::Object(speech) = speech {
                set_list(speech, "examples", &examples);
            }
        }
        if let Some(media) = self.cover.clone() {
            let text = |key: &str| {
                draft
                    .members
                    .get(key)
                    .and_then(Value::as_str)
                    .map(str::to_owned)
            };
            let look = text("appearance").unwrap_or_else(|| name.clone());
            draft.members.insert(
                "visual_identity".to_owned(),
                json!({ "description": look, "global_id": media }),
            );
            let id = draft.id.clone();
            self.portrait_of(&media, &id);
        }
    }

    /// Drafts one character and gives its index.
    pub(super) fn person(
        &mut self,
        name: &str,
        aliases: &[String],
        parts: Parts,
        tier: &str,
        pieces: Vec<String>,
    ) -> usize {
        let id = self.ids.people.take(name, "character");
        let piece = pieces.last().cloned().unwrap_or_default();
        let mut all: Vec<String> = Vec::new();
        for alias in aliases
            .iter()
            .cloned()
            .chain(parts.aliases.iter().map(|alias| plain(alias)))
        {
            let alias = crate::text::short(&alias, 100);
            if !alias.is_empty() && alias != name && !all.contains(&alias) && all.len() < ALIASES {
                all.push(alias);
            }
        }
        let summary = summary(&parts);
        let mut members = Map::new();
        set(&mut members, "name", name);
        set_list(&mut members, "aliases", &all);
        set(&mut members, "age", &short(parts.age));
        set(&mut members, "gender", &short(parts.gender));
        set(&mut members, "pronouns", &short(parts.pronouns));
        members.insert("tier".to_owned(), json!(tier));
        members.insert("role".to_owned(), json!("npc"));
        set(&mut members, "summary", &summary);
        let personality = self.fit(&piece, parts.personality);
        set(&mut members, "personality", &personality);
        let background = self.fit(&piece, parts.background);
        set(&mut members, "background", &background);
        let appearance = self.fit(&piece, parts.appearance);
        set(&mut members, "appearance", &appearance);
        if !parts.speech.trim().is_empty() {
            let style = fit(&parts.speech, 100_000).unwrap_or(parts.speech);
            members.insert("speech".to_owned(), json!({ "style": style }));
        }
        let mut names = vec![name.to_owned()];
        names.extend(all);
        let lower = names.iter().map(|name| name.to_lowercase()).collect();
        self.people.push(Draft {
            id,
            names,
            lower,
            members,
            pieces,
            ..Draft::default()
        });
        self.people.len() - 1
    }

    /// Lines of the character in its examples; others are dropped (7.3).
    fn examples(&mut self, pieces: &mut Vec<String>) -> Vec<String> {
        let id = "field:mes_example";
        let text = self.card.fields.mes_example.clone();
        if text.trim().is_empty() || self.wanted(id).is_none() {
            return Vec::new();
        }
        let mut speakers = vec![
            "{{char}}:".to_owned(),
            "<bot>:".to_owned(),
            "<char>:".to_owned(),
        ];
        speakers.extend(
            self.card
                .name
                .iter()
                .map(|name| format!("{}:", name.to_lowercase())),
        );
        speakers.extend(
            self.card
                .spoken_name()
                .map(|name| format!("{}:", name.to_lowercase())),
        );
        let mut lines: Vec<String> = Vec::new();
        let mut open = false;
        let mut dropped = false;
        for line in text.lines() {
            let trimmed = line.trim();
            let lower = trimmed.to_lowercase();
            if let Some(speaker) = speakers
                .iter()
                .find(|speaker| lower.starts_with(speaker.as_str()))
            {
                // Lower case can change a name's length, so the cut is made at the colon.
                let spoken = trimmed
                    .get(speaker.len()..)
                    .unwrap_or_else(|| trimmed.split_once(':').map_or("", |(_, rest)| rest));
                lines.push(spoken.trim().to_owned());
                open = true;
            } else if lower.starts_with("<start>") || other_speaker(&lower) {
                dropped |= !lower.starts_with("<start>");
                open = false;
            } else if open && let Some(last) = lines.last_mut() {
                last.push('\n');
                last.push_str(trimmed);
            } else {
                dropped |= !trimmed.is_empty();
            }
        }
        if dropped {
            self.remark(id, "lines of others were left out");
        }
        let mut examples = Vec::new();
        for line in lines {
            let line = self.native(id, &line);
            let line = unquoted(&line);
            if line.is_empty() || examples.iter().any(|known| known == line) {
                continue;
            }
            if examples.len() == EXAMPLES {
                self.remark(id, "more than 20 lines; the first 20 were taken");
                break;
            }
            examples.push(fit(line, EXAMPLE_BYTES).unwrap_or_else(|| line.to_owned()));
        }
        if examples.is_empty() {
            self.fate(id, Fate::Excluded, "no line of the character in it");
        } else {
            pieces.push(id.to_owned());
        }
        examples
    }

    /// Somebody to play, with no facts but a name (F-073).
    pub(super) fn player(&mut self) {
        let name = match plain(self.target.player()) {
            name if name.is_empty() => "Traveller".to_owned(),
            name => crate::text::short(&name, 100),
        };
        let id = self.ids.people.take(&name, "traveller");
        let mut members = Map::new();
        set(&mut members, "name", &name);
        members.insert("role".to_owned(), json!("playable"));
        self.people.push(Draft {
            id,
            members,
            ..Draft::default()
        });
    }
}

fn summary(parts: &Parts) -> String {
    let from = [&parts.background, &parts.personality, &parts.appearance];
    from.into_iter()
        .find(|text| !text.trim().is_empty())
        .map(|text| first_sentence(text, 200))
        .unwrap_or_default()
}

fn short(text: Option<String>) -> String {
    text.map(|text| crate::text::short(&text, 100))
        .unwrap_or_default()
}

fn other_speaker(lower: &str) -> bool {
    ["{{user}}:", "<user>:", "you:", "{{random_user", "user:"]
        .iter()
        .any(|speaker| lower.starts_with(speaker))
}

/// Quotation marks around a whole line are not part of what is said.
fn unquoted(line: &str) -> &str {
    let line = line.trim();
    for (open, close) in [('"', '"'), ('“', '”'), ('「', '」'), ('『', '』')] {
        let inner = line
            .strip_prefix(open)
            .and_then(|line| line.strip_suffix(close));
        if let Some(inner) = inner.filter(|inner| !inner.contains(open) && !inner.contains(close)) {
            return inner.trim();
        }
    }
    line
}

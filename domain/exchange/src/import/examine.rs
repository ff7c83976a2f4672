//! Makes the survey: one piece for each part of a card, classified (F-078, R-064). Nothing is built and nobody is asked here;
//! the same card gives the same survey (F-079).

use super::judge::{Judged, held, judge_asset, judge_note, judge_prompt, sure};
use super::people;
use super::survey::{Certainty, Class, Fate, Kind, Piece, Survey};
use crate::card::Card;
use crate::classify;
use crate::text::short;

const PREVIEW: usize = 240;

/// Surveys a card.
pub fn survey(card: &Card) -> Survey {
    let name = super::macros::plain(card.name.as_deref().unwrap_or_default());
    let scenario = people::is_scenario(card);
    let mut maker = Maker {
        card,
        pieces: Vec::new(),
    };
    maker.fields(scenario.as_deref());
    maker.greetings();
    maker.entries();
    maker.pictures();
    maker.extensions();
    Survey {
        name: short(&name, 200),
        scenario: scenario.is_some(),
        pieces: maker.pieces,
    }
}

struct Maker<'a> {
    card: &'a Card,
    pieces: Vec<Piece>,
}

impl Maker<'_> {
    fn add(
        &mut self,
        id: String,
        pointer: &str,
        kind: Kind,
        title: &str,
        text: &str,
        judged: Judged,
    ) {
        let fate = if judged.class == Class::Exclude && !judged.held {
            Fate::Excluded
        } else {
            Fate::Waiting
        };
        self.pieces.push(Piece {
            id,
            pointer: pointer.to_owned(),
            kind,
            title: short(title, 200),
            preview: short(text, PREVIEW),
            class: judged.class,
            suggested: judged.suggested,
            certainty: judged.certainty,
            reason: judged.reason,
            held: judged.held,
            fate,
            made: Vec::new(),
            remarks: Vec::new(),
        });
    }

    fn field(&mut self, name: &'static str, text: &str, judged: Judged) {
        if text.trim().is_empty() {
            return;
        }
        let pointer = self
            .card
            .fields
            .places
            .get(name)
            .cloned()
            .unwrap_or_default();
        self.add(
            format!("field:{name}"),
            &pointer,
            Kind::Field,
            name,
            text,
            judged,
        );
    }

    fn fields(&mut self, scenario: Option<&str>) {
        let card = self.card;
        let fields = &card.fields;
        let name_reason = match scenario {
            Some(reason) => format!("the name of the world and of no character: {reason}"),
            None => "the name of the character and of the world".to_owned(),
        };
        self.field(
            "name",
            card.name.as_deref().unwrap_or_default(),
            sure(Class::Metadata, name_reason),
        );
        self.field(
            "nickname",
            &fields.nickname,
            sure(Class::Character, "another name of the character"),
        );
        let about = |what: &str| match scenario {
            Some(_) => sure(Class::Lore, format!("{what} of a situation")),
            None => sure(Class::Character, format!("{what} of the character")),
        };
        self.field("description", &fields.description, about("the description"));
        for (at, section) in people::sections(&fields.description, scenario.is_some())
            .into_iter()
            .enumerate()
        {
            let own = card
                .name
                .as_deref()
                .is_some_and(|name| super::names::slug(name) == super::names::slug(&section.name));
            let reason = if own {
                "the card's own character"
            } else {
                "a person the description tells about"
            };
            let judged = if own {
                sure(Class::Metadata, reason)
            } else {
                held(Class::Character, Certainty::Likely, reason)
            };
            let pointer = fields
                .places
                .get("description")
                .cloned()
                .unwrap_or_default();
            self.add(
                format!("person:{at}"),
                &pointer,
                Kind::Field,
                &section.name,
                &section.text,
                judged,
            );
        }
        self.field("personality", &fields.personality, about("the personality"));
        self.field(
            "scenario",
            &fields.scenario,
            sure(Class::Lore, "the situation the story begins in"),
        );
        let examples = if scenario.is_some() {
            sure(Class::Exclude, "examples of a narrator's lines")
        } else {
            sure(Class::Character, "how the character speaks")
        };
        self.field("mes_example", &fields.mes_example, examples);
        let attributes = fields
            .persona_attributes
            .iter()
            .map(|(name, texts)| format!("{name}: {}", texts.join(", ")));
        self.field(
            "persona_attributes",
            &attributes.collect::<Vec<_>>().join("\n"),
            about("labelled description"),
        );
        self.notes();
        self.field(
            "tags",
            &fields.tags.join(", "),
            sure(Class::Metadata, "tags of the world"),
        );
        self.field(
            "creator",
            &fields.creator,
            sure(Class::Metadata, "the world's author"),
        );
        self.field(
            "character_version",
            &fields.character_version,
            sure(Class::Metadata, "kept with the records"),
        );
        self.field(
            "source",
            &fields.source.join(", "),
            sure(Class::Metadata, "the author's address, when it is one"),
        );
        for (name, pointer) in &fields.unknown {
            let judged = sure(
                Class::Exclude,
                "a member no card specification names; it stays in the source",
            );
            self.add(
                format!("member:{name}"),
                pointer,
                Kind::Field,
                name,
                "",
                judged,
            );
        }
    }

    /// Texts for people and for programs.
    fn notes(&mut self) {
        let fields = &self.card.fields;
        self.field(
            "creator_notes",
            &fields.creator_notes,
            sure(Class::Metadata, "notes of the creator for people"),
        );
        let many: Vec<&str> = fields
            .creator_notes_multilingual
            .iter()
            .map(|(language, _)| language.as_str())
            .collect();
        let reason = "notes of the creator in other languages; shown with the import";
        self.field(
            "creator_notes_multilingual",
            &many.join(", "),
            sure(Class::Exclude, reason),
        );
        self.prompt("system_prompt", &fields.system_prompt);
        self.prompt(
            "post_history_instructions",
            &fields.post_history_instructions,
        );
    }

    fn prompt(&mut self, name: &'static str, text: &str) {
        let judged = judge_prompt(text);
        self.field(name, text, judged);
    }

    fn greetings(&mut self) {
        for (at, greeting) in self.card.greetings.iter().enumerate() {
            let judged = if at == 0 {
                sure(Class::Opening, "the first greeting opens the story")
            } else {
                held(
                    Class::Opening,
                    Certainty::Sure,
                    "another greeting; accept it to open with it instead",
                )
            };
            let title = if at == 0 {
                "first greeting".to_owned()
            } else {
                format!("greeting {}", at + 1)
            };
            self.add(
                format!("greeting:{at}"),
                &greeting.pointer,
                Kind::Greeting,
                &title,
                &greeting.text,
                judged,
            );
        }
        for (at, greeting) in self.card.group_greetings.iter().enumerate() {
            let judged = held(
                Class::Opening,
                Certainty::Sure,
                "a greeting for groups; accept it to open with it instead",
            );
            let title = format!("group greeting {}", at + 1);
            self.add(
                format!("group_greeting:{at}"),
                &greeting.pointer,
                Kind::Greeting,
                &title,
                &greeting.text,
                judged,
            );
        }
    }

    fn entries(&mut self) {
        let Some(book) = &self.card.book else { return };
        let people: Vec<String> = self
            .card
            .name
            .iter()
            .chain(self.card.spoken_name().map(str::to_owned).iter())
            .cloned()
            .collect();
        for (at, entry) in book.entries.iter().enumerate() {
            let named = classify::Entry {
                title: &entry.title,
                keys: &entry.keys,
                content: &entry.text,
                people: &people,
            };
            let verdict = classify::entry(&named);
            let mut judged = Judged {
                class: verdict.class,
                certainty: verdict.certainty,
                suggested: verdict.suggested,
                held: verdict.class == Class::Exclude && verdict.suggested.is_some(),
                reason: verdict.reason,
            };
            if verdict.class == Class::Style {
                judged.held = true;
                judged.suggested = Some(Class::Style);
            }
            if verdict.class == Class::Variables {
                judged = sure(
                    Class::Exclude,
                    format!("{}; variables are not made from cards", judged.reason),
                );
            } else if !entry.enabled {
                judged = sure(Class::Exclude, "disabled in the source");
            }
            if verdict.multi && judged.class != Class::Exclude {
                // Several things in one entry are one lore entry until somebody splits them.
                judged.suggested = Some(judged.class);
                judged.class = Class::Lore;
                judged.reason = format!("a list of several things ({})", judged.reason);
            }
            let title = match entry.title.as_str() {
                "" => entry
                    .keys
                    .first()
                    .map_or("entry without a title", String::as_str),
                title => title,
            };
            self.add(
                format!("entry:{at}"),
                &entry.pointer,
                Kind::Entry,
                title,
                &entry.text,
                judged,
            );
        }
    }

    /// The card's own picture and the files it names.
    fn pictures(&mut self) {
        if self.card.picture.is_some() {
            let judged = sure(Class::Picture, "the picture the card stands in");
            self.add(
                "picture".to_owned(),
                "",
                Kind::Asset,
                "picture of the card",
                "",
                judged,
            );
        }
        for (at, asset) in self.card.fields.assets.iter().enumerate() {
            let judged = judge_asset(asset, self.card.picture.is_some());
            let title = format!("{} {}", asset.kind, asset.name);
            self.add(
                format!("asset:{at}"),
                &asset.pointer,
                Kind::Asset,
                title.trim(),
                &short(&asset.uri, 80),
                judged,
            );
        }
    }

    fn extensions(&mut self) {
        let fields = &self.card.fields;
        if let Some(note) = &fields.depth_prompt {
            self.add(
                "extension:depth_prompt".to_owned(),
                &note.pointer,
                Kind::Extension,
                "depth_prompt",
                &note.text,
                judge_note(&note.text),
            );
        }
        if let Some(world) = &fields.linked_world {
            let judged = sure(Class::Exclude, "names a lorebook that is not in the card");
            self.add(
                "extension:world".to_owned(),
                &world.pointer,
                Kind::Extension,
                "world",
                &world.text,
                judged,
            );
        }
        for (name, pointer) in &fields.extensions {
            let judged = sure(
                Class::Exclude,
                "settings of another program; they stay in the source",
            );
            self.add(
                format!("extension:{name}"),
                pointer,
                Kind::Extension,
                name,
                "",
                judged,
            );
        }
        for (at, script) in fields.scripts.iter().enumerate() {
            let title = if script.name.is_empty() {
                script.kind.as_str()
            } else {
                script.name.as_str()
            };
            let judged = sure(
                Class::Exclude,
                format!("a script ({}); scripts are never run", script.kind),
            );
            self.add(
                format!("script:{at}"),
                &script.pointer,
                Kind::Script,
                title,
                "",
                judged,
            );
        }
    }
}

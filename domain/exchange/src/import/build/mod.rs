//! Builds a native world from a card, its survey, a person's decisions and a target (7.3). The same four give the same bytes
//! (F-079); no text of the card becomes an instruction, a path, a key or markup.

mod doc;
mod entries;
mod media;
mod person;
mod subjects;
mod world;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::macros::{Native, Who, native, plain};
use super::names::Ids;
use super::survey::{Choice, Class, Decisions, Fate, Piece, Survey};
use super::{IMPORTER_VERSION, Media, Plan, Record, Records, Target};
use crate::card::Card;

/// Plans the world's documents.
pub fn build(card: &Card, survey: &Survey, decisions: &Decisions, target: &Target) -> Plan {
    let name = if survey.name.is_empty() {
        untitled(target).to_owned()
    } else {
        survey.name.clone()
    };
    let spoken = plain(card.spoken_name().unwrap_or(&name));
    let mut builder = Builder {
        card,
        decisions,
        target,
        who: Who::new(
            if spoken.is_empty() { &name } else { &spoken },
            target.player(),
        ),
        survey: survey.clone(),
        places_of_pieces: survey
            .pieces
            .iter()
            .enumerate()
            .map(|(at, piece)| (piece.id.clone(), at))
            .collect(),
        name,
        documents: BTreeMap::new(),
        media: Vec::new(),
        manifest: Vec::new(),
        sources: BTreeMap::new(),
        ids: Default::default(),
        people: Vec::new(),
        places: Vec::new(),
        things: Vec::new(),
        factions: Vec::new(),
        lore: Vec::new(),
        main: None,
        cover: None,
    };
    builder.pictures();
    builder.persons();
    builder.entries();
    builder.scenario();
    builder.prompts();
    builder.player();
    builder.write_entities();
    builder.world();
    builder.finish()
}

fn untitled(target: &Target) -> &'static str {
    if target.chinese() {
        "无题"
    } else {
        "Untitled"
    }
}

/// Ids of each kind, given out in file order.
#[derive(Default)]
struct AllIds {
    people: Ids,
    places: Ids,
    things: Ids,
    factions: Ids,
    lore: Ids,
}

/// A document that is not written yet.
#[derive(Default)]
struct Draft {
    id: String,
    /// Names it can be meant by.
    names: Vec<String>,
    /// The same in lower case, for persons.
    lower: Vec<String>,
    members: Map<String, Value>,
    pieces: Vec<String>,
    /// For lore: the keys its entry had.
    keys: Vec<String>,
}

struct Builder<'a> {
    card: &'a Card,
    decisions: &'a Decisions,
    target: &'a Target,
    who: Who,
    survey: Survey,
    /// Where each piece stands in the survey.
    places_of_pieces: BTreeMap<String, usize>,
    name: String,
    documents: BTreeMap<String, String>,
    media: Vec<Media>,
    manifest: Vec<Value>,
    sources: BTreeMap<String, Vec<String>>,
    ids: AllIds,
    people: Vec<Draft>,
    places: Vec<Draft>,
    things: Vec<Draft>,
    factions: Vec<Draft>,
    lore: Vec<Draft>,
    /// The card's own character, by its index in `people`.
    main: Option<usize>,
    /// Media id of the picture that stands for the world.
    cover: Option<String>,
}

impl Builder<'_> {
    /// What a piece is built as now: nothing when it is held, left out, or not there at all. Fates that need no building are set.
    fn wanted(&mut self, id: &str) -> Option<Class> {
        let choice = self.decisions.pieces.get(id).copied();
        let piece = self.piece(id)?;
        match choice {
            Some(Choice::Rejected) => {
                piece.fate = Fate::Rejected;
                None
            }
            Some(Choice::Accepted) if piece.held || piece.class != Class::Exclude => {
                Some(piece.suggested.unwrap_or(piece.class))
            }
            _ if piece.held => {
                piece.fate = Fate::Held;
                None
            }
            _ if piece.class == Class::Exclude => {
                piece.fate = Fate::Excluded;
                None
            }
            _ => Some(piece.class),
        }
    }

    fn piece(&mut self, id: &str) -> Option<&mut Piece> {
        self.survey.pieces.get_mut(*self.places_of_pieces.get(id)?)
    }

    fn accepted(&self, id: &str) -> bool {
        self.decisions.pieces.get(id) == Some(&Choice::Accepted)
    }

    fn fate(&mut self, id: &str, fate: Fate, remark: &str) {
        if let Some(piece) = self.piece(id) {
            piece.fate = fate;
            if !remark.is_empty() && !piece.remarks.iter().any(|known| known == remark) {
                piece.remarks.push(remark.to_owned());
            }
        }
    }

    fn remark(&mut self, id: &str, remark: &str) {
        if let Some(piece) = self.piece(id)
            && !piece.remarks.iter().any(|known| known == remark)
            && piece.remarks.len() < 40
        {
            piece.remarks.push(remark.to_owned());
        }
    }

    /// Notes that a piece is in a document.
    fn made(&mut self, id: &str, path: &str) {
        if let Some(piece) = self.piece(id) {
            piece.fate = Fate::Built;
            if !piece.made.iter().any(|known| known == path) {
                piece.made.push(path.to_owned());
            }
        }
        let pieces = self.sources.entry(path.to_owned()).or_default();
        if !pieces.iter().any(|known| known == id) {
            pieces.push(id.to_owned());
        }
    }

    /// The native text of a piece, what was cut noted with it.
    fn native(&mut self, id: &str, text: &str) -> String {
        let looked_at = crate::text::head(text, crate::limits::LOOKED_AT);
        if looked_at.len() < text.len() {
            self.remark(
                id,
                "only its beginning was looked at; the rest stays in the source",
            );
        }
        let Native { text, remarks } = native(looked_at, &self.who);
        remarks.iter().for_each(|remark| self.remark(id, remark));
        self.fit(id, text)
    }

    /// A text no longer than a document can hold; the rest stays in the source.
    fn fit(&mut self, id: &str, text: String) -> String {
        match doc::fit(&text, crate::limits::NATIVE_TEXT) {
            Some(cut) => {
                self.remark(
                    id,
                    "cut to the length a document can hold; the rest stays in the source",
                );
                cut
            }
            None => text,
        }
    }

    /// Writes what was drafted, in file order.
    fn write_entities(&mut self) {
        let kinds = [
            (
                std::mem::take(&mut self.people),
                "characters",
                "character.json",
            ),
            (
                std::mem::take(&mut self.places),
                "locations",
                "location.json",
            ),
            (std::mem::take(&mut self.things), "items", "item.json"),
            (
                std::mem::take(&mut self.factions),
                "factions",
                "faction.json",
            ),
            (std::mem::take(&mut self.lore), "lore", "lore.json"),
        ];
        let mut index = subjects::Index::default();
        for ((drafts, ..), kind) in kinds
            .iter()
            .zip(["character", "location", "item", "faction"])
        {
            for draft in drafts {
                draft
                    .names
                    .iter()
                    .for_each(|name| index.add(name, kind, &draft.id));
            }
        }
        for (drafts, folder, file) in kinds {
            for mut draft in drafts {
                if folder == "lore" {
                    index.fill(&mut draft);
                }
                let path = format!("{folder}/{}/{file}", draft.id);
                self.documents.insert(
                    path.clone(),
                    talekeep_world::write::document(&Value::Object(draft.members)),
                );
                self.sources.entry(path.clone()).or_default();
                for piece in &draft.pieces {
                    self.made(piece, &path);
                }
            }
        }
    }

    fn finish(mut self) -> Plan {
        if !self.manifest.is_empty() {
            let rows: Vec<String> = self.manifest.iter().map(Value::to_string).collect();
            self.documents
                .insert("media/manifest.jsonl".to_owned(), rows.join("\n") + "\n");
            self.sources
                .entry("media/manifest.jsonl".to_owned())
                .or_default();
        }
        for piece in &mut self.survey.pieces {
            if piece.fate == Fate::Waiting {
                piece.fate = Fate::Excluded;
                if piece.remarks.is_empty() {
                    piece
                        .remarks
                        .push("nothing of it is part of the world".to_owned());
                }
            }
        }
        let documents = self
            .sources
            .into_iter()
            .map(|(path, pieces)| Record { path, pieces })
            .collect();
        let fields = &self.card.fields;
        let records = Records {
            importer_version: IMPORTER_VERSION,
            format: format!(
                "{} {}",
                self.card.container.as_str(),
                self.card.spec.as_str()
            ),
            creator: fields.creator.clone(),
            character_version: fields.character_version.clone(),
            sources: fields.source.clone(),
            documents,
        };
        Plan {
            documents: self.documents,
            media: self.media,
            records,
            survey: self.survey,
        }
    }
}

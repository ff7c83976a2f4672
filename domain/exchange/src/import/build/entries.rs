//! Entries of the lorebook become what they are about, and the situation becomes lore (7.3, the table by class). Whatever
//! cannot be built without guessing is held for a person.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value, json};

use super::super::labels;
use super::super::macros::plain;
use super::super::survey::{Class, Fate};
use super::doc::{set, set_list};
use super::subjects::mentions;
use super::{Builder, Draft};
use crate::card::Entry;
use crate::classify;

const PLACES: usize = 500;
const THINGS: usize = 2_000;

static HOLDER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?im)(?:^|[;；])\s*(?:holder|owner|carried by|held by|kept by|location|place|持有者|所有者|位置|地点)\s*[:：]\s*([^\n;；]{1,80})|\b(?:carried|held|kept|worn|owned) by ([^.,;\n]{1,60})|由([^,，。\n]{1,12})(?:持有|保管|携带)").expect("our own pattern")
});

impl Builder<'_> {
    /// Entries in the order of the book; items last, because they need someone or somewhere to be.
    pub(super) fn entries(&mut self) {
        let Some(book) = &self.card.book else { return };
        let mut things = Vec::new();
        for (at, entry) in book.entries.iter().enumerate() {
            let id = format!("entry:{at}");
            match self.wanted(&id) {
                Some(Class::Character) => self.person_entry(&id, entry),
                Some(Class::Location) => self.place_entry(&id, entry),
                Some(Class::Faction) => self.faction_entry(&id, entry),
                Some(Class::Item) => things.push((id, entry)),
                Some(Class::Lore) => self.lore_entry(&id, entry),
                // Style is gathered with the other prompt texts.
                _ => {}
            }
        }
        for (id, entry) in things {
            self.thing_entry(&id, entry);
        }
    }

    /// A name for what an entry is about: its title without a class word, else its first key.
    fn entry_name(&self, entry: &Entry) -> String {
        let title = plain(classify::bare_title(&entry.title));
        let name = if title.is_empty() {
            entry
                .keys
                .iter()
                .map(|key| plain(key))
                .find(|key| !key.is_empty())
                .unwrap_or_default()
        } else {
            title
        };
        crate::text::short(&super::super::macros::native(&name, &self.who).text, 120)
    }

    fn person_entry(&mut self, id: &str, entry: &Entry) {
        let name = self.entry_name(entry);
        if name.is_empty() {
            return self.lore_entry(id, entry);
        }
        let lower = name.to_lowercase();
        let known = self
            .people
            .iter()
            .position(|draft| draft.lower.contains(&lower));
        if let Some(at) = known {
            if !self.accepted(id) {
                let remark =
                    format!("{name} exists already; accept it to add the text to the background");
                return self.fate(id, Fate::Held, &remark);
            }
            let text = self.native(id, &entry.text);
            let before = self.people[at]
                .members
                .get("background")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned();
            let joined = if before.is_empty() {
                text
            } else {
                format!("{before}\n\n{text}")
            };
            let joined = self.fit(id, joined);
            set(&mut self.people[at].members, "background", &joined);
            self.people[at].pieces.push(id.to_owned());
            return;
        }
        let text = self.native(id, &entry.text);
        let aliases: Vec<String> = entry
            .keys
            .iter()
            .map(|key| plain(key))
            .filter(|key| is_name(key, &name))
            .collect();
        self.person(
            &name,
            &aliases,
            labels::split(&text),
            "supporting",
            vec![id.to_owned()],
        );
    }

    fn place_entry(&mut self, id: &str, entry: &Entry) {
        let name = self.entry_name(entry);
        if name.is_empty() || self.places.len() == PLACES {
            return self.lore_entry(id, entry);
        }
        let members = self.described(id, &name, entry);
        let place = Draft {
            id: self.ids.places.take(&name, "location"),
            names: names_of(&name, entry),
            members,
            pieces: vec![id.to_owned()],
            ..Draft::default()
        };
        self.places.push(place);
    }

    fn faction_entry(&mut self, id: &str, entry: &Entry) {
        let name = self.entry_name(entry);
        if name.is_empty() {
            return self.lore_entry(id, entry);
        }
        let members = self.described(id, &name, entry);
        let faction = Draft {
            id: self.ids.factions.take(&name, "faction"),
            names: names_of(&name, entry),
            members,
            pieces: vec![id.to_owned()],
            ..Draft::default()
        };
        self.factions.push(faction);
    }

    /// An item is built only where its text says who has it or where it is (W-239).
    fn thing_entry(&mut self, id: &str, entry: &Entry) {
        let name = self.entry_name(entry);
        if name.is_empty() || self.things.len() == THINGS {
            return self.lore_entry(id, entry);
        }
        let text = self.native(id, &entry.text);
        let Some((member, place)) = self.whereabouts(&text) else {
            return self.fate(
                id,
                Fate::Held,
                "an item, but its text does not say where it is or who has it",
            );
        };
        let mut members = self.described(id, &name, entry);
        members.insert(member.to_owned(), json!(place));
        let thing = Draft {
            id: self.ids.things.take(&name, "item"),
            names: names_of(&name, entry),
            members,
            pieces: vec![id.to_owned()],
            ..Draft::default()
        };
        self.things.push(thing);
    }

    fn whereabouts(&self, text: &str) -> Option<(&'static str, String)> {
        let find = |drafts: &[Draft], words: &str| {
            let named = |draft: &&Draft| draft.names.iter().any(|name| mentions(words, name));
            drafts.iter().find(named).map(|draft| draft.id.clone())
        };
        HOLDER.captures_iter(text).find_map(|found| {
            let words = found.iter().skip(1).flatten().next()?.as_str();
            let holder = find(&self.people, words).map(|id| ("held_by", id));
            holder.or_else(|| find(&self.places, words).map(|id| ("location", id)))
        })
    }

    fn described(&mut self, id: &str, name: &str, entry: &Entry) -> Map<String, Value> {
        let mut members = Map::new();
        set(&mut members, "name", name);
        let text = self.native(id, &entry.text);
        set(&mut members, "description", &text);
        members
    }

    fn lore_entry(&mut self, id: &str, entry: &Entry) {
        let title = match self.entry_name(entry) {
            name if name.is_empty() => {
                crate::text::first_sentence(&self.native(id, &entry.text), 60)
            }
            name => name,
        };
        let body = self.native(id, &entry.text);
        if body.is_empty() || title.is_empty() {
            return self.fate(id, Fate::Excluded, "nothing is left of it as native text");
        }
        let kind = classify::lore_kind(&title, &body);
        self.add_lore(&title, &body, kind, vec![id.to_owned()], entry.keys.clone());
    }

    fn add_lore(
        &mut self,
        title: &str,
        body: &str,
        kind: &str,
        pieces: Vec<String>,
        keys: Vec<String>,
    ) -> String {
        let id = self.ids.lore.take(title, "lore");
        let mut members = Map::new();
        set(&mut members, "title", title);
        members.insert("kind".to_owned(), json!(kind));
        set(&mut members, "body", body);
        set_list(&mut members, "sources", std::slice::from_ref(&self.name));
        self.lore.push(Draft {
            id: id.clone(),
            names: vec![title.to_owned()],
            members,
            pieces,
            keys,
            ..Draft::default()
        });
        id
    }

    /// The situation: a lore entry the card's characters know. A scenario card's own text is lore too, for there is no character.
    pub(super) fn scenario(&mut self) {
        let chinese = self.target.chinese();
        let fields = &self.card.fields;
        if !fields.scenario.trim().is_empty() && self.wanted("field:scenario").is_some() {
            let body = self.native("field:scenario", &fields.scenario);
            if body.is_empty() {
                self.fate(
                    "field:scenario",
                    Fate::Excluded,
                    "nothing is left of it as native text",
                );
            } else {
                let id = self.ids.lore.take("scenario", "lore");
                let mut members = Map::new();
                set(
                    &mut members,
                    "title",
                    if chinese { "场景" } else { "Scenario" },
                );
                members.insert("kind".to_owned(), json!("other"));
                set(&mut members, "body", &body);
                set_list(&mut members, "sources", std::slice::from_ref(&self.name));
                if let Some(at) = self.main {
                    self.people[at]
                        .members
                        .insert("knowledge".to_owned(), json!({ "lore": [id] }));
                }
                let keys = self
                    .main
                    .map(|at| self.people[at].names.clone())
                    .unwrap_or_default();
                self.lore.push(Draft {
                    id,
                    members,
                    pieces: vec!["field:scenario".to_owned()],
                    keys,
                    ..Draft::default()
                });
            }
        }
        if self.main.is_some() {
            return;
        }
        let people_only = !self.survey.scenario;
        for (field, text) in [
            ("description", &fields.description),
            ("personality", &fields.personality),
        ] {
            let id = format!("field:{field}");
            if text.trim().is_empty() || self.wanted(&id).is_none() {
                continue;
            }
            if people_only {
                self.fate(
                    &id,
                    Fate::Held,
                    "it tells about several persons; each is a proposal of its own",
                );
                continue;
            }
            if classify::is_addressed(text) && !self.accepted(&id) {
                self.fate(&id, Fate::Held, "it reads like instructions to a narrator");
                continue;
            }
            let body = self.native(&id, text);
            let title = self.name.clone();
            if body.is_empty() {
                self.fate(&id, Fate::Excluded, "nothing is left of it as native text");
            } else {
                self.add_lore(&title, &body, "other", vec![id], Vec::new());
            }
        }
    }
}

fn names_of(name: &str, entry: &Entry) -> Vec<String> {
    let mut names = vec![name.to_owned()];
    let bare = name.strip_prefix("The ").unwrap_or_default();
    names.extend(Some(bare.to_owned()).filter(|bare| !bare.is_empty()));
    names.extend(
        entry
            .keys
            .iter()
            .map(|key| plain(key))
            .filter(|key| is_name(key, name)),
    );
    names
}

/// A key that is a name: it begins like one and is not the name itself.
fn is_name(key: &str, name: &str) -> bool {
    let first = key.chars().next();
    let han = first.is_some_and(classify::is_han);
    let capital = first.is_some_and(char::is_uppercase);
    (capital || han && (name.contains(key) || key.contains(name)))
        && key != name
        && key.chars().count() <= 60
        && !key.starts_with('/')
}

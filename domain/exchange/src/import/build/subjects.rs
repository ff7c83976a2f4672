//! What a lore entry is about: entities whose name or alias is one of its keys or stands in its title (7.3). Names are found by
//! their beginnings, so thousands of entries against thousands of names stay cheap.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Draft;
use crate::classify::is_han;

const MOST: usize = 20;

/// Every name of the world's entities, in lower case.
#[derive(Default)]
pub(super) struct Index {
    names: Vec<(String, &'static str, String)>,
    by_name: BTreeMap<String, Vec<usize>>,
    by_beginning: BTreeMap<[char; 2], Vec<usize>>,
}

impl Index {
    pub(super) fn add(&mut self, name: &str, kind: &'static str, id: &str) {
        let name = name.to_lowercase();
        let at = self.names.len();
        let Some(beginning) = beginning(&name) else {
            return;
        };
        let same = self.by_name.entry(name.clone()).or_default();
        // A name a thousand things share says no more than twenty of them.
        if same.len() < MOST {
            same.push(at);
            self.by_beginning.entry(beginning).or_default().push(at);
            self.names.push((name, kind, id.to_owned()));
        }
    }

    /// Sets the subjects of a lore entry.
    pub(super) fn fill(&self, lore: &mut Draft) {
        let title = lore
            .members
            .get("title")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_lowercase();
        let mut found: Vec<usize> = Vec::new();
        for key in &lore.keys {
            found.extend(self.by_name.get(&key.to_lowercase()).into_iter().flatten());
        }
        for (at, _) in title.char_indices() {
            let begins =
                beginning(&title[at..]).and_then(|beginning| self.by_beginning.get(&beginning));
            found.extend(
                begins
                    .into_iter()
                    .flatten()
                    .filter(|name| stands_at(&title, at, &self.names[**name].0)),
            );
        }
        found.sort_unstable();
        let mut subjects: Vec<Value> = Vec::new();
        for at in found {
            let (_, kind, id) = &self.names[at];
            let subject = json!({ "kind": kind, "id": id });
            if subjects.len() < MOST && !subjects.contains(&subject) {
                subjects.push(subject);
            }
        }
        if !subjects.is_empty() {
            lore.members.insert("subjects".to_owned(), subjects.into());
        }
    }
}

fn beginning(text: &str) -> Option<[char; 2]> {
    let mut characters = text.chars();
    Some([characters.next()?, characters.next()?])
}

/// Whether a text has a name in it as a whole word.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    let (text, name) = (text.to_lowercase(), name.to_lowercase());
    name.chars().count() > 1
        && text
            .match_indices(&name)
            .any(|(at, _)| stands_at(&text, at, &name))
}

/// Whether a name stands there as a whole word; Chinese has no gaps between words.
fn stands_at(text: &str, at: usize, name: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_han(c));
    text[at..].starts_with(name)
        && !letter(text[..at].chars().next_back())
        && !letter(text[at + name.len()..].chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_whole_words() {
        assert!(mentions("The keys of Ann Vale", "ann vale"));
        assert!(!mentions("Annabel", "Ann"));
        assert!(mentions("林知夏的茶壶", "林知夏"));
    }

    #[test]
    fn section_7_3_subjects_come_from_keys_and_title() {
        let mut index = Index::default();
        index.add("Ann Vale", "character", "ann-vale");
        index.add("Ann", "character", "ann-vale");
        index.add("Heron Inn", "location", "heron-inn");
        let mut lore = Draft {
            keys: vec!["heron inn".to_owned()],
            ..Draft::default()
        };
        lore.members
            .insert("title".to_owned(), "The oath of Ann Vale".into());
        index.fill(&mut lore);
        let expected = json!([{ "kind": "character", "id": "ann-vale" }, { "kind": "location", "id": "heron-inn" }]);
        assert_eq!(lore.members["subjects"], expected);
    }
}

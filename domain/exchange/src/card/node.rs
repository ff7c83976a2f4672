//! A cursor over a foreign document: it reads members leniently, notes what it had to repair with the place, and goes on.
//! It never fails: a member of a wrong type is as good as absent, and is told.

use talekeep_world::json::{Kind, Member, Value};

use super::Warning;
use crate::limits;

/// The warnings of one reading, in the order they were found.
#[derive(Debug, Default)]
pub(crate) struct Warnings {
    list: Vec<Warning>,
    more: usize,
}

impl Warnings {
    pub(crate) fn add(
        &mut self,
        code: &'static str,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) {
        if self.list.len() < limits::WARNINGS {
            self.list.push(Warning {
                code,
                pointer: pointer.into(),
                message: message.into(),
            });
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn into_vec(mut self) -> Vec<Warning> {
        if self.more > 0 {
            let message = format!("{} more remarks of this kind are not listed.", self.more);
            self.list.push(Warning {
                code: "more",
                pointer: String::new(),
                message,
            });
        }
        self.list
    }

    /// Moves another reading's warnings to the end of this one's.
    pub(crate) fn extend(&mut self, other: Warnings) {
        self.more += other.more;
        for Warning {
            code,
            pointer,
            message,
        } in other.list
        {
            self.add(code, pointer, message);
        }
    }
}

/// A value and its place.
#[derive(Debug, Clone)]
pub(crate) struct Node<'a> {
    pub(crate) value: &'a Value,
    pub(crate) pointer: String,
}

impl<'a> Node<'a> {
    pub(crate) fn root(value: &'a Value) -> Node<'a> {
        Node {
            value,
            pointer: String::new(),
        }
    }

    /// A member that is set; of repeated members the last counts, as for most readers of JSON. `null` is not set (F-058).
    pub(crate) fn get(&self, key: &str) -> Option<Node<'a>> {
        let member = self
            .members()
            .iter()
            .rev()
            .find(|member| member.key == key)?;
        if member.value.is_null() {
            None
        } else {
            Some(Node {
                value: &member.value,
                pointer: self.place(key),
            })
        }
    }

    /// The first of several names that is set.
    pub(crate) fn get_any(&self, keys: &[&str]) -> Option<Node<'a>> {
        keys.iter().find_map(|key| self.get(key))
    }

    pub(crate) fn members(&self) -> &'a [Member] {
        self.value.as_object().unwrap_or_default()
    }

    /// Every member once, with its place.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&'a str, Node<'a>)> + '_ {
        self.members().iter().map(|member| {
            (
                member.key.as_str(),
                Node {
                    value: &member.value,
                    pointer: self.place(&member.key),
                },
            )
        })
    }

    /// The entries of a list, with their places.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Node<'a>> + '_ {
        let list = self.value.as_list().unwrap_or_default();
        list.iter().enumerate().map(|(at, value)| Node {
            value,
            pointer: format!("{}/{at}", self.pointer),
        })
    }

    pub(crate) fn is_object(&self) -> bool {
        self.value.as_object().is_some()
    }

    pub(crate) fn place(&self, key: &str) -> String {
        if key.contains(['~', '/']) {
            format!(
                "{}/{}",
                self.pointer,
                key.replace('~', "~0").replace('/', "~1")
            )
        } else {
            format!("{}/{key}", self.pointer)
        }
    }

    /// The value as text: a string, or a number as it is written (F-058).
    pub(crate) fn text(&self, warnings: &mut Warnings) -> Option<String> {
        match &self.value.kind {
            Kind::Text(text) => Some(clean(text)),
            Kind::Number(raw) => {
                warnings.add(
                    "number_as_text",
                    &self.pointer,
                    format!("The number {} was read as text.", short(raw)),
                );
                Some(raw.clone())
            }
            _ => {
                self.wrong(warnings, "a text");
                None
            }
        }
    }

    /// A text member; empty when it is not set.
    pub(crate) fn text_of(&self, key: &str, warnings: &mut Warnings) -> String {
        self.get(key)
            .and_then(|node| node.text(warnings))
            .unwrap_or_default()
    }

    /// A flag: also as text or number, which some exporters write. `"false"` is false.
    pub(crate) fn flag(&self, warnings: &mut Warnings) -> Option<bool> {
        let read = match &self.value.kind {
            Kind::Bool(flag) => return Some(*flag),
            Kind::Text(text) => match text.trim().to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" | "1" => Some(true),
                "false" | "no" | "off" | "0" => Some(false),
                "" => return None,
                _ => None,
            },
            Kind::Number(_) => self.value.as_f64().map(|number| number != 0.0),
            _ => None,
        };
        match read {
            Some(flag) => {
                let what = self.value.type_word();
                warnings.add(
                    "flag_as_other",
                    &self.pointer,
                    format!("{what} was read as the flag {flag}."),
                );
            }
            None => self.wrong(warnings, "true or false"),
        }
        read
    }

    pub(crate) fn flag_of(&self, key: &str, warnings: &mut Warnings) -> Option<bool> {
        self.get(key).and_then(|node| node.flag(warnings))
    }

    /// A number, also as text.
    pub(crate) fn number(&self, warnings: &mut Warnings) -> Option<f64> {
        let read = match &self.value.kind {
            Kind::Number(_) => return self.value.as_f64(),
            Kind::Text(text) if text.trim().is_empty() => return None,
            Kind::Text(text) => text
                .trim()
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite()),
            _ => None,
        };
        match read {
            Some(number) => {
                warnings.add(
                    "text_as_number",
                    &self.pointer,
                    format!("The text was read as the number {number}."),
                );
            }
            None => self.wrong(warnings, "a number"),
        }
        read
    }

    pub(crate) fn number_of(&self, key: &str, warnings: &mut Warnings) -> Option<f64> {
        self.get(key).and_then(|node| node.number(warnings))
    }

    /// A list of texts; one text is cut at commas when `commas`, else it is a list of one (F-058). Blank entries are left out
    /// silently, entries of another type with a warning.
    pub(crate) fn texts(&self, commas: bool, warnings: &mut Warnings) -> Vec<Node<'a>> {
        match &self.value.kind {
            Kind::List(_) => {
                let mut kept = Vec::new();
                for entry in self.entries() {
                    match &entry.value.kind {
                        Kind::Text(text) if text.trim().is_empty() => {}
                        Kind::Text(_) => kept.push(entry),
                        Kind::Null => {}
                        _ => entry.wrong(warnings, "a text"),
                    }
                }
                kept
            }
            Kind::Text(text) if text.trim().is_empty() => Vec::new(),
            Kind::Text(_) => {
                let how = if commas {
                    "was split at its commas"
                } else {
                    "was read as a list of one"
                };
                warnings.add(
                    "text_as_list",
                    &self.pointer,
                    format!("A list was expected; the text {how}."),
                );
                vec![self.clone()]
            }
            _ => {
                self.wrong(warnings, "a list of texts");
                Vec::new()
            }
        }
    }

    /// Like [`Node::texts`], as trimmed words; numbers in the list are read as words.
    pub(crate) fn words(&self, warnings: &mut Warnings) -> Vec<String> {
        if let Kind::Text(text) = &self.value.kind {
            if !text.trim().is_empty() {
                warnings.add(
                    "text_as_list",
                    &self.pointer,
                    "A list was expected; the text was split at its commas.",
                );
            }
            return split_commas(text);
        }
        if self.value.as_list().is_none() {
            self.wrong(warnings, "a list of texts");
            return Vec::new();
        }
        let mut kept = Vec::new();
        for entry in self.entries().filter(|entry| !entry.value.is_null()) {
            if kept.len() == limits::WORDS {
                let message = format!(
                    "The list is longer than {} words; the rest was left out.",
                    limits::WORDS
                );
                warnings.add("too_many", &self.pointer, message);
                break;
            }
            let Some(word) = entry.text(warnings) else {
                continue;
            };
            if !word.trim().is_empty() {
                kept.push(word.trim().to_owned());
            }
        }
        kept
    }

    pub(crate) fn wrong(&self, warnings: &mut Warnings, expected: &str) {
        let found = self.value.type_word();
        warnings.add(
            "wrong_type",
            &self.pointer,
            format!("Expected {expected}, found {found}; it was left out."),
        );
    }
}

/// The words of a text with commas.
pub(crate) fn split_commas(text: &str) -> Vec<String> {
    clean(text)
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .take(limits::WORDS)
        .map(str::to_owned)
        .collect()
}

/// U+0000 has no place in a text (W-019); it was told when the document was looked through.
pub(crate) fn clean(text: &str) -> String {
    if text.contains('\0') {
        text.replace('\0', "")
    } else {
        text.to_owned()
    }
}

/// The beginning of a text, for messages.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

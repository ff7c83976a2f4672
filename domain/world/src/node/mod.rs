//! The cursor: a place in a document that knows its pointer, so that readers note each problem where it stands and go on.
//! It never decides that reading is over.

#[cfg(test)]
pub(crate) mod asked;
mod scalar;
mod time;

pub(crate) use crate::limits::ID_LENGTH;
pub use time::{parse_local_time, parse_moment, parse_time_of_day};

use crate::json::{Kind, Value};
use crate::problem::{Code, Problems};

/// One place in a document, whether or not something stands there.
#[derive(Debug, Clone, Copy)]
pub struct Node<'p, 'v> {
    file: &'p str,
    up: Option<&'p Node<'p, 'v>>,
    step: Step<'p>,
    found: Found<'v>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

/// What stands at a place.
#[derive(Debug, Clone, Copy)]
enum Found<'v> {
    /// Absent, `null`, blank or an empty list: not set (W-014, W-016).
    Unset,
    /// Something whose fault is reported elsewhere; nothing more is said about it (W-041).
    Faulty,
    /// A value.
    Value(&'v Value),
}

impl<'p, 'v> Node<'p, 'v> {
    /// The root of a document.
    pub fn root(file: &'p str, value: &'v Value) -> Node<'p, 'v> {
        Node {
            file,
            up: None,
            step: Step::Root,
            found: Found::Value(value),
        }
    }

    /// A value inside a document, at a member or entry of a root that is not read itself.
    pub fn child_of<'c>(up: &'c Node<'p, 'v>, key: &'c str, value: &'v Value) -> Node<'c, 'v> {
        Node {
            file: up.file,
            up: Some(up),
            step: Step::Key(key),
            found: set(value),
        }
    }

    /// The member of that name; not set when this is not set, and silent when this is no object.
    pub fn at<'c>(&'c self, key: &'c str) -> Node<'c, 'v> {
        #[cfg(test)]
        asked::note(self, key);
        let found = match self.found {
            Found::Unset => Found::Unset,
            Found::Faulty => Found::Faulty,
            Found::Value(value) => match &value.kind {
                Kind::Object(members) => {
                    let mut same = members.iter().filter(|member| member.key == key);
                    match (same.next(), same.next()) {
                        (None, _) => Found::Unset,
                        (Some(member), None) => set(&member.value),
                        // Which one counts would depend on the reader (W-011).
                        (Some(_), Some(_)) => Found::Faulty,
                    }
                }
                _ => Found::Faulty,
            },
        };
        Node {
            file: self.file,
            up: Some(self),
            step: Step::Key(key),
            found,
        }
    }

    /// Whether anything but "not set" stands here (W-014).
    pub fn is_set(&self) -> bool {
        !matches!(self.found, Found::Unset)
    }

    /// The value, when one stands here that is not already reported.
    pub fn value(&self) -> Option<&'v Value> {
        match self.found {
            Found::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Notes that it is required when it is not set (W-033).
    pub fn need(self, problems: &mut Problems) -> Node<'p, 'v> {
        if let Found::Unset = self.found {
            let what = match self.step {
                Step::Key(key) => format!("\"{key}\" is required."),
                _ => "A value is required.".to_owned(),
            };
            self.report(problems, Code::Required, what);
            return Node {
                found: Found::Faulty,
                ..self
            };
        }
        self
    }

    /// This place, when an object stands here.
    pub fn object(self, problems: &mut Problems) -> Option<Node<'p, 'v>> {
        self.typed(problems, "an object", |value| {
            value.as_object().map(|_| self)
        })
    }

    /// The entries of a list that are not blank, at their own indices (W-015).
    pub fn list<'c>(&'c self, problems: &mut Problems) -> Vec<Node<'c, 'v>> {
        let entries = self.typed(problems, "a list", |value| value.as_list());
        let place = |(index, value)| Node {
            file: self.file,
            up: Some(self),
            step: Step::Index(index),
            found: set_entry(value),
        };
        entries
            .unwrap_or_default()
            .iter()
            .enumerate()
            .map(place)
            .filter(Node::is_set)
            .collect()
    }

    /// A list with a limit; over it is one problem at the list, and every entry is still read (W-036).
    pub fn list_of_at_most<'c>(
        &'c self,
        most: usize,
        problems: &mut Problems,
    ) -> Vec<Node<'c, 'v>> {
        let entries = self.list(problems);
        if entries.len() > most {
            let what = format!(
                "The list has {} entries; at most {most} are allowed.",
                entries.len()
            );
            self.report(problems, Code::TooMany, what);
        }
        entries
    }

    /// The members of an object that are set and not repeated, each with its name.
    pub fn members<'c>(&'c self, problems: &mut Problems) -> Vec<(&'v str, Node<'c, 'v>)>
    where
        'v: 'c,
    {
        let members = self
            .typed(problems, "an object", |value| value.as_object())
            .unwrap_or_default();
        let mut times = std::collections::HashMap::new();
        for member in members {
            *times.entry(member.key.as_str()).or_insert(0u32) += 1;
        }
        members
            .iter()
            .filter(|member| times.get(member.key.as_str()) == Some(&1))
            .map(|member| {
                (
                    member.key.as_str(),
                    Node::child_of(self, &member.key, &member.value),
                )
            })
            .filter(|(_, node)| node.is_set())
            .collect()
    }

    /// Notes a problem here.
    pub fn report(&self, problems: &mut Problems, code: Code, message: impl Into<String>) {
        if !problems.is_full() {
            problems.push(self.file, self.pointer(), code, message);
        }
    }

    /// The RFC 6901 pointer to here (W-032).
    pub fn pointer(&self) -> String {
        let mut out = match self.up {
            Some(up) => up.pointer(),
            None => String::new(),
        };
        match self.step {
            Step::Root => {}
            Step::Index(index) => out.push_str(&format!("/{index}")),
            Step::Key(key) => push_part(&mut out, key),
        }
        out
    }

    /// The file this place is in.
    pub fn file(&self) -> &'p str {
        self.file
    }

    /// Reads one JSON type; another one is a problem (W-017).
    fn typed<T>(
        &self,
        problems: &mut Problems,
        expected: &str,
        read: impl FnOnce(&'v Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.value()?;
        let got = read(value);
        if got.is_none() {
            self.wrong_type(problems, expected);
        }
        got
    }

    /// Notes a value of another type than expected.
    pub fn wrong_type(&self, problems: &mut Problems, expected: &str) {
        if let Some(value) = self.value() {
            self.report(
                problems,
                Code::WrongType,
                format!("Expected {expected}, found {}.", shown(value)),
            );
        }
    }
}

/// Adds one part to a pointer, escaped (W-032).
pub(crate) fn push_part(pointer: &mut String, part: &str) {
    pointer.push('/');
    for c in part.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            c => pointer.push(c),
        }
    }
}

/// A value as a message shows it: short, on one line.
pub(crate) fn shown(value: &Value) -> String {
    match &value.kind {
        Kind::Text(text) => quoted(text),
        Kind::Number(raw) => format!("the number {}", cut(raw)),
        Kind::Bool(flag) => format!("the flag {flag}"),
        _ => value.type_word().to_owned(),
    }
}

/// A string as a message shows it.
pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", cut(text))
}

fn cut(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn set(value: &Value) -> Found<'_> {
    match &value.kind {
        Kind::List(entries)
            if entries
                .iter()
                .all(|entry| matches!(set_entry(entry), Found::Unset)) =>
        {
            Found::Unset
        }
        _ => set_entry(value),
    }
}

/// Entries of lists are blank by themselves only: an empty list inside a list is a value of the wrong type.
fn set_entry(value: &Value) -> Found<'_> {
    match &value.kind {
        Kind::Null => Found::Unset,
        Kind::Text(text) if is_blank(text) => Found::Unset,
        _ => Found::Value(value),
    }
}

/// Empty or only Unicode white space (W-014).
pub fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

#[cfg(test)]
mod tests;

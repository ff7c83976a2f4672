//! Where advice points. Checks work on the model, which leaves blank entries of lists out (W-015), so a place is noted as they see
//! it and found in the document afterwards; only documents with advice are read again.

use std::collections::HashMap;

use crate::folder::{Entry, Folder};
use crate::json::{Kind, Rules, Value, parse};
use crate::node::{is_blank, push_part};

/// A document and the way to a value in it.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    path: String,
    steps: Vec<Step>,
}

#[derive(Debug, Clone)]
enum Step {
    /// A member.
    Key(&'static str),
    /// An entry, blank ones not counted.
    Nth(usize),
    /// The entry whose member of that name says this.
    With(&'static str, String),
}

impl Spot {
    /// A document of the world folder.
    pub(super) fn document(path: impl Into<String>) -> Spot {
        Spot {
            path: path.into(),
            steps: Vec::new(),
        }
    }

    /// The document of an entity.
    pub(super) fn entity(kind: &str, folder: &str, name: &str) -> Spot {
        Spot::document(format!("{kind}/{folder}/{name}"))
    }

    /// A member of what this is.
    pub(super) fn key(mut self, key: &'static str) -> Spot {
        self.steps.push(Step::Key(key));
        self
    }

    /// An entry of what this is, as the model counts.
    pub(super) fn nth(mut self, index: usize) -> Spot {
        self.steps.push(Step::Nth(index));
        self
    }

    /// The entry of what this is whose `member` is `value`.
    pub(super) fn with(mut self, member: &'static str, value: &str) -> Spot {
        self.steps.push(Step::With(member, value.to_owned()));
        self
    }

    /// The document, from the world folder.
    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

/// The documents advice points into, each read once.
pub(super) struct Documents<'a> {
    files: &'a Folder,
    read: HashMap<String, Option<Value>>,
}

impl<'a> Documents<'a> {
    pub(super) fn of(files: &'a Folder) -> Documents<'a> {
        Documents {
            files,
            read: HashMap::new(),
        }
    }

    /// The pointer of a spot, and where in the document it is; what is not there has the place it would have, and is where the
    /// thing around it begins.
    pub(super) fn place(&mut self, spot: &Spot) -> (String, usize) {
        if !self.read.contains_key(&spot.path) {
            let value = match self.files.get(&spot.path) {
                Some(Entry::Bytes(bytes)) => parse(bytes, &Rules::DOCUMENT).ok(),
                _ => None,
            };
            self.read.insert(spot.path.clone(), value);
        }
        let mut here = self.read.get(&spot.path).and_then(Option::as_ref);
        let mut pointer = String::new();
        let mut offset = 0;
        for step in &spot.steps {
            here = match step {
                Step::Key(key) => {
                    push_part(&mut pointer, key);
                    here.and_then(|value| value.get(key))
                }
                Step::Nth(wanted) => {
                    let (index, entry) = entries(here).nth(*wanted).unzip();
                    pointer.push_str(&format!("/{}", index.unwrap_or(*wanted)));
                    entry
                }
                Step::With(member, wanted) => {
                    let says =
                        |entry: &Value| entry.get(member).and_then(Value::as_text) == Some(wanted);
                    let (index, entry) = entries(here).find(|(_, entry)| says(entry)).unzip();
                    pointer.push_str(&format!("/{}", index.unwrap_or_default()));
                    entry
                }
            };
            offset = here.map_or(offset, |value| value.span.start);
        }
        (pointer, offset)
    }
}

/// The entries that are not blank, at their own indices.
fn entries(list: Option<&Value>) -> impl Iterator<Item = (usize, &Value)> {
    let entries = list.and_then(Value::as_list).unwrap_or_default();
    entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| match &entry.kind {
            Kind::Null => false,
            Kind::Text(text) => !is_blank(text),
            _ => true,
        })
}

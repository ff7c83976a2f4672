//! A JSON value with the place it stood at. Repeated members are all here, in order; it never decides which one counts.

use std::ops::Range;

use super::number::{NotWhole, whole};

/// A value and the bytes it was written with.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// What it is.
    pub kind: Kind,
    /// Byte range in the document.
    pub span: Range<usize>,
}

/// The six kinds of JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number, as it was written.
    Number(String),
    /// A string, its escapes resolved.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object; repeated members are kept.
    Object(Vec<Member>),
}

/// One member of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The name, its escapes resolved.
    pub key: String,
    /// Byte range of the name, quotes included.
    pub key_span: Range<usize>,
    /// The value.
    pub value: Value,
}

impl Value {
    /// The first member of that name, when this is an object.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_object()?
            .iter()
            .find(|m| m.key == key)
            .map(|m| &m.value)
    }

    /// The value an RFC 6901 pointer leads to.
    pub fn pointer(&self, pointer: &str) -> Option<&Value> {
        if pointer.is_empty() {
            return Some(self);
        }
        let mut here = self;
        for part in pointer.strip_prefix('/')?.split('/') {
            let part = part.replace("~1", "/").replace("~0", "~");
            here = match &here.kind {
                Kind::List(entries) => entries.get(part.parse::<usize>().ok()?)?,
                Kind::Object(_) => here.get(&part)?,
                _ => return None,
            };
        }
        Some(here)
    }

    /// The string, when this is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The flag, when this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.kind {
            Kind::Bool(flag) => Some(flag),
            _ => None,
        }
    }

    /// The number as it was written, when this is one.
    pub fn as_number_text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Number(raw) => Some(raw),
            _ => None,
        }
    }

    /// The number, when this is one that a float can hold.
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number_text()?
            .parse()
            .ok()
            .filter(|n: &f64| n.is_finite())
    }

    /// The whole number (W-018), when this is one.
    pub fn as_whole(&self) -> Option<Result<i64, NotWhole>> {
        self.as_number_text().map(whole)
    }

    /// The entries, when this is a list.
    pub fn as_list(&self) -> Option<&[Value]> {
        match &self.kind {
            Kind::List(entries) => Some(entries),
            _ => None,
        }
    }

    /// The members, when this is an object.
    pub fn as_object(&self) -> Option<&[Member]> {
        match &self.kind {
            Kind::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Whether this is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self.kind, Kind::Null)
    }

    /// What it is, in a word for people.
    pub fn type_word(&self) -> &'static str {
        match self.kind {
            Kind::Null => "null",
            Kind::Bool(_) => "a flag",
            Kind::Number(_) => "a number",
            Kind::Text(_) => "a string",
            Kind::List(_) => "a list",
            Kind::Object(_) => "an object",
        }
    }

    /// The same value for code that has no use for places. Of repeated members the last counts; a number no float can hold
    /// becomes its text.
    pub fn to_serde(&self) -> serde_json::Value {
        use serde_json::Value as Plain;
        match &self.kind {
            Kind::Null => Plain::Null,
            Kind::Bool(flag) => Plain::Bool(*flag),
            Kind::Number(raw) => match raw.parse::<serde_json::Number>() {
                Ok(number) => Plain::Number(number),
                Err(_) => Plain::String(raw.clone()),
            },
            Kind::Text(text) => Plain::String(text.clone()),
            Kind::List(entries) => Plain::Array(entries.iter().map(Value::to_serde).collect()),
            Kind::Object(members) => Plain::Object(
                members
                    .iter()
                    .map(|m| (m.key.clone(), m.value.to_serde()))
                    .collect(),
            ),
        }
    }
}

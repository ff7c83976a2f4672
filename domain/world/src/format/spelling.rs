//! The camelCase spelling of documents for clients: the names of members the format knows, and nothing else. Keys of
//! variables, members it does not know and every value stay as they are.

use serde_json::{Map, Value};

use super::kind::{DocumentKind, Root, Shape, Type};
use super::walk::{Inner, Met, inner};

/// The document with its members in camelCase. A member the format does not know is left out when it already is spelled as a
/// known one is here.
pub fn camel(document: &DocumentKind, value: &Value) -> Value {
    of_document(document, value, Spelling::Camel)
}

/// The document with its members as files have them.
pub fn snake(document: &DocumentKind, value: &Value) -> Value {
    of_document(document, value, Spelling::Snake)
}

/// The same for one object of a shape.
pub fn camel_shape(shape: &Shape, value: &Value) -> Value {
    of_shape(shape, value, Spelling::Camel)
}

/// The same for one object of a shape.
pub fn snake_shape(shape: &Shape, value: &Value) -> Value {
    of_shape(shape, value, Spelling::Snake)
}

/// `held_by` as `heldBy`.
pub fn camel_name(name: &str) -> String {
    let mut parts = name.split('_');
    let mut camel = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

#[derive(Clone, Copy, PartialEq)]
enum Spelling {
    Camel,
    Snake,
}

fn of_document(document: &DocumentKind, value: &Value, to: Spelling) -> Value {
    match (document.root, value) {
        (Root::List, Value::Array(entries)) => entries
            .iter()
            .map(|entry| of_shape(document.shape, entry, to))
            .collect(),
        (Root::Object, value) => of_shape(document.shape, value, to),
        (_, value) => value.clone(),
    }
}

fn of_shape(shape: &Shape, value: &Value, to: Spelling) -> Value {
    let Value::Object(members) = value else {
        return value.clone();
    };
    let mut out = Map::new();
    for (name, value) in members {
        let known = shape.members.iter().find(|member| match to {
            Spelling::Camel => member.name == name,
            Spelling::Snake => camel_name(member.name) == *name,
        });
        match known {
            Some(member) => {
                let name = match to {
                    Spelling::Camel => camel_name(member.name),
                    Spelling::Snake => member.name.to_owned(),
                };
                out.insert(name, of_type(&member.value, value, to));
            }
            None if stands_in_the_way(shape, name, members, to) => {}
            None => {
                out.insert(name.clone(), value.clone());
            }
        }
    }
    Value::Object(out)
}

/// Whether an unknown member is spelled as a known one that is there too.
fn stands_in_the_way(
    shape: &Shape,
    name: &str,
    members: &Map<String, Value>,
    to: Spelling,
) -> bool {
    shape.members.iter().any(|member| {
        let camel = camel_name(member.name);
        match to {
            Spelling::Camel => camel == name && members.contains_key(member.name),
            Spelling::Snake => member.name == name && members.contains_key(&camel),
        }
    })
}

fn of_type(kind: &Type, value: &Value, to: Spelling) -> Value {
    // A word that says the shape is spelled the same both ways: no such member has more than one part.
    let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
    let met = match value {
        Value::Object(_) => Met::Object(&text),
        Value::Array(_) => Met::List,
        _ => return value.clone(),
    };
    match (inner(kind, &met), value) {
        (Some(Inner::Object(shape)), value) => of_shape(shape, value, to),
        (Some(Inner::List(of)), Value::Array(entries)) => {
            entries.iter().map(|entry| of_type(of, entry, to)).collect()
        }
        _ => value.clone(),
    }
}

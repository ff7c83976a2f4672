//! Finds the members of a document that the format does not name. They are kept and ignored (W-013); an author who mistyped
//! one wants to see them. It never calls them wrong.

use super::document;
use super::kind::{Root, Shape, Type};
use super::walk::{Inner, Met, inner};
use crate::json::{Kind, Value};
use crate::node::push_part;

/// The pointer of every such member, in the order of the document; what is inside one is not looked at. Nothing for a path
/// that no document of the format has.
pub fn unknown_members(path: &str, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let Some(kind) = document(path) else {
        return found;
    };
    match (kind.root, &value.kind) {
        (Root::Object, Kind::Object(_)) => object(kind.shape, value, String::new(), &mut found),
        (Root::List, Kind::List(entries)) => {
            for (index, entry) in entries.iter().enumerate() {
                object(kind.shape, entry, format!("/{index}"), &mut found);
            }
        }
        _ => {}
    }
    found
}

fn object(shape: &Shape, value: &Value, pointer: String, found: &mut Vec<String>) {
    for member in value.as_object().unwrap_or_default() {
        let mut here = pointer.clone();
        push_part(&mut here, &member.key);
        match shape.member(&member.key) {
            Some(known) => within(&known.value, &member.value, here, found),
            None => found.push(here),
        }
    }
}

fn within(kind: &Type, value: &Value, pointer: String, found: &mut Vec<String>) {
    let text = |name: &str| Some(value.get(name)?.as_text()?.to_owned());
    let met = match &value.kind {
        Kind::Object(_) => Met::Object(&text),
        Kind::List(_) => Met::List,
        _ => return,
    };
    match inner(kind, &met) {
        Some(Inner::Object(shape)) => object(shape, value, pointer, found),
        Some(Inner::List(of)) => {
            for (index, entry) in value.as_list().unwrap_or_default().iter().enumerate() {
                within(of, entry, format!("{pointer}/{index}"), found);
            }
        }
        None => {}
    }
}

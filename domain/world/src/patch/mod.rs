//! Changes one place of a JSON document and leaves every other byte as it is: indentation, order of members, line ends, byte
//! order mark and members nobody here knows. It never lays out anew what a person wrote.

mod find;
mod layout;

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::json::{Fault, Kind, Rules, Value, parse};
use crate::node::push_part;

use find::{Leaf, find};
use layout::Layout;
pub(crate) use layout::one_line;

/// Why a change cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// The document cannot be read, so no place in it can be found.
    #[error("The file cannot be read, so nothing in it can be changed alone. {0}")]
    Unreadable(Fault),
    /// The new value is no JSON.
    #[error("The new value cannot be read. {0}")]
    Value(Fault),
    /// Which of two members of one name is meant depends on the reader (W-011).
    #[error("There are several members at {0}; remove all but one first.")]
    Repeated(String),
    /// Nothing stands there, or nothing can.
    #[error("There is no place {0} in the file.")]
    Nowhere(String),
    /// A pointer that is none.
    #[error("{0:?} is no JSON pointer.")]
    Pointer(String),
}

/// Puts a value (JSON text) at a pointer: in the place of what stands there, or as a new member or entry. Objects that are
/// missing on the way are made; `-` as the last part is the end of a list.
pub fn set(document: &[u8], pointer: &str, value: &str) -> Result<Vec<u8>, PatchError> {
    let value = read_value(value)?;
    let root = read(document)?;
    let layout = Layout::of(document, &root);
    if pointer.is_empty() {
        let text = layout.print(&value, 0, layout.is_tall(&root.span));
        return Ok(splice(document, root.span, &text));
    }
    let parts = parts(pointer)?;
    Ok(match find(&root, &parts)? {
        Leaf::Value {
            parent, value: old, ..
        } => {
            let tall = match &old.kind {
                Kind::List(entries) if !entries.is_empty() => layout.is_tall(&old.span),
                Kind::Object(members) if !members.is_empty() => layout.is_tall(&old.span),
                // What was small stands as its neighbours do.
                _ => layout.is_tall(&parent.span),
            };
            let text = layout.print(&value, layout.depth(old.span.start), tall);
            splice(document, old.span.clone(), &text)
        }
        Leaf::Missing { parent, rest } => add(document, &layout, parent, rest, value),
    })
}

/// Removes a member or an entry. What is not there stays not there.
pub fn unset(document: &[u8], pointer: &str) -> Result<Vec<u8>, PatchError> {
    let root = read(document)?;
    let parts = parts(pointer)?;
    if parts.is_empty() {
        return Err(PatchError::Nowhere(pointer.to_owned()));
    }
    let Leaf::Value { parent, index, .. } = find(&root, &parts)? else {
        return Ok(document.to_vec());
    };
    let starts = starts(parent);
    let ends = ends(parent);
    let gone = if starts.len() == 1 {
        parent.span.start + 1..parent.span.end - 1
    } else if index + 1 < starts.len() {
        starts[index]..starts[index + 1]
    } else {
        ends[index - 1]..ends[index]
    };
    Ok(splice(document, gone, ""))
}

/// Puts a value before the entry a pointer names, or at the end of the list when it names the place after the last (or `-`).
pub fn insert(document: &[u8], pointer: &str, value: &str) -> Result<Vec<u8>, PatchError> {
    let root = read(document)?;
    let parts = parts(pointer)?;
    let Leaf::Value { parent, index, .. } = find(&root, &parts)? else {
        return set(document, pointer, value);
    };
    if parent.as_list().is_none() {
        return Err(PatchError::Nowhere(pointer.to_owned()));
    }
    let value = read_value(value)?;
    let layout = Layout::of(document, &root);
    let at = starts(parent)[index];
    let depth = layout.depth(at);
    let text = layout.print(&value, depth, layout.is_tall(&parent.span));
    let gap = layout.gap(parent, index);
    Ok(splice(document, at..at, &format!("{text},{gap}")))
}

/// Moves an entry of a list to another index of it; the space between entries stays where it is.
pub fn move_entry(document: &[u8], pointer: &str, to: usize) -> Result<Vec<u8>, PatchError> {
    let root = read(document)?;
    let parts = parts(pointer)?;
    let nowhere = || PatchError::Nowhere(pointer.to_owned());
    let Leaf::Value { parent, index, .. } = find(&root, &parts)? else {
        return Err(nowhere());
    };
    let entries = parent.as_list().ok_or_else(nowhere)?;
    if to >= entries.len() {
        return Err(nowhere());
    }
    let mut order: Vec<usize> = (0..entries.len()).collect();
    let moved = order.remove(index);
    order.insert(to, moved);
    let mut out = document[..entries[0].span.start].to_vec();
    for (at, from) in order.into_iter().enumerate() {
        out.extend_from_slice(&document[entries[from].span.clone()]);
        let until = entries
            .get(at + 1)
            .map_or(document.len(), |next| next.span.start);
        out.extend_from_slice(&document[entries[at].span.end..until]);
    }
    Ok(out)
}

/// Adds what is missing below `parent`: the first missing part is the new member, the rest is made around the value.
fn add(
    document: &[u8],
    layout: &Layout<'_>,
    parent: &Value,
    rest: &[String],
    value: Value,
) -> Vec<u8> {
    let value = rest[1..]
        .iter()
        .rev()
        .fold(value, |inner, part| wrap(part, inner));
    // What is not set is taken for an empty object or list.
    if !matches!(parent.kind, Kind::Object(_) | Kind::List(_)) {
        let value = wrap(&rest[0], value);
        let text = layout.print(&value, layout.depth(parent.span.start), layout.tall);
        return splice(document, parent.span.clone(), &text);
    }
    let starts = starts(parent);
    let Some(last) = starts.len().checked_sub(1) else {
        let value = match parent.kind {
            Kind::List(_) => list_of(value),
            _ => wrap_member(&rest[0], value),
        };
        let text = layout.print(&value, layout.depth(parent.span.start), layout.tall);
        return splice(document, parent.span.clone(), &text);
    };
    let depth = layout.depth(starts[last]);
    let text = layout.print(&value, depth, layout.is_tall(&parent.span));
    let gap = layout.gap(parent, last);
    let key = match parent.as_object() {
        Some(members) => format!("{}{}", quote(&rest[0]), layout.colon(&members[last])),
        None => String::new(),
    };
    let at = ends(parent)[last];
    splice(document, at..at, &format!(",{gap}{key}{text}"))
}

/// What a missing part of a pointer stands for around a value: a number or `-` is an entry, anything else a member.
fn wrap(part: &str, value: Value) -> Value {
    if part == "-" || part == "0" {
        list_of(value)
    } else {
        wrap_member(part, value)
    }
}

fn list_of(value: Value) -> Value {
    Value {
        kind: Kind::List(vec![value]),
        span: 0..0,
    }
}

fn wrap_member(key: &str, value: Value) -> Value {
    let member = crate::json::Member {
        key: key.to_owned(),
        key_span: 0..0,
        value,
    };
    Value {
        kind: Kind::Object(vec![member]),
        span: 0..0,
    }
}

/// Where members or entries begin.
fn starts(parent: &Value) -> Vec<usize> {
    match &parent.kind {
        Kind::List(entries) => entries.iter().map(|entry| entry.span.start).collect(),
        Kind::Object(members) => members.iter().map(|member| member.key_span.start).collect(),
        _ => Vec::new(),
    }
}

/// Where members or entries end.
fn ends(parent: &Value) -> Vec<usize> {
    match &parent.kind {
        Kind::List(entries) => entries.iter().map(|entry| entry.span.end).collect(),
        Kind::Object(members) => members.iter().map(|member| member.value.span.end).collect(),
        _ => Vec::new(),
    }
}

fn splice(document: &[u8], gone: Range<usize>, text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(document.len() + text.len());
    out.extend_from_slice(&document[..gone.start]);
    out.extend_from_slice(text.as_bytes());
    out.extend_from_slice(&document[gone.end..]);
    out
}

fn read(document: &[u8]) -> Result<Value, PatchError> {
    parse(document, &Rules::DOCUMENT).map_err(PatchError::Unreadable)
}

fn read_value(text: &str) -> Result<Value, PatchError> {
    parse(text.as_bytes(), &Rules::DOCUMENT).map_err(PatchError::Value)
}

/// The parts of an RFC 6901 pointer, unescaped.
pub(crate) fn parts(pointer: &str) -> Result<Vec<String>, PatchError> {
    if pointer.is_empty() {
        return Ok(Vec::new());
    }
    let rest = pointer
        .strip_prefix('/')
        .ok_or_else(|| PatchError::Pointer(pointer.to_owned()))?;
    let unescaped = |part: &str| part.replace("~1", "/").replace("~0", "~");
    Ok(rest.split('/').map(unescaped).collect())
}

/// The pointer of parts.
fn joined(parts: &[String]) -> String {
    let mut pointer = String::new();
    for part in parts {
        push_part(&mut pointer, part);
    }
    pointer
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

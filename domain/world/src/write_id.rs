//! Writes a missing id into the bytes of a `world.json` (W-052): only the id changes, every other byte stays.

use crate::json::{Kind, Rules, Value, parse};
use crate::node::is_blank;

/// The document with that id, or nothing when none may be written: it cannot be read, has a set or faulty `id`, or repeats
/// a member at its root (W-054). The id must not need escapes; a UUID does not.
pub fn write_id(document: &[u8], id: &str) -> Option<Vec<u8>> {
    let root = parse(document, &Rules::DOCUMENT).ok()?;
    let members = root.as_object()?;
    let keys = members.iter().map(|member| member.key.as_str()).collect();
    if !crate::read::repeated(keys).is_empty() {
        return None;
    }
    let text = std::str::from_utf8(document).ok()?;
    let quoted = format!("\"{id}\"");
    let mut out = Vec::with_capacity(document.len() + 64);
    if let Some(old) = root.get("id") {
        if !is_unset(old) {
            return None;
        }
        out.extend_from_slice(&document[..old.span.start]);
        out.extend_from_slice(quoted.as_bytes());
        out.extend_from_slice(&document[old.span.end..]);
        return Some(out);
    }
    // Before the first member, or before the brace that closes an empty object.
    let at = members
        .first()
        .map_or(root.span.end - 1, |first| first.key_span.start);
    let space = &text[root.span.start + 1..at];
    let comma = if members.is_empty() { "" } else { "," };
    let colon = match members.first() {
        Some(first) => &text[first.key_span.end..first.value.span.start],
        None => ": ",
    };
    // A colon laid out over several lines is not copied.
    let colon = if colon.contains(['\n', '\r']) {
        ": "
    } else {
        colon
    };
    out.extend_from_slice(&document[..at]);
    out.extend_from_slice(format!("\"id\"{colon}{quoted}{comma}{}", one_line(space)).as_bytes());
    out.extend_from_slice(&document[at..]);
    Some(out)
}

/// The space before a first member, with one line end at most: blank lines before it are not repeated.
fn one_line(space: &str) -> &str {
    let Some(last) = space.rfind(['\n', '\r']) else {
        return space;
    };
    let start = if space[..last].ends_with('\r') && space.as_bytes()[last] == b'\n' {
        last - 1
    } else {
        last
    };
    &space[start..]
}

/// W-014, W-016
fn is_unset(value: &Value) -> bool {
    match &value.kind {
        Kind::Null => true,
        Kind::Text(text) => is_blank(text),
        Kind::List(entries) => entries.iter().all(|entry| match &entry.kind {
            Kind::Null => true,
            Kind::Text(text) => is_blank(text),
            _ => false,
        }),
        _ => false,
    }
}

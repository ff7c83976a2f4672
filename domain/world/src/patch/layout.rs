//! How a document is laid out, so that what is added looks like its neighbours: line ends, indentation, the space after colons.
//! It only ever describes; the bytes that are there are not touched here.

use std::ops::Range;

use crate::json::{Kind, Member, Value};

use super::quote;

/// The manners of one document.
pub(super) struct Layout<'d> {
    text: &'d str,
    line_end: &'static str,
    unit: &'d str,
    /// Whether the document is written over several lines.
    pub(super) tall: bool,
    /// Between a name and its value on one line.
    spaced: bool,
}

impl<'d> Layout<'d> {
    /// Of a document that was read, so it is UTF-8.
    pub(super) fn of(document: &'d [u8], root: &Value) -> Layout<'d> {
        let text = std::str::from_utf8(document).unwrap_or_default();
        let inside = text.get(root.span.clone()).unwrap_or_default();
        let line_end = match inside.find(['\n', '\r']) {
            Some(at) if inside[at..].starts_with("\r\n") => "\r\n",
            Some(at) if inside[at..].starts_with('\r') => "\r",
            _ => "\n",
        };
        let empty = matches!(&root.kind, Kind::Object(members) if members.is_empty())
            || matches!(&root.kind, Kind::List(entries) if entries.is_empty());
        let indented = first_start(root).map(|start| indentation(text, start));
        let unit = match indented {
            Some(space) if !space.is_empty() => space,
            _ => "  ",
        };
        Layout {
            text,
            line_end,
            unit,
            tall: empty || inside.contains(['\n', '\r']),
            spaced: inside.contains("\": ") || !inside.contains("\":"),
        }
    }

    /// Whether a part of the document is written over several lines.
    pub(super) fn is_tall(&self, span: &Range<usize>) -> bool {
        self.text
            .get(span.clone())
            .is_some_and(|inside| inside.contains(['\n', '\r']))
            || (self.tall && span.len() <= 2)
    }

    /// How many units the line is indented in which something begins.
    pub(super) fn depth(&self, at: usize) -> usize {
        indentation(self.text, at).len() / self.unit.len()
    }

    /// The space in front of a member or entry, with one line end at most, as a neighbour after a comma would have it.
    pub(super) fn gap(&self, parent: &Value, index: usize) -> &'d str {
        let start = match &parent.kind {
            Kind::Object(members) => members[index].key_span.start,
            Kind::List(entries) => entries[index].span.start,
            _ => return "",
        };
        let before = &self.text[..start];
        let space = &before[before.trim_end_matches([' ', '\t', '\n', '\r']).len()..];
        let space = one_line(space);
        // `{"a": 1}` has a space after its commas though none after its brace.
        if space.is_empty() && index == 0 && self.spaced {
            " "
        } else {
            space
        }
    }

    /// What stands between a name and its value, as a neighbour has it.
    pub(super) fn colon(&self, neighbour: &Member) -> &'d str {
        let colon = &self.text[neighbour.key_span.end..neighbour.value.span.start];
        if colon.contains(['\n', '\r']) {
            ": "
        } else {
            colon
        }
    }

    /// The text of a value whose line is indented `depth` units.
    pub(super) fn print(&self, value: &Value, depth: usize, tall: bool) -> String {
        let mut out = String::new();
        self.write(value, depth, tall, &mut out);
        out
    }

    fn write(&self, value: &Value, depth: usize, tall: bool, out: &mut String) {
        match &value.kind {
            Kind::Null => out.push_str("null"),
            Kind::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Kind::Number(raw) => out.push_str(raw),
            Kind::Text(text) => out.push_str(&quote(text)),
            Kind::List(entries) if entries.is_empty() => out.push_str("[]"),
            Kind::Object(members) if members.is_empty() => out.push_str("{}"),
            Kind::List(entries) => {
                out.push('[');
                for (at, entry) in entries.iter().enumerate() {
                    self.separate(at, depth + 1, tall, out);
                    self.write(entry, depth + 1, tall, out);
                }
                self.close(depth, tall, out);
                out.push(']');
            }
            Kind::Object(members) => {
                out.push('{');
                for (at, member) in members.iter().enumerate() {
                    self.separate(at, depth + 1, tall, out);
                    out.push_str(&quote(&member.key));
                    out.push_str(if tall || self.spaced { ": " } else { ":" });
                    self.write(&member.value, depth + 1, tall, out);
                }
                self.close(depth, tall, out);
                out.push('}');
            }
        }
    }

    fn separate(&self, at: usize, depth: usize, tall: bool, out: &mut String) {
        if at > 0 {
            out.push(',');
        }
        if tall {
            self.close(depth, tall, out);
        } else if at > 0 && self.spaced {
            out.push(' ');
        }
    }

    fn close(&self, depth: usize, tall: bool, out: &mut String) {
        if tall {
            out.push_str(self.line_end);
            out.extend(std::iter::repeat_n(self.unit, depth));
        }
    }
}

fn first_start(value: &Value) -> Option<usize> {
    match &value.kind {
        Kind::Object(members) => members.first().map(|member| member.key_span.start),
        Kind::List(entries) => entries.first().map(|entry| entry.span.start),
        _ => None,
    }
}

/// The blanks at the beginning of the line something stands in.
fn indentation(text: &str, at: usize) -> &str {
    let before = &text[..at];
    let line = before
        .rfind(['\n', '\r'])
        .map_or(before, |end| &before[end + 1..]);
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The space before a member, with one line end at most: blank lines before it are not repeated.
pub(crate) fn one_line(space: &str) -> &str {
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

//! Finds the line a problem is about, for whoever shows problems to people. It never reads a file: the bytes come in.

use std::ops::Range;

use crate::json::{Kind, Position, Rules, Value, parse, position};

/// A line of a document with the place a problem is at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// Line and column in the document.
    pub position: Position,
    /// The line above, when there is one and `line` is shown from its start.
    pub above: Option<String>,
    /// The part of the line around that place, without control characters.
    pub line: String,
    /// How many characters of `line` stand before the place.
    pub before: usize,
    /// How many characters of `line` the value has there; 1 for a list, an object, and what is not there.
    pub length: usize,
}

/// A document whose problems are looked up.
#[derive(Debug)]
pub struct Excerpts<'a> {
    bytes: &'a [u8],
    value: Result<Value, usize>,
}

impl<'a> Excerpts<'a> {
    /// Reads a document once for all of its problems. One that is no JSON has the place where reading failed.
    pub fn of(bytes: &'a [u8]) -> Excerpts<'a> {
        Excerpts {
            bytes,
            value: parse(bytes, &Rules::DOCUMENT).map_err(|fault| fault.offset),
        }
    }

    /// The place a pointer leads to, or the nearest thing around it that is there.
    pub fn at(&self, pointer: &str) -> Excerpt {
        let span = match &self.value {
            Ok(value) => nearest(value, pointer),
            Err(offset) => *offset..*offset,
        };
        around(self.bytes, span)
    }
}

fn nearest(value: &Value, pointer: &str) -> Range<usize> {
    let whole = pointer;
    let mut pointer = pointer;
    loop {
        match (value.pointer(pointer), pointer.rsplit_once('/')) {
            (Some(found), _) => {
                let there = pointer.len() == whole.len();
                let scalar = !matches!(found.kind, Kind::List(_) | Kind::Object(_));
                let start = found.span.start;
                return start..if there && scalar {
                    found.span.end
                } else {
                    start
                };
            }
            (None, Some((above, _))) => pointer = above,
            (None, None) => return value.span.start..value.span.start,
        }
    }
}

const BEFORE: usize = 40;
const AFTER: usize = 50;

fn is_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The part of a line around a place, and the line above.
fn around(bytes: &[u8], span: Range<usize>) -> Excerpt {
    let offset = span.start.min(bytes.len());
    let line_start = start_of_line(bytes, offset);
    let end = bytes[offset..]
        .iter()
        .position(is_end)
        .map_or(bytes.len(), |at| offset + at);
    // Four bytes are enough for any character.
    let start = line_start.max(offset.saturating_sub(4 * BEFORE));
    let shown_end = end.min(offset + 4 * AFTER);
    let before = String::from_utf8_lossy(&bytes[start..offset]);
    let before = before.trim_start_matches('\u{feff}');
    let skip = before.chars().count().saturating_sub(BEFORE);
    let whole = start == line_start && skip == 0;
    let before: String = before.chars().skip(skip).map(harmless).collect();
    let after = String::from_utf8_lossy(&bytes[offset..shown_end]);
    let after: String = after.chars().take(AFTER).map(harmless).collect();
    let value = span.end.clamp(offset, end);
    let value = String::from_utf8_lossy(&bytes[offset..value]);
    Excerpt {
        position: position(bytes, offset),
        above: above(bytes, line_start).filter(|_| whole),
        line: format!("{before}{after}"),
        before: before.chars().count(),
        length: value.chars().count().min(after.chars().count()).max(1),
    }
}

/// The beginning of the line before the one that starts there.
fn above(bytes: &[u8], line_start: usize) -> Option<String> {
    let text = &bytes[..line_start];
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    if text.len() == line_start {
        return None;
    }
    let line = &text[start_of_line(text, text.len())..];
    let line = String::from_utf8_lossy(&line[..line.len().min(4 * (BEFORE + AFTER))]);
    let line = line.trim_start_matches('\u{feff}');
    Some(line.chars().take(BEFORE + AFTER).map(harmless).collect())
}

fn start_of_line(bytes: &[u8], offset: usize) -> usize {
    let before = &bytes[..offset];
    before.iter().rposition(is_end).map_or(0, |at| at + 1)
}

/// A space in the place of anything a terminal might act on or that changes the direction of text.
pub fn harmless(c: char) -> char {
    let acts = c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if acts { ' ' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w032_the_nearest_place_that_is_there() {
        let text = "\u{feff}{\r\n\t\"a/b\": [1,\r\n  {\"é\": \"xyz\"}]\r\n}";
        let excerpts = Excerpts::of(text.as_bytes());
        let (first, second) = (Some("{"), Some(" \"a/b\": [1,"));
        let table = [
            ("", 1, 1, None, "{", 0, 1),
            ("/a~1b", 2, 9, first, " \"a/b\": [1,", 8, 1),
            ("/a~1b/0", 2, 10, first, " \"a/b\": [1,", 9, 1),
            ("/a~1b/1/é", 3, 9, second, "  {\"é\": \"xyz\"}]", 8, 5),
            ("/a~1b/1/name", 3, 3, second, "  {\"é\": \"xyz\"}]", 2, 1),
            ("/name", 1, 1, None, "{", 0, 1),
        ];
        for (pointer, line, column, above, shown, before, length) in table {
            let want = Excerpt {
                position: Position { line, column },
                above: above.map(str::to_owned),
                line: shown.to_owned(),
                before,
                length,
            };
            assert_eq!(excerpts.at(pointer), want, "{pointer}");
        }
    }

    #[test]
    fn a_long_line_is_shown_around_the_place() {
        let text = format!(
            "{{\n\"a\": [{}\"here{}\"]}}",
            "1, ".repeat(40),
            "e".repeat(80)
        );
        let got = Excerpts::of(text.as_bytes()).at("/a/40");
        assert_eq!(got.above, None);
        assert_eq!((got.before, got.length), (BEFORE, AFTER));
        assert!(got.line.contains("1, \"here"), "{}", got.line);
    }

    #[test]
    fn a_document_that_is_no_json_shows_where_reading_failed() {
        let got = Excerpts::of(b"{\n  \"a\": 1,\n}").at("");
        assert_eq!(
            got,
            Excerpt {
                position: Position { line: 3, column: 1 },
                above: Some("  \"a\": 1,".to_owned()),
                line: "}".to_owned(),
                before: 0,
                length: 1,
            }
        );
        assert_eq!(Excerpts::of(b"\xff\x1b[2J").at("").line, "\u{fffd} [2J");
        assert_eq!(Excerpts::of(b"").at("").line, "");
    }
}

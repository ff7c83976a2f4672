//! Finds the line a problem is about, for whoever shows problems to people. It never reads a file: the bytes come in.

use crate::json::{Position, Rules, Value, parse, position};
use crate::problem::Problem;

/// A line of a document with the place a problem is at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// Line and column in the document.
    pub position: Position,
    /// The part of the line around that place, without control characters.
    pub line: String,
    /// How many characters of `line` stand before the place.
    pub before: usize,
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

    /// The place of a problem: what its pointer leads to, or the nearest thing around it that is there.
    pub fn at(&self, problem: &Problem) -> Excerpt {
        let offset = match &self.value {
            Ok(value) => nearest(value, &problem.pointer),
            Err(offset) => *offset,
        };
        let (line, before) = around(self.bytes, offset);
        Excerpt {
            position: position(self.bytes, offset),
            line,
            before,
        }
    }
}

fn nearest(value: &Value, pointer: &str) -> usize {
    let mut pointer = pointer;
    loop {
        match (value.pointer(pointer), pointer.rsplit_once('/')) {
            (Some(found), _) => return found.span.start,
            (None, Some((above, _))) => pointer = above,
            (None, None) => return value.span.start,
        }
    }
}

/// The part of a line around an offset, and how much of it stands before.
fn around(bytes: &[u8], offset: usize) -> (String, usize) {
    const BEFORE: usize = 40;
    const AFTER: usize = 50;
    let offset = offset.min(bytes.len());
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let start = bytes[..offset]
        .iter()
        .rposition(is_end)
        .map_or(0, |at| at + 1);
    let end = bytes[offset..]
        .iter()
        .position(is_end)
        .map_or(bytes.len(), |at| offset + at);
    // Four bytes are enough for any character.
    let start = start.max(offset.saturating_sub(4 * BEFORE));
    let end = end.min(offset + 4 * AFTER);
    let before = String::from_utf8_lossy(&bytes[start..offset]);
    let before = before.trim_start_matches('\u{feff}');
    let skip = before.chars().count().saturating_sub(BEFORE);
    let before: String = before.chars().skip(skip).map(harmless).collect();
    let after = String::from_utf8_lossy(&bytes[offset..end]);
    let after: String = after.chars().take(AFTER).map(harmless).collect();
    (format!("{before}{after}"), before.chars().count())
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
    use crate::problem::Code;

    #[test]
    fn w032_the_nearest_place_that_is_there() {
        let text =
            "\u{feff}{\r\n\t\"a/b\": [\u{1b}1,\r\n  {\"é\": \"x\"}]\r\n}".replace('\u{1b}', "");
        let excerpts = Excerpts::of(text.as_bytes());
        let table = [
            ("", 1, 1, "{", 0),
            ("/a~1b", 2, 9, " \"a/b\": [1,", 8),
            ("/a~1b/1/é", 3, 9, "  {\"é\": \"x\"}]", 8),
            ("/a~1b/1/name", 3, 3, "  {\"é\": \"x\"}]", 2),
            ("/name", 1, 1, "{", 0),
        ];
        for (pointer, line, column, shown, before) in table {
            let problem = Problem {
                file: "f".to_owned(),
                pointer: pointer.to_owned(),
                code: Code::Required,
                message: String::new(),
            };
            let want = Excerpt {
                position: Position { line, column },
                line: shown.to_owned(),
                before,
            };
            assert_eq!(excerpts.at(&problem), want, "{pointer}");
        }
    }

    #[test]
    fn a_document_that_is_no_json_shows_where_reading_failed() {
        let problem = Problem {
            file: "f".into(),
            pointer: String::new(),
            code: Code::InvalidJson,
            message: String::new(),
        };
        let got = Excerpts::of(b"{\n  \"a\": 1,\n}").at(&problem);
        assert_eq!(
            got,
            Excerpt {
                position: Position { line: 3, column: 1 },
                line: "}".to_owned(),
                before: 0
            }
        );
        assert_eq!(
            Excerpts::of(b"\xff\x1b[2J").at(&problem).line,
            "\u{fffd} [2J"
        );
        assert_eq!(Excerpts::of(b"").at(&problem).line, "");
    }
}

//! The parser itself: one loop over the bytes with its own stack of open lists and objects. It reads strictly by RFC 8259,
//! except that a single byte order mark in front is passed over (W-008); it never looks past the first fault.

use super::value::{Kind, Member, Value};
use super::{Fault, LoneSurrogates, Rules};
use crate::problem::Code;

/// Reads one document.
pub fn parse(document: &[u8], rules: &Rules) -> Result<Value, Fault> {
    if document.len() > rules.max_bytes {
        let message = format!(
            "The file has {} bytes; at most {} are read.",
            document.len(),
            rules.max_bytes
        );
        return Err(Fault {
            code: Code::TooLarge,
            offset: 0,
            message,
        });
    }
    let text = std::str::from_utf8(document).map_err(|error| Fault {
        code: Code::NotUtf8,
        offset: error.valid_up_to(),
        message: format!(
            "The file is not UTF-8: byte {} does not belong to a character.",
            error.valid_up_to()
        ),
    })?;
    let at = if document.starts_with(b"\xef\xbb\xbf") {
        3
    } else {
        0
    };
    let max_depth = rules.max_depth.min(Rules::DEEPEST);
    Parser {
        text,
        bytes: document,
        at,
        max_depth,
        lone: rules.lone_surrogates,
    }
    .document()
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    max_depth: usize,
    lone: LoneSurrogates,
}

/// A list or object that is still open.
enum Open {
    List {
        entries: Vec<Value>,
        start: usize,
    },
    Object {
        members: Vec<Member>,
        start: usize,
        key: (String, std::ops::Range<usize>),
    },
}

impl Parser<'_> {
    fn document(mut self) -> Result<Value, Fault> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            // A value begins here, or a container opens and its first value begins after it.
            self.skip_space();
            let start = self.at;
            let mut done = match self.peek() {
                Some(b'[') => {
                    self.enter(&open)?;
                    self.skip_space();
                    if self.peek() != Some(b']') {
                        open.push(Open::List {
                            entries: Vec::new(),
                            start,
                        });
                        continue;
                    }
                    self.at += 1;
                    Value {
                        kind: Kind::List(Vec::new()),
                        span: start..self.at,
                    }
                }
                Some(b'{') => {
                    self.enter(&open)?;
                    self.skip_space();
                    if self.peek() != Some(b'}') {
                        let key = self.key()?;
                        open.push(Open::Object {
                            members: Vec::new(),
                            start,
                            key,
                        });
                        continue;
                    }
                    self.at += 1;
                    Value {
                        kind: Kind::Object(Vec::new()),
                        span: start..self.at,
                    }
                }
                _ => self.scalar()?,
            };
            // The value is complete: hand it to what is open, closing as far as the text does.
            loop {
                self.skip_space();
                match open.pop() {
                    None if self.at < self.bytes.len() => {
                        return Err(self.invalid("Something follows the end of the value."));
                    }
                    None => return Ok(done),
                    Some(Open::List { mut entries, start }) => {
                        entries.push(done);
                        match self.peek() {
                            Some(b',') => {
                                self.at += 1;
                                open.push(Open::List { entries, start });
                                break;
                            }
                            Some(b']') => {
                                self.at += 1;
                                done = Value {
                                    kind: Kind::List(entries),
                                    span: start..self.at,
                                };
                            }
                            _ => {
                                return Err(
                                    self.invalid("A list goes on with \",\" or ends with \"]\".")
                                );
                            }
                        }
                    }
                    Some(Open::Object {
                        mut members,
                        start,
                        key: (key, key_span),
                    }) => {
                        members.push(Member {
                            key,
                            key_span,
                            value: done,
                        });
                        match self.peek() {
                            Some(b',') => {
                                self.at += 1;
                                self.skip_space();
                                let key = self.key()?;
                                open.push(Open::Object {
                                    members,
                                    start,
                                    key,
                                });
                                break;
                            }
                            Some(b'}') => {
                                self.at += 1;
                                done = Value {
                                    kind: Kind::Object(members),
                                    span: start..self.at,
                                };
                            }
                            _ => {
                                return Err(self
                                    .invalid("An object goes on with \",\" or ends with \"}\"."));
                            }
                        }
                    }
                }
            }
        }
    }

    fn enter(&mut self, open: &[Open]) -> Result<(), Fault> {
        if open.len() >= self.max_depth {
            return Err(Fault {
                code: Code::TooDeep,
                offset: self.at,
                message: format!(
                    "Lists and objects are nested deeper than {} levels.",
                    self.max_depth
                ),
            });
        }
        self.at += 1;
        Ok(())
    }

    fn key(&mut self) -> Result<(String, std::ops::Range<usize>), Fault> {
        if self.peek() != Some(b'"') {
            return Err(self.invalid("The name of a member in double quotes was expected."));
        }
        let start = self.at;
        let key = self.string()?;
        let span = start..self.at;
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(self.invalid("A \":\" was expected after the name of a member."));
        }
        self.at += 1;
        Ok((key, span))
    }

    fn scalar(&mut self) -> Result<Value, Fault> {
        let start = self.at;
        let kind = match self.peek() {
            Some(b'"') => Kind::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => Kind::Number(self.number()?),
            Some(b't') => self.word("true", Kind::Bool(true))?,
            Some(b'f') => self.word("false", Kind::Bool(false))?,
            Some(b'n') => self.word("null", Kind::Null)?,
            None if self.text.trim_start_matches('\u{feff}').trim().is_empty() => {
                return Err(self.invalid("The file is empty."));
            }
            None => return Err(self.invalid("The file ends where a value was expected.")),
            Some(_) => return Err(self.invalid("A value was expected.")),
        };
        Ok(Value {
            kind,
            span: start..self.at,
        })
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<Kind, Fault> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.invalid("A value was expected."));
        }
        self.at += word.len();
        Ok(kind)
    }

    fn number(&mut self) -> Result<String, Fault> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(self.text[start..self.at].to_owned())
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start {
            Err(self.invalid("A digit was expected."))
        } else {
            Ok(())
        }
    }

    fn string(&mut self) -> Result<String, Fault> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while self
                .bytes
                .get(self.at)
                .is_some_and(|&b| b != b'"' && b != b'\\' && b >= 0x20)
            {
                self.at += 1;
            }
            out.push_str(&self.text[start..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => {
                    return Err(self.invalid("A control character in a string must be escaped."));
                }
                None => return Err(self.invalid("A string has no end.")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let plain = match self.bytes.get(self.at + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return Err(self.invalid("There is no such escape in JSON.")),
        };
        self.at += 2;
        Ok(plain)
    }

    /// `\uXXXX`, or two of them that make one character.
    fn unicode_escape(&mut self) -> Result<char, Fault> {
        let Some(first) = self.hex_at(self.at) else {
            return Err(self.invalid("\\u takes four hexadecimal digits."));
        };
        if let Some(plain) = char::from_u32(first) {
            self.at += 6;
            return Ok(plain);
        }
        if (0xd800..0xdc00).contains(&first)
            && let Some(second @ 0xdc00..0xe000) = self.hex_at(self.at + 6)
        {
            self.at += 12;
            let both = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            return Ok(char::from_u32(both).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        match self.lone {
            LoneSurrogates::Refuse => {
                Err(self.invalid("A surrogate escape stands without its other half."))
            }
            LoneSurrogates::Replace => {
                self.at += 6;
                Ok(char::REPLACEMENT_CHARACTER)
            }
        }
    }

    /// The four digits of a `\uXXXX` that begins at `at`.
    fn hex_at(&self, at: usize) -> Option<u32> {
        let digits = self.bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits
            .iter()
            .try_fold(0, |n, &b| Some(n * 16 + (b as char).to_digit(16)?))
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn invalid(&self, what: &str) -> Fault {
        let place = super::position(self.bytes, self.at);
        Fault {
            code: Code::InvalidJson,
            offset: self.at,
            message: format!(
                "Not valid JSON at line {}, column {}: {what}",
                place.line, place.column
            ),
        }
    }
}

//! What is wrong with authored data, and where: one file, one JSON pointer, one stable word, one sentence (W-030).
//! A problem is a value to be shown to an author; it is never used as an error of the program itself.

use std::fmt;

/// One reported fault (W-030).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Path relative to the root, `/` between parts (W-031).
    pub file: String,
    /// RFC 6901 pointer to the offending value (W-032).
    pub pointer: String,
    /// The stable word (W-046).
    pub code: Code,
    /// A sentence for people that names the value and what was expected.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}: {}", self.file, self.pointer, self.message)
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// The stable words of W-046.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// Every code, in the order of W-046.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The word as it is printed and served.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $word,)* }
            }

            /// The code of a word, for rows that keep problems.
            pub fn from_word(word: &str) -> Option<Code> {
                match word { $($word => Some(Code::$name),)* _ => None }
            }
        }
    };
}

codes! {
    /// A file over its cap (W-007).
    TooLarge = "too_large",
    /// Bytes that are not UTF-8 (W-008).
    NotUtf8 = "not_utf8",
    /// Not JSON by RFC 8259 (W-009).
    InvalidJson = "invalid_json",
    /// Nested deeper than allowed (W-010, W-324).
    TooDeep = "too_deep",
    /// The same member name twice in one object (W-011).
    DuplicateMember = "duplicate_member",
    /// Another JSON type than the member takes (W-017).
    WrongType = "wrong_type",
    /// A required member that is not set (W-033).
    Required = "required",
    /// Not one of the listed words (W-022).
    NotAllowed = "not_allowed",
    /// A number outside its range.
    OutOfRange = "out_of_range",
    /// A string over its length (W-029).
    TooLong = "too_long",
    /// A list over its limit (W-036).
    TooMany = "too_many",
    /// A list under its limit.
    TooFew = "too_few",
    /// A string that is not spelled as it must be.
    BadFormat = "bad_format",
    /// Something that must be unique and is not (W-037).
    Duplicate = "duplicate",
    /// A reference to something the world does not have (W-021).
    UnknownReference = "unknown_reference",
    /// A circle (W-039).
    Circular = "circular",
    /// Two members that contradict each other (W-038).
    Conflict = "conflict",
    /// A member that needs another one (W-038).
    Needs = "needs",
    /// A prompt file for a template that does not exist (W-451).
    UnknownPrompt = "unknown_prompt",
    /// A prompt file with nothing in it (W-452).
    EmptyPrompt = "empty_prompt",
    /// A prompt variable the template is not given, or a stray `${` (W-453, W-454).
    UnknownVariable = "unknown_variable",
    /// A prompt folder that is no language code (W-455).
    BadLanguage = "bad_language",
    /// A cover that leads to no picture (W-073).
    BadCover = "bad_cover",
    /// A missing world id that could not be written (W-055).
    IdNotWritten = "id_not_written",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The problems found so far, in the order they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems {
    list: Vec<Problem>,
    bytes: usize,
}

impl Problems {
    /// Past so many problems, or so many bytes of them, no more are kept: a hostile file must not fill the memory with
    /// what is wrong with it. No author meets this limit.
    const MOST: usize = 100_000;
    const MOST_BYTES: usize = 32 << 20;

    /// No problems yet.
    pub fn new() -> Problems {
        Problems::default()
    }

    /// Whether no more are kept; asked before building what would only be thrown away.
    pub fn is_full(&self) -> bool {
        self.list.len() >= Problems::MOST || self.bytes >= Problems::MOST_BYTES
    }

    /// Notes one problem.
    pub fn push(
        &mut self,
        file: impl Into<String>,
        pointer: impl Into<String>,
        code: Code,
        message: impl Into<String>,
    ) {
        if self.is_full() {
            return;
        }
        let problem = Problem {
            file: file.into(),
            pointer: pointer.into(),
            code,
            message: message.into(),
        };
        self.bytes += problem.file.len() + problem.pointer.len() + problem.message.len();
        self.list.push(problem);
    }

    /// Notes every problem of another list.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Problem>) {
        for other in others {
            self.push(other.file, other.pointer, other.code, other.message);
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many were found.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The problems in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.list.iter()
    }

    /// The problems as a plain list.
    pub fn into_vec(self) -> Vec<Problem> {
        self.list
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

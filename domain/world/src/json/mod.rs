//! Our own strict reader of JSON (RFC 8259) for untrusted bytes: it keeps where each value stood, every repeated member and
//! the text of numbers. It never recurses while it reads, so no file can exhaust the stack.

mod number;
mod parse;
mod position;
mod value;

pub use number::{NotWhole, WHOLE_LIMIT, whole};
pub use parse::parse;
pub use position::{Position, position};
pub use value::{Kind, Member, Value};

use crate::problem::Code;

/// What one read allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Largest number of bytes, that many included; checked before anything is parsed (W-007).
    pub max_bytes: usize,
    /// Most levels of arrays and objects, the root being level 1 (W-010). More than [`Rules::DEEPEST`] counts as that many.
    pub max_depth: usize,
    /// What becomes of an escape such as `\ud800` that stands alone.
    pub lone_surrogates: LoneSurrogates,
}

impl Rules {
    /// The deepest nesting any caller can ask for; values are dropped recursively, so the limit is fixed.
    pub const DEEPEST: usize = 512;

    /// A JSON document of the world format (W-007, W-009, W-010).
    pub const DOCUMENT: Rules = Rules {
        max_bytes: 1_048_576,
        max_depth: 64,
        lone_surrogates: LoneSurrogates::Refuse,
    };

    /// `media/manifest.jsonl` as a whole; its lines are read one by one (W-007, W-070).
    pub const MANIFEST: Rules = Rules {
        max_bytes: 4_194_304,
        ..Rules::DOCUMENT
    };
}

/// What becomes of an unpaired surrogate escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoneSurrogates {
    /// The document is not valid (W-009).
    Refuse,
    /// It is read as U+FFFD; other tools write such cards.
    Replace,
}

/// Why a document could not be read at all (W-034).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// `too_large`, `not_utf8`, `invalid_json` or `too_deep`.
    pub code: Code,
    /// Byte offset in the document, a byte order mark included.
    pub offset: usize,
    /// A sentence for people.
    pub message: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests;

//! How names compare and which text can be kept at all. It never changes what a person typed.

use unicode_normalization::UnicodeNormalization;

use crate::{Error, Result};

/// The form names are compared and searched in: NFC, lower case.
pub(crate) fn fold(text: &str) -> String {
    text.nfc().flat_map(char::to_lowercase).nfc().collect()
}

/// Refuses U+0000, which Postgres cannot keep; so SQLite does not keep it either.
pub(crate) fn no_nul<'a>(what: &str, text: &'a str) -> Result<&'a str> {
    if text.contains('\0') {
        Err(Error::Refused(format!("{what}: holds a NUL character")))
    } else {
        Ok(text)
    }
}

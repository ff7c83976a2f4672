//! Members of native documents: set only when there is something to set, and never longer than a document can hold (W-007).

use serde_json::{Map, Value};

/// The beginning of a text that takes at most so many bytes as JSON; nothing when all of it fits. It is cut at the end of a
/// line or a word.
pub(super) fn fit(text: &str, most: usize) -> Option<String> {
    if text.len() * 6 <= most {
        return None;
    }
    let mut size = 0;
    for (at, c) in text.char_indices() {
        size += match c {
            '"' | '\\' | '\n' | '\r' | '\t' => 2,
            c if (c as u32) < 0x20 || c == '\u{7f}' => 6,
            c => c.len_utf8(),
        };
        if size > most {
            let kept = &text[..at];
            let end = kept
                .rfind('\n')
                .or_else(|| kept.rfind(char::is_whitespace))
                .filter(|end| *end > at / 2)
                .unwrap_or(at);
            return Some(kept[..end].trim_end().to_owned());
        }
    }
    None
}

/// Sets a text unless it is blank.
pub(super) fn set(members: &mut Map<String, Value>, key: &str, text: &str) {
    if !text.trim().is_empty() {
        members.insert(key.to_owned(), Value::String(text.to_owned()));
    }
}

/// Sets a list of texts unless it is empty.
pub(super) fn set_list(members: &mut Map<String, Value>, key: &str, texts: &[String]) {
    if !texts.is_empty() {
        members.insert(
            key.to_owned(),
            texts.iter().cloned().map(Value::String).collect(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn w007_texts_are_cut_to_what_a_document_holds() {
        assert_eq!(fit("short", 1_000), None);
        assert_eq!(fit("one two three", 9).as_deref(), Some("one two"));
        let quotes = "\"".repeat(1_000);
        assert_eq!(fit(&quotes, 1_000).map(|cut| cut.len()), Some(500));
        assert_eq!(fit(&"x".repeat(1_000), 1_000), None);
    }
}

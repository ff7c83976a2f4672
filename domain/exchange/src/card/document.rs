//! From bytes to a JSON tree: encodings, limits, and a look through the whole tree for what is odd everywhere (repeated
//! members, halves of characters, U+0000, numbers beyond a float). It never changes the text that is kept.

use std::borrow::Cow;

use talekeep_world::json::{self, Kind, LoneSurrogates, Rules, Value};
use talekeep_world::{Code, Problem};

use super::Rejected;
use super::node::{Node, Warnings};
use crate::limits;

/// A refusal of the whole file with one reason.
pub(crate) fn refuse(
    code: Code,
    pointer: impl Into<String>,
    message: impl Into<String>,
) -> Rejected {
    let problem = Problem {
        file: "card".to_owned(),
        pointer: pointer.into(),
        code,
        message: message.into(),
    };
    Rejected {
        problems: vec![problem],
    }
}

/// The text of a document: UTF-8, or UTF-16 with its mark. Bytes that belong to no character are replaced and told.
pub(crate) fn decode<'a>(
    bytes: &'a [u8],
    warnings: &mut Warnings,
) -> Result<Cow<'a, str>, Rejected> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        _ => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            match std::str::from_utf8(bytes) {
                Ok(text) => return Ok(Cow::Borrowed(text)),
                Err(error) => {
                    let text = String::from_utf8_lossy(bytes);
                    let (lost, all) = (text.matches('\u{fffd}').count(), text.chars().count());
                    if lost * 5 > all {
                        return Err(refuse(
                            Code::NotUtf8,
                            "",
                            "The file is no text: most of it is not UTF-8.",
                        ));
                    }
                    let message = format!(
                        "The text is not valid UTF-8: at byte {} and {} more places a character was replaced by \u{fffd}.",
                        error.valid_up_to(),
                        lost.saturating_sub(1)
                    );
                    warnings.add("not_utf8", "", message);
                    return Ok(text);
                }
            }
        }
    };
    warnings.add(
        "utf16",
        "",
        "The file is UTF-16; cards are UTF-8. It was converted.",
    );
    Ok(text)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .map(|read| read.unwrap_or('\u{fffd}'))
        .collect()
}

/// Reads the text as JSON within the limits of a card.
pub(crate) fn parse(text: &str) -> Result<Value, Rejected> {
    if text.trim().is_empty() {
        return Err(refuse(Code::InvalidJson, "", "The file is empty."));
    }
    if text.len() > limits::CARD_BYTES {
        let message = format!(
            "The card is larger than {} MB, the most that is read.",
            limits::CARD_BYTES / 1_000_000
        );
        return Err(refuse(Code::TooLarge, "", message));
    }
    if values(text) > limits::CARD_VALUES {
        let message = format!(
            "The card holds more than {} values, the most that is read.",
            limits::CARD_VALUES
        );
        return Err(refuse(Code::TooLarge, "", message));
    }
    let rules = Rules {
        max_bytes: limits::CARD_BYTES,
        max_depth: limits::CARD_DEPTH,
        lone_surrogates: LoneSurrogates::Replace,
    };
    json::parse(text.as_bytes(), &rules).map_err(|fault| refuse(fault.code, "", fault.message))
}

/// At least as many as there are values, counted without building any.
fn values(text: &str) -> usize {
    let (mut count, mut in_string, mut escaped) = (1, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b',' | b'[' | b'{' if !in_string => count += 1,
            _ => {}
        }
    }
    count
}

/// Notes what is odd anywhere in the tree.
pub(crate) fn look_through(root: &Node<'_>, text: &str, warnings: &mut Warnings) {
    let mut waiting = vec![root.clone()];
    while let Some(node) = waiting.pop() {
        match &node.value.kind {
            Kind::Text(value) => odd_text(
                value,
                &text[node.value.span.clone()],
                &node.pointer,
                warnings,
            ),
            Kind::Number(raw) if raw.parse().is_ok_and(f64::is_infinite) => {
                warnings.add(
                    "number_out_of_range",
                    &node.pointer,
                    "The number is too large for most programs.",
                );
            }
            Kind::List(_) => {
                let from = waiting.len();
                waiting.extend(node.entries().filter(|entry| worth_a_look(entry.value)));
                waiting[from..].reverse();
            }
            Kind::Object(members) => {
                let mut names: Vec<&str> =
                    members.iter().map(|member| member.key.as_str()).collect();
                names.sort_unstable();
                let mut told = None;
                for pair in names.windows(2).filter(|pair| pair[0] == pair[1]) {
                    if told != Some(pair[0]) {
                        told = Some(pair[0]);
                        let message = format!(
                            "{:?} appears more than once; the last one counts.",
                            super::node::short(pair[0])
                        );
                        warnings.add("duplicate_member", node.place(pair[0]), message);
                    }
                }
                for member in members.iter().filter(|member| odd_key(&member.key)) {
                    let raw = &text[member.key_span.clone()];
                    odd_text(&member.key, raw, &node.place(&member.key), warnings);
                }
                let from = waiting.len();
                let worth = members.iter().filter(|member| worth_a_look(&member.value));
                waiting.extend(worth.map(|member| Node {
                    value: &member.value,
                    pointer: node.place(&member.key),
                }));
                waiting[from..].reverse();
            }
            _ => {}
        }
    }
}

/// Pointers are made only for values that can be odd: a list of a hundred thousand small numbers needs none.
fn worth_a_look(value: &Value) -> bool {
    match &value.kind {
        Kind::Text(text) => odd_key(text),
        Kind::Number(raw) => raw.len() > 3 && raw.parse().is_ok_and(f64::is_infinite),
        Kind::List(entries) => !entries.is_empty(),
        Kind::Object(members) => !members.is_empty(),
        _ => false,
    }
}

fn odd_key(text: &str) -> bool {
    text.contains(['\0', '\u{fffd}'])
}

fn odd_text(value: &str, raw: &str, pointer: &str, warnings: &mut Warnings) {
    if value.contains('\0') {
        warnings.add(
            "nul",
            pointer,
            "The text holds the character U+0000, which is left out.",
        );
    }
    if value.contains('\u{fffd}')
        && raw.matches('\u{fffd}').count() + escaped_replacements(raw)
            < value.matches('\u{fffd}').count()
    {
        warnings.add(
            "half_character",
            pointer,
            "The text holds one half of a character; it is read as \u{fffd}.",
        );
    }
}

fn escaped_replacements(raw: &str) -> usize {
    raw.to_ascii_lowercase().matches("\\ufffd").count()
}

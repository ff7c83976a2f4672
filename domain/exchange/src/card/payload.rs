//! What stands in a picture's text chunk: base64 of the card's JSON, in all the ways programs have written it. It never
//! guesses across damage: a character that is no base64 makes the chunk unreadable.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::node::Warnings;

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);

/// The bytes of the JSON document in a chunk, or why there are none.
pub(crate) fn decode(chunk: &[u8], warnings: &mut Warnings) -> Result<Vec<u8>, String> {
    let text = trim(chunk);
    if text.is_empty() {
        return Err("it is empty".to_owned());
    }
    encrypted(text)?;
    if looks_like_json(text) {
        warnings.add(
            "plain_json",
            "",
            "The card stands in the picture as plain JSON instead of base64.",
        );
        return Ok(text.to_vec());
    }
    let once = base64(text)?;
    let inner = trim(&once);
    encrypted(inner)?;
    if !inner.is_empty()
        && !looks_like_json(inner)
        && let Ok(twice) = base64(inner)
        && looks_like_json(trim(&twice))
    {
        warnings.add("encoded_twice", "", "The card was base64-encoded twice.");
        return Ok(twice);
    }
    Ok(once)
}

/// RisuAI's password-protected envelope (5.3).
fn encrypted(text: &[u8]) -> Result<(), String> {
    if text.starts_with(b"rcc||") {
        Err("it is encrypted with a password".to_owned())
    } else {
        Ok(())
    }
}

pub(crate) fn base64(text: &[u8]) -> Result<Vec<u8>, String> {
    let url_safe = text.iter().any(|byte| matches!(byte, b'-' | b'_'));
    let engine = if url_safe { &URL_SAFE } else { &STANDARD };
    let decoded = if text.iter().any(u8::is_ascii_whitespace) {
        engine.decode(
            text.iter()
                .copied()
                .filter(|byte| !byte.is_ascii_whitespace())
                .collect::<Vec<u8>>(),
        )
    } else {
        engine.decode(text)
    };
    decoded.map_err(|error| format!("it is not valid base64 ({error})"))
}

fn looks_like_json(text: &[u8]) -> bool {
    matches!(
        text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).first(),
        Some(b'{' | b'[')
    )
}

fn trim(mut bytes: &[u8]) -> &[u8] {
    while let [b'\0', rest @ ..] | [rest @ .., b'\0'] = bytes {
        bytes = rest;
    }
    bytes.trim_ascii()
}

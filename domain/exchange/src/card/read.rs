//! Finds the card in a file: which container it is, which chunk counts, and what lost (5.1, F-043). It never decodes a picture.

use talekeep_world::{Code, Problem};

use super::document::refuse;
use super::node::Warnings;
use super::whole::{Read, document};
use super::{Card, Container, Rejected, payload, png};
use crate::{chat, limits, lorebook};

/// Reads a card by what its bytes are (F-001).
pub fn read(bytes: &[u8]) -> Result<Card, Rejected> {
    recognise(bytes).map_err(|rejected| match something_else(bytes) {
        Some(what) => refuse(
            Code::BadFormat,
            "",
            format!("This is {what}, not a character card; only cards can be imported so far."),
        ),
        None => rejected,
    })
}

/// What a refused text file is instead, when it reads as that.
fn something_else(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(bytes)
        .trim_ascii_start();
    if !text.starts_with(b"{") && !text.starts_with(b"[") {
        return None;
    }
    if lorebook::read(bytes).is_ok_and(|book| !book.book.entries.is_empty()) {
        return Some("a lorebook on its own");
    }
    chat::read(bytes)
        .is_ok_and(|chat| !chat.messages.is_empty())
        .then_some("a chat")
}

fn recognise(bytes: &[u8]) -> Result<Card, Rejected> {
    if bytes.is_empty() {
        return Err(refuse(Code::InvalidJson, "", "The file is empty."));
    }
    if bytes.len() > limits::CARD_BYTES {
        let message = format!(
            "The file is larger than {} MB, the most that is read.",
            limits::CARD_BYTES / 1_000_000
        );
        return Err(refuse(Code::TooLarge, "", message));
    }
    if bytes.starts_with(png::SIGNATURE) {
        return picture(bytes);
    }
    if let Some(name) = other_container(bytes) {
        return Err(refuse(
            Code::BadFormat,
            "",
            format!("The file is {name}; no card data was found that can be read."),
        ));
    }
    if bytes.starts_with(&png::SIGNATURE[..4]) || png::SIGNATURE.starts_with(bytes) {
        return Err(refuse(
            Code::BadFormat,
            "",
            "The picture is damaged: it is cut off or its first bytes are wrong.",
        ));
    }
    let mut warnings = Warnings::default();
    let read = document(bytes, &mut warnings)?;
    Ok(read.into_card(Container::Json, None, None, warnings))
}

/// Containers that are known and hold no card we read.
fn other_container(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [b'P', b'K', 3 | 5, 4 | 6, ..] => Some("a ZIP archive"),
        [0xff, 0xd8, 0xff, ..] => Some("a JPEG picture"),
        [b'G', b'I', b'F', b'8', ..] => Some("a GIF picture"),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => Some("a WebP picture"),
        [b'S', b'Q', b'L', b'i', b't', b'e', ..] => Some("a database"),
        [b'%', b'P', b'D', b'F', ..] => Some("a PDF"),
        _ => None,
    }
}

/// `ccv3` before `chara`, the first readable chunk of a keyword before the others (F-043).
fn picture(bytes: &[u8]) -> Result<Card, Rejected> {
    let mut warnings = Warnings::default();
    let png = png::read(bytes, &mut warnings)?;
    let mut winner: Option<(Read, &png::Text<'_>, Warnings)> = None;
    let mut refused: Vec<(&png::Text<'_>, Problem)> = Vec::new();
    let (mut budget, mut tries) = (limits::PNG_TEXT, 0);
    for keyword in ["ccv3", "chara"] {
        for text in png.texts.iter().filter(|text| text.keyword == keyword) {
            tries += 1;
            if tries > limits::PNG_TRIES {
                break;
            }
            let mut own = Warnings::default();
            match (chunk(text, &mut budget, &mut own), &winner) {
                (Ok(read), None) => winner = Some((read, text, own)),
                (Ok(read), Some((won, chunk, _))) if chunk.keyword == keyword => {
                    let same = if won.document == read.document {
                        "the same text"
                    } else {
                        "another text; the first one counts"
                    };
                    warnings.add(
                        "chunk_twice",
                        "",
                        format!("The picture has another {keyword} chunk with {same}."),
                    );
                }
                (Ok(read), Some((won, ..))) => conflicts(won, &read, &mut warnings),
                (Err(problem), _) => refused.push((text, problem)),
            }
        }
    }
    let Some((read, text, own)) = winner else {
        return Err(no_card(refused));
    };
    for (text, problem) in refused {
        let message = format!(
            "The picture's {} chunk could not be read ({}); another one was.",
            text.keyword, problem.message
        );
        warnings.add("chunk_unreadable", "", message);
    }
    warnings.extend(own);
    let container = if png.animated {
        Container::Apng
    } else {
        Container::Png
    };
    let chunk = Some(format!("{} in {}", text.keyword, text.chunk));
    Ok(read.into_card(container, chunk, Some(bytes.to_vec()), warnings))
}

fn chunk(
    text: &png::Text<'_>,
    budget: &mut usize,
    warnings: &mut Warnings,
) -> Result<Read, Problem> {
    let problem = |code, message| Problem {
        file: "card".to_owned(),
        pointer: String::new(),
        code,
        message,
    };
    let raw = text
        .read(budget)
        .map_err(|(code, message)| problem(code, message))?;
    let json =
        payload::decode(&raw, warnings).map_err(|message| problem(Code::BadFormat, message))?;
    drop(raw);
    document(&json, warnings).map_err(|mut rejected| rejected.problems.remove(0))
}

/// Nothing readable: the reasons of every chunk that tried to be a card (F-045).
fn no_card(refused: Vec<(&png::Text<'_>, Problem)>) -> Rejected {
    if refused.is_empty() {
        return refuse(
            Code::BadFormat,
            "",
            "There is no card data in the picture; it is a plain picture.",
        );
    }
    let problems = refused.into_iter().map(|(text, problem)| {
        let message = format!(
            "The card in the picture's {} chunk could not be read: {}",
            text.keyword, problem.message
        );
        Problem { message, ..problem }
    });
    Rejected {
        problems: problems.collect(),
    }
}

/// Where `chara` says something else than the `ccv3` that won (F-043).
fn conflicts(won: &Read, lost: &Read, warnings: &mut Warnings) {
    let pairs = [
        (
            "name",
            won.name.as_deref().unwrap_or_default(),
            lost.name.as_deref().unwrap_or_default(),
        ),
        (
            "description",
            &won.fields.description,
            &lost.fields.description,
        ),
        (
            "personality",
            &won.fields.personality,
            &lost.fields.personality,
        ),
        ("scenario", &won.fields.scenario, &lost.fields.scenario),
        (
            "mes_example",
            &won.fields.mes_example,
            &lost.fields.mes_example,
        ),
        (
            "creator_notes",
            &won.fields.creator_notes,
            &lost.fields.creator_notes,
        ),
        (
            "system_prompt",
            &won.fields.system_prompt,
            &lost.fields.system_prompt,
        ),
    ];
    let mut different: Vec<&str> = pairs
        .into_iter()
        .filter(|(_, a, b)| a != b && !b.is_empty())
        .map(|(field, ..)| field)
        .collect();
    let texts = |read: &Read| {
        read.greetings
            .iter()
            .map(|greeting| greeting.text.clone())
            .collect::<Vec<_>>()
    };
    if texts(won) != texts(lost) {
        different.push("greetings");
    }
    let entries = |read: &Read| read.book.as_ref().map_or(0, |book| book.entries.len());
    if entries(won) != entries(lost) {
        different.push("character_book");
    }
    if !different.is_empty() {
        let message = format!(
            "The picture's chara chunk says something else about {}; ccv3 counts.",
            different.join(", ")
        );
        warnings.add("chunk_conflict", "", message);
    }
}

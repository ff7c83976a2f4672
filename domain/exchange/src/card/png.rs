//! PNG and APNG as a container: chunks, their check sums and text chunks (F-043, F-083). It reads the frame of the file only;
//! the picture itself is never decoded here.

use std::borrow::Cow;
use std::io::Read as _;

use flate2::read::ZlibDecoder;
use talekeep_world::Code;

use super::Rejected;
use super::document::refuse;
use super::node::Warnings;
use crate::limits;

pub(crate) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// What a PNG holds for us.
#[derive(Debug, Default)]
pub(crate) struct Png<'a> {
    /// Text chunks with a card's keyword, in the order of the file.
    pub(crate) texts: Vec<Text<'a>>,
    /// Whether it moves.
    pub(crate) animated: bool,
}

/// One text chunk that may hold a card.
#[derive(Debug)]
pub(crate) struct Text<'a> {
    /// `ccv3` or `chara`.
    pub(crate) keyword: &'static str,
    /// `tEXt`, `zTXt` or `iTXt`.
    pub(crate) chunk: &'static str,
    data: &'a [u8],
    packed: bool,
}

impl<'a> Text<'a> {
    /// The text, inflated when it is packed. What all chunks of a file may inflate to is one budget, so that many small
    /// bombs are no better than one.
    pub(crate) fn read(&self, budget: &mut usize) -> Result<Cow<'a, [u8]>, (Code, String)> {
        if !self.packed {
            return Ok(self.data.into());
        }
        let mut text = Vec::new();
        let mut inflated = ZlibDecoder::new(self.data).take(*budget as u64 + 1);
        let read = inflated.read_to_end(&mut text);
        if text.len() > *budget {
            *budget = 0;
            let most = limits::PNG_TEXT / 1_000_000;
            return Err((
                Code::TooLarge,
                format!(
                    "the text chunks of the picture are larger than {most} MB, the most that is read"
                ),
            ));
        }
        *budget -= text.len();
        match read {
            Ok(_) => Ok(text.into()),
            Err(error) => Err((
                Code::BadFormat,
                format!("it could not be unpacked ({error})"),
            )),
        }
    }
}

/// Reads the chunks of a file that begins with [`SIGNATURE`].
pub(crate) fn read<'a>(bytes: &'a [u8], warnings: &mut Warnings) -> Result<Png<'a>, Rejected> {
    let mut png = Png::default();
    let mut rest = &bytes[SIGNATURE.len()..];
    let mut count = 0;
    let (mut ended, mut pixels, mut gap) = (false, false, false);
    while !rest.is_empty() {
        count += 1;
        if count > limits::PNG_CHUNKS {
            let message = format!(
                "The picture has more than {} chunks, the most that is read.",
                limits::PNG_CHUNKS
            );
            return Err(refuse(Code::TooMany, "", message));
        }
        let Some(chunk) = Chunk::take(&mut rest) else {
            truncated(bytes, rest, &png, warnings)?;
            return Ok(png);
        };
        if !chunk.sound() {
            let message = format!(
                "The check sum of the picture's {} chunk is wrong: the file was damaged or edited.",
                chunk.name()
            );
            warnings.add("checksum", "", message);
        }
        match &chunk.kind {
            b"IHDR" if count == 1 => size(chunk.data, warnings),
            b"acTL" => png.animated = true,
            b"IDAT" => {
                if gap {
                    gap = false;
                    warnings.add(
                        "picture_order",
                        "",
                        "Other chunks stand between the picture's data, which PNG forbids.",
                    );
                }
                pixels = true;
            }
            b"IEND" => {
                ended = true;
                break;
            }
            _ => gap |= pixels,
        }
        if let Some(text) = text(&chunk) {
            png.texts.push(text);
        }
    }
    if count == 0 {
        return Err(refuse(
            Code::BadFormat,
            "",
            "The picture is cut off right after its first bytes.",
        ));
    }
    if !ended {
        warnings.add(
            "truncated",
            "",
            "The picture has no end; it may be cut off.",
        );
    } else if !rest.is_empty() {
        let message = format!(
            "{} bytes follow the end of the picture; they were not looked at.",
            rest.len()
        );
        warnings.add("trailing_data", "", message);
    }
    Ok(png)
}

struct Chunk<'a> {
    kind: [u8; 4],
    data: &'a [u8],
    covered: &'a [u8],
    sum: [u8; 4],
}

impl<'a> Chunk<'a> {
    /// Takes one whole chunk off the front; nothing when it does not fit.
    fn take(rest: &mut &'a [u8]) -> Option<Chunk<'a>> {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_be_bytes(*length))
            .ok()
            .filter(|length| *length < 0x8000_0000)?;
        let covered = after.get(..length.checked_add(4)?)?;
        let (sum, next) = after[covered.len()..].split_first_chunk::<4>()?;
        let (kind, data) = covered.split_first_chunk::<4>()?;
        *rest = next;
        Some(Chunk {
            kind: *kind,
            data,
            covered,
            sum: *sum,
        })
    }

    fn sound(&self) -> bool {
        crc32fast::hash(self.covered) == u32::from_be_bytes(self.sum)
    }

    fn name(&self) -> String {
        self.kind
            .iter()
            .map(|byte| {
                if byte.is_ascii_alphabetic() {
                    char::from(*byte)
                } else {
                    '?'
                }
            })
            .collect()
    }
}

/// A chunk that does not fit: an end that was cut off, or a length that lies. What stood before it still counts.
fn truncated(
    bytes: &[u8],
    rest: &[u8],
    png: &Png<'_>,
    warnings: &mut Warnings,
) -> Result<(), Rejected> {
    let at = bytes.len() - rest.len();
    let claimed = rest
        .first_chunk::<4>()
        .map(|length| u32::from_be_bytes(*length));
    let message = match claimed {
        Some(length) if length >= 0x8000_0000 => {
            format!(
                "The chunk length at byte {at} is impossible ({length}); the picture is damaged."
            )
        }
        Some(length) => format!(
            "The picture is truncated: the chunk length at byte {at} is {length}, but only {} bytes follow.",
            rest.len().saturating_sub(12)
        ),
        None => format!("The picture is truncated at byte {at}."),
    };
    if png.texts.is_empty() {
        return Err(refuse(Code::BadFormat, "", message));
    }
    warnings.add("truncated", "", message);
    Ok(())
}

/// The size is only looked at to tell early that the picture will not be usable (S5).
fn size(header: &[u8], warnings: &mut Warnings) {
    let side = |at: usize| {
        header
            .get(at..at + 4)
            .and_then(|bytes| bytes.first_chunk())
            .map(|bytes| u32::from_be_bytes(*bytes))
    };
    let (Some(width), Some(height)) = (side(0), side(4)) else {
        return;
    };
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 || width.max(height) > limits::PICTURE_SIDE || pixels > limits::PICTURE_PIXELS {
        let message = format!(
            "The picture says it is {width} × {height} pixels and cannot be shown; the card was read."
        );
        warnings.add("picture_size", "", message);
    }
}

fn text<'a>(chunk: &Chunk<'a>) -> Option<Text<'a>> {
    let name = match &chunk.kind {
        b"tEXt" => "tEXt",
        b"zTXt" => "zTXt",
        b"iTXt" => "iTXt",
        _ => return None,
    };
    let (keyword, data) = split(chunk.data)?;
    let keyword = ["ccv3", "chara"]
        .into_iter()
        .find(|known| keyword.eq_ignore_ascii_case(known.as_bytes()))?;
    let (data, packed) = match name {
        "tEXt" => (data, false),
        "zTXt" => (data.split_first()?.1, true),
        _ => {
            let (flags, after) = data.split_first_chunk::<2>()?;
            let (_language, after) = split(after)?;
            let (_translated, text) = split(after)?;
            (text, flags[0] != 0)
        }
    };
    Some(Text {
        keyword,
        chunk: name,
        data,
        packed,
    })
}

/// The bytes before and after the first NUL.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = bytes.iter().position(|byte| *byte == 0)?;
    Some((&bytes[..at], &bytes[at + 1..]))
}

/// The picture without its text chunks and without whatever follows its end, so that a portrait does not carry the card along.
/// Only chunks that change what is seen are kept. A file with a broken frame gives nothing.
pub(crate) fn without_texts(bytes: &[u8]) -> Option<Vec<u8>> {
    const SEEN: [&[u8; 4]; 14] = [
        b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT",
        b"pHYs", b"acTL", b"fcTL", b"fdAT",
    ];
    let mut rest = bytes.strip_prefix(SIGNATURE)?;
    let mut out = SIGNATURE.to_vec();
    while !rest.is_empty() {
        let chunk = Chunk::take(&mut rest)?;
        if SEEN.contains(&&chunk.kind) {
            out.extend_from_slice(&u32::try_from(chunk.data.len()).ok()?.to_be_bytes());
            out.extend_from_slice(chunk.covered);
            out.extend_from_slice(&crc32fast::hash(chunk.covered).to_be_bytes());
        }
        if chunk.kind == *b"IEND" {
            return Some(out);
        }
    }
    None
}

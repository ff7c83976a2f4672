//! Writes small PNG pictures with whatever text chunks a test wants. It never reads one.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// A text chunk, in one of the three forms that the PNG specification has.
#[derive(Clone, Debug)]
pub enum Text {
    /// `tEXt`: keyword and text as they are.
    Plain(&'static str, String),
    /// `zTXt`: the text deflated.
    Deflated(&'static str, String),
    /// `iTXt`: UTF-8, here without compression.
    International(&'static str, String),
    /// `iTXt` with its compression flag set.
    InternationalDeflated(&'static str, String),
}

/// An RGB picture of the given size. With `noise` its pixels do not compress, so 410 by 410 is about 500 kB; without it
/// they are a plain slope of colours.
pub fn picture(width: u32, height: u32, noise: bool, texts: &[Text]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::new();
    header.extend_from_slice(&width.to_be_bytes());
    header.extend_from_slice(&height.to_be_bytes());
    header.extend_from_slice(&[8, 2, 0, 0, 0]);
    chunk(&mut file, b"IHDR", &header);
    for text in texts {
        text_chunk(&mut file, text);
    }
    chunk(&mut file, b"IDAT", &deflate(&pixels(width, height, noise)));
    chunk(&mut file, b"IEND", &[]);
    file
}

fn pixels(width: u32, height: u32, noise: bool) -> Vec<u8> {
    let mut state = 0x2545_F491_u32;
    let mut rows = Vec::with_capacity((width * height * 3 + height) as usize);
    for y in 0..height {
        rows.push(0);
        for x in 0..width {
            for channel in 0..3 {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                rows.push(if noise {
                    state as u8
                } else {
                    dusk(x, y, width, height, channel)
                });
            }
        }
    }
    rows
}

/// An evening sky, warmer towards the ground.
fn dusk(x: u32, y: u32, width: u32, height: u32, channel: u32) -> u8 {
    let (down, across) = (y * 255 / height.max(1), x * 40 / width.max(1));
    let level = match channel {
        0 => 40 + down * 3 / 4,
        1 => 50 + down / 3,
        _ => 110_u32.saturating_sub(down / 4),
    };
    (level + across).min(255) as u8
}

fn text_chunk(file: &mut Vec<u8>, text: &Text) {
    match text {
        Text::Plain(keyword, text) => chunk(
            file,
            b"tEXt",
            &[keyword.as_bytes(), &[0], text.as_bytes()].concat(),
        ),
        Text::Deflated(keyword, text) => {
            chunk(
                file,
                b"zTXt",
                &[keyword.as_bytes(), &[0, 0], &deflate(text.as_bytes())].concat(),
            );
        }
        Text::International(keyword, text) => {
            chunk(
                file,
                b"iTXt",
                &[keyword.as_bytes(), &[0, 0, 0, 0, 0], text.as_bytes()].concat(),
            );
        }
        Text::InternationalDeflated(keyword, text) => {
            chunk(
                file,
                b"iTXt",
                &[
                    keyword.as_bytes(),
                    &[0, 1, 0, 0, 0],
                    &deflate(text.as_bytes()),
                ]
                .concat(),
            );
        }
    }
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).expect("a chunk under 4 GiB");
    file.extend_from_slice(&length.to_be_bytes());
    let start = file.len();
    file.extend_from_slice(kind);
    file.extend_from_slice(data);
    let sum = crc32fast::hash(&file[start..]);
    file.extend_from_slice(&sum.to_be_bytes());
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("writing to memory");
    encoder.finish().expect("writing to memory")
}

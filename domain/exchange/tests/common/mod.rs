//! Cards the tests share: the fixtures by name, and pictures made around a card. It never touches a file at run time.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses its part")]

use std::io::{Cursor, Write as _};

use base64::Engine as _;

macro_rules! fixtures {
    ($($name:literal),* $(,)?) => {
        /// Every fixture by its name.
        pub const FIXTURES: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("../../fixtures/", $name, ".json")))),*];
    };
}

fixtures!(
    "v1-keeper",
    "v2-labelled",
    "v2-book",
    "v3-assets",
    "scenario",
    "nameless",
    "zh",
    "broken-fields",
    "hostile-names",
    "several",
    "pygmalion",
    "agnai",
);

/// The bytes of a fixture.
pub fn fixture(name: &str) -> &'static [u8] {
    FIXTURES
        .iter()
        .find(|(known, _)| *known == name)
        .expect("a fixture")
        .1
}

/// A real picture of four pixels.
pub fn plain_png() -> Vec<u8> {
    let mut bytes = Vec::new();
    image::RgbImage::from_pixel(2, 2, image::Rgb([9, 90, 180]))
        .write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png)
        .expect("a picture");
    bytes
}

/// One PNG chunk.
pub fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut covered = kind.to_vec();
    covered.extend_from_slice(data);
    let mut out = u32::try_from(data.len())
        .expect("a small chunk")
        .to_be_bytes()
        .to_vec();
    out.extend_from_slice(&covered);
    out.extend_from_slice(&crc32fast::hash(&covered).to_be_bytes());
    out
}

/// The picture with chunks before its end.
pub fn png_with(chunks: &[Vec<u8>]) -> Vec<u8> {
    let plain = plain_png();
    let (head, end) = plain.split_at(plain.len() - 12);
    [head.to_vec(), chunks.concat(), end.to_vec()].concat()
}

/// `tEXt` with a keyword and any text.
pub fn text_chunk(keyword: &str, text: &[u8]) -> Vec<u8> {
    chunk(b"tEXt", &[keyword.as_bytes(), b"\0", text].concat())
}

/// `zTXt` with a keyword and any text.
pub fn packed_chunk(keyword: &str, text: &[u8]) -> Vec<u8> {
    chunk(
        b"zTXt",
        &[keyword.as_bytes(), b"\0\0", &packed(text)].concat(),
    )
}

/// `iTXt`, packed.
pub fn international_chunk(keyword: &str, text: &[u8]) -> Vec<u8> {
    chunk(
        b"iTXt",
        &[keyword.as_bytes(), b"\0\x01\0en\0\0", &packed(text)].concat(),
    )
}

/// Deflated bytes.
pub fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

/// Base64 of a card.
pub fn encoded(json: &[u8]) -> Vec<u8> {
    base64::engine::general_purpose::STANDARD
        .encode(json)
        .into_bytes()
}

//! Pictures are believed only after they were decoded in full within limits (S5). The kind is found in the bytes, never in a
//! name; SVG is never a picture here.

use std::io::Cursor;

use image::{AnimationDecoder as _, ImageDecoder, ImageError, ImageFormat, Limits};

use crate::limits;

/// A picture that was decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// Which kind.
    pub format: Format,
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// How many frames it has; 1 when it does not move.
    pub frames: usize,
    /// The ending its file gets.
    pub extension: &'static str,
    /// The type it is served with.
    pub media_type: &'static str,
}

/// The kinds of picture that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// PNG, moving or not.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF, moving or not.
    Gif,
    /// WebP, moving or not.
    Webp,
}

/// Why something is not kept as a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureRefused {
    /// A sentence for people.
    pub reason: String,
}

impl std::fmt::Display for PictureRefused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for PictureRefused {}

fn refused(reason: impl Into<String>) -> PictureRefused {
    PictureRefused {
        reason: reason.into(),
    }
}

/// Decodes a picture in full, every frame of it.
pub fn check(bytes: &[u8]) -> Result<Picture, PictureRefused> {
    if bytes.len() > limits::CARD_BYTES {
        return Err(refused(format!(
            "The picture is larger than {} MB.",
            limits::CARD_BYTES / 1_000_000
        )));
    }
    let format = format(bytes)?;
    let (width, height, frames) = match format {
        Format::Png => png(bytes)?,
        Format::Jpeg => {
            let decoder =
                image::codecs::jpeg::JpegDecoder::new(Cursor::new(bytes)).map_err(broken)?;
            still(decoder)?
        }
        Format::Gif => {
            let mut decoder =
                image::codecs::gif::GifDecoder::new(Cursor::new(bytes)).map_err(broken)?;
            let (width, height) = size(&mut decoder)?;
            (width, height, moving(width, height, decoder.into_frames())?)
        }
        Format::Webp => {
            let mut decoder =
                image::codecs::webp::WebPDecoder::new(Cursor::new(bytes)).map_err(broken)?;
            let (width, height) = size(&mut decoder)?;
            if decoder.has_animation() {
                (width, height, moving(width, height, decoder.into_frames())?)
            } else {
                still(decoder)?
            }
        }
    };
    let (extension, media_type) = match format {
        Format::Png => ("png", "image/png"),
        Format::Jpeg => ("jpg", "image/jpeg"),
        Format::Gif => ("gif", "image/gif"),
        Format::Webp => ("webp", "image/webp"),
    };
    Ok(Picture {
        format,
        width,
        height,
        frames,
        extension,
        media_type,
    })
}

fn format(bytes: &[u8]) -> Result<Format, PictureRefused> {
    match image::guess_format(bytes) {
        Ok(ImageFormat::Png) => Ok(Format::Png),
        Ok(ImageFormat::Jpeg) => Ok(Format::Jpeg),
        Ok(ImageFormat::Gif) => Ok(Format::Gif),
        Ok(ImageFormat::WebP) => Ok(Format::Webp),
        Ok(ImageFormat::Avif) => Err(refused(
            "AVIF pictures cannot be checked yet; PNG, JPEG, GIF and WebP can.",
        )),
        _ if bytes.get(4..8) == Some(b"ftyp") => Err(refused(
            "AVIF and HEIC pictures cannot be checked yet; PNG, JPEG, GIF and WebP can.",
        )),
        _ => Err(refused("This is no PNG, JPEG, GIF or WebP picture.")),
    }
}

fn png(bytes: &[u8]) -> Result<(u32, u32, usize), PictureRefused> {
    let open = || {
        image::codecs::png::PngDecoder::with_limits(Cursor::new(bytes), memory()).map_err(broken)
    };
    let mut decoder = open()?;
    let (width, height) = size(&mut decoder)?;
    if decoder.is_apng().map_err(broken)? {
        let frames = decoder.apng().map_err(broken)?.into_frames();
        return Ok((width, height, moving(width, height, frames)?));
    }
    still(decoder)
}

/// The size, refused before a pixel is decoded.
fn size(decoder: &mut impl ImageDecoder) -> Result<(u32, u32), PictureRefused> {
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(refused("The picture has no pixels."));
    }
    if width.max(height) > limits::PICTURE_SIDE
        || u64::from(width) * u64::from(height) > limits::PICTURE_PIXELS
    {
        let most = limits::PICTURE_PIXELS / 1_000_000;
        return Err(refused(format!(
            "The picture is {width} × {height}; at most {most} million pixels and {} a side.",
            limits::PICTURE_SIDE
        )));
    }
    decoder.set_limits(memory()).map_err(broken)?;
    Ok((width, height))
}

fn still(mut decoder: impl ImageDecoder) -> Result<(u32, u32, usize), PictureRefused> {
    let (width, height) = size(&mut decoder)?;
    let length = decoder.total_bytes();
    if length > limits::PICTURE_MEMORY {
        return Err(refused("The picture would need too much memory."));
    }
    let mut pixels = vec![
        0;
        usize::try_from(length)
            .map_err(|_| refused("The picture would need too much memory."))?
    ];
    decoder.read_image(&mut pixels).map_err(broken)?;
    Ok((width, height, 1))
}

/// Counts the frames while they are decoded one by one.
fn moving(width: u32, height: u32, frames: image::Frames<'_>) -> Result<usize, PictureRefused> {
    let each = u64::from(width) * u64::from(height);
    let mut count = 0;
    for frame in frames {
        frame.map_err(broken)?;
        count += 1;
        if count > limits::PICTURE_FRAMES || each * count as u64 > limits::PICTURE_ALL_PIXELS {
            return Err(refused(format!(
                "The picture has too many frames: at most {}, {} million pixels in all.",
                limits::PICTURE_FRAMES,
                limits::PICTURE_ALL_PIXELS / 1_000_000
            )));
        }
    }
    if count == 0 {
        Err(refused("The picture has no frame."))
    } else {
        Ok(count)
    }
}

fn memory() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(crate::limits::PICTURE_SIDE);
    limits.max_image_height = Some(crate::limits::PICTURE_SIDE);
    limits.max_alloc = Some(crate::limits::PICTURE_MEMORY);
    limits
}

fn broken(error: ImageError) -> PictureRefused {
    refused(format!("The picture is damaged: {error}"))
}

//! Pictures that users brought, on their way out (S5): typed by what their bytes are, sandboxed, for our own pages only.
//! They were decoded in full when they came in; here only their first bytes are looked at.

use actix_web::HttpResponse;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, X_CONTENT_TYPE_OPTIONS,
};
use bytes::Bytes;
use image::ImageFormat;

use crate::headers::SANDBOX;
use crate::problem::ApiProblem;

/// How long a browser may show a picture without asking again.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Keep {
    /// What the address shows can change.
    AskAgain,
    /// Its name says which bytes it is.
    ForEver,
}

impl Keep {
    /// Only the browser of whoever may see it keeps it, never a cache between.
    fn header(self) -> &'static str {
        match self {
            Keep::AskAgain => "private, no-cache",
            Keep::ForEver => "private, max-age=31536000, immutable",
        }
    }
}

pub(crate) fn served(bytes: Bytes, tag: &str, keep: Keep) -> Result<HttpResponse, ApiProblem> {
    let kind = media_type(&bytes).ok_or_else(ApiProblem::not_found)?;
    Ok(HttpResponse::Ok()
        .content_type(kind)
        .insert_header((CONTENT_SECURITY_POLICY, SANDBOX))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((CACHE_CONTROL, keep.header()))
        .insert_header((ETAG, tag))
        .body(bytes))
}

fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match image::guess_format(bytes).ok()? {
        ImageFormat::Png => Some("image/png"),
        ImageFormat::Jpeg => Some("image/jpeg"),
        ImageFormat::Gif => Some("image/gif"),
        ImageFormat::WebP => Some("image/webp"),
        ImageFormat::Avif => Some("image/avif"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s5_only_pictures_are_served_as_pictures() {
        assert_eq!(media_type(b"\x89PNG\r\n\x1a\n...."), Some("image/png"));
        assert_eq!(media_type(b"GIF89a....."), Some("image/gif"));
        assert_eq!(
            media_type(b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
            None
        );
        assert_eq!(media_type(b"<html>"), None);
        assert_eq!(media_type(b""), None);
    }
}

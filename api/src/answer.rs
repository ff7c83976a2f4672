//! The few shapes an answer takes: a page of things, something made, something accepted, a revision to come back with.
//! Never builds a link from what a request says about its host; locations are paths.

use actix_web::HttpRequest;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{ETAG, HeaderValue, IF_MATCH, LOCATION};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::problem::ApiProblem;

/// Which page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageParams {
    /// At most so many items; 50 when it is not said, never more than 200.
    #[param(example = 50)]
    pub(crate) limit: Option<u32>,
    /// `next` of the page before.
    pub(crate) after: Option<String>,
}

impl From<PageParams> for talekeep_store::PageQuery {
    fn from(params: PageParams) -> talekeep_store::PageQuery {
        talekeep_store::PageQuery {
            limit: params.limit.unwrap_or_default(),
            after: params.after,
        }
    }
}

/// One page; `next` is handed in as `after` for the one that follows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PageView<T> {
    pub(crate) items: Vec<T>,
    pub(crate) next: Option<String>,
}

impl<T> PageView<T> {
    pub(crate) fn of<U>(page: talekeep_store::Page<U>, view: impl Fn(U) -> T) -> PageView<T> {
        PageView {
            items: page.items.into_iter().map(view).collect(),
            next: page.next,
        }
    }

    pub(crate) fn whole(items: Vec<T>) -> PageView<T> {
        PageView { items, next: None }
    }
}

/// 201 and where it is now.
pub(crate) fn created(location: &str, view: &impl Serialize) -> HttpResponse {
    HttpResponse::build(StatusCode::CREATED)
        .insert_header((LOCATION, location))
        .json(view)
}

/// 202 and where to look how far it is.
pub(crate) fn accepted(location: &str, view: &impl Serialize) -> HttpResponse {
    HttpResponse::build(StatusCode::ACCEPTED)
        .insert_header((LOCATION, location))
        .json(view)
}

/// 200 with the revision that a change must name.
pub(crate) fn at_revision(revision: i64, view: &impl Serialize) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((ETAG, etag(revision)))
        .json(view)
}

pub(crate) fn gone() -> HttpResponse {
    HttpResponse::NoContent().finish()
}

pub(crate) fn etag(revision: i64) -> String {
    format!("\"{revision}\"")
}

/// The revision a change was made from; none when it does not say, or says `*`.
pub(crate) fn if_match(req: &HttpRequest) -> Result<Option<i64>, ApiProblem> {
    req.headers().get(IF_MATCH).map_or(Ok(None), read_match)
}

fn read_match(value: &HeaderValue) -> Result<Option<i64>, ApiProblem> {
    let text = value.to_str().unwrap_or_default().trim();
    if text == "*" {
        return Ok(None);
    }
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let revision = inner.and_then(|inner| inner.parse().ok());
    revision.map(Some).ok_or_else(|| {
        ApiProblem::new(
            StatusCode::PRECONDITION_FAILED,
            "revision",
            "If-Match names no revision of this thing.",
        )
    })
}

/// RFC 6266: the name as it is for those who can read it, and a plain one for the rest.
pub(crate) fn disposition(kind: &str, name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_graphic() && !"\"\\%;".contains(c) || c == ' ' {
                c
            } else {
                '_'
            }
        })
        .collect();
    let keep = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    let mut full = String::new();
    for byte in name.as_bytes() {
        if keep(byte) {
            full.push(char::from(*byte));
        } else {
            full.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{full}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_travels_in_quotes() {
        for (text, expected) in [
            ("\"7\"", Some(Some(7))),
            ("*", Some(None)),
            ("7", None),
            ("W/\"7\"", None),
            ("\"x\"", None),
        ] {
            let read = read_match(&HeaderValue::from_static(text)).ok();
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn s5_a_file_name_cannot_break_out_of_its_header() {
        assert_eq!(
            disposition("attachment", "a b.png"),
            "attachment; filename=\"a b.png\"; filename*=UTF-8''a%20b.png"
        );
        let odd = disposition("attachment", "\"; x=\r\n\u{661f}.png");
        assert_eq!(
            odd,
            "attachment; filename=\"__ x=___.png\"; filename*=UTF-8''%22%3B%20x%3D%0D%0A%E6%98%9F.png"
        );
        assert!(HeaderValue::from_str(&odd).is_ok());
    }
}

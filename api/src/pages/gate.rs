//! Who may open a page, and where everybody else is sent: to the setup while there is no user, to the login without
//! a session. Never sends a reader to another site.

use actix_web::http::header::{CACHE_CONTROL, LOCATION};
use actix_web::web::Data;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, ResponseError};

use crate::app::App;
use crate::caller::Caller;
use crate::problem::ApiProblem;

/// What a page needs to know about its reader.
pub(crate) struct Person {
    /// As typed at setup or by an admin.
    pub(crate) name: String,
    /// `owner`, `admin` or `member`.
    pub(crate) role: &'static str,
    /// The language kept with the account.
    pub(crate) locale: Option<String>,
}

impl Person {
    /// The letter that stands for a person without a picture.
    pub(crate) fn initial(&self) -> String {
        self.name
            .chars()
            .next()
            .map(String::from)
            .unwrap_or_default()
    }
}

/// A redirect that is never kept: the next request may be answered differently.
pub(crate) fn go(to: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((LOCATION, to))
        .insert_header((CACHE_CONTROL, "no-store"))
        .finish()
}

/// The reader, when the caller is known.
pub(crate) fn person(req: &HttpRequest) -> Option<Person> {
    let extensions = req.extensions();
    let user = &extensions.get::<Caller>()?.user;
    Some(Person {
        name: user.name.clone(),
        role: user.role.as_str(),
        locale: user.locale.clone(),
    })
}

/// Whether anybody has an account here yet.
pub(crate) async fn any_user(req: &HttpRequest) -> Result<bool, HttpResponse> {
    let Some(app) = req.app_data::<Data<App>>() else {
        return Err(ApiProblem::internal(&"the app is not there").error_response());
    };
    app.store
        .accounts()
        .any_user()
        .await
        .map_err(|error| ApiProblem::from(error).error_response())
}

/// Whether setting up from here takes the printed token.
pub(crate) fn needs_token(req: &HttpRequest) -> bool {
    req.app_data::<Data<App>>()
        .is_none_or(|app| crate::routes::setup::needs_token(req, app))
}

/// The reader, or the redirect that a page without one answers.
pub(crate) async fn reader(req: &HttpRequest) -> Result<Person, HttpResponse> {
    match person(req) {
        Some(person) => Ok(person),
        None if any_user(req).await? => Err(go(&format!("/login?next={}", encode(&here(req))))),
        None => Err(go("/setup")),
    }
}

/// Whether an answer of [`reader`] is the redirect to this page.
pub(crate) fn leads_to(response: &HttpResponse, page: &str) -> bool {
    let place = response
        .headers()
        .get(LOCATION)
        .and_then(|value| value.to_str().ok());
    place.is_some_and(|place| place.split('?').next() == Some(page))
}

/// Path and query of this request, as a place to come back to.
fn here(req: &HttpRequest) -> String {
    req.uri()
        .path_and_query()
        .map_or_else(|| "/".to_owned(), ToString::to_string)
}

/// Where the login leads: `next` when it is a path of ours, else the landing page.
pub(crate) fn next(req: &HttpRequest) -> String {
    let asked = req
        .query_string()
        .split('&')
        .find_map(|pair| pair.strip_prefix("next="))
        .unwrap_or_default();
    decode(asked)
        .filter(|path| own_path(path))
        .unwrap_or_else(|| "/".to_owned())
}

/// One leading slash and nothing a browser could read as another host: `//host`, `/\host` and controls (which
/// browsers strip, making `/<tab>/host` a host again) are all refused.
fn own_path(path: &str) -> bool {
    path.starts_with('/')
        && !path.starts_with("//")
        && !path.contains('\\')
        && !path.chars().any(char::is_control)
}

fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn decode(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'%' {
            let pair = text.get(at + 1..at + 3)?;
            out.push(u8::from_str_radix(pair, 16).ok()?);
            at += 3;
        } else {
            out.push(if bytes[at] == b'+' { b' ' } else { bytes[at] });
            at += 1;
        }
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn only_own_paths_are_returned_to() {
        for (query, expected) in [
            ("next=/play/1%3Fa%3Db", "/play/1?a=b"),
            ("lang=zh&next=%2Flibrary", "/library"),
            ("", "/"),
            ("next=", "/"),
            ("next=https://evil.example/", "/"),
            ("next=//evil.example", "/"),
            ("next=%2F%2Fevil.example", "/"),
            ("next=/%5Cevil.example", "/"),
            ("next=/%09/evil.example", "/"),
            ("next=/%0d%0aSet-Cookie:a=b", "/"),
            ("next=%", "/"),
            ("next=%ff", "/"),
        ] {
            let req = TestRequest::with_uri(&format!("/login?{query}")).to_http_request();
            assert_eq!(next(&req), expected, "{query}");
        }
    }

    #[test]
    fn a_place_survives_the_way_through_the_login() {
        for path in [
            "/library?query=sea%20glass&tag=%E6%B5%B7",
            "/play/018f",
            "/",
        ] {
            let req =
                TestRequest::with_uri(&format!("/login?next={}", encode(path))).to_http_request();
            assert_eq!(next(&req), path);
        }
    }
}

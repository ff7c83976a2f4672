//! The world format as data, for editors and whoever writes worlds with programs. Nothing here is a user's.

use actix_web::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH, VARY};
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get};
use sha2::{Digest, Sha256};

use super::prompts::LanguageParam;
use crate::pages::Language;
use crate::problem::ApiProblem;
use crate::reference::Reference;
use crate::views::format::FormatView;

/// Every document, shape and member of the world format, with types, limits, words and defaults.
///
/// Labels and sentences are in the language asked for, else in that of the cookie or the browser.
#[utoipa::path(
    tag = "format", params(LanguageParam), responses((status = 200, body = FormatView)),
    extensions(("x-access" = json!("public")))
)]
#[get("/api/format")]
pub(crate) async fn get(
    req: HttpRequest,
    query: Query<LanguageParam>,
) -> Result<HttpResponse, ApiProblem> {
    let language = match &query.language {
        Some(tag) => Language::read(tag).unwrap_or(Language::En),
        None => Language::preferred_by(&req),
    };
    let view = FormatView::in_words_of(Reference::of(language));
    let body = serde_json::to_vec(&view).map_err(|error| ApiProblem::internal(&error))?;
    let tag = format!("\"{}\"", &hex::encode(Sha256::digest(&body))[..16]);
    let known = req
        .headers()
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut answer = match known {
        true => HttpResponse::NotModified(),
        false => HttpResponse::Ok(),
    };
    answer
        .insert_header((ETAG, tag))
        // It only changes with the program; asking again costs no more than the tag.
        .insert_header((CACHE_CONTROL, "public, no-cache"))
        .insert_header((VARY, "Cookie, Accept-Language"));
    Ok(match known {
        true => answer.finish(),
        false => answer.content_type("application/json").body(body),
    })
}

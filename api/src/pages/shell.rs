//! What every page shares: language, reader, address, and that nobody keeps a copy. The content security policy is the
//! middleware's; templates never need more than it allows.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, VARY};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::assets;
use super::gate::Person;
use super::language::{self, COOKIE, Language};
use super::messages::Messages;

/// The frame around a page.
pub(crate) struct Shell {
    /// The language of the page.
    pub(crate) language: Language,
    /// Which page this is: names its script, its style and the marked link of the navigation.
    pub(crate) page: &'static str,
    /// Where the assets of this build live.
    pub(crate) assets: String,
    /// Who reads it, when somebody is logged in.
    pub(crate) person: Option<Person>,
    /// The path that was asked for, to come back to after a change of language.
    pub(crate) path: String,
}

impl Shell {
    /// The frame for this request.
    pub(crate) fn new(req: &HttpRequest, page: &'static str, person: Option<Person>) -> Shell {
        let language = language::choose(
            req,
            person.as_ref().and_then(|person| person.locale.as_deref()),
        );
        Shell {
            language,
            page,
            assets: assets::base(),
            person,
            path: req.path().to_owned(),
        }
    }

    /// A message of this page's language.
    pub(crate) fn t<'a>(&self, key: &'a str) -> &'a str {
        Messages::of(self.language).get(key)
    }

    /// A message with one value in it.
    pub(crate) fn fill(&self, key: &str, name: &str, value: &str) -> String {
        Messages::of(self.language).fill(key, name, value)
    }

    /// `lang` of the document.
    pub(crate) fn lang(&self) -> &'static str {
        match self.language {
            Language::En => "en",
            Language::Zh => "zh-Hans",
        }
    }

    /// The language the switch leads to, and how it calls itself.
    pub(crate) fn other(&self) -> (&'static str, &'static str) {
        match self.language {
            Language::En => ("zh", "中文"),
            Language::Zh => ("en", "English"),
        }
    }

    /// Marks the navigation's link to this very page.
    pub(crate) fn current(&self, page: &str) -> &'static str {
        if self.page == page { "page" } else { "false" }
    }
}

/// Renders a page with its headers, remembering a language that was asked for in the address.
pub(crate) fn answer(req: &HttpRequest, status: StatusCode, page: &impl Template) -> HttpResponse {
    let body = match page.render() {
        Ok(body) => body,
        Err(error) => {
            tracing::error!(%error, "a page could not be rendered");
            return HttpResponse::InternalServerError().finish();
        }
    };
    let mut response = HttpResponse::build(status);
    response
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((VARY, "Cookie, Accept-Language"));
    if let Some(language) = language::asked(req) {
        let cookie = Cookie::build(COOKIE, language.tag())
            .path("/")
            .same_site(SameSite::Lax)
            .max_age(Duration::days(365));
        response.cookie(cookie.finish());
    }
    response.content_type("text/html; charset=utf-8").body(body)
}

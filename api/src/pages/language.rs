//! Which language a page is written in: asked for in the address, remembered in a cookie, kept with the account, or
//! preferred by the browser, in this order. Never guesses from an address or a clock.

use actix_web::HttpRequest;
use actix_web::http::header::ACCEPT_LANGUAGE;

/// Remembers the choice for a year; holds nothing but `en` or `zh`.
pub(crate) const COOKIE: &str = "lang";

/// A language that has a message file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// English, and what everything else falls back to.
    En,
    /// Simplified Chinese.
    Zh,
}

impl Language {
    /// Every language, in the order of the switch.
    pub(crate) const ALL: [Language; 2] = [Language::En, Language::Zh];

    /// The tag as it stands in `<html lang>`, cookies and file names.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Zh => "zh",
        }
    }

    /// Reads a BCP 47 tag by its first part: `zh-CN`, `zh_Hans` and `ZH` are all Chinese.
    pub(crate) fn read(tag: &str) -> Option<Language> {
        let first = tag.trim().split(['-', '_']).next()?.to_ascii_lowercase();
        Language::ALL
            .into_iter()
            .find(|language| language.tag() == first)
    }
}

impl Language {
    /// The language for an answer that has no reader with an account.
    pub(crate) fn preferred_by(req: &HttpRequest) -> Language {
        choose(req, None)
    }
}

/// The choice made in the address itself (`?lang=zh`), which the page then remembers.
pub(crate) fn asked(req: &HttpRequest) -> Option<Language> {
    req.query_string()
        .split('&')
        .find_map(|pair| pair.strip_prefix("lang="))
        .and_then(Language::read)
}

/// The language for this request.
pub(crate) fn choose(req: &HttpRequest, locale: Option<&str>) -> Language {
    asked(req)
        .or_else(|| {
            req.cookie(COOKIE)
                .and_then(|cookie| Language::read(cookie.value()))
        })
        .or_else(|| locale.and_then(Language::read))
        .or_else(|| preferred(req.headers().get(ACCEPT_LANGUAGE)?.to_str().ok()?))
        .unwrap_or(Language::En)
}

/// The first of the browser's languages we have, by weight and then by order.
fn preferred(header: &str) -> Option<Language> {
    let mut best: Option<(f32, Language)> = None;
    for part in header.split(',') {
        let mut fields = part.split(';');
        let Some(language) = fields.next().and_then(Language::read) else {
            continue;
        };
        let weight = fields
            .find_map(|field| field.trim().strip_prefix("q="))
            .map_or(1.0, |weight| weight.trim().parse().unwrap_or(0.0));
        if weight > best.map_or(0.0, |(weight, _)| weight) {
            best = Some((weight, language));
        }
    }
    best.map(|(_, language)| language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn the_browser_is_heard() {
        for (header, expected) in [
            ("zh-CN,zh;q=0.9,en;q=0.8", Some(Language::Zh)),
            ("de, en;q=0.5, zh;q=0.4", Some(Language::En)),
            ("en;q=0.2, zh;q=0.9", Some(Language::Zh)),
            ("zh;q=0", None),
            ("fr", None),
            ("", None),
        ] {
            assert_eq!(preferred(header), expected, "{header}");
        }
    }

    #[test]
    fn the_address_comes_before_the_cookie_and_the_cookie_before_the_account() {
        let cookie = || actix_web::cookie::Cookie::new(COOKIE, "zh");
        let asked = TestRequest::with_uri("/?lang=en")
            .cookie(cookie())
            .to_http_request();
        assert_eq!(choose(&asked, Some("zh")), Language::En);
        let remembered = TestRequest::with_uri("/?lang=xx")
            .cookie(cookie())
            .to_http_request();
        assert_eq!(choose(&remembered, Some("en")), Language::Zh);
        let account = TestRequest::default().to_http_request();
        assert_eq!(choose(&account, Some("zh-Hant")), Language::Zh);
        assert_eq!(choose(&account, None), Language::En);
    }
}

//! The door (S2): which host was meant, whether a change comes from our own pages, and what kind of body it brings.
//! Never looks at who asks; that is the caller's room.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderName, ORIGIN, TRANSFER_ENCODING,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, ResponseError};

use crate::app::App;
use crate::input::unsupported;
use crate::place::Place;
use crate::problem::ApiProblem;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The parts of a request that decide.
#[derive(Debug, Clone, Copy)]
struct Knock<'a> {
    method: &'a Method,
    path: &'a str,
    query: &'a str,
    host: Option<&'a str>,
    fetch_site: Option<&'a str>,
    origin: Option<&'a str>,
    /// One of the two above is there more than once, or is no text.
    unclear: bool,
    content_type: Option<&'a str>,
    body: bool,
    bearer: bool,
    cookie: bool,
}

/// Middleware: refuses before anything else looks at the request.
pub(crate) async fn guard<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let verdict = match req.app_data::<Data<App>>() {
        Some(app) => judge(&app.place, &knock(&req, &app.place)),
        None => Err(ApiProblem::internal(&"the app is not there")),
    };
    match verdict {
        Ok(()) => Ok(next.call(req).await?.map_into_left_body()),
        Err(problem) => Ok(req
            .into_response(problem.error_response())
            .map_into_right_body()),
    }
}

fn knock<'a>(req: &'a ServiceRequest, place: &Place) -> Knock<'a> {
    let header = |name: HeaderName| {
        req.headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let length = header(CONTENT_LENGTH).is_some_and(|length| length != "0");
    Knock {
        method: req.method(),
        path: req.path(),
        query: req.query_string(),
        host: host(req),
        fetch_site: header(FETCH_SITE),
        origin: header(ORIGIN),
        unclear: [FETCH_SITE, ORIGIN].iter().any(|name| {
            let mut all = req.headers().get_all(name);
            all.next().is_some_and(|one| one.to_str().is_err()) || all.next().is_some()
        }),
        content_type: header(CONTENT_TYPE),
        body: length || req.headers().contains_key(TRANSFER_ENCODING),
        bearer: header(AUTHORIZATION).is_some_and(|value| value.starts_with("Bearer ")),
        cookie: req.cookie(place.cookie_name()).is_some(),
    }
}

/// The name that was meant. The request line counts only without a header: one that is no text, or a second one, is no
/// name at all, or what we read might differ from what a proxy before us read.
fn host(req: &ServiceRequest) -> Option<&str> {
    let mut all = req.headers().get_all(HOST);
    match (all.next(), all.next()) {
        (None, _) => req.uri().authority().map(|authority| authority.as_str()),
        (Some(one), None) => one.to_str().ok(),
        (Some(_), Some(_)) => None,
    }
}

fn judge(place: &Place, knock: &Knock<'_>) -> Result<(), ApiProblem> {
    // Health is asked by machines that know us by an address only, and tells nothing.
    let known =
        knock.path.starts_with("/health/") || knock.host.is_some_and(|host| place.answers_to(host));
    if !known {
        let detail = "This server does not answer to that host name.";
        return Err(ApiProblem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "unknown_host",
            detail,
        ));
    }
    // No id, name or query holds U+0000, and Postgres would stumble over it.
    if knock.path.contains('\0') || knock.path.contains("%00") || knock.query.contains("%00") {
        return Err(ApiProblem::bad(
            "nul",
            "U+0000 is not allowed in addresses.",
        ));
    }
    if matches!(*knock.method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    if !ours(place, knock) {
        return Err(ApiProblem::forbidden(
            "cross_site",
            "Changes are taken from our own pages or with a bearer token.",
        ));
    }
    if !wanted_type(knock) {
        return Err(unsupported(
            "Changes are sent as application/json or multipart/form-data.",
        ));
    }
    Ok(())
}

/// A browser says where a request comes from; a program without cookies has nothing a page could misuse.
fn ours(place: &Place, knock: &Knock<'_>) -> bool {
    if knock.unclear {
        return false;
    }
    if knock.bearer && !knock.cookie {
        return true;
    }
    match (knock.fetch_site, knock.origin) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, Some(origin)) => origin == place.public.origin(),
        (None, None) => false,
    }
}

fn wanted_type(knock: &Knock<'_>) -> bool {
    let Some(value) = knock.content_type else {
        return !knock.body;
    };
    let kind = value
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    matches!(kind.as_str(), "application/json" | "multipart/form-data")
}

#[cfg(test)]
mod tests {
    use super::*;

    const POST: Knock<'static> = Knock {
        method: &Method::POST,
        path: "/api/worlds",
        query: "",
        host: Some("127.0.0.1:8080"),
        fetch_site: None,
        origin: None,
        unclear: false,
        content_type: Some("application/json"),
        body: true,
        bearer: false,
        cookie: true,
    };

    fn check(knock: Knock<'_>, expected: Option<u16>) {
        let config = crate::config::defaults().expect("defaults");
        let place = Place::new(&config, config.server.address);
        let verdict = judge(&place, &knock)
            .err()
            .map(|problem| problem.status().as_u16());
        assert_eq!(verdict, expected, "{knock:?}");
    }

    #[test]
    fn s2_headers_that_can_be_read_two_ways_are_refused() {
        use actix_web::http::header::HeaderValue;
        use actix_web::test::TestRequest;

        let config = crate::config::defaults().expect("defaults");
        let place = Place::new(&config, config.server.address);
        let odd: &[u8] = b"127.0.0.1:8080\xff";
        let (here, ours): (&[u8], &[u8]) = (b"127.0.0.1:8080", b"http://127.0.0.1:8080");
        for (headers, expected) in [
            (vec![("origin", ours)], None),
            (vec![("host", here), ("origin", ours)], None),
            (vec![("host", odd), ("origin", ours)], Some(421)),
            (
                vec![("host", here), ("host", here), ("origin", ours)],
                Some(421),
            ),
            (vec![("origin", ours), ("origin", ours)], Some(403)),
            (vec![("origin", ours), ("sec-fetch-site", odd)], Some(403)),
            (
                vec![
                    ("sec-fetch-site", b"same-origin"),
                    ("sec-fetch-site", b"cross-site"),
                ],
                Some(403),
            ),
            (
                vec![
                    ("authorization", b"Bearer tk_x"),
                    ("origin", ours),
                    ("origin", b"null"),
                ],
                Some(403),
            ),
        ] {
            // The request line names us, so that a header passed over would be let in.
            let mut request = TestRequest::post().uri("http://127.0.0.1:8080/api/worlds");
            for (name, value) in &headers {
                let value = HeaderValue::from_bytes(value).expect("a header");
                request = request.append_header((*name, value));
            }
            let request = request.to_srv_request();
            let verdict = judge(&place, &knock(&request, &place));
            let status = verdict.err().map(|problem| problem.status().as_u16());
            assert_eq!(status, expected, "{headers:?}");
        }
    }

    #[test]
    fn s2_changes_come_from_our_own_pages() {
        check(POST, Some(403));
        check(
            Knock {
                fetch_site: Some("same-origin"),
                ..POST
            },
            None,
        );
        check(
            Knock {
                fetch_site: Some("none"),
                ..POST
            },
            None,
        );
        check(
            Knock {
                fetch_site: Some("same-site"),
                ..POST
            },
            Some(403),
        );
        check(
            Knock {
                fetch_site: Some("cross-site"),
                ..POST
            },
            Some(403),
        );
        check(
            Knock {
                origin: Some("http://127.0.0.1:8080"),
                ..POST
            },
            None,
        );
        check(
            Knock {
                origin: Some("http://127.0.0.1:8081"),
                ..POST
            },
            Some(403),
        );
        check(
            Knock {
                origin: Some("null"),
                ..POST
            },
            Some(403),
        );
        let both = Knock {
            origin: Some("http://127.0.0.1:8080"),
            fetch_site: Some("cross-site"),
            ..POST
        };
        check(both, Some(403));
        check(
            Knock {
                method: &Method::GET,
                ..POST
            },
            None,
        );
        check(
            Knock {
                method: &Method::DELETE,
                content_type: None,
                body: false,
                ..POST
            },
            Some(403),
        );
    }

    #[test]
    fn s2_a_bearer_without_cookies_needs_no_origin() {
        check(
            Knock {
                bearer: true,
                cookie: false,
                ..POST
            },
            None,
        );
        check(
            Knock {
                bearer: true,
                cookie: true,
                ..POST
            },
            Some(403),
        );
    }

    #[test]
    fn s2_unknown_hosts_are_misdirected() {
        let ok = Knock {
            fetch_site: Some("same-origin"),
            ..POST
        };
        check(
            Knock {
                host: Some("evil.example"),
                ..ok
            },
            Some(421),
        );
        check(Knock { host: None, ..ok }, Some(421));
        check(
            Knock {
                host: None,
                path: "/health/live",
                method: &Method::GET,
                ..ok
            },
            None,
        );
        check(
            Knock {
                host: Some("evil.example"),
                path: "/",
                method: &Method::GET,
                ..ok
            },
            Some(421),
        );
    }

    #[test]
    fn s2_bodies_are_json_or_multipart() {
        let ok = Knock {
            fetch_site: Some("same-origin"),
            ..POST
        };
        check(
            Knock {
                content_type: Some("multipart/form-data; boundary=x"),
                ..ok
            },
            None,
        );
        check(
            Knock {
                content_type: Some("text/plain"),
                ..ok
            },
            Some(415),
        );
        check(
            Knock {
                content_type: Some("application/x-www-form-urlencoded"),
                body: false,
                ..ok
            },
            Some(415),
        );
        check(
            Knock {
                content_type: None,
                body: false,
                ..ok
            },
            None,
        );
        check(
            Knock {
                content_type: None,
                body: true,
                ..ok
            },
            Some(415),
        );
    }

    #[test]
    fn nul_is_refused_in_addresses() {
        let get = Knock {
            method: &Method::GET,
            ..POST
        };
        check(
            Knock {
                query: "query=a%00",
                ..get
            },
            Some(400),
        );
        check(
            Knock {
                path: "/api/worlds/a%00",
                ..get
            },
            Some(400),
        );
    }
}

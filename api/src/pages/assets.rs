//! Styles, scripts, icons and message files from inside the executable, under an address that changes with their
//! content. Never reads a disk, so no request can name a file of the machine.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

use super::language::Language;
use super::messages::Messages;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");
static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::fill);

/// Every asset by path, and one digest over all of them: modules import each other by relative path, so they must
/// change address together.
struct Shelf {
    digest: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Shelf {
    fn fill() -> Shelf {
        let mut files = BTreeMap::new();
        collect(&FILES, &mut files);
        for language in Language::ALL {
            let path = format!("messages/{}.json", language.tag());
            files.insert(path, Messages::of(language).to_json().into_bytes());
        }
        let mut sum = Sha256::new();
        for (path, bytes) in &files {
            sum.update(path.as_bytes());
            sum.update(Sha256::digest(bytes));
        }
        let digest = hex::encode(sum.finalize())[..16].to_owned();
        Shelf { digest, files }
    }
}

fn collect(dir: &Dir<'_>, files: &mut BTreeMap<String, Vec<u8>>) {
    for file in dir.files() {
        files.insert(
            file.path().to_string_lossy().replace('\\', "/"),
            file.contents().to_vec(),
        );
    }
    for inner in dir.dirs() {
        collect(inner, files);
    }
}

/// Where this build's assets live: `/assets/<digest>`.
pub(crate) fn base() -> String {
    format!("/assets/{}", SHELF.digest)
}

/// `GET /assets/…`: immutable under the current digest, revalidated by `ETag` under any other or none.
pub(crate) async fn serve(req: HttpRequest, path: Path<String>) -> HttpResponse {
    let (name, current) = match path.split_once('/') {
        Some((digest, name)) if digest == SHELF.digest => (name, true),
        // A page from before an upgrade still finds its files.
        Some((digest, name))
            if digest.len() == 16 && digest.bytes().all(|b| b.is_ascii_hexdigit()) =>
        {
            (name, false)
        }
        _ => (path.as_str(), false),
    };
    answer(&req, name, current)
}

/// `GET /favicon.ico`, for whoever asks without reading the page.
pub(crate) async fn favicon(req: HttpRequest) -> HttpResponse {
    answer(&req, "favicon.svg", false)
}

fn answer(req: &HttpRequest, name: &str, current: bool) -> HttpResponse {
    let Some(bytes) = SHELF.files.get(name) else {
        return HttpResponse::NotFound().finish();
    };
    let caching = if current {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let tag = format!("\"{}\"", &hex::encode(Sha256::digest(bytes))[..16]);
    let known = req
        .headers()
        .get(IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    let fresh = known.is_some_and(|list| {
        list.split(',')
            .any(|one| one.trim().trim_start_matches("W/") == tag)
    });
    let mut response = if fresh {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    response
        .insert_header((CACHE_CONTROL, caching))
        .insert_header((ETAG, tag))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header(("Cross-Origin-Resource-Policy", "same-origin"));
    if fresh {
        return response.finish();
    }
    response
        .insert_header((CONTENT_TYPE, media_type(name)))
        .body(bytes.clone())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::StatusCode;
    use actix_web::test::TestRequest;

    async fn get(path: &str, known: Option<&str>) -> HttpResponse {
        let mut req = TestRequest::default();
        if let Some(tag) = known {
            req = req.insert_header((IF_NONE_MATCH, tag));
        }
        serve(req.to_http_request(), Path::from(path.to_owned())).await
    }

    #[actix_web::test]
    async fn the_current_digest_is_kept_for_ever_and_others_ask_again() {
        for (path, caching) in [
            (
                format!("{}/css/tokens.css", SHELF.digest),
                "public, max-age=31536000, immutable",
            ),
            ("0123456789abcdef/css/tokens.css".to_owned(), "no-cache"),
            ("messages/zh.json".to_owned(), "no-cache"),
        ] {
            let response = get(&path, None).await;
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(
                response
                    .headers()
                    .get(CACHE_CONTROL)
                    .and_then(|v| v.to_str().ok()),
                Some(caching),
                "{path}"
            );
            let tag = response
                .headers()
                .get(ETAG)
                .and_then(|v| v.to_str().ok())
                .unwrap_or_default();
            assert_eq!(
                get(&path, Some(tag)).await.status(),
                StatusCode::NOT_MODIFIED,
                "{path}"
            );
        }
    }

    #[actix_web::test]
    async fn nothing_but_the_shelf_is_served() {
        for path in [
            "../Cargo.toml",
            "css/../../Cargo.toml",
            "",
            "css",
            "messages/fr.json",
        ] {
            assert_eq!(
                get(path, None).await.status(),
                StatusCode::NOT_FOUND,
                "{path}"
            );
        }
    }

    /// S6: nothing in an asset or template asks another host for anything or needs an inline style or script.
    #[test]
    fn assets_stay_at_home() {
        static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");
        let mut files = BTreeMap::new();
        collect(&TEMPLATES, &mut files);
        collect(&FILES, &mut files);
        for (path, bytes) in &files {
            let text = String::from_utf8_lossy(bytes).replace("http://www.w3.org/2000/svg", "");
            for forbidden in [
                "http://",
                "https://",
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
            ] {
                assert!(!text.contains(forbidden), "{path} holds {forbidden}");
            }
            if path.ends_with(".html") {
                for forbidden in [
                    " style=",
                    " onclick=",
                    " onload=",
                    "<style",
                    "<script>",
                    "javascript:",
                    "|safe",
                ] {
                    assert!(!text.contains(forbidden), "{path} holds {forbidden}");
                }
            }
        }
    }
}

//! What every answer carries (S6): a strict content policy, no referrer, no sniffing, no store, the request's id.
//! Never weakens a header that a route has set itself. Counts requests on the way out.

use std::time::Instant;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use actix_web::middleware::Next;
use actix_web::web::Data;
use tracing_actix_web::RequestId;

use crate::app::App;

/// Our own scripts and styles only; nothing from elsewhere, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                          form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The page of the API description puts styles into its own elements. Nothing of a user is shown there.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                           connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// Files that users brought: shown as what they are, never run (S5).
pub(crate) const SANDBOX: &str = "sandbox; default-src 'none'";

const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Middleware: the outermost of ours, so refusals carry the headers too.
pub(crate) async fn headers<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let started = Instant::now();
    let secure = req
        .app_data::<Data<App>>()
        .is_some_and(|app| app.place.public.secure);
    let id = actix_web::HttpMessage::extensions(&req)
        .get::<RequestId>()
        .map(|id| id.to_string());
    let docs = req.path().starts_with("/api/docs/");
    let mut response = next.call(req).await?;
    let route = response
        .request()
        .match_pattern()
        .unwrap_or_else(|| "unmatched".to_owned());
    crate::metrics::answered(
        response.request().method(),
        &route,
        response.status(),
        started.elapsed(),
    );
    let headers = response.headers_mut();
    set(
        headers,
        CONTENT_SECURITY_POLICY,
        if docs { DOCS_POLICY } else { POLICY },
    );
    set(headers, REFERRER_POLICY, "no-referrer");
    set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, X_FRAME_OPTIONS, "DENY");
    set(headers, CACHE_CONTROL, "no-store");
    set(headers, OPENER, "same-origin");
    set(headers, RESOURCE, "same-origin");
    if secure {
        set(headers, STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if let Some(id) = id.and_then(|id| HeaderValue::from_str(&id).ok()) {
        headers.insert(REQUEST_ID, id);
    }
    Ok(response)
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    if !headers.contains_key(&name) {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

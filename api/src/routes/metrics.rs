//! `/metrics` for Prometheus: on the main address only with the configured token, open only on an address of its own.

use actix_web::http::header::AUTHORIZATION;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get};
use sha2::{Digest, Sha256};
use talekeep_store::Store;

use crate::app::App;
use crate::problem::ApiProblem;

/// Everything counted so far. Without the token this address does not exist.
#[utoipa::path(
    tag = "health", responses((status = 200, description = "Prometheus text", content_type = "text/plain")),
    extensions(("x-access" = json!("operator")))
)]
#[get("/metrics")]
pub(crate) async fn get(req: HttpRequest, app: Data<App>) -> Result<HttpResponse, ApiProblem> {
    let token = &app.config.metrics.token;
    let given = req
        .headers()
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let fits = given.is_some_and(|given| Sha256::digest(given) == Sha256::digest(token));
    if token.is_empty() || !fits {
        return Err(ApiProblem::not_found());
    }
    Ok(open(Data::new(app.store.clone())).await)
}

/// The same on an address that only operators reach.
pub(crate) async fn open(store: Data<Store>) -> HttpResponse {
    match store.queue().depth().await {
        Ok(depth) => {
            for (state, jobs) in [
                ("due", depth.due),
                ("later", depth.later),
                ("running", depth.running),
                ("parked", depth.parked),
            ] {
                metrics::gauge!("talekeep_jobs", "state" => state).set(jobs as f64);
            }
        }
        Err(error) => tracing::warn!(
            error = crate::problem::chain(&error),
            "the queue cannot be counted"
        ),
    }
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(crate::metrics::render())
}

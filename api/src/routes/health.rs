//! Signs of life for machines that look after this one. Never says why something does not answer; that is in the log.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use serde::Serialize;
use talekeep_store::Store;
use utoipa::ToSchema;

use crate::app::App;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HealthView {
    /// Whether requests can be answered.
    pub(crate) ready: bool,
    pub(crate) database: bool,
    pub(crate) objects: bool,
    /// The bell between processes; work goes on without it, only slower.
    pub(crate) queue: bool,
}

/// The process runs.
#[utoipa::path(tag = "health", responses((status = 200, description = "It runs")), extensions(("x-access" = json!("public"))))]
#[get("/health/live")]
pub(crate) async fn live() -> HttpResponse {
    open_live().await
}

/// The same on the address that only operators reach.
pub(crate) async fn open_live() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body("ok\n")
}

/// Requests can be answered.
#[utoipa::path(
    tag = "health",
    responses((status = 200, body = HealthView), (status = 503, body = HealthView, description = "A part does not answer, or we stop")),
    extensions(("x-access" = json!("public")))
)]
#[get("/health/ready")]
pub(crate) async fn ready(app: Data<App>) -> HttpResponse {
    answer(&app.store, !*app.stop.borrow()).await
}

/// The same on the address that only operators reach; a worker has no other.
pub(crate) async fn open_ready(store: Data<Store>) -> HttpResponse {
    answer(&store, true).await
}

async fn answer(store: &Store, going_on: bool) -> HttpResponse {
    let health = store.health().await;
    for (part, state) in [
        ("database", &health.database),
        ("objects", &health.objects),
        ("queue", &health.queue),
    ] {
        if let Err(why) = state {
            tracing::warn!(part, why, "does not answer");
        }
    }
    let can_answer = health.is_ready() && going_on;
    let view = HealthView {
        ready: can_answer,
        database: health.database.is_ok(),
        objects: health.objects.is_ok(),
        queue: health.queue.is_ok(),
    };
    if can_answer {
        HttpResponse::Ok().json(view)
    } else {
        HttpResponse::ServiceUnavailable().json(view)
    }
}

//! Background work: what runs for me, what went wrong, once more please.

use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, get, post};
use uuid::Uuid;

use crate::answer::{PageParams, PageView};
use crate::caller::Caller;
use crate::problem::ApiProblem;
use crate::views::jobs::JobView;

/// My jobs, newest first.
#[utoipa::path(
    tag = "jobs", params(PageParams), responses((status = 200, body = PageView<JobView>)),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/jobs")]
pub(crate) async fn list(
    caller: Caller,
    page: Query<PageParams>,
) -> Result<HttpResponse, ApiProblem> {
    let page = caller
        .workspace
        .jobs()
        .list(&page.into_inner().into())
        .await?;
    Ok(HttpResponse::Ok().json(PageView::of(page, JobView::from)))
}

/// One job.
#[utoipa::path(tag = "jobs", responses((status = 200, body = JobView)), extensions(("x-access" = json!("caller"))))]
#[get("/api/jobs/{id}")]
pub(crate) async fn get(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let job = caller.workspace.jobs().get(*id).await?;
    Ok(HttpResponse::Ok().json(JobView::from(job)))
}

/// A parked or cancelled job once more, with fresh counters.
#[utoipa::path(
    tag = "jobs", responses((status = 200, body = JobView), (status = 409, description = "It is in another state")),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/jobs/{id}/retry")]
pub(crate) async fn retry(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let job = caller.workspace.jobs().retry(*id).await?;
    Ok(HttpResponse::Ok().json(JobView::from(job)))
}

/// A queued job never runs; a running one stops at its next heartbeat.
#[utoipa::path(
    tag = "jobs", responses((status = 200, body = JobView), (status = 409, description = "It has ended")),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/jobs/{id}/cancel")]
pub(crate) async fn cancel(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let job = caller.workspace.jobs().cancel(*id).await?;
    Ok(HttpResponse::Ok().json(JobView::from(job)))
}

//! What was deleted, and bringing it back.

use actix_web::web::Path;
use actix_web::{HttpResponse, get, post};
use uuid::Uuid;

use crate::answer::PageView;
use crate::caller::Caller;
use crate::problem::ApiProblem;
use crate::views::trash::TrashView;

/// What lies in my trash, newest first.
#[utoipa::path(tag = "trash", responses((status = 200, body = PageView<TrashView>)), extensions(("x-access" = json!("caller"))))]
#[get("/api/trash")]
pub(crate) async fn list(caller: Caller) -> Result<HttpResponse, ApiProblem> {
    let items = caller.workspace.trash().list().await?;
    Ok(HttpResponse::Ok().json(PageView::whole(
        items.into_iter().map(TrashView::from).collect(),
    )))
}

/// Takes a world or session out of the trash, as it was.
#[utoipa::path(tag = "trash", responses((status = 200, body = TrashView)), extensions(("x-access" = json!("caller"))))]
#[post("/api/trash/{id}/restore")]
pub(crate) async fn restore(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let item = caller.workspace.trash().restore(*id).await?;
    Ok(HttpResponse::Ok().json(TrashView::from(item)))
}

//! Advice on a world: what its author most likely did not mean. Only ever of a world without problems.

use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, get};
use talekeep_world::lint::{Advice, lint};
use talekeep_world::{Folder, read_world};
use uuid::Uuid;

use crate::answer::{PageParams, PageView, at_revision};
use crate::caller::Caller;
use crate::problem::{ApiProblem, faults};
use crate::views::lint::{AdviceView, page};

/// Advice on a world: places nobody reaches, locks without a key, triggers that never fire and more, each with why it matters.
#[utoipa::path(
    tag = "worlds", params(("id" = Uuid, Path), PageParams),
    responses((status = 200, body = PageView<AdviceView>), (status = 422, description = "The world has problems; all of them are listed")),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/worlds/{id}/lint")]
pub(crate) async fn list(
    caller: Caller,
    id: Path<Uuid>,
    query: Query<PageParams>,
) -> Result<HttpResponse, ApiProblem> {
    let (row, documents) = caller.workspace.worlds().documents(*id).await?;
    let folder = row.folder.clone();
    let looked =
        tokio::task::spawn_blocking(move || look(&folder, &Folder::from_documents(&documents)));
    let advice = looked.await.map_err(|lost| ApiProblem::internal(&lost))??;
    Ok(at_revision(row.revision, &page(&advice, &query)?))
}

/// Advice rests on what the world says, so all of it must be readable first.
fn look(folder: &str, files: &Folder) -> Result<Vec<Advice>, ApiProblem> {
    let reading = read_world(folder, files);
    match (reading.world, reading.problems.is_empty()) {
        (Some(world), true) => Ok(lint(folder, files, &world)),
        _ => Err(ApiProblem::unprocessable(
            "invalid_world",
            "The world has problems; there is advice once they are mended.",
        )
        .with(faults(&reading.problems))),
    }
}

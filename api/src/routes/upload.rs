//! A world folder as a zip archive: checked whole, kept as it is. Other programs' notes inside it are passed over.

use std::sync::Arc;

use actix_multipart::Multipart;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse, post};
use talekeep_exchange::import::folder_name;
use talekeep_exchange::picture;
use talekeep_store::{Documents, NewWorld};
use tokio::sync::Semaphore;

use crate::answer::created;
use crate::app::App;
use crate::archive::{Unpacked, unpack};
use crate::caller::Caller;
use crate::judge::{identify, judge_apart};
use crate::limits::Who;
use crate::multipart;
use crate::problem::{ApiProblem, faults, in_folder};
use crate::views::worlds::{ChangedView, UploadForm, WorldView};

/// Archives this process has unpacked in memory at once; further ones wait.
static UNPACKING: Semaphore = Semaphore::const_new(2);

/// Brings a world folder. It is kept even with problems, which the answer lists; it plays once there are none.
#[utoipa::path(
    tag = "worlds", request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 201, body = ChangedView), (status = 413, description = "Too large"), (status = 422, description = "It is no archive of a world, or another world has its id")),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/worlds/upload")]
pub(crate) async fn create(
    caller: Caller,
    req: HttpRequest,
    app: Data<App>,
    body: Payload,
) -> Result<HttpResponse, ApiProblem> {
    app.limiter.import(Who::User(caller.user.id))?;
    let limits = app.config.limits.clone();
    let form = Multipart::new(req.headers(), body);
    let upload = multipart::read(form, limits.archive_bytes).await?;
    let bytes = upload.file()?;
    let room = UNPACKING.acquire().await;
    let room = room.map_err(|closed| ApiProblem::internal(&closed))?;
    // The room goes with the work: a reader that leaves does not end it. It is given back once the world is kept.
    let work = tokio::task::spawn_blocking(move || (open(&bytes, &limits), room)).await;
    let (unpacked, _room) = work.map_err(|lost| ApiProblem::internal(&lost))?;
    let unpacked = unpacked?;
    let stem = upload
        .file_name
        .as_deref()
        .map(|name| name.strip_suffix(".zip").unwrap_or(name).to_owned());
    let name = unpacked.folder.or(stem).unwrap_or_default();
    keep(
        &caller,
        folder_name(&name),
        unpacked.documents,
        unpacked.media,
        "uploaded",
    )
    .await
}

/// Unpacks and looks at every picture in full, since it will be served (S5).
fn open(bytes: &[u8], limits: &crate::config::Limits) -> Result<Unpacked, ApiProblem> {
    let unpacked = unpack(bytes, limits)
        .map_err(|refused| ApiProblem::unprocessable("archive", format!("{refused}.")))?;
    for (path, bytes) in &unpacked.media {
        if let Err(refused) = picture::check(bytes) {
            return Err(ApiProblem::unprocessable(
                "picture",
                format!("{path}: {refused}"),
            ));
        }
    }
    Ok(unpacked)
}

/// Judges and keeps a world that arrives whole.
pub(crate) async fn keep(
    caller: &Caller,
    folder: String,
    mut documents: Documents,
    media: Vec<(String, Vec<u8>)>,
    reason: &str,
) -> Result<HttpResponse, ApiProblem> {
    identify(&mut documents, None);
    let documents = Arc::new(documents);
    let judged = judge_apart(folder.clone(), documents.clone(), None).await?;
    if judged.summary.world_id.is_empty() {
        // Without an identity nobody could find it again.
        let problem = ApiProblem::unprocessable(
            "invalid_world",
            "This world has no id, and none can be written into it.",
        );
        return Err(problem.with(faults(&judged.problems)));
    }
    let documents = Arc::unwrap_or_clone(documents);
    let new = NewWorld {
        folder: folder.clone(),
        summary: judged.summary,
        documents,
        media,
        reason: reason.into(),
    };
    let world = caller.workspace.worlds().create(new).await;
    let world = world.map_err(|error| in_folder(&folder, error))?;
    let view = ChangedView {
        world: WorldView::from(&world),
        problems: faults(&judged.problems),
    };
    Ok(created(&format!("/api/worlds/{}", world.id), &view))
}

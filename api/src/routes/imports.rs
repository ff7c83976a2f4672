//! Cards on their way to be worlds: brought, followed, decided, taken up again. Nothing a card says is an instruction here.

use actix_multipart::Multipart;
use actix_web::http::header::{
    CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::web::{Data, Path, Payload, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use futures::FutureExt;
use futures::future::BoxFuture;
use talekeep_exchange::card::{self, Card};
use talekeep_exchange::import::folder_name;
use talekeep_store::{Event, Import, NewImport, Staged, Topic, Workspace};
use uuid::Uuid;

use crate::answer::{PageParams, PageView, accepted, disposition};
use crate::app::App;
use crate::caller::Caller;
use crate::headers::SANDBOX;
use crate::limits::Who;
use crate::multipart;
use crate::problem::{ApiProblem, faults};
use crate::sse::{self, Batch, Tell};
use crate::views::imports::{ImportForm, ImportView};

/// Brings a card. It is kept byte for byte, and a job makes a world of it.
#[utoipa::path(
    tag = "imports", request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses(
        (status = 202, body = ImportView, description = "Kept; follow it at Location"), (status = 413, description = "Too large"),
        (status = 422, description = "It is no card, with every problem"),
    ),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/imports")]
pub(crate) async fn create(
    caller: Caller,
    req: HttpRequest,
    app: Data<App>,
    body: Payload,
) -> Result<HttpResponse, ApiProblem> {
    app.limiter.import(Who::User(caller.user.id))?;
    let form = Multipart::new(req.headers(), body);
    let upload = multipart::read(form, app.config.limits.upload_bytes).await?;
    let bytes = upload.file()?;
    let reading = bytes.clone();
    let card = tokio::task::spawn_blocking(move || card::read(&reading)).await;
    let card = card
        .map_err(|lost| ApiProblem::internal(&lost))?
        .map_err(|rejected| {
            ApiProblem::unprocessable("invalid_card", rejected.to_string())
                .with(faults(&rejected.problems))
        })?;
    let name = name_of(&card, upload.file_name.as_deref());
    let new = NewImport {
        bytes: &bytes,
        file_name: upload.file_name.clone(),
        format: format!("{}/{}", card.container.as_str(), card.spec.as_str()),
        folder: folder_name(&name),
        name,
        review_skip: upload.field("review") == Some("skip"),
    };
    let import = caller.workspace.imports().begin(new).await?;
    metrics::counter!("talekeep_imports_begun_total").increment(1);
    Ok(accepted(
        &format!("/api/imports/{}", import.id),
        &alone(&caller.workspace, import).await?,
    ))
}

/// What the card calls itself, else its file, else something.
fn name_of(card: &Card, file_name: Option<&str>) -> String {
    let own = card
        .name
        .as_deref()
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let file = file_name
        .map(|name| name.rsplit_once('.').map_or(name, |(stem, _)| stem))
        .filter(|stem| !stem.is_empty());
    let name = own.or(file).unwrap_or("Untitled");
    name.chars().filter(|c| *c != '\0').take(200).collect()
}

/// My imports, newest first.
#[utoipa::path(
    tag = "imports", params(PageParams), responses((status = 200, body = PageView<ImportView>)),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/imports")]
pub(crate) async fn list(
    caller: Caller,
    page: Query<PageParams>,
) -> Result<HttpResponse, ApiProblem> {
    let page = caller
        .workspace
        .imports()
        .list(&page.into_inner().into())
        .await?;
    Ok(HttpResponse::Ok().json(PageView::of(page, ImportView::from)))
}

/// How far one import is.
#[utoipa::path(tag = "imports", responses((status = 200, body = ImportView)), extensions(("x-access" = json!("caller"))))]
#[get("/api/imports/{id}")]
pub(crate) async fn get(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let import = caller.workspace.imports().get(*id).await?;
    Ok(HttpResponse::Ok().json(alone(&caller.workspace, import).await?))
}

/// One import with what a list does not look up.
async fn alone(workspace: &Workspace, import: Import) -> Result<ImportView, ApiProblem> {
    let same_as = workspace.imports().same_as(&import).await?;
    Ok(ImportView {
        same_as,
        ..ImportView::from(import)
    })
}

/// The same as a stream: an event `phase` with the import at every change, until it has ended.
#[utoipa::path(
    tag = "imports",
    params(("id" = Uuid, Path), ("Last-Event-ID" = Option<i64>, Header, description = "The last event that was read", example = 3)),
    responses((status = 200, description = "Events `phase`", content_type = "text/event-stream"), (status = 204, description = "It has ended and everything was read")),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/imports/{id}/events")]
pub(crate) async fn watch(
    caller: Caller,
    req: HttpRequest,
    app: Data<App>,
    id: Path<Uuid>,
) -> Result<HttpResponse, ApiProblem> {
    let import = caller.workspace.imports().get(*id).await?;
    let (topic, events) = (Topic::Import(*id), caller.workspace.events());
    let from = sse::resume_from(&req);
    if is_over(&import.phase)
        && events
            .after(topic, from.unwrap_or_default())
            .await?
            .is_empty()
    {
        if from.is_some() {
            return Ok(sse::nothing_more());
        }
        // Its events are cleared away; how it ended is still known.
        let text = sse::frame(None, "phase", &view(ImportView::from(import))?);
        return Ok(sse::response(futures::stream::iter([Ok(text.into())])));
    }
    let tell = Phases {
        workspace: caller.workspace.clone(),
        import: *id,
    };
    Ok(sse::response(sse::follow(
        events,
        topic,
        from.unwrap_or_default(),
        tell,
        Some(app.stop.clone()),
    )))
}

fn is_over(phase: &str) -> bool {
    matches!(phase, "done" | "failed" | "cancelled")
}

fn view(view: ImportView) -> Result<serde_json::Value, ApiProblem> {
    serde_json::to_value(view).map_err(|error| ApiProblem::internal(&error))
}

/// Whatever happened, the reader is told how the import is now: the same words as `GET` answers.
struct Phases {
    workspace: Workspace,
    import: Uuid,
}

impl Tell for Phases {
    fn tell<'a>(&'a self, events: &'a [Event]) -> BoxFuture<'a, Result<Batch, ApiProblem>> {
        async move {
            let import = ImportView::from(self.workspace.imports().get(self.import).await?);
            let last = is_over(&import.phase);
            Ok(Batch {
                text: sse::frame(
                    events.last().map(|event| event.seq),
                    "phase",
                    &view(import)?,
                ),
                last,
            })
        }
        .boxed()
    }

    fn quiet(&self) -> BoxFuture<'_, Result<Option<String>, ApiProblem>> {
        async move {
            let import = ImportView::from(self.workspace.imports().get(self.import).await?);
            if !is_over(&import.phase) {
                return Ok(None);
            }
            Ok(Some(sse::frame(None, "phase", &view(import)?)))
        }
        .boxed()
    }
}

/// Every piece of the card, once, and what became of it.
#[utoipa::path(
    tag = "imports", responses((status = 200, description = "The report", body = Object, content_type = "application/json"), (status = 404, description = "There is none yet, or it is not yours")),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/imports/{id}/report")]
pub(crate) async fn report(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let imports = caller.workspace.imports();
    imports.get(*id).await?;
    let report = match imports.staged(*id, Staged::Report).await? {
        Some(report) => report,
        None => imports
            .staged(*id, Staged::Survey)
            .await?
            .ok_or_else(ApiProblem::not_found)?,
    };
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .body(report))
}

/// The file that was brought, byte for byte.
#[utoipa::path(
    tag = "imports", responses((status = 200, description = "The file", content_type = "application/octet-stream")),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/imports/{id}/source")]
pub(crate) async fn source(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let imports = caller.workspace.imports();
    let import = imports.get(*id).await?;
    let bytes = imports.source(*id).await?;
    let (kind, ending) = match import.format.split('/').next() {
        Some("png" | "apng") => ("image/png", "png"),
        _ => ("application/octet-stream", "json"),
    };
    let name = import
        .file_name
        .unwrap_or_else(|| format!("{}.{ending}", import.folder));
    Ok(HttpResponse::Ok()
        .content_type(kind)
        .insert_header((CONTENT_DISPOSITION, disposition("attachment", &name)))
        .insert_header((CONTENT_SECURITY_POLICY, SANDBOX))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .body(bytes))
}

/// Ends the review: what was accepted becomes the world.
#[utoipa::path(
    tag = "imports", responses((status = 202, body = ImportView), (status = 409, description = "It does not wait for a review")),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/imports/{id}/finish")]
pub(crate) async fn finish(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let import = caller
        .workspace
        .imports()
        .proceed(*id, "review", "finish")
        .await?;
    Ok(accepted(
        &format!("/api/imports/{id}"),
        &ImportView::from(import),
    ))
}

/// A failed import once more, from the phase it failed in.
#[utoipa::path(
    tag = "imports", responses((status = 202, body = ImportView), (status = 409, description = "It has not failed")),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/imports/{id}/retry")]
pub(crate) async fn retry(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let import = caller.workspace.imports().retry(*id).await?;
    Ok(accepted(
        &format!("/api/imports/{id}"),
        &ImportView::from(import),
    ))
}

/// Gives an import up; the file it came from is kept.
#[utoipa::path(
    tag = "imports", responses((status = 200, body = ImportView), (status = 409, description = "It is done")),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/imports/{id}/cancel")]
pub(crate) async fn cancel(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let import = caller.workspace.imports().cancel(*id).await?;
    Ok(HttpResponse::Ok().json(ImportView::from(import)))
}

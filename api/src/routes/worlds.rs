//! Worlds: the library, one world, what is wrong with it, and taking it away as files.

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_DISPOSITION, ETAG, IF_NONE_MATCH};
use actix_web::web::{Path, Query};
use actix_web::{HttpRequest, HttpResponse, delete, get, post};
use serde::Deserialize;
use talekeep_exchange::import::folder_name;
use talekeep_store::{NewWorld, Sort, WorldQuery};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::answer::{PageView, at_revision, created, disposition, etag, gone};
use crate::archive;
use crate::caller::Caller;
use crate::input::Input;
use crate::judge::{judge, judge_apart};
use crate::picture::{Keep, served};
use crate::portraits::Portraits;
use crate::problem::{ApiProblem, faults};
use crate::seedling::plant;
use crate::views::worlds::{
    CharacterView, ContentsView, ProblemsView, TagView, WorldBody, WorldView,
};

/// Longest name of a world that we write ourselves.
const NAME: usize = 200;

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Order {
    /// Last changed first.
    Recent,
    Name,
    /// Newest first.
    Created,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LibraryParams {
    /// Text that name, description or tags must hold, any case.
    #[param(example = "train")]
    query: Option<String>,
    /// A tag it must have, any case.
    tag: Option<String>,
    #[param(inline)]
    sort: Option<Order>,
    limit: Option<u32>,
    after: Option<String>,
}

impl From<LibraryParams> for WorldQuery {
    fn from(params: LibraryParams) -> WorldQuery {
        let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let sort = match params.sort {
            None | Some(Order::Recent) => Sort::Recent,
            Some(Order::Name) => Sort::Name,
            Some(Order::Created) => Sort::Created,
        };
        WorldQuery {
            query: filled(params.query),
            tag: filled(params.tag),
            sort,
            limit: params.limit.unwrap_or_default(),
            after: params.after,
        }
    }
}

/// A page of my library.
#[utoipa::path(
    tag = "worlds", params(LibraryParams), responses((status = 200, body = PageView<WorldView>)),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/worlds")]
pub(crate) async fn list(
    caller: Caller,
    query: Query<LibraryParams>,
) -> Result<HttpResponse, ApiProblem> {
    let page = caller
        .workspace
        .worlds()
        .list(&query.into_inner().into())
        .await?;
    Ok(HttpResponse::Ok().json(PageView::of(page, WorldView::from)))
}

/// The tags of my library, most used first.
#[utoipa::path(tag = "worlds", responses((status = 200, body = PageView<TagView>)), extensions(("x-access" = json!("caller"))))]
#[get("/api/tags")]
pub(crate) async fn tags(caller: Caller) -> Result<HttpResponse, ApiProblem> {
    let tags = caller.workspace.worlds().tags().await?;
    let views = tags
        .into_iter()
        .map(|(tag, worlds)| TagView { tag, worlds })
        .collect();
    Ok(HttpResponse::Ok().json(PageView::whole(views)))
}

/// Writes a small world that can be played at once.
#[utoipa::path(
    tag = "worlds", request_body = WorldBody, responses((status = 201, body = WorldView), (status = 422, description = "With every problem")),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/worlds")]
pub(crate) async fn create(
    caller: Caller,
    body: Input<WorldBody>,
) -> Result<HttpResponse, ApiProblem> {
    let name = body.name.trim();
    if name.is_empty() || name.chars().count() > NAME {
        return Err(ApiProblem::member(
            "name",
            "too_long",
            format!("1 to {NAME} characters"),
        ));
    }
    let (folder, documents) = (folder_name(name), plant(&body));
    let judged = judge(&folder, &documents, None);
    if !judged.problems.is_empty() {
        return Err(
            ApiProblem::unprocessable("invalid_world", "The world would not be valid.")
                .with(faults(&judged.problems)),
        );
    }
    let new = NewWorld {
        folder,
        summary: judged.summary,
        documents,
        media: Vec::new(),
        reason: "created".into(),
    };
    let world = caller.workspace.worlds().create(new).await?;
    Ok(created(
        &format!("/api/worlds/{}", world.id),
        &WorldView::from(world),
    ))
}

/// One world and what it holds.
#[utoipa::path(tag = "worlds", responses((status = 200, body = WorldView)), extensions(("x-access" = json!("caller"))))]
#[get("/api/worlds/{id}")]
pub(crate) async fn get(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let (row, documents) = caller.workspace.worlds().documents(*id).await?;
    let portraits = Portraits::of(row.id, &documents);
    let read = judge_apart(row.folder.clone(), documents, Some(row.world_id.clone()))
        .await?
        .world;
    let mut view = WorldView::from(&row);
    view.author = read
        .as_ref()
        .and_then(|world| world.author.as_ref())
        .map(|author| author.name.clone());
    view.contents = read
        .as_ref()
        .map(|world| ContentsView::new(world, &portraits));
    view.import = Some(caller.workspace.imports().of_world(row.id).await?);
    Ok(at_revision(row.revision, &view))
}

/// Moves a world to the trash.
#[utoipa::path(tag = "worlds", responses((status = 204)), extensions(("x-access" = json!("caller"))))]
#[delete("/api/worlds/{id}")]
pub(crate) async fn trash(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    caller.workspace.worlds().trash(*id).await?;
    Ok(gone())
}

/// Everything that is wrong with a world, each with its place.
#[utoipa::path(tag = "worlds", responses((status = 200, body = ProblemsView)), extensions(("x-access" = json!("caller"))))]
#[get("/api/worlds/{id}/problems")]
pub(crate) async fn problems(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let (row, documents) = caller.workspace.worlds().documents(*id).await?;
    let judged = judge_apart(row.folder, documents, Some(row.world_id)).await?;
    Ok(at_revision(
        row.revision,
        &ProblemsView {
            revision: row.revision,
            problems: faults(&judged.problems),
        },
    ))
}

/// The characters of a world; a session is started with a playable one.
#[utoipa::path(
    tag = "worlds", responses((status = 200, body = PageView<CharacterView>)),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/worlds/{id}/characters")]
pub(crate) async fn characters(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let (row, documents) = caller.workspace.worlds().documents(*id).await?;
    let portraits = Portraits::of(row.id, &documents);
    let world = judge_apart(row.folder, documents, Some(row.world_id))
        .await?
        .world;
    let views = world
        .iter()
        .flat_map(|world| &world.characters)
        .map(|character| CharacterView::new(character, &portraits))
        .collect();
    Ok(at_revision(row.revision, &PageView::whole(views)))
}

/// The cover picture.
#[utoipa::path(
    tag = "worlds", responses((status = 200, description = "A picture", content_type = "image/png"), (status = 304, description = "It has not changed")),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/worlds/{id}/cover")]
pub(crate) async fn cover(
    caller: Caller,
    req: HttpRequest,
    id: Path<Uuid>,
) -> Result<HttpResponse, ApiProblem> {
    let worlds = caller.workspace.worlds();
    let world = worlds.get(*id).await?;
    let path = world.cover.ok_or_else(ApiProblem::not_found)?;
    // Media never change under their name, so the name is the tag.
    let tag = format!("\"{}\"", hex::encode(path.as_bytes()));
    if let Some(response) = unchanged(&req, &tag) {
        return Ok(response);
    }
    served(worlds.media(*id, &path).await?, &tag, Keep::AskAgain)
}

/// One picture of a world's `media/`, such as a portrait. It never changes under its name.
#[utoipa::path(
    tag = "worlds",
    params(("id" = Uuid, Path), ("name" = String, Path, description = "Its name below `media/`", example = "mira.png")),
    responses((status = 200, description = "A picture", content_type = "image/png"), (status = 304, description = "It has not changed")),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/worlds/{id}/media/{name}")]
pub(crate) async fn picture(
    caller: Caller,
    req: HttpRequest,
    path: Path<(Uuid, String)>,
) -> Result<HttpResponse, ApiProblem> {
    let (id, name) = path.into_inner();
    let tag = format!("\"{}\"", hex::encode(name.as_bytes()));
    let bytes = caller
        .workspace
        .worlds()
        .media(id, &format!("media/{name}"))
        .await
        .map_err(|error| match error {
            // A name that cannot be kept is one that is not there.
            talekeep_store::Error::Refused(_) => ApiProblem::not_found(),
            other => other.into(),
        })?;
    match unchanged(&req, &tag) {
        Some(response) => Ok(response),
        None => served(bytes, &tag, Keep::ForEver),
    }
}

/// 304 for a browser that has it.
fn unchanged(req: &HttpRequest, tag: &str) -> Option<HttpResponse> {
    let have = req.headers().get(IF_NONE_MATCH)?;
    (have.as_bytes() == tag.as_bytes()).then(|| {
        HttpResponse::build(StatusCode::NOT_MODIFIED)
            .insert_header((ETAG, tag))
            .finish()
    })
}

/// The world as a zip archive of its folder.
#[utoipa::path(
    tag = "worlds", responses((status = 200, description = "A zip archive", content_type = "application/zip")),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/worlds/{id}/export")]
pub(crate) async fn export(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let worlds = caller.workspace.worlds();
    let (world, documents) = worlds.documents(*id).await?;
    let mut media = Vec::new();
    for path in worlds.media_list(*id).await? {
        let bytes = worlds.media(*id, &path).await?;
        media.push((path, bytes));
    }
    let folder = world.folder.clone();
    let packed =
        tokio::task::spawn_blocking(move || archive::pack(&folder, &documents, &media)).await;
    let bytes = packed
        .map_err(|lost| ApiProblem::internal(&lost))?
        .map_err(|error| ApiProblem::internal(&error))?;
    Ok(HttpResponse::Ok()
        .content_type("application/zip")
        .insert_header((
            CONTENT_DISPOSITION,
            disposition("attachment", &format!("{}.zip", world.folder)),
        ))
        .insert_header((ETAG, etag(world.revision)))
        .body(bytes))
}

//! Sessions: a story begun from a world, listed, looked at, put away. A world with problems is refused whole (W-042).

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post};
use chrono::Utc;
use rand::Rng;
use serde_json::Value;
use talekeep_store::{NewSession, SessionPatch};
use talekeep_story::{Start, start};
use talekeep_world::model::{Role, World};
use uuid::Uuid;

use crate::answer::{PageParams, PageView, at_revision, created, gone, if_match};
use crate::app::App;
use crate::caller::Caller;
use crate::input::Input;
use crate::judge::judge_apart;
use crate::picture::{Keep, served};
use crate::play::{OFFLINE, part_views};
use crate::portraits::Portraits;
use crate::problem::{ApiProblem, faults};
use crate::views::sessions::{SessionBody, SessionPatchBody, SessionView, StateView};

const TITLE: usize = 200;

/// Whole numbers that every JSON reader keeps exactly.
const SEED: u64 = 1 << 53;

/// Begins a story. A world with problems is refused with every one of them, and nothing is created.
#[utoipa::path(
    tag = "sessions", request_body = SessionBody,
    responses((status = 201, body = SessionView), (status = 404, description = "There is no such world"), (status = 422, description = "It cannot be played, with every problem")),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/sessions")]
pub(crate) async fn create(
    caller: Caller,
    body: Input<SessionBody>,
) -> Result<HttpResponse, ApiProblem> {
    let body = body.into_inner();
    let language = language(body.language.as_deref())?;
    let connection = connection(body.connection.as_deref())?;
    let seed = body
        .seed
        .unwrap_or_else(|| rand::rng().random_range(0..SEED));
    if seed >= SEED {
        return Err(ApiProblem::member(
            "seed",
            "out_of_range",
            "a whole number below 2^53",
        ));
    }
    let (row, documents) = caller.workspace.worlds().documents(body.world).await?;
    let judged = judge_apart(row.folder.clone(), documents, Some(row.world_id.clone())).await?;
    let refused = || {
        ApiProblem::unprocessable(
            "invalid_world",
            "This world has problems; a story starts when there are none.",
        )
    };
    let world = match judged.world {
        Some(world) if judged.problems.is_empty() => world,
        _ => return Err(refused().with(faults(&judged.problems))),
    };
    let character = whom(&world, body.character)?;
    let opened = start(&Start {
        world: &world,
        folder: &format!("worlds/{}", row.folder),
        avatar: None,
        character: &character,
        language: &language,
        seed,
        now: Utc::now(),
    })
    .map_err(|problems| refused().with(faults(&problems)))?;
    let name = world
        .character(&character)
        .map_or_else(|| character.clone(), |character| character.name.clone());
    let new = NewSession {
        world: &row,
        character,
        character_name: name,
        title: title(body.title.as_deref())?.unwrap_or_else(|| row.name.clone()),
        language,
        connection,
        seed,
        state: json(&opened.state)?,
        opening: json(&part_views(&opened.opening))?,
    };
    let session = caller.workspace.sessions().create(new).await?;
    metrics::counter!("talekeep_sessions_begun_total").increment(1);
    Ok(created(
        &format!("/api/sessions/{}", session.id),
        &SessionView::from(session),
    ))
}

/// The character that was asked for, or the world's first playable one.
fn whom(world: &World, asked: Option<String>) -> Result<String, ApiProblem> {
    let mut playable = world
        .characters
        .iter()
        .filter(|character| character.role == Role::Playable);
    let found = match &asked {
        Some(id) => playable.find(|character| character.id == *id),
        None => playable.next(),
    };
    let refused = || match asked {
        Some(_) => ApiProblem::member(
            "character",
            "unknown_reference",
            "no playable character of this world has this id",
        ),
        None => ApiProblem::member(
            "character",
            "required",
            "this world has no playable character",
        ),
    };
    found
        .map(|character| character.id.clone())
        .ok_or_else(refused)
}

fn language(asked: Option<&str>) -> Result<String, ApiProblem> {
    let language = asked.unwrap_or(talekeep_prompts::ENGLISH);
    if !talekeep_prompts::is_language(language) {
        return Err(ApiProblem::member(
            "language",
            "bad_language",
            "a language tag such as en or zh",
        ));
    }
    Ok(language.to_owned())
}

fn connection(asked: Option<&str>) -> Result<String, ApiProblem> {
    match asked {
        None | Some(OFFLINE) => Ok(OFFLINE.to_owned()),
        Some(_) => Err(ApiProblem::member(
            "connection",
            "unknown_reference",
            "there is no such connection; `offline` needs none",
        )),
    }
}

fn title(asked: Option<&str>) -> Result<Option<String>, ApiProblem> {
    let Some(title) = asked.map(str::trim).filter(|title| !title.is_empty()) else {
        return Ok(None);
    };
    if title.chars().count() > TITLE {
        return Err(ApiProblem::member(
            "title",
            "too_long",
            format!("at most {TITLE} characters"),
        ));
    }
    Ok(Some(title.to_owned()))
}

fn json(value: &impl serde::Serialize) -> Result<String, ApiProblem> {
    serde_json::to_string(value).map_err(|error| ApiProblem::internal(&error))
}

/// My stories, last played first.
#[utoipa::path(
    tag = "sessions", params(PageParams), responses((status = 200, body = PageView<SessionView>)),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/sessions")]
pub(crate) async fn list(
    caller: Caller,
    page: Query<PageParams>,
) -> Result<HttpResponse, ApiProblem> {
    let page = caller
        .workspace
        .sessions()
        .list(&page.into_inner().into())
        .await?;
    Ok(HttpResponse::Ok().json(PageView::of(page, SessionView::from)))
}

/// One story.
#[utoipa::path(tag = "sessions", responses((status = 200, body = SessionView)), extensions(("x-access" = json!("caller"))))]
#[get("/api/sessions/{id}")]
pub(crate) async fn get(
    caller: Caller,
    app: Data<App>,
    id: Path<Uuid>,
) -> Result<HttpResponse, ApiProblem> {
    let sessions = caller.workspace.sessions();
    let session = sessions.get(*id).await?;
    let world = app.worlds.of_session(&caller.workspace, &session).await?;
    let portraits = Portraits::of(session.world, &*sessions.documents(*id).await?);
    let revision = session.revision;
    let mut view = SessionView::from(session);
    view.portraits = Some(portraits.by_name(&world));
    Ok(at_revision(revision, &view))
}

/// Changes a story's settings; what is not named stays.
#[utoipa::path(
    tag = "sessions", request_body = SessionPatchBody,
    params(("id" = Uuid, Path), ("If-Match" = Option<String>, Header, description = "The revision the change was made from", example = "\"3\"")),
    responses((status = 200, body = SessionView), (status = 412, description = "The story went on meanwhile")),
    extensions(("x-access" = json!("caller")))
)]
#[patch("/api/sessions/{id}")]
pub(crate) async fn change(
    caller: Caller,
    id: Path<Uuid>,
    req: HttpRequest,
    body: Input<SessionPatchBody>,
) -> Result<HttpResponse, ApiProblem> {
    let sessions = caller.workspace.sessions();
    let present = sessions.get(*id).await?;
    if if_match(&req)?.is_some_and(|expected| expected != present.revision) {
        let status = actix_web::http::StatusCode::PRECONDITION_FAILED;
        return Err(ApiProblem::new(
            status,
            "revision",
            "The story went on meanwhile.",
        ));
    }
    let patch = SessionPatch {
        title: title(body.title.as_deref())?,
        language: body
            .language
            .as_deref()
            .map(|asked| language(Some(asked)))
            .transpose()?,
        connection: body
            .connection
            .as_deref()
            .map(|asked| connection(Some(asked)))
            .transpose()?,
    };
    let session = sessions.change(*id, patch).await?;
    Ok(at_revision(session.revision, &SessionView::from(session)))
}

/// Moves a story to the trash.
#[utoipa::path(tag = "sessions", responses((status = 204)), extensions(("x-access" = json!("caller"))))]
#[delete("/api/sessions/{id}")]
pub(crate) async fn trash(
    caller: Caller,
    app: Data<App>,
    id: Path<Uuid>,
) -> Result<HttpResponse, ApiProblem> {
    let sessions = caller.workspace.sessions();
    let playing = sessions.get(*id).await?.playing;
    sessions.trash(*id).await?;
    if let Some(turn) = playing {
        app.turns.stop(turn);
    }
    Ok(gone())
}

/// What the player may know of where things stand.
#[utoipa::path(tag = "sessions", responses((status = 200, body = StateView)), extensions(("x-access" = json!("caller"))))]
#[get("/api/sessions/{id}/state")]
pub(crate) async fn state(
    caller: Caller,
    app: Data<App>,
    id: Path<Uuid>,
) -> Result<HttpResponse, ApiProblem> {
    let sessions = caller.workspace.sessions();
    let session = sessions.get(*id).await?;
    let state = crate::play::read_state(&sessions.state(*id).await?)?;
    let world = app.worlds.of_session(&caller.workspace, &session).await?;
    let view: Value = crate::play::state_view(&world, &state);
    Ok(at_revision(
        session.revision,
        &StateView {
            revision: session.revision,
            state: view,
        },
    ))
}

/// The cover of the world it plays in.
#[utoipa::path(
    tag = "sessions", responses((status = 200, description = "A picture", content_type = "image/png")),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/sessions/{id}/cover")]
pub(crate) async fn cover(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let session = caller.workspace.sessions().get(*id).await?;
    let path = session.cover.ok_or_else(ApiProblem::not_found)?;
    let bytes = caller
        .workspace
        .worlds()
        .media(session.world, &path)
        .await?;
    let tag = format!("\"{}\"", hex::encode(path.as_bytes()));
    served(bytes, &tag, Keep::AskAgain)
}

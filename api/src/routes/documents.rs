//! One authored file of a world as it is: read, replaced, removed. Layout and unknown members stay as they were written.

use std::sync::Arc;

use actix_web::http::header::ETAG;
use actix_web::web::{Data, Path, Payload, Query};
use actix_web::{HttpRequest, HttpResponse, delete, get, put};
use serde::Deserialize;
use talekeep_store::{Documents, World};
use talekeep_world::folder::cap;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::answer::{PageView, at_revision, etag, if_match};
use crate::app::App;
use crate::caller::Caller;
use crate::input::read_capped;
use crate::judge::{identify, judge_apart};
use crate::problem::{ApiProblem, faults, in_folder};
use crate::spelling::fold;
use crate::views::worlds::{ChangedView, DocumentView, WorldView};

const WORLD: &str = "world.json";

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParams {
    /// Whether each file's text comes along, as an editor needs it.
    text: Option<bool>,
}

/// The files of a world.
#[utoipa::path(
    tag = "documents", params(ListParams), responses((status = 200, body = PageView<DocumentView>)),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/worlds/{id}/documents")]
pub(crate) async fn list(
    caller: Caller,
    id: Path<Uuid>,
    query: Query<ListParams>,
) -> Result<HttpResponse, ApiProblem> {
    let (world, documents) = caller.workspace.worlds().documents(*id).await?;
    let whole = query.text.unwrap_or_default();
    let views = documents
        .iter()
        .map(|(path, bytes)| DocumentView {
            path: path.clone(),
            bytes: bytes.len(),
            text: whole
                .then(|| std::str::from_utf8(bytes).ok().map(str::to_owned))
                .flatten(),
        })
        .collect();
    Ok(at_revision(world.revision, &PageView::whole(views)))
}

/// One file, byte for byte.
#[utoipa::path(
    tag = "documents",
    params(("id" = Uuid, Path), ("path" = String, Path, description = "Path in the world's folder", example = "world.json")),
    responses((status = 200, description = "The file", body = Object, content_type = "application/json")),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/worlds/{id}/documents/{path:.*}")]
pub(crate) async fn get(
    caller: Caller,
    path: Path<(Uuid, String)>,
) -> Result<HttpResponse, ApiProblem> {
    let (id, path) = path.into_inner();
    let (world, documents) = caller.workspace.worlds().documents(id).await?;
    let bytes = documents.get(&path).ok_or_else(ApiProblem::not_found)?;
    let kind = if path.ends_with(".json") {
        "application/json"
    } else {
        "text/plain; charset=utf-8"
    };
    Ok(HttpResponse::Ok()
        .content_type(kind)
        .insert_header((ETAG, etag(world.revision)))
        .body(bytes.clone()))
}

/// Writes one file as it is sent. The answer says what is wrong with the world now; it is kept all the same.
#[utoipa::path(
    tag = "documents",
    params(("id" = Uuid, Path), ("path" = String, Path, description = "Path in the world's folder", example = "locations/bar/location.json"),
        ("If-Match" = Option<String>, Header, description = "The revision the change was made from", example = "\"3\"")),
    request_body(content = Object, description = "The file as it shall be", example = json!({ "name": "The bar" })),
    responses((status = 200, body = ChangedView), (status = 409, description = "`same_path`: another file differs in capitals or accents only"), (status = 412, description = "Somebody else was first"), (status = 422, description = "No file of the format, or an id that another world has")),
    extensions(("x-access" = json!("caller")))
)]
#[put("/api/worlds/{id}/documents/{path:.*}")]
pub(crate) async fn put(
    caller: Caller,
    path: Path<(Uuid, String)>,
    req: HttpRequest,
    app: Data<App>,
    body: Payload,
) -> Result<HttpResponse, ApiProblem> {
    let (id, path) = path.into_inner();
    let bytes = read_capped(body, app.config.limits.json_bytes).await?;
    if !is_document(&path) {
        return Err(ApiProblem::unprocessable(
            "unknown_path",
            "That is no file of the world format.",
        ));
    }
    // What is over its cap could be written here but never read.
    if let Some(most) = cap(&path).filter(|most| bytes.len() > *most) {
        return Err(ApiProblem::too_large(most));
    }
    let change = |documents: &mut Documents| {
        alone(documents, &path)?;
        documents.insert(path.clone(), bytes.to_vec());
        Ok(())
    };
    commit(&caller, id, &req, change, "edited").await
}

/// Removes one file; `world.json` stays.
#[utoipa::path(
    tag = "documents",
    params(("id" = Uuid, Path), ("path" = String, Path, example = "locations/bar/location.json"),
        ("If-Match" = Option<String>, Header, example = "\"3\"")),
    responses((status = 200, body = ChangedView), (status = 412, description = "Somebody else was first"), (status = 422, description = "It cannot be removed")),
    extensions(("x-access" = json!("caller")))
)]
#[delete("/api/worlds/{id}/documents/{path:.*}")]
pub(crate) async fn delete(
    caller: Caller,
    path: Path<(Uuid, String)>,
    req: HttpRequest,
) -> Result<HttpResponse, ApiProblem> {
    let (id, path) = path.into_inner();
    let change = |documents: &mut Documents| {
        if path == WORLD && documents.contains_key(WORLD) {
            return Err(ApiProblem::unprocessable(
                "needed",
                "Without world.json it would be no world; delete the world instead.",
            ));
        }
        documents
            .remove(&path)
            .map(drop)
            .ok_or_else(ApiProblem::not_found)
    };
    commit(&caller, id, &req, change, "removed").await
}

/// Only what the format reads, each part a plain name (S5); the media's manifest goes with the media.
fn is_document(path: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.len() <= 255
            && !part.contains(|c: char| c.is_control() || c == '\\')
    };
    cap(path).is_some() && !path.starts_with("media/") && path.split('/').all(plain)
}

/// An export must be one that every disk can hold: no two paths that differ in capitals or accents only (S5).
fn alone(documents: &Documents, path: &str) -> Result<(), ApiProblem> {
    let folded = fold(path);
    let mut others = documents.keys().filter(|other| *other != path);
    match others.find(|other| fold(other) == folded) {
        Some(other) => Err(ApiProblem::conflict(
            "same_path",
            format!("{other:?} differs from it in capitals or accents only."),
        )),
        None => Ok(()),
    }
}

async fn commit(
    caller: &Caller,
    id: Uuid,
    req: &HttpRequest,
    change: impl FnOnce(&mut Documents) -> Result<(), ApiProblem>,
    reason: &str,
) -> Result<HttpResponse, ApiProblem> {
    let worlds = caller.workspace.worlds();
    let (row, documents) = worlds.documents(id).await?;
    let expected = if_match(req)?.unwrap_or(row.revision);
    let World {
        folder, world_id, ..
    } = row;
    let mut documents = Documents::clone(&documents);
    change(&mut documents)?;
    // The identity of a world does not go away with an edit (W-053).
    identify(&mut documents, Some(&world_id));
    let documents = Arc::new(documents);
    let judged = judge_apart(folder.clone(), documents.clone(), Some(world_id)).await?;
    let world = worlds
        .commit(
            id,
            expected,
            judged.summary,
            Arc::unwrap_or_clone(documents),
            reason,
        )
        .await
        .map_err(|error| in_folder(&folder, error))?;
    let view = ChangedView {
        world: WorldView::from(&world),
        problems: faults(&judged.problems),
    };
    Ok(at_revision(world.revision, &view))
}

#[cfg(test)]
mod tests {
    use super::{Documents, alone, is_document};

    #[test]
    fn s5_only_files_of_the_format_can_be_written() {
        for (path, allowed) in [
            ("world.json", true),
            ("characters/mira/character.json", true),
            ("prompts/en/narration/turn.md", true),
            ("media/manifest.jsonl", false),
            ("media/a.png", false),
            (".import/state.json", false),
            ("characters/../character.json", false),
            ("characters/./character.json", false),
            ("characters//character.json", false),
            ("characters/a\\b/character.json", false),
            ("/world.json", false),
            ("notes.txt", false),
            ("", false),
        ] {
            assert_eq!(is_document(path), allowed, "{path}");
        }
    }

    #[test]
    fn s5_no_two_paths_are_one_to_a_disk() {
        let path = "lore/caf\u{e9}/lore.json";
        let documents = Documents::from([(path.to_owned(), Vec::new())]);
        for (path, status) in [
            (path, None),
            ("lore/cafe/lore.json", None),
            ("lore/Caf\u{e9}/lore.json", Some(409)),
            ("lore/cafe\u{301}/lore.json", Some(409)),
        ] {
            let refused = alone(&documents, path).err();
            let found = refused.map(|problem| problem.status().as_u16());
            assert_eq!(found, status, "{path}");
        }
    }
}

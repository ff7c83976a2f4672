//! What a set of documents is, as the library will say it. Reads and checks the whole world; changes nothing but a missing id.

use std::sync::Arc;

use talekeep_store::{Documents, WorldSummary};
use talekeep_world::{Folder, Problem, Reading, model, read_world, write_id};
use uuid::Uuid;

use crate::problem::ApiProblem;

/// A world as it was read, with its row.
pub(crate) struct Judged {
    pub(crate) world: Option<model::World>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) summary: WorldSummary,
}

/// Reads a world. `known_as` is its identity so far, for documents that cannot say it themselves at the moment.
pub(crate) fn judge(folder: &str, documents: &Documents, known_as: Option<&str>) -> Judged {
    let Reading {
        world,
        id,
        name,
        problems,
    } = read_world(folder, &Folder::from_documents(documents));
    let id = id.known().map(str::to_owned);
    let summary = WorldSummary {
        world_id: id
            .clone()
            .or_else(|| known_as.map(str::to_owned))
            .unwrap_or_default(),
        name: name.unwrap_or_else(|| folder.to_owned()),
        description: world.as_ref().and_then(|world| world.description.clone()),
        tags: world
            .as_ref()
            .map(|world| world.tags.clone())
            .unwrap_or_default(),
        cover: world
            .as_ref()
            .and_then(|world| world.cover.as_ref())
            .map(|cover| cover.path.clone()),
        problems: i32::try_from(problems.len()).unwrap_or(i32::MAX),
        // A world under work stays where its owner can find it.
        listed: id.is_some() || known_as.is_some(),
    };
    Judged {
        world,
        problems,
        summary,
    }
}

/// The same on a thread that may compute.
pub(crate) async fn judge_apart(
    folder: String,
    documents: Arc<Documents>,
    id: Option<String>,
) -> Result<Judged, ApiProblem> {
    let judged =
        tokio::task::spawn_blocking(move || judge(&folder, &documents, id.as_deref())).await;
    judged.map_err(|lost| ApiProblem::internal(&lost))
}

/// Gives a world without an identity one: the one it had, or a new one (W-051, W-054).
pub(crate) fn identify(documents: &mut Documents, known_as: Option<&str>) {
    let id = known_as.map_or_else(|| Uuid::new_v4().to_string(), str::to_owned);
    if let Some(document) = documents
        .get("world.json")
        .and_then(|document| write_id(document, &id))
    {
        documents.insert("world.json".to_owned(), document);
    }
}

//! Reads a whole world, or an avatar, and says everything that is wrong with it (W-040). One file per kind of document; the
//! checks that need several documents at once are in `link`.

mod audience;
mod avatar;
mod character;
pub(crate) mod condition;
mod cover;
mod documents;
pub(crate) mod edit;
mod emotion;
mod faction;
mod gather;
mod initial;
mod intent;
pub(crate) mod item;
pub(crate) mod item_change;
mod knowledge;
mod location;
mod lore;
pub(crate) mod plot;
mod profile;
mod prompt;
mod routine;
mod slot;
pub(crate) mod trigger;
pub(crate) mod variable;
mod visual;
pub(crate) mod world;

pub use avatar::{AvatarReading, read_avatar};
pub use cover::cover_file;
pub use edit::edit;
pub use prompt::{SHIPPED, Template};

pub(crate) use documents::{Document, Documents, repeated};

use crate::folder::Folder;
use crate::model::{SubjectKind, World};
use crate::names::Names;
use crate::node::Node;
use crate::problem::{Problem, Problems};

/// What reading a world folder found.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The world, as far as it could be read; with problems it is good for lists and editors, never for play (W-042).
    pub world: Option<World>,
    /// What is known of its identity.
    pub id: IdState,
    /// Its name, when it has one.
    pub name: Option<String>,
    /// Everything that is wrong, in the order of the documents.
    pub problems: Vec<Problem>,
}

/// What is known of a world's identity (W-044, W-050 – W-056).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdState {
    /// It has one.
    Known(String),
    /// It has none and is to be given one (W-051, W-054).
    Missing,
    /// It has none, and none may be written: the `id` is faulty or the root repeats a member (W-054).
    Faulty,
    /// `world.json` cannot be read.
    Unreadable,
    /// There is no `world.json`: the folder is no world (W-001).
    NoWorld,
}

impl IdState {
    /// The id, when there is one.
    pub fn known(&self) -> Option<&str> {
        match self {
            IdState::Known(id) => Some(id),
            _ => None,
        }
    }
}

/// Reads and checks one world folder, with the templates this build ships.
pub fn read_world(folder_name: &str, folder: &Folder) -> Reading {
    read_world_with(folder_name, folder, SHIPPED)
}

/// Reads and checks one world folder against these templates (W-458).
pub fn read_world_with(folder_name: &str, folder: &Folder, templates: &[Template]) -> Reading {
    let mut problems = Problems::new();
    let prefix = format!("worlds/{folder_name}");
    let mut documents = Documents::open(&prefix, folder, &mut problems);
    let mut names = gather::gather(&mut documents, &mut problems);

    // Variables and slots first: values and items are checked against them.
    let variables = variable::read(&documents.variables, &mut names, &mut problems);
    let slots = slot::read(&documents.slots, &mut names, &mut problems);

    let manifest = cover::open_manifest(&prefix, folder, &mut problems);
    let (head, id) = world::read(&documents.world, manifest, folder, &names, &mut problems);
    let characters = entities(
        &documents.characters,
        &names,
        &mut problems,
        character::read,
    );
    let factions = entities(&documents.factions, &names, &mut problems, faction::read);
    let locations = entities(&documents.locations, &names, &mut problems, location::read);
    let items = entities(&documents.items, &names, &mut problems, item::read);
    let lore = entities(&documents.lore, &names, &mut problems, lore::read);
    let plots = plot::read(&documents.plots, &names, &mut problems);
    let triggers = trigger::read(&documents.triggers, &names, &mut problems);
    let prompts = prompt::read(&prefix, folder, templates, &mut problems);
    crate::link::check(&prefix, &documents, &items, &names, &mut problems);

    let world = head.map(|head| World {
        variables,
        characters,
        factions,
        locations,
        items,
        slots,
        lore,
        plots,
        triggers,
        prompts,
        ..head
    });
    let name = world
        .as_ref()
        .map(|world| world.name.clone())
        .filter(|name| !name.is_empty());
    Reading {
        world,
        id,
        name,
        problems: problems.into_vec(),
    }
}

/// Reads every entity of a kind; one that cannot be read is left out.
fn entities<T>(
    documents: &[Document],
    names: &Names,
    problems: &mut Problems,
    read: fn(&Document, &Node<'_, '_>, &Names, &mut Problems) -> Option<T>,
) -> Vec<T> {
    let mut entities = Vec::with_capacity(documents.len());
    for document in documents {
        if let Some(root) = &document.root {
            entities.extend(read(
                document,
                &Node::root(&document.file, root),
                names,
                problems,
            ));
        }
    }
    entities
}

/// Reads a required or optional reference to a character; most documents hold some.
fn character_at(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<String> {
    names.refer(SubjectKind::Character, node, problems)
}

#[cfg(test)]
mod tests;

//! The format as data: every document, every member of every shape, with its type, limits, words and default. The reference
//! pages and the editor's forms are made from it. It never reads or judges a document; the readers do, and tests hold the two
//! together.

mod character;
mod condition;
mod edit;
mod example;
mod faction;
mod item;
mod kind;
mod lore;
mod place;
mod plot;
mod shared;
mod spelling;
mod trigger;
mod unknown;
mod variable;
mod walk;
mod world;

pub use example::EXAMPLE;
pub use kind::{Count, DAYS, DocumentKind, Group, Member, Root, Shape, Type};
pub use spelling::{camel, camel_name, camel_shape, snake, snake_shape};
pub use unknown::unknown_members;

use crate::folder::PROMPT_BYTES;
use crate::json::Rules;
use crate::limits::{ITEMS, LOCATIONS, TRIGGERS, VARIABLES};

/// Every document of the format, in the order of the specification.
pub static DOCUMENTS: &[DocumentKind] = &[
    DocumentKind::object("world", "world.json", &world::WORLD),
    DocumentKind::object(
        "character",
        "characters/*/character.json",
        &character::CHARACTER,
    ),
    DocumentKind::object("faction", "factions/*/faction.json", &faction::FACTION),
    DocumentKind::list("variables", "variables.json", &variable::VARIABLE).at_most(VARIABLES),
    DocumentKind::object("location", "locations/*/location.json", &place::LOCATION)
        .at_most(LOCATIONS),
    DocumentKind::object("item", "items/*/item.json", &item::ITEM).at_most(ITEMS),
    DocumentKind::list("slots", "items/slots.json", &item::SLOT),
    DocumentKind::object("lore", "lore/*/lore.json", &lore::LORE),
    DocumentKind::list("plots", "plots.json", &plot::PLOT),
    DocumentKind::list("triggers", "triggers.json", &trigger::TRIGGER).at_most(TRIGGERS),
    DocumentKind {
        root: Root::Lines,
        max_bytes: Rules::MANIFEST.max_bytes,
        ..DocumentKind::object("manifest", "media/manifest.jsonl", &world::MEDIA)
    },
    DocumentKind {
        root: Root::Text,
        max_bytes: PROMPT_BYTES,
        ..DocumentKind::object("prompt", "prompts/*/*/*.md", &world::PROMPT)
    },
    DocumentKind::object(
        "avatar",
        "avatars/characters/*/character.json",
        &character::CHARACTER,
    ),
];

/// Every shape, the roots of the documents among them, in the order they are explained.
pub static SHAPES: &[&Shape] = &[
    &world::WORLD,
    &world::OPENING_PART,
    &world::AUTHOR,
    &world::METADATA,
    &world::MEDIA,
    &character::CHARACTER,
    &character::SPEECH,
    &shared::VISUAL_IDENTITY,
    &character::START,
    &character::EMOTION,
    &character::FEELING,
    &shared::INTENT,
    &character::RELATIONSHIP,
    &character::KNOWLEDGE,
    &character::KNOWN_EXIT,
    &character::ROUTINE_WINDOW,
    &faction::FACTION,
    &faction::FACTION_START,
    &faction::MEMBERSHIP,
    &faction::FACTION_RELATIONSHIP,
    &faction::TARGET,
    &variable::VARIABLE,
    &variable::BAND,
    &place::LOCATION,
    &place::FEATURE,
    &place::EXIT,
    &item::ITEM,
    &item::CONTAINER,
    &item::SLOT,
    &lore::LORE,
    &lore::SUBJECT,
    &plot::PLOT,
    &plot::HOOK,
    &plot::DEVELOPMENT,
    &plot::PACING,
    &trigger::TRIGGER,
    &condition::TIME,
    &condition::TIME_WINDOW,
    &condition::PLACE,
    &condition::VARIABLE,
    &condition::ITEM,
    &condition::EVENT,
    &condition::FIRED,
    &condition::JUDGED,
    &condition::ALL,
    &condition::ANY,
    &condition::NOT,
    &trigger::EDIT_EFFECT,
    &trigger::BEAT,
    &trigger::CUE,
    &trigger::AUDIENCE,
    &trigger::ANNOUNCEMENT,
    &edit::EDIT,
    &edit::EVENT,
    &edit::VARIABLE_CHANGE,
    &edit::EXIT_CHANGE,
    &edit::ITEM_CHANGE,
    &edit::MOVE,
    &edit::GOAL,
    &edit::ENGAGEMENT,
];

/// The conditions of a trigger, by the word of their `type` (13.2).
pub static CONDITIONS: &[(&str, &Shape)] = condition::SHAPES;

/// The kind of the document at a path, relative to the world folder (or to the root, for an avatar).
pub fn document(path: &str) -> Option<&'static DocumentKind> {
    DOCUMENTS.iter().find(|kind| kind.holds(path))
}

/// The shape of that name.
pub fn shape(name: &str) -> Option<&'static Shape> {
    SHAPES.iter().copied().find(|shape| shape.name == name)
}

#[cfg(test)]
mod tests;

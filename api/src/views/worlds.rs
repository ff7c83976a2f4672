//! Worlds as the library and the world's page show them. Never more of a document than a list needs.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use talekeep_store::World;
use talekeep_world::model;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::portraits::Portraits;
use crate::problem::Fault;

/// Characters of a text that a list shows.
const SUMMARY: usize = 240;

/// A world to be written from nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct WorldBody {
    #[schema(example = "The night train")]
    pub(crate) name: String,
    #[schema(example = "A sleeper train that never arrives.")]
    pub(crate) description: Option<String>,
    /// What every story of it begins with.
    #[schema(example = "The lamps flicker as you board.")]
    pub(crate) opening: Option<String>,
    /// Whom the player plays.
    #[schema(example = "Ilse")]
    pub(crate) character: Option<String>,
    /// Language of the words we put in: `en` or `zh`.
    #[schema(example = "en")]
    pub(crate) language: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SampleBody {
    /// `en` or `zh`.
    #[schema(example = "en")]
    pub(crate) language: Option<String>,
}

/// A world folder as a zip archive.
#[derive(Debug, ToSchema)]
#[expect(
    dead_code,
    reason = "describes a multipart body that is read as a stream"
)]
pub(crate) struct UploadForm {
    #[schema(value_type = String, format = Binary)]
    pub(crate) file: Vec<u8>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WorldView {
    /// What addresses name it by.
    pub(crate) id: Uuid,
    /// Its identity in `world.json`.
    #[schema(example = "0f3b9a52-6c1d-4e8e-9a57-0c64f2f3d5a1")]
    pub(crate) world_id: String,
    #[schema(example = "the-night-train")]
    pub(crate) folder: String,
    #[schema(example = "The night train")]
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    #[schema(example = json!(["mystery"]))]
    pub(crate) tags: Vec<String>,
    /// Where its cover is, when it has one.
    pub(crate) cover: Option<String>,
    /// Grows with every change; also the ETag.
    pub(crate) revision: i64,
    /// Whether the library shows it.
    pub(crate) listed: bool,
    /// How many problems it has; with any it cannot be played.
    pub(crate) problems: i32,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) updated_at: DateTime<Utc>,
    /// Who made it; only when one world is asked for, like the contents.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Talekeep")]
    pub(crate) author: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) contents: Option<ContentsView>,
    /// The import that made it, or null when none did; only when one world is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Uuid>)]
    pub(crate) import: Option<Option<Uuid>>,
}

impl From<&World> for WorldView {
    fn from(world: &World) -> WorldView {
        WorldView {
            id: world.id,
            world_id: world.world_id.clone(),
            folder: world.folder.clone(),
            name: world.name.clone(),
            description: world.description.clone(),
            tags: world.tags.clone(),
            cover: world
                .cover
                .as_ref()
                .map(|_| format!("/api/worlds/{}/cover", world.id)),
            revision: world.revision,
            listed: world.listed,
            problems: world.problems,
            created_at: world.created_at,
            updated_at: world.updated_at,
            author: None,
            contents: None,
            import: None,
        }
    }
}

impl From<World> for WorldView {
    fn from(world: World) -> WorldView {
        WorldView::from(&world)
    }
}

/// What a world holds, kind by kind.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContentsView {
    pub(crate) characters: Vec<CharacterView>,
    pub(crate) locations: Vec<EntryView>,
    pub(crate) items: Vec<EntryView>,
    pub(crate) factions: Vec<EntryView>,
    pub(crate) lore: Vec<EntryView>,
    pub(crate) plots: Vec<EntryView>,
    pub(crate) triggers: Vec<EntryView>,
}

impl ContentsView {
    pub(crate) fn new(world: &model::World, portraits: &Portraits) -> ContentsView {
        let entry = EntryView::new;
        ContentsView {
            characters: world
                .characters
                .iter()
                .map(|character| CharacterView::new(character, portraits))
                .collect(),
            locations: world
                .locations
                .iter()
                .map(|place| entry(&place.id, &place.name, &place.description))
                .collect(),
            items: world
                .items
                .iter()
                .map(|item| entry(&item.id, &item.name, &item.description))
                .collect(),
            factions: world
                .factions
                .iter()
                .map(|faction| entry(&faction.id, &faction.name, &faction.summary))
                .collect(),
            lore: world
                .lore
                .iter()
                .map(|lore| entry(&lore.id, &lore.title, &lore.summary))
                .collect(),
            plots: world
                .plots
                .iter()
                .map(|plot| entry(&plot.id, &plot.name, &plot.premise))
                .collect(),
            triggers: world
                .triggers
                .iter()
                .map(|trigger| {
                    entry(
                        &trigger.key,
                        trigger.name.as_ref().unwrap_or(&trigger.key),
                        &None,
                    )
                })
                .collect(),
        }
    }
}

/// One thing of a world, as a list shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EntryView {
    #[schema(example = "bar")]
    pub(crate) id: String,
    #[schema(example = "The bar")]
    pub(crate) name: String,
    /// The beginning of what is said about it.
    pub(crate) summary: Option<String>,
}

impl EntryView {
    fn new(id: &str, name: &str, text: &Option<String>) -> EntryView {
        EntryView {
            id: id.to_owned(),
            name: name.to_owned(),
            summary: text.as_deref().map(beginning),
        }
    }
}

/// Enough for a list; the whole of it is in the document.
fn beginning(text: &str) -> String {
    match text.char_indices().nth(SUMMARY) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CharacterView {
    #[schema(example = "mira")]
    pub(crate) id: String,
    #[schema(example = "Mira")]
    pub(crate) name: String,
    /// `playable` or `npc`.
    #[schema(example = "npc")]
    pub(crate) role: String,
    pub(crate) summary: Option<String>,
    /// Where the character's portrait is, when there is one.
    pub(crate) portrait_url: Option<String>,
}

impl CharacterView {
    pub(crate) fn new(character: &model::Character, portraits: &Portraits) -> CharacterView {
        CharacterView {
            id: character.id.clone(),
            name: character.name.clone(),
            role: character.role.as_str().to_owned(),
            summary: character.summary.as_deref().map(beginning),
            portrait_url: portraits.url(character),
        }
    }
}

/// Everything that is wrong with a world.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProblemsView {
    #[schema(example = 3)]
    pub(crate) revision: i64,
    pub(crate) problems: Vec<Fault>,
}

/// A world after a change of one of its files.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedView {
    pub(crate) world: WorldView,
    pub(crate) problems: Vec<Fault>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentView {
    #[schema(example = "characters/mira/character.json")]
    pub(crate) path: String,
    pub(crate) bytes: usize,
    /// The file itself when it was asked for and is UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TagView {
    #[schema(example = "mystery")]
    pub(crate) tag: String,
    pub(crate) worlds: u64,
}

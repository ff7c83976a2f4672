//! Reads a player's avatar (section 15): the character format, of which only the shape is checked (W-432).

use super::documents::{Root, open};
use super::{Document, character};
use crate::folder::Folder;
use crate::model::{Character, CharacterKind, Role, Tier};
use crate::names::Names;
use crate::node::{ID_LENGTH, Node};
use crate::problem::{Code, Problem, Problems};

/// What reading an avatar found.
#[derive(Debug, Clone)]
pub struct AvatarReading {
    /// The character, as far as it could be read; what points into a world is not looked up.
    pub character: Option<Character>,
    /// Its name, when it has one.
    pub name: Option<String>,
    /// Everything that is wrong.
    pub problems: Vec<Problem>,
}

/// Reads `avatars/characters/<key>/`, whose content is `folder`. Nothing when it holds no `character.json` (W-003).
pub fn read_avatar(key: &str, folder: &Folder) -> Option<AvatarReading> {
    let entry = folder.file("character.json")?;
    let mut problems = Problems::new();
    let file = format!("avatars/characters/{key}/character.json");
    let root = open(&file, entry, Root::Object, &mut problems);
    let document = Document {
        file,
        folder: key.to_owned(),
        id: key.to_owned(),
        root,
    };
    let character = document
        .root
        .as_ref()
        .map(|root| read(&document, &Node::root(&document.file, root), &mut problems));
    let name = character
        .as_ref()
        .map(|character| character.name.clone())
        .filter(|name| !name.is_empty());
    Some(AvatarReading {
        character,
        name,
        problems: problems.into_vec(),
    })
}

/// W-431: playable whatever its `role` says, so it is a person and not background.
fn read(document: &Document, node: &Node<'_, '_>, problems: &mut Problems) -> Character {
    let id_node = node.at("id");
    let id = match id_node.is_set() {
        true => id_node.text_of_at_most(ID_LENGTH, problems),
        false => {
            if document.folder.chars().count() > ID_LENGTH {
                let what = "The folder's name is too long for an id: more than 100 characters.";
                id_node.report(problems, Code::TooLong, what);
            }
            None
        }
    };
    let kind_node = node.at("kind");
    let kind: Option<CharacterKind> = character::word(&kind_node, problems);
    if kind == Some(CharacterKind::Group) {
        kind_node.report(problems, Code::Conflict, "An avatar is a person.");
    }
    let tier_node = node.at("tier");
    let tier: Option<Tier> = character::word(&tier_node, problems);
    if tier == Some(Tier::Background) {
        tier_node.report(problems, Code::Conflict, "An avatar is not background.");
    }
    let mut avatar = character::read_shape(document, node, &Names::anything(), problems);
    avatar.id = id.unwrap_or(avatar.id);
    avatar.kind = kind.unwrap_or_default();
    avatar.tier = tier.unwrap_or_default();
    avatar.role = Role::Playable;
    avatar
}

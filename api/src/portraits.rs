//! Which picture of a world shows whom: a look's `global_id`, looked up in the world's `media/manifest.jsonl` (W-070, W-093).
//! Never opens a picture, and never points outside `media/`.

use std::collections::HashMap;

use serde::Deserialize;
use talekeep_store::Documents;
use talekeep_world::model::{Character, World};
use uuid::Uuid;

const MANIFEST: &str = "media/manifest.jsonl";

/// The endings of pictures (W-073).
const ENDINGS: [&str; 6] = ["png", "jpg", "jpeg", "webp", "gif", "avif"];

#[derive(Deserialize)]
struct Row {
    id: String,
    file: String,
}

/// The portraits of one world's characters.
pub(crate) struct Portraits {
    world: Uuid,
    /// Name below `media/` by its id in the manifest.
    files: HashMap<String, String>,
}

impl Portraits {
    pub(crate) fn of(world: Uuid, documents: &Documents) -> Portraits {
        let manifest = documents.get(MANIFEST).map_or(&b""[..], Vec::as_slice);
        let manifest = manifest.strip_prefix(b"\xef\xbb\xbf").unwrap_or(manifest);
        let files = manifest
            .split(|byte| matches!(byte, b'\n' | b'\r'))
            // What is no such object is passed over, and the last line with an id counts.
            .filter_map(|line| serde_json::from_slice::<Row>(line).ok())
            .filter_map(|row| Some((row.id, picture(&row.file)?)))
            .collect();
        Portraits { world, files }
    }

    /// Where a character's portrait is served.
    pub(crate) fn url(&self, character: &Character) -> Option<String> {
        let look = character.visual_identity.as_ref()?;
        let name = self.files.get(look.global_id.as_deref()?)?;
        Some(media_url(self.world, name))
    }

    /// Everybody who has one, by the name that a story calls them.
    pub(crate) fn by_name(&self, world: &World) -> HashMap<String, String> {
        world
            .characters
            .iter()
            .filter_map(|character| Some((character.name.clone(), self.url(character)?)))
            .collect()
    }
}

/// The part below `media/`, when it is the plain name of a picture there.
fn picture(file: &str) -> Option<String> {
    if file.starts_with('/') {
        return None;
    }
    let mut parts = file
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".");
    let (Some("media"), Some(name), None) = (parts.next(), parts.next(), parts.next()) else {
        return None;
    };
    let (_, ending) = name.rsplit_once('.')?;
    let known = ENDINGS.iter().any(|one| one.eq_ignore_ascii_case(ending));
    (known && name != "..").then(|| name.to_owned())
}

/// The address of a file in a world's `media/`.
fn media_url(world: Uuid, name: &str) -> String {
    let mut url = format!("/api/worlds/{world}/media/");
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w070_the_last_line_with_an_id_counts_and_nothing_leads_out_of_media() {
        let manifest = "\u{feff}{\"id\": \"a\", \"file\": \"media/old.png\"}\nno json\n[]\r\n\
            {\"id\": \"a\", \"file\": \"./media//new one.PNG\"}\n{\"id\": \"b\", \"file\": \"media/../world.json\"}\n\
            {\"id\": \"c\", \"file\": \"/media/x.png\"}\n{\"id\": \"d\", \"file\": \"media/x.svg\"}\n\
            {\"id\": \"e\", \"file\": \"media/deep/x.png\"}\n{\"id\": 1, \"file\": \"media/y.png\"}";
        let documents = Documents::from([(MANIFEST.to_owned(), manifest.as_bytes().to_vec())]);
        let portraits = Portraits::of(Uuid::nil(), &documents);
        assert_eq!(
            portraits.files,
            HashMap::from([("a".to_owned(), "new one.PNG".to_owned())])
        );
        assert!(media_url(Uuid::nil(), "new one.PNG").ends_with("/media/new%20one.PNG"));
    }
}

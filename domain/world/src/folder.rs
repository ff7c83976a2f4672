//! What lies in one world folder, by path. Whoever fills it leaves out symbolic links and reads nothing over its cap
//! (W-003, W-007); nothing here opens a file.

use std::collections::BTreeMap;

use crate::json::Rules;

/// Largest prompt file (W-007).
pub const PROMPT_BYTES: usize = 262_144;

/// Names and bytes of one world folder. Paths are relative to it, `/` between parts.
#[derive(Debug, Clone, Default)]
pub struct Folder {
    entries: BTreeMap<String, Entry>,
    media_elsewhere: bool,
}

/// One thing in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A regular file that was read.
    Bytes(Vec<u8>),
    /// A regular file over its cap, with its size.
    TooLarge(u64),
    /// A regular file that could not be read, with the reason.
    Failed(String),
    /// A folder.
    Folder,
    /// A regular file nobody reads here, such as a picture.
    Other,
}

impl Folder {
    /// A folder of documents alone, such as a packed revision. Its pictures are kept elsewhere, so a file the manifest
    /// names is taken to be there.
    pub fn from_documents(documents: &BTreeMap<String, Vec<u8>>) -> Folder {
        let mut folder = Folder {
            media_elsewhere: true,
            ..Folder::default()
        };
        for (path, bytes) in documents {
            let entry = match cap(path) {
                Some(most) if bytes.len() > most => Entry::TooLarge(bytes.len() as u64),
                _ => Entry::Bytes(bytes.clone()),
            };
            folder.insert(path, entry);
        }
        folder
    }

    /// Puts something at a path, in the place of what was there.
    pub fn insert(&mut self, path: &str, entry: Entry) {
        self.entries.insert(path.to_owned(), entry);
    }

    /// What is at a path.
    pub fn get(&self, path: &str) -> Option<&Entry> {
        self.entries.get(path)
    }

    /// A regular file at a path; a folder bearing a document's name counts as not there (W-003).
    pub(crate) fn file(&self, path: &str) -> Option<&Entry> {
        self.get(path)
            .filter(|entry| !matches!(entry, Entry::Folder))
    }

    /// Whether files that are not listed here may exist all the same.
    pub(crate) fn has_media_elsewhere(&self) -> bool {
        self.media_elsewhere
    }

    /// Regular files below `<parent>/`, as paths from there.
    pub(crate) fn files_below<'a>(
        &'a self,
        parent: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a Entry)> {
        let prefix = format!("{parent}/");
        self.entries
            .range(prefix.clone()..)
            .map_while(move |(path, entry)| Some((path.strip_prefix(&prefix)?, entry)))
            .filter(|(_, entry)| !matches!(entry, Entry::Folder))
    }
}

/// The cap of a path in a world folder when it is a document of the format; nothing else is ever read (W-001 – W-007).
pub fn cap(path: &str) -> Option<usize> {
    let parts: Vec<&str> = path.split('/').collect();
    let document = Some(Rules::DOCUMENT.max_bytes);
    match parts.as_slice() {
        ["world.json" | "variables.json" | "plots.json" | "triggers.json"]
        | ["items", "slots.json"] => document,
        ["media", "manifest.jsonl"] => Some(Rules::MANIFEST.max_bytes),
        [kind, folder, name] if !folder.starts_with('.') => {
            let known = [
                ("characters", "character.json"),
                ("factions", "faction.json"),
                ("locations", "location.json"),
                ("items", "item.json"),
                ("lore", "lore.json"),
            ];
            known
                .contains(&(kind, name))
                .then_some(Rules::DOCUMENT.max_bytes)
        }
        ["prompts", language, group, name] if is_prompt(language, group, name) => {
            Some(PROMPT_BYTES)
        }
        _ => None,
    }
}

/// Whether a file at that depth of `prompts/` is looked at (W-004, W-456).
pub(crate) fn is_prompt(language: &str, group: &str, name: &str) -> bool {
    !language.starts_with('.') && !group.starts_with('.') && name.ends_with(".md")
}

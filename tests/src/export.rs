//! Opens an exported world (zip) and makes two of them comparable. It never changes what it compares beyond the world's own id.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::path::Path;

use serde_json::Value;

/// The files of a zip by name, folders left out.
pub fn files(zip: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(zip)).expect("a zip");
    let mut files = BTreeMap::new();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).expect("an entry of the zip");
        if entry.is_dir() {
            continue;
        }
        let mut bytes = Vec::new();
        entry
            .read_to_end(&mut bytes)
            .expect("an entry that inflates");
        files.insert(entry.name().to_owned(), bytes);
    }
    files
}

/// The files of a world's folder on disk, without what is kept beside the world (`.import/`, `.trash/`).
pub fn folder(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    walk(path, "", &mut files);
    files
}

fn walk(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            if !name.starts_with('.') {
                walk(&entry.path(), &format!("{prefix}{name}/"), files);
            }
        } else if !name.contains('#') {
            // `name#1` is what a killed process was about to rename; listings of the store pass over it.
            let bytes = std::fs::read(entry.path()).expect("a file of the folder");
            files.insert(format!("{prefix}{name}"), bytes);
        }
    }
}

/// The files of a world without the folder they lie in, and with the id of `world.json` blanked where it stands.
///
/// Two imports of one card must then be equal byte for byte (F-079).
pub fn comparable(zip: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut files: BTreeMap<String, Vec<u8>> = files(zip)
        .into_iter()
        .map(|(name, bytes)| {
            (
                name.split_once('/')
                    .map_or(name.clone(), |(first, rest)| strip(first, rest)),
                bytes,
            )
        })
        .collect();
    if let Some(document) = files.get_mut("world.json") {
        let text = String::from_utf8(document.clone()).expect("UTF-8");
        let value: Value = serde_json::from_str(&text).expect("world.json is JSON");
        let id = value["id"].as_str().expect("a world has an id");
        *document = text.replacen(id, "ID", 1).into_bytes();
    }
    files
}

/// A zip may hold the world's folder or its contents; only a name that is no folder of the format is taken off.
fn strip(first: &str, rest: &str) -> String {
    const FORMAT: [&str; 8] = [
        "characters",
        "factions",
        "locations",
        "items",
        "lore",
        "media",
        "prompts",
        ".import",
    ];
    if FORMAT.contains(&first) {
        format!("{first}/{rest}")
    } else {
        rest.to_owned()
    }
}

/// What differs between two sets of files, in a line each.
pub fn difference(
    left: &BTreeMap<String, Vec<u8>>,
    right: &BTreeMap<String, Vec<u8>>,
) -> Vec<String> {
    let mut lines = Vec::new();
    for name in left
        .keys()
        .chain(right.keys().filter(|name| !left.contains_key(*name)))
    {
        match (left.get(name), right.get(name)) {
            (Some(_), None) => lines.push(format!("{name} is only in the first")),
            (None, Some(_)) => lines.push(format!("{name} is only in the second")),
            (Some(a), Some(b)) if a != b => lines.push(format!(
                "{name} differs:\n{}\n---\n{}",
                String::from_utf8_lossy(a),
                String::from_utf8_lossy(b)
            )),
            _ => {}
        }
    }
    lines
}

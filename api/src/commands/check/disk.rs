//! World folders and avatars on disk: what is read, and the one write there is. It follows no link below the root (W-003) and
//! reads nothing over its cap (W-007).

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use talekeep_world::{Entry, Folder, cover_file, folder};

/// The folders directly in a folder, without links and dot folders, in the order of their names (W-003, W-004, W-006). One
/// that is not there has none.
pub(super) fn folders(parent: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    if !is_folder(parent) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() && !name.starts_with('.') {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

pub(super) fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

pub(super) fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// Reads every document of a world folder, and looks whether its cover is there.
pub(crate) fn load_world(path: &Path) -> io::Result<Folder> {
    let mut folder = Folder::default();
    load_below(path, "", &mut folder)?;
    for part in [
        "characters",
        "factions",
        "locations",
        "items",
        "lore",
        "media",
    ] {
        for (name, below) in folders(path)?.into_iter().filter(|(name, _)| name == part) {
            load_below(&below, &format!("{name}/"), &mut folder)?;
            for (own, below) in folders(&below)? {
                load_below(&below, &format!("{name}/{own}/"), &mut folder)?;
            }
        }
    }
    for (language, below) in folders(&path.join("prompts"))? {
        for (group, below) in folders(&below)? {
            load_below(&below, &format!("prompts/{language}/{group}/"), &mut folder)?;
        }
    }
    if let Some(cover) = cover_file(&folder)
        && folder.get(&cover).is_none()
    {
        let (above, name) = cover.rsplit_once('/').unwrap_or(("", &cover));
        let mut at = path.to_owned();
        let linked = above
            .split('/')
            .filter(|part| !part.is_empty())
            .any(|part| {
                at.push(part);
                !is_folder(&at)
            });
        if !linked && is_file(&at.join(name)) {
            folder.insert(&cover, Entry::Other);
        }
    }
    Ok(folder)
}

/// Reads the documents directly in a folder.
fn load_below(path: &Path, prefix: &str, into: &mut Folder) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if let Some(cap) = folder::cap(&name) {
            load_document(&entry.path(), &name, cap, into);
        }
    }
    Ok(())
}

/// Reads a regular file unless it is over its cap (W-007); anything else is not there.
pub(super) fn load_document(path: &Path, name: &str, cap: usize, into: &mut Folder) {
    if !is_file(path) {
        return;
    }
    let read = || -> io::Result<Entry> {
        let file = fs::File::open(path)?;
        let size = file.metadata()?.len();
        if size > cap as u64 {
            return Ok(Entry::TooLarge(size));
        }
        // The file may grow while it is read.
        let mut bytes = Vec::new();
        file.take(cap as u64 + 1).read_to_end(&mut bytes)?;
        Ok(Entry::Bytes(bytes))
    };
    into.insert(
        name,
        read().unwrap_or_else(|error| Entry::Failed(error.to_string())),
    );
}

/// A complete new file takes the old one's place, with its mode; a failure leaves nothing behind (W-052).
pub(super) fn replace(parent: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let path = parent.join(name);
    let fresh = parent.join(format!(".{name}.{}", uuid::Uuid::new_v4().simple()));
    let written = (|| {
        let mut file = fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&fresh)?;
        file.write_all(bytes)?;
        file.set_permissions(fs::metadata(&path)?.permissions())?;
        file.sync_all()?;
        fs::rename(&fresh, &path)
    })();
    if written.is_err() && is_file(&fresh) {
        fs::remove_file(&fresh)?;
    }
    written
}

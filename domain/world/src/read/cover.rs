//! Finds the cover of a world: from its id through `media/manifest.jsonl` to a picture in the folder (W-070, W-073). The
//! picture itself is never opened here.

use super::documents::bytes;
use crate::folder::{Entry, Folder};
use crate::json::{Rules, parse};
use crate::model::Cover;
use crate::node::{Node, is_blank, quoted};
use crate::problem::{Code, Problems};

const MANIFEST: &str = "media/manifest.jsonl";
const EXTENSIONS: [&str; 6] = ["png", "jpg", "jpeg", "webp", "gif", "avif"];

/// What the manifest says.
#[derive(Clone, Copy)]
pub(super) enum Manifest<'a> {
    /// There is none, or this is its text.
    Text(&'a str),
    /// It cannot be read; that is reported, and a cover is not looked for (W-041).
    Unreadable,
}

/// Opens the manifest. It is a document like any other: a fault is reported whether or not there is a cover.
pub(super) fn open_manifest<'a>(
    prefix: &str,
    folder: &'a Folder,
    problems: &mut Problems,
) -> Manifest<'a> {
    match folder.file(MANIFEST) {
        None => Manifest::Text(""),
        Some(entry) => match manifest_text(&format!("{prefix}/{MANIFEST}"), entry, problems) {
            Some(text) => Manifest::Text(text),
            None => Manifest::Unreadable,
        },
    }
}

/// Reads `cover_media_id` and looks for its picture.
pub(super) fn read(
    node: &Node<'_, '_>,
    manifest: Manifest<'_>,
    folder: &Folder,
    problems: &mut Problems,
) -> Option<Cover> {
    let media_id = node.text(problems)?;
    let Manifest::Text(text) = manifest else {
        return None;
    };
    match find(text, &media_id, folder) {
        Ok(path) => Some(Cover { media_id, path }),
        Err(reason) => {
            node.report(
                problems,
                Code::BadCover,
                format!("The cover {} {reason}", quoted(&media_id)),
            );
            None
        }
    }
}

/// The file a world's cover should be, for whoever fills a [`Folder`] and must look whether it is there. It is inside the
/// folder by its spelling; whether a link leads out of it is for the caller to see.
pub fn cover_file(folder: &Folder) -> Option<String> {
    let quiet = &mut Problems::new();
    let Entry::Bytes(world) = folder.file("world.json")? else {
        return None;
    };
    let world = parse(world, &Rules::DOCUMENT).ok()?;
    let media_id = Node::root("", &world).at("cover_media_id").text(quiet)?;
    let text = manifest_text("", folder.file(MANIFEST)?, quiet)?;
    inside(&file_of(text, &media_id)?)
}

fn manifest_text<'a>(file: &str, entry: &'a Entry, problems: &mut Problems) -> Option<&'a str> {
    let bytes = bytes(file, entry, Rules::MANIFEST.max_bytes, problems)?;
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let what = format!(
                "The file is not UTF-8: byte {} does not belong to a character.",
                error.valid_up_to()
            );
            problems.push(file, "", Code::NotUtf8, what);
            None
        }
    }
}

fn find(manifest: &str, media_id: &str, folder: &Folder) -> Result<String, String> {
    let file = file_of(manifest, media_id).ok_or_else(|| format!("is not in {MANIFEST}."))?;
    let path = inside(&file)
        .ok_or_else(|| format!("leads out of the world folder: {}.", quoted(&file)))?;
    let extension = path
        .rsplit('/')
        .next()
        .and_then(|name| name.rsplit_once('.'))
        .map(|(_, extension)| extension);
    if !extension.is_some_and(|extension| {
        EXTENSIONS
            .iter()
            .any(|one| one.eq_ignore_ascii_case(extension))
    }) {
        return Err(format!(
            "leads to {}, which is none of {}.",
            quoted(&path),
            EXTENSIONS.join(", ")
        ));
    }
    if folder.file(&path).is_none() && !folder.has_media_elsewhere() {
        return Err(format!("leads to {}, which is not there.", quoted(&path)));
    }
    Ok(path)
}

/// The last line with that id counts; lines that are no object with `id` and `file` are passed over (W-070).
fn file_of(manifest: &str, media_id: &str) -> Option<String> {
    let quiet = &mut Problems::new();
    manifest
        .split(['\n', '\r'])
        .rev()
        .filter(|line| line.contains('{'))
        .find_map(|line| {
            let value = parse(line.as_bytes(), &Rules::DOCUMENT).ok()?;
            let node = Node::root("", &value).object(quiet)?;
            let id = node.at("id");
            let file = node.at("file").text(quiet)?;
            (id.str(quiet)? == media_id).then_some(file)
        })
}

/// The path without empty and `.` parts, unless it is absolute or has a `..` (W-073).
fn inside(file: &str) -> Option<String> {
    if file.starts_with('/') || is_blank(file) {
        return None;
    }
    let parts: Vec<&str> = file
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    (!parts.is_empty() && !parts.contains(&"..")).then(|| parts.join("/"))
}

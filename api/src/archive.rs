//! World folders as zip archives, out and in (S5). What comes in is counted while it is unpacked; what an archive claims
//! about itself is not believed. Nothing is ever written to a disk here.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};

use bytes::Bytes;
use talekeep_store::Documents;
use talekeep_world::folder::cap;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::config::Limits;

/// More out of an archive than this many times its own size is a bomb.
const RATIO: usize = 100;

/// Packs a world's folder. Times are left out, so the same world is the same archive.
pub(crate) fn pack(
    folder: &str,
    documents: &Documents,
    media: &[(String, Bytes)],
) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let deflated = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    // Pictures are compressed already.
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (path, bytes) in documents {
        zip.start_file(format!("{folder}/{path}"), deflated)?;
        zip.write_all(bytes)?;
    }
    for (path, bytes) in media {
        zip.start_file(format!("{folder}/{path}"), stored)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// A world folder that came in.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Unpacked {
    /// The folder's own name, when the archive has one around everything.
    pub(crate) folder: Option<String>,
    pub(crate) documents: Documents,
    pub(crate) media: Vec<(String, Vec<u8>)>,
}

/// Why an archive is not taken; a sentence for its sender.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refused {
    #[error("this is no zip archive that can be read")]
    NotZip,
    #[error("at most {0} files are taken from an archive")]
    Entries(usize),
    #[error("more than {0} bytes would come out of it")]
    Bytes(usize),
    #[error("it unpacks to more than {RATIO} times its size")]
    Ratio,
    #[error("the name {0:?} is not taken")]
    Name(String),
    #[error("{0:?} is a link")]
    Link(String),
    #[error("{0:?} is there twice")]
    Double(String),
    #[error("there is no world.json in it, at the top or in one folder")]
    NoWorld,
}

/// Reads a world folder out of an archive: `world.json` at the top, or inside exactly one folder. Files that the format
/// does not name are passed over; so are notes of other programs beside the folder.
pub(crate) fn unpack(bytes: &[u8], limits: &Limits) -> Result<Unpacked, Refused> {
    let files = read_files(bytes, limits)?;
    let folder = if files.contains_key("world.json") {
        None
    } else {
        Some(only_folder(&files)?)
    };
    let mut unpacked = Unpacked::default();
    for (path, bytes) in files {
        let inner = match &folder {
            Some(folder) => path
                .strip_prefix(folder.as_str())
                .and_then(|rest| rest.strip_prefix('/'))
                .map(str::to_owned),
            None => Some(path),
        };
        let Some(path) = inner else { continue };
        if cap(&path).is_some() {
            unpacked.documents.insert(path, bytes);
        } else if path.starts_with("media/") && !path.contains("/.") {
            unpacked.media.push((path, bytes));
        }
    }
    unpacked.folder = folder;
    Ok(unpacked)
}

fn only_folder(files: &BTreeMap<String, Vec<u8>>) -> Result<String, Refused> {
    let mut folders = files.keys().filter_map(|path| {
        let folder = path.strip_suffix("/world.json")?;
        (!folder.contains('/') && !folder.starts_with('.')).then(|| folder.to_owned())
    });
    match (folders.next(), folders.next()) {
        (Some(folder), None) => Ok(folder),
        _ => Err(Refused::NoWorld),
    }
}

fn read_files(bytes: &[u8], limits: &Limits) -> Result<BTreeMap<String, Vec<u8>>, Refused> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Refused::NotZip)?;
    if zip.len() > limits.archive_entries {
        return Err(Refused::Entries(limits.archive_entries));
    }
    let most = limits.archive_bytes.min(bytes.len().saturating_mul(RATIO));
    let mut left = most;
    let mut files = BTreeMap::new();
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).map_err(|_| Refused::NotZip)?;
        let name = entry.name().to_owned();
        if entry.is_dir() {
            continue;
        }
        if entry.is_symlink() {
            return Err(Refused::Link(name));
        }
        check_name(&name)?;
        let mut content = Vec::new();
        // One byte more than is left tells a file that fits from one that does not.
        entry
            .by_ref()
            .take(left as u64 + 1)
            .read_to_end(&mut content)
            .map_err(|_| Refused::NotZip)?;
        if content.len() > left {
            let fault = if most == limits.archive_bytes {
                Refused::Bytes(most)
            } else {
                Refused::Ratio
            };
            return Err(fault);
        }
        left -= content.len();
        if files.insert(name.clone(), content).is_some() {
            return Err(Refused::Double(name));
        }
    }
    Ok(files)
}

fn check_name(name: &str) -> Result<(), Refused> {
    let odd = |part: &str| part.is_empty() || part == "." || part == ".." || part.len() > 255;
    let control = |c: char| c.is_control() || c == '\\';
    if name.split('/').any(odd) || name.contains(control) || name.split('/').count() > 16 {
        return Err(Refused::Name(name.to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        crate::config::defaults().expect("defaults").limits
    }

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default())
                .expect("an entry");
            zip.write_all(bytes).expect("bytes");
        }
        zip.finish().expect("an archive").into_inner()
    }

    #[test]
    fn what_goes_out_comes_in_again() {
        let documents = Documents::from([("world.json".to_owned(), b"{}".to_vec())]);
        let media = vec![("media/a.png".to_owned(), Bytes::from_static(b"png"))];
        let packed = pack("tale", &documents, &media).expect("packed");
        assert_eq!(
            packed,
            pack("tale", &documents, &media).expect("packed"),
            "the same world is the same archive"
        );
        let unpacked = unpack(&packed, &limits()).expect("unpacked");
        assert_eq!(unpacked.folder.as_deref(), Some("tale"));
        assert_eq!(unpacked.documents, documents);
        assert_eq!(
            unpacked.media,
            [("media/a.png".to_owned(), b"png".to_vec())]
        );
    }

    #[test]
    fn s5_archives_that_are_refused() {
        let few = Limits {
            archive_entries: 1,
            ..limits()
        };
        let small = Limits {
            archive_bytes: 10,
            ..limits()
        };
        let zeros = vec![0_u8; 2_000_000];
        for (bytes, limits, expected) in [
            (b"no zip".to_vec(), limits(), Refused::NotZip),
            (
                zipped(&[("a", b"1"), ("b", b"2")]),
                few,
                Refused::Entries(1),
            ),
            (
                zipped(&[("world.json", b"12345678901")]),
                small,
                Refused::Bytes(10),
            ),
            (zipped(&[("world.json", &zeros)]), limits(), Refused::Ratio),
            (
                zipped(&[("../world.json", b"{}")]),
                limits(),
                Refused::Name("../world.json".into()),
            ),
            (
                zipped(&[("/world.json", b"{}")]),
                limits(),
                Refused::Name("/world.json".into()),
            ),
            (
                zipped(&[("a\\world.json", b"{}")]),
                limits(),
                Refused::Name("a\\world.json".into()),
            ),
            (
                zipped(&[("a/b/world.json", b"{}")]),
                limits(),
                Refused::NoWorld,
            ),
            (
                zipped(&[("a/world.json", b"{}"), ("b/world.json", b"{}")]),
                limits(),
                Refused::NoWorld,
            ),
        ] {
            assert_eq!(unpack(&bytes, &limits).expect_err("refused"), expected);
        }
    }

    #[test]
    fn files_the_format_does_not_name_stay_outside() {
        let bytes = zipped(&[
            ("t/world.json", b"{}"),
            ("t/.import/state.json", b"{}"),
            ("t/evil.sh", b"x"),
            ("__MACOSX/t", b"x"),
        ]);
        let unpacked = unpack(&bytes, &limits()).expect("unpacked");
        assert_eq!(unpacked.documents.len(), 1);
        assert!(unpacked.media.is_empty());
    }
}

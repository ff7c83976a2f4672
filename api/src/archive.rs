//! World folders as zip archives, out and in (S5). What comes in is counted while it is unpacked; what an archive claims
//! about itself is not believed. Nothing is ever written to a disk here.

use std::collections::BTreeSet;
use std::io::{Cursor, Read, Seek, Write};

use bytes::Bytes;
use talekeep_store::Documents;
use talekeep_world::folder::cap;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::config::Limits;
use crate::spelling::fold;

/// More out of an archive than this many times its own size is a bomb.
const RATIO: usize = 100;

/// As little as this is never a bomb: texts that repeat themselves pack very well.
const HARMLESS: usize = 20_000_000;

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
    #[error("{0:?} is there twice, or differs from another name in capitals or accents only")]
    Double(String),
    #[error("its list of files names one file twice")]
    Doubles,
    #[error("{0:?} is larger than {1} bytes")]
    Large(String, usize),
    #[error("there is no world.json in it, at the top or in one folder")]
    NoWorld,
}

/// Reads a world folder out of an archive: `world.json` at the top, or inside exactly one folder. Files that the format
/// does not name are counted and passed over; so are notes of other programs beside the folder.
pub(crate) fn unpack(bytes: &[u8], limits: &Limits) -> Result<Unpacked, Refused> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Refused::NotZip)?;
    if zip.len() > limits.archive_entries {
        return Err(Refused::Entries(limits.archive_entries));
    }
    if records(bytes, zip.central_directory_start()) != zip.len() {
        return Err(Refused::Doubles);
    }
    let folder = world_folder(&check_names(&zip)?)?;
    let mut unpacked = Unpacked::default();
    let mut budget = Budget::new(bytes.len(), limits);
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).map_err(|_| Refused::NotZip)?;
        let name = entry.name().to_owned();
        if entry.is_dir() {
            continue;
        }
        if entry.is_symlink() {
            return Err(Refused::Link(name));
        }
        let inner = match &folder {
            Some(folder) => name
                .strip_prefix(folder.as_str())
                .and_then(|rest| rest.strip_prefix('/')),
            None => Some(name.as_str()),
        };
        match inner.and_then(|path| Some((path, Kind::of(path, limits)?))) {
            Some((path, Kind::Document(most))) => {
                let content = budget.read(&mut entry, &name, most)?;
                unpacked.documents.insert(path.to_owned(), content);
            }
            Some((path, Kind::Media(most))) => {
                let content = budget.read(&mut entry, &name, most)?;
                unpacked.media.push((path.to_owned(), content));
            }
            None => budget.pass_over(&mut entry)?,
        }
    }
    unpacked.media.sort();
    unpacked.folder = folder;
    Ok(unpacked)
}

/// What a file is to the format, and its cap.
enum Kind {
    Document(usize),
    Media(usize),
}

impl Kind {
    fn of(path: &str, limits: &Limits) -> Option<Kind> {
        if let Some(most) = cap(path) {
            return Some(Kind::Document(most));
        }
        let media = path.starts_with("media/") && !path.contains("/.");
        media.then_some(Kind::Media(limits.upload_bytes))
    }
}

/// How much may still come out.
struct Budget {
    left: usize,
    fault: Refused,
}

impl Budget {
    fn new(packed: usize, limits: &Limits) -> Budget {
        let ratio = packed.saturating_mul(RATIO).max(HARMLESS);
        let (left, fault) = if limits.archive_bytes <= ratio {
            (limits.archive_bytes, Refused::Bytes(limits.archive_bytes))
        } else {
            (ratio, Refused::Ratio)
        };
        Budget { left, fault }
    }

    /// Unpacks one file into memory, at most to its cap.
    fn read(&mut self, entry: impl Read, name: &str, most: usize) -> Result<Vec<u8>, Refused> {
        let mut content = Vec::new();
        let come = self.count(entry, most, &mut content)?;
        if come > most {
            return Err(Refused::Large(name.to_owned(), most));
        }
        Ok(content)
    }

    /// Unpacks one file into nothing: it counts all the same.
    fn pass_over(&mut self, entry: impl Read) -> Result<(), Refused> {
        self.count(entry, usize::MAX, &mut std::io::sink())
            .map(drop)
    }

    fn count(
        &mut self,
        entry: impl Read,
        most: usize,
        into: &mut impl Write,
    ) -> Result<usize, Refused> {
        // One byte more than is allowed tells a file that fits from one that does not.
        let stop = (most.min(self.left) as u64).saturating_add(1);
        let come = std::io::copy(&mut entry.take(stop), into).map_err(|_| Refused::NotZip)?;
        let come = usize::try_from(come).unwrap_or(usize::MAX);
        self.left = self
            .left
            .checked_sub(come)
            .ok_or_else(|| self.fault.clone())?;
        Ok(come)
    }
}

/// The records that stand in the archive's list of files. The reader knows files by their names, so that of two with one
/// name it shows one; another program might show the other.
fn records(bytes: &[u8], start: u64) -> usize {
    const HEAD: usize = 46;
    let mut rest = usize::try_from(start)
        .ok()
        .and_then(|start| bytes.get(start..))
        .unwrap_or_default();
    let mut count = 0;
    while rest.len() >= HEAD && rest.starts_with(b"PK\x01\x02") {
        // Name, extra field and comment follow; their lengths stand at 28, 30 and 32.
        let length = |at: usize| usize::from(u16::from_le_bytes([rest[at], rest[at + 1]]));
        let record = HEAD + length(28) + length(30) + length(32);
        rest = rest.get(record..).unwrap_or_default();
        count += 1;
    }
    count
}

/// The names of all files, none of them odd, no two of them one.
fn check_names<R: Read + Seek>(zip: &ZipArchive<R>) -> Result<Vec<&str>, Refused> {
    let files = zip.file_names().filter(|name| !name.ends_with('/'));
    let mut names = Vec::new();
    let mut seen = BTreeSet::new();
    for name in files {
        check_name(name)?;
        if !seen.insert(fold(name)) {
            return Err(Refused::Double(name.to_owned()));
        }
        names.push(name);
    }
    Ok(names)
}

/// The folder around everything; none when the world is at the top.
fn world_folder(names: &[&str]) -> Result<Option<String>, Refused> {
    if names.contains(&"world.json") {
        return Ok(None);
    }
    let mut folders = names.iter().filter_map(|path| {
        let folder = path.strip_suffix("/world.json")?;
        (!folder.contains('/') && !folder.starts_with('.')).then(|| folder.to_owned())
    });
    match (folders.next(), folders.next()) {
        (Some(folder), None) => Ok(Some(folder)),
        _ => Err(Refused::NoWorld),
    }
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
        let little = Limits {
            upload_bytes: 3,
            ..limits()
        };
        let zeros = vec![0_u8; HARMLESS + 1];
        for (bytes, limits, expected) in [
            (b"no zip".to_vec(), limits(), Refused::NotZip),
            (
                zipped(&[("a", b"1"), ("b", b"2")]),
                few,
                Refused::Entries(1),
            ),
            (
                zipped(&[("world.json", b"12345678901")]),
                small.clone(),
                Refused::Bytes(10),
            ),
            (
                zipped(&[("world.json", b"{}"), ("note", b"123456789")]),
                small,
                Refused::Bytes(10),
            ),
            (
                zipped(&[("world.json", b"{}"), ("note", &zeros)]),
                limits(),
                Refused::Ratio,
            ),
            (
                zipped(&[("world.json", &zeros[..=1 << 20])]),
                limits(),
                Refused::Large("world.json".into(), 1 << 20),
            ),
            (
                zipped(&[("world.json", b"{}"), ("media/a.png", b"1234")]),
                little,
                Refused::Large("media/a.png".into(), 3),
            ),
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
    fn s5_no_file_is_there_twice() {
        let mut twice = zipped(&[("world.json", b"{}"), ("world.jsoN", b"[]")]);
        assert_eq!(
            unpack(&twice, &limits()).expect_err("one name to some disks"),
            Refused::Double("world.jsoN".into())
        );
        let places: Vec<usize> = (0..twice.len())
            .filter(|at| twice[*at..].starts_with(b"world.jsoN"))
            .collect();
        assert_eq!(places.len(), 2, "before the file and in the list");
        for at in places {
            twice[at + 9] = b'n';
        }
        assert_eq!(
            unpack(&twice, &limits()).expect_err("two of one name"),
            Refused::Doubles
        );
        let accents = zipped(&[
            ("t/world.json", b"{}"),
            ("t/lore/caf\u{e9}/lore.json", b"{}"),
            ("t/lore/cafe\u{301}/lore.json", b"{}"),
        ]);
        assert!(matches!(
            unpack(&accents, &limits()),
            Err(Refused::Double(_))
        ));
    }

    #[test]
    fn a_large_world_of_ours_comes_in_again() {
        let entry = vec![b' '; 3000];
        let mut documents = Documents::from([("world.json".to_owned(), b"{}".to_vec())]);
        for number in 0..5000 {
            documents.insert(format!("lore/{number}/lore.json"), entry.clone());
        }
        let packed = pack("tale", &documents, &[]).expect("packed");
        let unpacked = unpack(&packed, &limits()).expect("unpacked");
        assert_eq!(unpacked.documents, documents);
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

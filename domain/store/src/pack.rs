//! One revision of a world as one object: a zip of all documents. The digest is of the documents, not of the zip, so it
//! stays the same whatever compresses them.

use std::io::{Cursor, Read, Write};

use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::{Documents, Error, Result, keys};

/// The most a pack may hold when unpacked: the largest legal world is far below.
const UNPACKED_BYTES: u64 = 400_000_000;

/// What a set of documents is called: SHA-256 over each path and content with their lengths, in order.
pub(crate) fn digest(documents: &Documents) -> String {
    let mut hash = Sha256::new();
    for (path, bytes) in documents {
        for part in [path.as_bytes(), bytes.as_slice()] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
    }
    hex::encode(hash.finalize())
}

pub(crate) fn pack(documents: &Documents) -> Result<Vec<u8>> {
    // The earliest time a zip knows: the same documents are the same bytes.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(6))
        .last_modified_time(DateTime::default());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in documents {
        keys::check_path(path)?;
        zip.start_file(path.as_str(), options).map_err(damaged)?;
        zip.write_all(bytes).map_err(damaged)?;
    }
    Ok(zip.finish().map_err(damaged)?.into_inner())
}

/// Reads a pack and checks that it is what its name says.
pub(crate) fn unpack(pack: &[u8], expected: &str) -> Result<Documents> {
    let mut zip = ZipArchive::new(Cursor::new(pack)).map_err(damaged)?;
    let mut documents = Documents::new();
    let mut left = UNPACKED_BYTES;
    for index in 0..zip.len() {
        let file = zip.by_index(index).map_err(damaged)?;
        let path = file.name().to_owned();
        let mut bytes = Vec::new();
        file.take(left + 1)
            .read_to_end(&mut bytes)
            .map_err(damaged)?;
        left = left
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| Error::Damaged("a revision is too large".into()))?;
        documents.insert(path, bytes);
    }
    if digest(&documents) == expected {
        Ok(documents)
    } else {
        Err(Error::Damaged("a revision has another digest".into()))
    }
}

fn damaged(error: impl std::fmt::Display) -> Error {
    Error::Damaged(format!("a revision: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_is_deterministic_and_comes_back() {
        let documents: Documents = [
            ("world.json", "{}"),
            ("characters/mira/character.json", "{\"name\":\"Mira\"}"),
        ]
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .into();
        let first = pack(&documents).unwrap();
        assert_eq!(first, pack(&documents).unwrap());
        assert_eq!(unpack(&first, &digest(&documents)).unwrap(), documents);
        assert!(matches!(
            unpack(&first, &"0".repeat(64)),
            Err(Error::Damaged(_))
        ));
        assert!(matches!(
            unpack(b"no zip", &digest(&documents)),
            Err(Error::Damaged(_))
        ));
    }

    #[test]
    fn the_digest_tells_paths_from_contents() {
        let of =
            |path: &str, text: &str| digest(&[(path.to_owned(), text.as_bytes().to_vec())].into());
        assert_ne!(of("ab", "c"), of("a", "bc"));
    }
}

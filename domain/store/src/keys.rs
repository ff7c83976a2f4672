//! Every object key of the instance, from one enum. No other file puts a key together, and nothing a person typed gets into
//! one without passing [`check_part`].

use object_store::path::Path;
use uuid::Uuid;

use crate::{Error, Result, Staged};

/// Longest path part in bytes. S5 allows 255; a folder store needs room for the suffix of its temporary files.
pub(crate) const PART_BYTES: usize = 240;

/// Where an object lies within its workspace.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Key<'a> {
    /// A file of a world folder: a document or something in `media/`.
    World { folder: &'a str, path: &'a str },
    /// What an import keeps beside its world.
    Staged { folder: &'a str, what: Staged },
    /// One packed revision.
    Revision { world: Uuid, digest: &'a str },
    /// A payload, byte for byte.
    Source { sha256: &'a str },
}

/// What can be listed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Folder<'a> {
    /// Everything in a world folder, with what an import keeps there beside its world.
    World { folder: &'a str },
}

impl Key<'_> {
    pub(crate) fn path(&self, workspace: Uuid) -> Result<Path> {
        let text = match *self {
            Key::World { folder, path } => {
                check_part(folder)?;
                check_path(path)?;
                format!("workspaces/{workspace}/root/worlds/{folder}/{path}")
            }
            Key::Staged { folder, what } => {
                check_part(folder)?;
                format!(
                    "workspaces/{workspace}/root/worlds/{folder}/.import/{}",
                    what.file()
                )
            }
            Key::Revision { world, digest } => {
                check_digest(digest)?;
                format!("workspaces/{workspace}/revisions/{world}/{digest}")
            }
            Key::Source { sha256 } => {
                check_digest(sha256)?;
                format!("workspaces/{workspace}/sources/{sha256}")
            }
        };
        parse(&text)
    }
}

impl Folder<'_> {
    pub(crate) fn path(&self, workspace: Uuid) -> Result<Path> {
        match *self {
            Folder::World { folder } => {
                check_part(folder)?;
                parse(&format!("workspaces/{workspace}/root/worlds/{folder}"))
            }
        }
    }
}

/// The path of something that was listed in a folder.
pub(crate) fn listed(folder: &Path, path: &str) -> Result<Path> {
    parse(&format!("{folder}/{path}"))
}

/// A path that nobody has: asking for it shows whether the store answers.
pub(crate) fn nowhere() -> Path {
    Path::from("health/nothing-is-here")
}

/// The one document among the media: the list of what they are (W-070).
pub(crate) const MANIFEST: &str = "media/manifest.jsonl";

/// Whether a path in a world folder is a document (neither a picture nor kept by other parts).
pub(crate) fn is_document(path: &str) -> bool {
    !path.starts_with('.') && (path == MANIFEST || !path.starts_with("media/"))
}

/// Whether it is one of the immutable files of `media/`.
pub(crate) fn is_media(path: &str) -> bool {
    path.starts_with("media/") && path != MANIFEST
}

/// One part of a path, as S5 allows it.
pub(crate) fn check_part(part: &str) -> Result<()> {
    let why = if part.is_empty() {
        "is empty"
    } else if part.len() > PART_BYTES {
        "is too long"
    } else if part.starts_with('.') {
        "begins with a dot"
    } else if part.contains(['/', '\\']) {
        "holds a slash"
    } else if part.chars().any(char::is_control) {
        "holds a control character"
    } else if is_temporary(part) {
        "ends like a temporary file"
    } else {
        return Ok(());
    };
    Err(Error::Refused(format!("name {part:?} {why}")))
}

/// A path in a world folder: parts that are each allowed, at least one.
pub(crate) fn check_path(path: &str) -> Result<()> {
    path.split('/').try_for_each(check_part)
}

/// Folder stores name a file that is being written `<name>#<number>` and hide such names.
pub(crate) fn is_temporary(part: &str) -> bool {
    part.rsplit_once('#')
        .is_some_and(|(_, end)| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit()))
}

fn check_digest(digest: &str) -> Result<()> {
    if digest.len() == 64
        && digest
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    {
        Ok(())
    } else {
        Err(Error::Refused("not a digest".into()))
    }
}

fn parse(text: &str) -> Result<Path> {
    Path::parse(text).map_err(|error| Error::Refused(format!("not a key: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S5: names a person typed are one path part or nothing.
    #[test]
    fn s5_parts() {
        let longest = "a".repeat(PART_BYTES);
        for good in [
            "mira",
            "Café",
            "赤い月",
            "a b",
            "x..y",
            "100%",
            "#",
            "a#b",
            "~",
            "CON",
            &longest,
        ] {
            assert!(check_part(good).is_ok(), "{good:?}");
        }
        let too_long = "a".repeat(PART_BYTES + 1);
        let bad = [
            "", ".", "..", ".import", "a/b", "a\\b", "a\0b", "a\nb", "a\u{7f}", "a\u{85}b",
            "draft#1", &too_long,
        ];
        for bad in bad {
            assert!(check_part(bad).is_err(), "{bad:?}");
        }
        for bad in ["", "/a", "a/", "a//b", "a/../b", "media/.hidden", "../x"] {
            assert!(check_path(bad).is_err(), "{bad:?}");
        }
    }

    /// S3: whatever the folder and path, the key stays inside its workspace.
    #[test]
    fn s3_keys_stay_inside() {
        let workspace = Uuid::from_u128(7);
        let world = Key::World {
            folder: "mira",
            path: "characters/mira/character.json",
        };
        assert_eq!(
            world.path(workspace).unwrap().as_ref(),
            format!("workspaces/{workspace}/root/worlds/mira/characters/mira/character.json")
        );
        for (folder, path) in [
            ("..", "world.json"),
            ("a/../../b", "world.json"),
            ("mira", "../../secret"),
            ("mira", ".import/x"),
        ] {
            assert!(
                Key::World { folder, path }.path(workspace).is_err(),
                "{folder} {path}"
            );
        }
        for digest in [
            "",
            "abc",
            "../../../../../../../../../../../../../../../../../../../../etc",
            &"G".repeat(64),
        ] {
            assert!(
                Key::Source { sha256: digest }.path(workspace).is_err(),
                "{digest}"
            );
            assert!(
                Key::Revision {
                    world: workspace,
                    digest
                }
                .path(workspace)
                .is_err(),
                "{digest}"
            );
        }
    }

    /// Only this file puts a key together.
    #[test]
    fn no_other_file_formats_a_key() {
        let words = [
            "workspaces/{",
            "root/worlds",
            "/revisions/",
            "/sources/",
            "/.import",
            "Path::parse",
            "Path::from(",
        ];
        let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.file_name().is_some_and(|name| name != "keys.rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let code = text
                        .lines()
                        .filter(|line| !line.trim_start().starts_with("//"));
                    for line in code {
                        assert!(
                            !words.iter().any(|word| line.contains(word)),
                            "{}: {line}",
                            path.display()
                        );
                    }
                }
            }
        }
    }
}

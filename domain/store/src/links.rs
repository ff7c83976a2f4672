//! Symbolic links in the objects folder (S5): whoever can place one there would have the store read, write and list outside
//! of it, because the folder store follows them. This looks for them first and never follows one.

use std::path::{Path, PathBuf};

use object_store::path::Path as Location;

use crate::{Error, Result, keys};

/// The folder of a folder store, below which no link is followed. It may itself be reached through one.
#[derive(Debug, Clone)]
pub(crate) struct Root(PathBuf);

impl Root {
    pub(crate) fn new(folder: &str) -> Root {
        Root(folder.into())
    }

    /// Whether one of the parts of the path is a link. What cannot be looked at is left to the store, which will say why.
    pub(crate) async fn has_link(&self, location: &Location) -> Result<bool> {
        let (mut path, location) = (self.0.clone(), location.clone());
        let look = move || {
            location.as_ref().split('/').any(|part| {
                path.push(part);
                path.is_symlink()
            })
        };
        Ok(tokio::task::spawn_blocking(look).await?)
    }

    /// Paths of the files below a folder, relative to it, in any order; without links and without what is behind them.
    pub(crate) async fn list(&self, folder: &Location) -> Result<Vec<String>> {
        if self.has_link(folder).await? {
            return Ok(vec![]);
        }
        let folder = self.0.join(folder.as_ref());
        let walk = move || {
            let mut found = vec![];
            walk(&folder, "", &mut found).map(|()| found)
        };
        let found = tokio::task::spawn_blocking(walk).await?;
        found.map_err(|error| {
            Error::Objects(object_store::Error::Generic {
                store: "folder",
                source: error.into(),
            })
        })
    }
}

fn walk(folder: &Path, within: &str, found: &mut Vec<String>) -> std::io::Result<()> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        // Folders go when they are empty, also while somebody looks.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        // Names that are no text are not ours: a key always is.
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let kind = entry.file_type()?;
        if kind.is_dir() {
            walk(&entry.path(), &format!("{within}{name}/"), found)?;
        } else if kind.is_file() && !keys::is_temporary(&name) {
            found.push(format!("{within}{name}"));
        }
    }
    Ok(())
}

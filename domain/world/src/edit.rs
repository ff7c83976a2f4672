//! Changes of a world as data: one set of mutations for the editor, programs and whoever writes a world by hand. Applied whole
//! or not at all, and always to bytes: what a mutation does not name stays as it was written.

use std::collections::BTreeMap;

use crate::folder::cap;
use crate::patch::{self, PatchError};
use crate::write_id;

/// The documents of a world by path.
type Documents = BTreeMap<String, Vec<u8>>;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mutation {
    /// Puts a value (JSON text) at a pointer.
    Set {
        path: String,
        pointer: String,
        value: String,
    },
    /// Removes a member or an entry.
    Unset { path: String, pointer: String },
    /// Puts a value before an entry of a list.
    Insert {
        path: String,
        pointer: String,
        value: String,
    },
    /// Moves an entry within its list.
    Move {
        path: String,
        pointer: String,
        to: usize,
    },
    /// Writes a document as a whole, new or not.
    Write { path: String, bytes: Vec<u8> },
    /// Removes a document.
    Delete { path: String },
    /// Gives an entity another folder; its id stays, so what refers to it still does.
    Rename { path: String, folder: String },
}

/// Why one of several changes cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Which of the changes, from 0.
    pub index: usize,
    /// The document.
    pub path: String,
    /// The place in it.
    pub pointer: String,
    /// A stable word.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
}

/// What came of the changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// Every document as it is now.
    pub documents: Documents,
    /// The paths that were touched, sorted.
    pub touched: Vec<String>,
}

/// Applies all of them in order, or says everything that is wrong with them.
pub fn apply(documents: &Documents, mutations: &[Mutation]) -> Result<Applied, Vec<Refusal>> {
    let mut now = documents.clone();
    let mut refusals = Vec::new();
    for (index, mutation) in mutations.iter().enumerate() {
        if let Err((code, message)) = one(&mut now, mutation) {
            let (path, pointer) = place(mutation);
            refusals.push(Refusal {
                index,
                path: path.to_owned(),
                pointer: pointer.to_owned(),
                code,
                message,
            });
        }
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let mut touched: Vec<String> = mutations.iter().flat_map(paths).collect();
    touched.sort();
    touched.dedup();
    Ok(Applied {
        documents: now,
        touched,
    })
}

type Wrong = (&'static str, String);

fn one(documents: &mut Documents, mutation: &Mutation) -> Result<(), Wrong> {
    match mutation {
        Mutation::Set {
            path,
            pointer,
            value,
        } => change(documents, path, |text| patch::set(text, pointer, value)),
        Mutation::Unset { path, pointer } => {
            change(documents, path, |text| patch::unset(text, pointer))
        }
        Mutation::Insert {
            path,
            pointer,
            value,
        } => change(documents, path, |text| patch::insert(text, pointer, value)),
        Mutation::Move { path, pointer, to } => change(documents, path, |text| {
            patch::move_entry(text, pointer, *to)
        }),
        Mutation::Write { path, bytes } => keep(documents, path, bytes.clone()),
        Mutation::Delete { path } if path == "world.json" => Err((
            "needed",
            "Without world.json it would be no world; delete the world instead.".to_owned(),
        )),
        Mutation::Delete { path } => match documents.remove(path) {
            Some(_) => Ok(()),
            None => Err(absent(path)),
        },
        Mutation::Rename { path, folder } => rename(documents, path, folder),
    }
}

fn change(
    documents: &mut Documents,
    path: &str,
    patch: impl FnOnce(&[u8]) -> Result<Vec<u8>, PatchError>,
) -> Result<(), Wrong> {
    let text = documents.get(path).ok_or_else(|| absent(path))?;
    let text = patch(text).map_err(|error| (code(&error), error.to_string()))?;
    keep(documents, path, text)
}

fn keep(documents: &mut Documents, path: &str, bytes: Vec<u8>) -> Result<(), Wrong> {
    let Some(most) = cap(path) else {
        let what = "That is no file of the world format.".to_owned();
        return Err(("unknown_path", what));
    };
    if bytes.len() > most {
        let what = format!(
            "The file would have {} bytes; at most {most} are read.",
            bytes.len()
        );
        return Err(("too_large", what));
    }
    documents.insert(path.to_owned(), bytes);
    Ok(())
}

fn rename(documents: &mut Documents, path: &str, folder: &str) -> Result<(), Wrong> {
    let Some(to) = renamed(path, folder) else {
        let what =
            "Only characters, factions, locations, items and lore have a folder of their own.";
        return Err(("unknown_path", what.to_owned()));
    };
    let text = documents.get(path).ok_or_else(|| absent(path))?;
    if documents.contains_key(&to) {
        return Err(("taken", format!("There is already a folder {folder:?}.")));
    }
    // An entity without an id is known by its folder (W-020): the old name becomes its id.
    let old = path.split('/').nth(1).unwrap_or_default();
    let text = write_id(text, old).unwrap_or_else(|| text.clone());
    documents.remove(path);
    keep(documents, &to, text)
}

fn renamed(path: &str, folder: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    (parts.len() == 3 && parts[0] != "prompts").then(|| {
        parts[1] = folder;
        parts.join("/")
    })
}

fn absent(path: &str) -> Wrong {
    ("not_found", format!("The world has no file {path:?}."))
}

fn code(error: &PatchError) -> &'static str {
    match error {
        PatchError::Unreadable(fault) | PatchError::Value(fault) => fault.code.as_str(),
        PatchError::Repeated(_) => "duplicate_member",
        PatchError::Nowhere(_) => "not_found",
        PatchError::Pointer(_) => "bad_format",
    }
}

fn place(mutation: &Mutation) -> (&str, &str) {
    match mutation {
        Mutation::Set { path, pointer, .. }
        | Mutation::Unset { path, pointer }
        | Mutation::Insert { path, pointer, .. }
        | Mutation::Move { path, pointer, .. } => (path, pointer),
        Mutation::Write { path, .. }
        | Mutation::Delete { path }
        | Mutation::Rename { path, .. } => (path, ""),
    }
}

fn paths(mutation: &Mutation) -> Vec<String> {
    let (path, _) = place(mutation);
    let to = match mutation {
        Mutation::Rename { path, folder } => renamed(path, folder),
        _ => None,
    };
    std::iter::once(path.to_owned()).chain(to).collect()
}

#[cfg(test)]
mod tests {
    use super::{Documents, Mutation, apply};

    fn world() -> Documents {
        Documents::from([
            ("world.json".to_owned(), b"{\"name\": \"W\"}\n".to_vec()),
            (
                "lore/tide/lore.json".to_owned(),
                b"{\n  \"title\": \"Tide\",\n  \"x\": [1.0]\n}\n".to_vec(),
            ),
        ])
    }

    fn set(path: &str, pointer: &str, value: &str) -> Mutation {
        Mutation::Set {
            path: path.into(),
            pointer: pointer.into(),
            value: value.into(),
        }
    }

    #[test]
    fn several_changes_are_one() {
        let rename = Mutation::Rename {
            path: "lore/tide/lore.json".into(),
            folder: "ebb".into(),
        };
        let applied = apply(
            &world(),
            &[
                set("world.json", "/name", "\"V\""),
                rename,
                set("lore/ebb/lore.json", "/summary", "\"Low.\""),
            ],
        )
        .unwrap();
        assert_eq!(
            applied.touched,
            ["lore/ebb/lore.json", "lore/tide/lore.json", "world.json"]
        );
        let lore = String::from_utf8(applied.documents["lore/ebb/lore.json"].clone()).unwrap();
        assert_eq!(
            lore,
            "{\n  \"id\": \"tide\",\n  \"title\": \"Tide\",\n  \"x\": [1.0],\n  \"summary\": \"Low.\"\n}\n"
        );
    }

    #[test]
    fn every_refusal_is_said_and_nothing_is_done() {
        let too_long = Mutation::Write {
            path: "plots.json".into(),
            bytes: vec![b' '; 1_048_577],
        };
        let delete = |path: &str| Mutation::Delete { path: path.into() };
        let refusals = apply(
            &world(),
            &[
                set("world.json", "/name", "\"V\""),
                set("plots.json", "/0", "1"),
                set("lore/tide/lore.json", "/title/x", "1"),
                delete("world.json"),
                delete("triggers.json"),
                too_long,
                Mutation::Write {
                    path: ".import/state.json".into(),
                    bytes: Vec::new(),
                },
            ],
        )
        .unwrap_err();
        let said: Vec<_> = refusals
            .iter()
            .map(|refusal| (refusal.index, refusal.code))
            .collect();
        assert_eq!(
            said,
            [
                (1, "not_found"),
                (2, "not_found"),
                (3, "needed"),
                (4, "not_found"),
                (5, "too_large"),
                (6, "unknown_path")
            ]
        );
    }
}

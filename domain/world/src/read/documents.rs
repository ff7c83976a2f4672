//! Opens every document of a world folder and reports those that cannot be read (W-001 – W-012, W-034). What a document
//! means is not looked at here.

use crate::folder::{Entry, Folder};
use crate::json::{Kind, Rules, Value, parse};
use crate::model::SubjectKind;
use crate::node::push_part;
use crate::problem::{Code, Problems};

/// The five kinds of entity with their folder and document (W-002), in the order they are read.
pub(crate) const KINDS: [(SubjectKind, &str, &str); 5] = [
    (SubjectKind::Character, "characters", "character.json"),
    (SubjectKind::Faction, "factions", "faction.json"),
    (SubjectKind::Location, "locations", "location.json"),
    (SubjectKind::Item, "items", "item.json"),
    (SubjectKind::Lore, "lore", "lore.json"),
];

/// Every document of one world.
pub(crate) struct Documents {
    pub(crate) world: Opened,
    pub(crate) characters: Vec<Document>,
    pub(crate) factions: Vec<Document>,
    pub(crate) locations: Vec<Document>,
    pub(crate) items: Vec<Document>,
    pub(crate) lore: Vec<Document>,
    pub(crate) variables: Opened,
    pub(crate) slots: Opened,
    pub(crate) plots: Opened,
    pub(crate) triggers: Opened,
}

/// A document at the root of a world.
pub(crate) struct Opened {
    /// Its name in problems (W-031).
    pub(crate) file: String,
    /// What it holds.
    pub(crate) content: Content,
}

/// What a document holds.
pub(crate) enum Content {
    /// There is none.
    Absent,
    /// It cannot be read; that is reported.
    Unreadable,
    /// Its value, whose root has the right type.
    Value(Value),
}

/// The document of one entity.
pub(crate) struct Document {
    /// Its name in problems.
    pub(crate) file: String,
    /// The folder it stands in.
    pub(crate) folder: String,
    /// The id it is known by: its own, or its folder's name (W-020, W-041).
    pub(crate) id: String,
    /// Its object, unless it cannot be read.
    pub(crate) root: Option<Value>,
}

impl Documents {
    /// Opens all of them; `prefix` is where the folder stands in the root.
    pub(crate) fn open(prefix: &str, folder: &Folder, problems: &mut Problems) -> Documents {
        let world = open_root(prefix, folder, "world.json", Root::Object, problems);
        let mut entities = KINDS
            .map(|(_, kind, name)| open_entities(prefix, folder, kind, name, problems))
            .into_iter();
        let mut next = || entities.next().unwrap_or_default();
        let (characters, factions, locations, items, lore) =
            (next(), next(), next(), next(), next());
        let mut list = |name: &str| open_root(prefix, folder, name, Root::List, problems);
        Documents {
            world,
            characters,
            factions,
            locations,
            items,
            lore,
            variables: list("variables.json"),
            slots: list("items/slots.json"),
            plots: list("plots.json"),
            triggers: list("triggers.json"),
        }
    }

    /// The entities of a kind, to be given their ids.
    pub(crate) fn of_mut(&mut self, kind: SubjectKind) -> &mut [Document] {
        match kind {
            SubjectKind::Character => &mut self.characters,
            SubjectKind::Faction => &mut self.factions,
            SubjectKind::Location => &mut self.locations,
            SubjectKind::Item => &mut self.items,
            SubjectKind::Lore => &mut self.lore,
        }
    }
}

/// What a document's root must be (W-012).
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Root {
    Object,
    List,
}

fn open_root(
    prefix: &str,
    folder: &Folder,
    name: &str,
    root: Root,
    problems: &mut Problems,
) -> Opened {
    let file = format!("{prefix}/{name}");
    let content = match folder.file(name) {
        None => Content::Absent,
        Some(entry) => match open(&file, entry, root, problems) {
            Some(Value {
                kind: Kind::Null, ..
            }) => Content::Absent,
            Some(value) => Content::Value(value),
            None => Content::Unreadable,
        },
    };
    Opened { file, content }
}

/// Finds `<kind>/<folder>/<name>`, one level deep, in the order of W-006.
fn open_entities(
    prefix: &str,
    folder: &Folder,
    kind: &str,
    name: &str,
    problems: &mut Problems,
) -> Vec<Document> {
    let mut found: Vec<(&str, &Entry)> = folder
        .files_below(kind)
        .filter_map(|(path, entry)| {
            let (own, file) = path.split_once('/')?;
            (file == name && !own.starts_with('.')).then_some((own, entry))
        })
        .collect();
    found.sort_by_key(|(own, _)| *own);
    let mut document = |(own, entry): (&str, &Entry)| {
        let file = format!("{prefix}/{kind}/{own}/{name}");
        let root = open(&file, entry, Root::Object, problems);
        Document {
            file,
            folder: own.to_owned(),
            id: own.to_owned(),
            root,
        }
    };
    found.into_iter().map(&mut document).collect()
}

/// Reads one document; a fault is one problem at `""` (W-034).
pub(crate) fn open(
    file: &str,
    entry: &Entry,
    root: Root,
    problems: &mut Problems,
) -> Option<Value> {
    let value = match parse(
        bytes(file, entry, Rules::DOCUMENT.max_bytes, problems)?,
        &Rules::DOCUMENT,
    ) {
        Ok(value) => value,
        Err(fault) => {
            problems.push(file, "", fault.code, fault.message);
            return None;
        }
    };
    let (fits, expected) = match (root, &value.kind) {
        (Root::Object, kind) => (matches!(kind, Kind::Object(_)), "an object"),
        (Root::List, kind) => (matches!(kind, Kind::List(_) | Kind::Null), "a list"),
    };
    if !fits {
        let what = format!(
            "The document must be {expected}, but it is {}.",
            value.type_word()
        );
        problems.push(file, "", Code::WrongType, what);
        return None;
    }
    report_repeated(file, &value, &mut String::new(), problems);
    Some(value)
}

/// The bytes of a file, unless it is too large or could not be read (W-007).
pub(crate) fn bytes<'a>(
    file: &str,
    entry: &'a Entry,
    cap: usize,
    problems: &mut Problems,
) -> Option<&'a [u8]> {
    match entry {
        Entry::Bytes(bytes) if bytes.len() <= cap => Some(bytes),
        Entry::Bytes(bytes) => too_large(file, bytes.len() as u64, cap, problems),
        Entry::TooLarge(size) => too_large(file, *size, cap, problems),
        Entry::Failed(reason) => {
            problems.push(
                file,
                "",
                Code::InvalidJson,
                format!("The file could not be read: {reason}."),
            );
            None
        }
        Entry::Folder | Entry::Other => {
            problems.push(
                file,
                "",
                Code::InvalidJson,
                "The file was not given to the reader.",
            );
            None
        }
    }
}

fn too_large(file: &str, size: u64, cap: usize, problems: &mut Problems) -> Option<&'static [u8]> {
    problems.push(
        file,
        "",
        Code::TooLarge,
        format!("The file has {size} bytes; at most {cap} are read."),
    );
    None
}

/// Reports every repeated member, wherever it stands (W-011). The depth is bounded by the reader's rules.
fn report_repeated(file: &str, value: &Value, pointer: &mut String, problems: &mut Problems) {
    let length = pointer.len();
    match &value.kind {
        Kind::List(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                if matches!(entry.kind, Kind::List(_) | Kind::Object(_)) {
                    pointer.push_str(&format!("/{index}"));
                    report_repeated(file, entry, pointer, problems);
                    pointer.truncate(length);
                }
            }
        }
        Kind::Object(members) => {
            if problems.is_full() {
                return;
            }
            for key in repeated(members.iter().map(|member| member.key.as_str()).collect()) {
                push_part(pointer, key);
                let what = format!(
                    "The member {} stands here more than once.",
                    crate::node::quoted(key)
                );
                problems.push(file, pointer.clone(), Code::DuplicateMember, what);
                pointer.truncate(length);
            }
            for member in members {
                if matches!(member.value.kind, Kind::List(_) | Kind::Object(_)) {
                    push_part(pointer, &member.key);
                    report_repeated(file, &member.value, pointer, problems);
                    pointer.truncate(length);
                }
            }
        }
        _ => {}
    }
}

/// The names that occur more than once, each once.
pub(crate) fn repeated(mut keys: Vec<&str>) -> Vec<&str> {
    keys.sort_unstable();
    let mut twice: Vec<&str> = keys
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
        .collect();
    twice.dedup();
    twice
}

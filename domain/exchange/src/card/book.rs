//! Lorebooks: a card's own book and files of entries, with the members of both the card specification and SillyTavern
//! (3.6, F-058). An entry that cannot be read is left out with its place; the others stay.

use talekeep_world::Code;

use super::Rejected;
use super::decorators;
use super::document::refuse;
use super::node::{Node, Warnings, split_commas};
use crate::limits;

/// A lorebook.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Book {
    /// Pointer into the document.
    pub pointer: String,
    /// Its name, when it has one.
    pub name: Option<String>,
    /// Its description.
    pub description: String,
    /// Settings of direct use, kept (F-051).
    pub scan_depth: Option<f64>,
    /// Settings of direct use, kept (F-051).
    pub token_budget: Option<f64>,
    /// Settings of direct use, kept (F-051).
    pub recursive: Option<bool>,
    /// Every entry, disabled ones included, in order.
    pub entries: Vec<Entry>,
}

/// One entry of a lorebook.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Pointer into the document.
    pub pointer: String,
    /// Its id in the book, made different where two were equal.
    pub id: String,
    /// Its title, empty when it has none.
    pub title: String,
    /// The keys it is found by.
    pub keys: Vec<String>,
    /// Further keys, joined by [`Entry::logic`].
    pub secondary: Vec<String>,
    /// How the secondary keys count.
    pub logic: Logic,
    /// The text as written, decorators included.
    pub content: String,
    /// The text below its decorators.
    pub text: String,
    /// Decorators in force, name and value.
    pub decorators: Vec<(String, String)>,
    /// Whether it may be used at all.
    pub enabled: bool,
    /// Whether it is used without a key.
    pub constant: bool,
    /// Whether its keys are patterns.
    pub regex: bool,
    /// Its rank.
    pub order: f64,
    /// Where it would stand in a prompt.
    pub position: Position,
}

/// How secondary keys count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Logic {
    /// One of them is enough.
    AndAny,
    /// Not all of them may be there.
    NotAll,
    /// None of them may be there.
    NotAny,
    /// All of them must be there.
    AndAll,
}

/// Where an entry would stand in a prompt (section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// Before the card's text.
    Before,
    /// After the card's text.
    After,
    /// Above the author's note.
    NoteTop,
    /// Below the author's note.
    NoteBottom,
    /// Between the messages.
    AtDepth,
    /// Above the examples.
    ExamplesTop,
    /// Below the examples.
    ExamplesBottom,
    /// Only where it is asked for by name.
    Outlet,
}

/// The embedded book of a card; a book of an odd shape is read as far as it can be.
pub(crate) fn embedded(node: &Node<'_>, warnings: &mut Warnings) -> Result<Option<Book>, Rejected> {
    if node.value.as_list().is_some() {
        warnings.add(
            "book_list",
            &node.pointer,
            "The lorebook is a plain list; it was read as its entries.",
        );
        let book = Book {
            pointer: node.pointer.clone(),
            ..Book::default()
        };
        return with_entries(book, node, warnings).map(Some);
    }
    if !node.is_object() {
        if node
            .value
            .as_text()
            .is_none_or(|text| !text.trim().is_empty())
        {
            node.wrong(warnings, "a lorebook");
        }
        return Ok(None);
    }
    if let Some(entries) = node.get("entries") {
        if entries.is_object() {
            warnings.add(
                "entries_object",
                &entries.pointer,
                "The entries are an object instead of a list; its values were read.",
            );
        }
        let foreign = |entry: &Node<'_>| {
            entry.get("keys").is_none()
                && (entry.get("key").is_some() || entry.get("keysecondary").is_some())
        };
        if entries.entries().any(|entry| foreign(&entry)) {
            warnings.add(
                "entries_names",
                &entries.pointer,
                "The entries use SillyTavern's names of members; they were read as such.",
            );
        }
    }
    book(node, warnings).map(Some)
}

/// A book with `entries`.
pub(crate) fn book(node: &Node<'_>, warnings: &mut Warnings) -> Result<Book, Rejected> {
    let name = node.text_of("name", warnings);
    let book = Book {
        pointer: node.pointer.clone(),
        name: Some(name.trim().to_owned()).filter(|name| !name.is_empty()),
        description: node.text_of("description", warnings),
        scan_depth: node.number_of("scan_depth", warnings),
        token_budget: node.number_of("token_budget", warnings),
        recursive: node.flag_of("recursive_scanning", warnings),
        entries: Vec::new(),
    };
    match node.get("entries") {
        Some(entries) => with_entries(book, &entries, warnings),
        None => Ok(book),
    }
}

/// Reads a list of entries, or an object of them in ascending order of its keys (F-058) or of `displayIndex` (3.6).
pub(crate) fn with_entries(
    mut book: Book,
    entries: &Node<'_>,
    warnings: &mut Warnings,
) -> Result<Book, Rejected> {
    let nodes: Vec<Node<'_>> = if entries.is_object() {
        let mut keyed: Vec<(SortKey, Node<'_>)> = entries
            .each()
            .map(|(key, node)| (SortKey::of(key, &node), node))
            .collect();
        keyed.sort_by(|a, b| a.0.cmp(&b.0));
        keyed.into_iter().map(|(_, node)| node).collect()
    } else if entries.value.as_list().is_some() {
        entries.entries().collect()
    } else {
        entries.wrong(warnings, "a list of entries");
        return Ok(book);
    };
    if nodes.len() > limits::LORE_ENTRIES {
        let message = format!(
            "The lorebook has {} entries; at most {} are read.",
            nodes.len(),
            limits::LORE_ENTRIES
        );
        return Err(refuse(Code::TooMany, &entries.pointer, message));
    }
    let mut seen = std::collections::HashMap::new();
    for (at, node) in nodes.iter().enumerate() {
        if !node.is_object() {
            node.wrong(warnings, "an entry");
            continue;
        }
        let mut entry = entry(node, at, warnings);
        let count = seen.entry(entry.id.clone()).or_insert(0usize);
        *count += 1;
        if *count > 1 {
            let message = format!(
                "Another entry has the id {:?} as well; both are kept.",
                super::node::short(&entry.id)
            );
            warnings.add("entry_id", &entry.pointer, message);
            entry.id = format!("{}#{count}", entry.id);
        }
        book.entries.push(entry);
    }
    Ok(book)
}

/// Order of the members of an `entries` object: `displayIndex` where there is one, else the key; numbers before words.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SortKey {
    word: bool,
    index: i64,
    key: i64,
    name: String,
}

impl SortKey {
    fn of(key: &str, node: &Node<'_>) -> SortKey {
        let number = key.parse::<i64>().ok();
        let shown = node
            .get("displayIndex")
            .and_then(|index| index.value.as_f64())
            .map(|index| index as i64);
        let index = shown.or(number).unwrap_or(0);
        SortKey {
            word: number.is_none() && shown.is_none(),
            index,
            key: number.unwrap_or(i64::MAX),
            name: key.to_owned(),
        }
    }
}

fn entry(node: &Node<'_>, at: usize, warnings: &mut Warnings) -> Entry {
    let extensions = node.get("extensions").filter(Node::is_object);
    let get = |keys: &[&str]| node.get_any(keys);
    let content = get(&["content", "entry", "text", "value"])
        .and_then(|node| node.text(warnings))
        .unwrap_or_default();
    let decorated = decorators::read(&content);
    for name in &decorated.dropped {
        let name = super::node::short(name);
        warnings.add(
            "decorator",
            node.place("content"),
            format!("The decorator @@{name} is not known here; it was dropped."),
        );
    }
    let disabled = node
        .flag_of("disable", warnings)
        .or_else(|| node.flag_of("disabled", warnings));
    let enabled = node
        .flag_of("enabled", warnings)
        .or(disabled.map(|disabled| !disabled))
        .unwrap_or(true);
    let logic = get(&["selectiveLogic"])
        .or_else(|| {
            extensions
                .as_ref()
                .and_then(|extensions| extensions.get("selectiveLogic"))
        })
        .and_then(|logic| logic.value.as_f64());
    let constant = get(&["constant", "forceActivation", "alwaysActive"])
        .and_then(|node| node.flag(warnings))
        .unwrap_or(false);
    let keys = get(&["keys", "key", "keywords"])
        .map(|keys| keys.words(warnings))
        .unwrap_or_default();
    let regex = node
        .flag_of("use_regex", warnings)
        .or_else(|| node.flag_of("useRegex", warnings))
        .unwrap_or(false);
    let title = get(&["comment"])
        .and_then(|node| node.text(warnings))
        .filter(|title| !title.trim().is_empty());
    let title = title
        .or_else(|| get(&["name", "displayName"]).and_then(|node| node.text(warnings)))
        .unwrap_or_default();
    let order = get(&["insertion_order", "order", "insertorder", "priority"])
        .and_then(|node| node.number(warnings));
    Entry {
        id: id(node, at, warnings),
        title: title.trim().to_owned(),
        keys,
        secondary: get(&[
            "secondary_keys",
            "keysecondary",
            "secondaryKeys",
            "secondkey",
        ])
        .map(|keys| match keys.value.as_text() {
            Some(text) => split_commas(text),
            None => keys.words(warnings),
        })
        .unwrap_or_default(),
        logic: match logic.map(|logic| logic as i64) {
            Some(1) => Logic::NotAll,
            Some(2) => Logic::NotAny,
            Some(3) => Logic::AndAll,
            _ => Logic::AndAny,
        },
        text: decorated.text,
        decorators: decorated.accepted,
        content,
        enabled,
        constant,
        regex,
        order: order.unwrap_or(at as f64),
        position: position(node, extensions.as_ref()),
        pointer: node.pointer.clone(),
    }
}

fn id(node: &Node<'_>, at: usize, warnings: &mut Warnings) -> String {
    let given = node
        .get_any(&["id", "uid", "_id"])
        .filter(|id| id.value.as_text().is_some() || id.value.as_f64().is_some());
    match given {
        Some(id) if id.value.as_text().is_none() => {
            id.value.as_number_text().unwrap_or_default().to_owned()
        }
        Some(id) => id.text(warnings).unwrap_or_default(),
        // Its own kind of id, so that it cannot be another entry's.
        None => format!("entry:{at}"),
    }
}

fn position(node: &Node<'_>, extensions: Option<&Node<'_>>) -> Position {
    let number = extensions
        .and_then(|extensions| extensions.get("position"))
        .and_then(|position| position.value.as_f64());
    let own = node.get("position");
    let number = number.or_else(|| own.as_ref().and_then(|own| own.value.as_f64()));
    match number.map(|number| number as i64) {
        Some(0) => Position::Before,
        Some(2) => Position::NoteTop,
        Some(3) => Position::NoteBottom,
        Some(4) => Position::AtDepth,
        Some(5) => Position::ExamplesTop,
        Some(6) => Position::ExamplesBottom,
        Some(7) => Position::Outlet,
        Some(_) => Position::After,
        None if own.is_some_and(|own| own.value.as_text() == Some("before_char")) => {
            Position::Before
        }
        None => Position::After,
    }
}

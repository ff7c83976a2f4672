//! Lorebooks as files of their own: SillyTavern world info, the book of a card, V3, NovelAI, Agnai, RisuAI and Marinara
//! (sections 3.6, 5). It reads entries only; nothing is activated here.

use talekeep_world::Code;

use crate::card::{Book, Rejected, Warning};
use crate::card::{Node, read_book};
use crate::card::{Warnings, document, refuse, with_entries};
use crate::limits;

/// A lorebook file as it was read.
#[derive(Debug, Clone)]
pub struct Lorebook {
    /// The shape that was read, e.g. `st_world_info`.
    pub spec: &'static str,
    /// Its entries.
    pub book: Book,
    /// What was repaired, guessed or left out.
    pub warnings: Vec<Warning>,
    /// The JSON text, with everything it held.
    pub document: String,
}

/// Reads a lorebook by what it holds.
pub fn read(bytes: &[u8]) -> Result<Lorebook, Rejected> {
    if bytes.len() > limits::CARD_BYTES {
        let message = format!(
            "The file is larger than {} MB, the most that is read.",
            limits::CARD_BYTES / 1_000_000
        );
        return Err(refuse(Code::TooLarge, "", message));
    }
    let mut warnings = Warnings::default();
    let text = document::decode(bytes, &mut warnings)?;
    let value = document::parse(&text)?;
    let root = Node::root(&value);
    if root.value.as_list().is_none() && !root.is_object() {
        return Err(refuse(
            Code::WrongType,
            "",
            format!(
                "A lorebook is a JSON object; this is {}.",
                root.value.type_word()
            ),
        ));
    }
    let (spec, book) = recognise(&root, &mut warnings)?;
    document::look_through(&root, &text, &mut warnings);
    Ok(Lorebook {
        spec,
        book,
        warnings: warnings.into_vec(),
        document: text.into_owned(),
    })
}

fn recognise(root: &Node<'_>, warnings: &mut Warnings) -> Result<(&'static str, Book), Rejected> {
    if root.value.as_list().is_some() {
        warnings.add(
            "book_list",
            "",
            "The file is a plain list; it was read as the entries of a lorebook.",
        );
        return Ok((
            "v2_book",
            with_entries(named(root, None, warnings), root, warnings)?,
        ));
    }
    let word = |key: &str| root.get(key).and_then(|node| node.value.as_text());
    match word("type") {
        Some("risu") => {
            let Some(data) = root.get("data") else {
                return Err(no_entries(root));
            };
            return Ok((
                "risu_lorebook",
                with_entries(named(&data, None, warnings), &data, warnings)?,
            ));
        }
        Some("marinara_lorebook") => {
            let data = root.get("data").ok_or_else(|| no_entries(root))?;
            let entries = data.get("entries").ok_or_else(|| no_entries(&data))?;
            let head = data.get("lorebook");
            return Ok((
                "marinara_lorebook",
                with_entries(named(&data, head.as_ref(), warnings), &entries, warnings)?,
            ));
        }
        Some("regex") => {
            return Err(refuse(
                Code::BadFormat,
                "/type",
                "These are RisuAI's text scripts, not a lorebook; scripts are never taken.",
            ));
        }
        Some(kind) if kind.starts_with("marinara_") => {
            return Err(refuse(
                Code::BadFormat,
                "/type",
                format!("This is a Marinara {}, not a lorebook.", &kind[9..]),
            ));
        }
        _ => {}
    }
    if word("spec") == Some("lorebook_v3") {
        let data = root
            .get("data")
            .filter(Node::is_object)
            .ok_or_else(|| no_entries(root))?;
        entries_needed(&data)?;
        return Ok(("lorebook_v3", read_book(&data, warnings)?));
    }
    if let Some(book) = root
        .get("data")
        .and_then(|data| data.get("character_book"))
        .or_else(|| root.get("character_book"))
    {
        let spec = if word("spec") == Some("chara_card_v3") {
            "v3"
        } else {
            "v2"
        };
        warnings.add(
            "card_book",
            &book.pointer,
            "This is a character card; its lorebook was read.",
        );
        return Ok((spec, read_book(&book, warnings)?));
    }
    if root.get("spec").is_some()
        || root.get("first_mes").is_some()
        || root.get("char_name").is_some()
    {
        return Err(refuse(
            Code::BadFormat,
            "",
            "This is a character card without a lorebook.",
        ));
    }
    entries_needed(root)?;
    let book = read_book(root, warnings)?;
    let spec = if root.get("lorebookVersion").is_some() {
        "novelai"
    } else if word("kind") == Some("memory") {
        "agnai_memory"
    } else {
        tavern_or_book(root)
    };
    Ok((spec, book))
}

/// World info has entries by number, or entries with its own member names.
fn tavern_or_book(root: &Node<'_>) -> &'static str {
    let Some(entries) = root.get("entries") else {
        return "v2_book";
    };
    if entries.is_object() {
        return "st_world_info";
    }
    let mut spec = "v2_book";
    for entry in entries.entries() {
        if entry.get("key").is_some() && entry.get("keys").is_none() {
            return "st_world_info";
        }
        if entry.get("use_regex").is_some() {
            spec = "v3_book";
        }
    }
    spec
}

fn entries_needed(node: &Node<'_>) -> Result<(), Rejected> {
    let usable = node
        .get("entries")
        .is_some_and(|entries| entries.is_object() || entries.value.as_list().is_some());
    if usable {
        Ok(())
    } else {
        Err(no_entries(node))
    }
}

fn no_entries(node: &Node<'_>) -> Rejected {
    refuse(
        Code::Required,
        node.place("entries"),
        "This is no lorebook: it has no entries.",
    )
}

fn named(place: &Node<'_>, head: Option<&Node<'_>>, warnings: &mut Warnings) -> Book {
    let name = head
        .map(|head| head.text_of("name", warnings))
        .filter(|name| !name.trim().is_empty());
    Book {
        pointer: place.pointer.clone(),
        name,
        ..Book::default()
    }
}

//! `talekeep card FILE`: what a card, lorebook or chat holds, as JSON for programs and as a summary for people. It only looks:
//! nothing is imported and nothing the file names is opened.

use std::io::Write as _;
use std::path::PathBuf;

use serde_json::{Value, json};
use talekeep_exchange::card::{self, Book, Card, Rejected, Warning};
use talekeep_exchange::{chat, limits, lorebook};

/// What to look at and how to tell it.
#[derive(Debug, Clone, clap::Args)]
pub struct CardArgs {
    /// The file to read; its name decides nothing
    pub file: PathBuf,
    /// What it is brought in as
    #[arg(long, value_enum, default_value_t = FileKind::Card)]
    pub kind: FileKind,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// What a file is brought in as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum FileKind {
    /// A character card
    Card,
    /// A lorebook
    Lorebook,
    /// A chat log
    Chat,
}

/// How the answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// One JSON object
    Json,
    /// A summary for people
    Text,
}

const READ: u8 = 0;
const REJECTED: u8 = 1;
const COULD_NOT_RUN: u8 = 2;

/// Reads the file and prints what it holds. Status 0: read; 1: rejected; 2: the file could not be opened.
pub fn run(args: CardArgs) -> u8 {
    let answer = match load(&args.file) {
        Ok(bytes) => Answer::of(&bytes, args.kind),
        Err(error) => {
            let _ = writeln!(
                std::io::stderr(),
                "talekeep card: {}: {error}",
                args.file.display()
            );
            return COULD_NOT_RUN;
        }
    };
    let status = if answer.error.is_some() {
        REJECTED
    } else {
        READ
    };
    let printed = match args.format {
        Format::Json => answer.print_json(),
        Format::Text => answer.print_text(&args.file.to_string_lossy()),
    };
    match printed {
        Ok(()) => status,
        // A reader that went away is no failure of ours.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => status,
        Err(_) => COULD_NOT_RUN,
    }
}

/// At most one byte more than is read, so that a huge file is refused without being loaded.
fn load(path: &std::path::Path) -> std::io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    std::fs::File::open(path)?
        .take(limits::CARD_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The JSON answer, except for the document, which is printed as it stood.
struct Answer {
    head: serde_json::Map<String, Value>,
    document: Option<String>,
    error: Option<Rejected>,
    warnings: Vec<Warning>,
    summary: Vec<(&'static str, String)>,
}

impl Answer {
    fn of(bytes: &[u8], kind: FileKind) -> Answer {
        let read = match kind {
            FileKind::Card => card::read(bytes).map(Answer::card),
            FileKind::Lorebook => lorebook::read(bytes).map(Answer::lorebook),
            FileKind::Chat => chat::read(bytes).map(Answer::chat),
        };
        read.unwrap_or_else(Answer::rejected)
    }

    fn new(warnings: Vec<Warning>, head: Value) -> Answer {
        let outcome = if warnings.is_empty() {
            "ok"
        } else {
            "ok_with_warnings"
        };
        let mut all = serde_json::Map::new();
        all.insert("outcome".to_owned(), json!(outcome));
        if let Value::Object(members) = head {
            all.extend(members);
        }
        let listed: Vec<Value> = warnings
            .iter()
            .map(|warning| json!({ "code": warning.code, "pointer": warning.pointer, "message": warning.message }))
            .collect();
        all.insert("warnings".to_owned(), listed.into());
        Answer {
            head: all,
            document: None,
            error: None,
            warnings,
            summary: Vec::new(),
        }
    }

    fn card(card: Card) -> Answer {
        let texts = |greetings: &[card::Greeting]| {
            greetings
                .iter()
                .map(|greeting| greeting.text.clone())
                .collect::<Vec<_>>()
        };
        let head = json!({
            "spec": card.spec.as_str(),
            "container": card.container.as_str(),
            "chunk": card.chunk,
            "name": card.name,
            "greetings": texts(&card.greetings),
            "groupGreetings": texts(&card.group_greetings),
            "lore": card.book.as_ref().map(lore).unwrap_or_default(),
        });
        let summary = card_summary(&card);
        Answer {
            document: Some(card.document),
            summary,
            ..Answer::new(card.warnings, head)
        }
    }

    fn lorebook(read: lorebook::Lorebook) -> Answer {
        let head = json!({
            "spec": read.spec,
            "container": "json",
            "name": read.book.name,
            "lore": lore(&read.book),
        });
        let summary = vec![
            (
                "Lorebook",
                read.book
                    .name
                    .clone()
                    .unwrap_or_else(|| "without a name".to_owned()),
            ),
            ("Read as", read.spec.to_owned()),
            ("Entries", entries(&read.book)),
        ];
        Answer {
            document: Some(read.document),
            summary,
            ..Answer::new(read.warnings, head)
        }
    }

    fn chat(read: chat::Chat) -> Answer {
        let messages: Vec<Value> = read
            .messages
            .iter()
            .map(|message| json!({ "name": message.name, "text": message.text, "isUser": message.is_user, "hidden": message.hidden }))
            .collect();
        let mut names: Vec<&str> = read
            .messages
            .iter()
            .map(|message| message.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        let hidden = read
            .messages
            .iter()
            .filter(|message| message.hidden)
            .count();
        let summary = vec![
            (
                "Chat",
                format!(
                    "of {} and {}",
                    or(&read.user, "a user"),
                    or(&read.character, "somebody")
                ),
            ),
            ("Read as", read.spec.to_owned()),
            (
                "Messages",
                format!(
                    "{}, {hidden} of them hidden from a model",
                    read.messages.len()
                ),
            ),
            ("Speakers", names.join(", ")),
        ];
        let head = json!({ "spec": read.spec, "container": "jsonl", "name": read.character, "messages": messages });
        Answer {
            summary,
            ..Answer::new(read.warnings, head)
        }
    }

    fn rejected(rejected: Rejected) -> Answer {
        let code = rejected
            .problems
            .first()
            .map_or("bad_format", |problem| problem.code.as_str());
        let messages: Vec<&str> = rejected
            .problems
            .iter()
            .map(|problem| problem.message.as_str())
            .collect();
        let problems: Vec<Value> = rejected
            .problems
            .iter()
            .map(|problem| json!({ "code": problem.code.as_str(), "pointer": problem.pointer, "message": problem.message }))
            .collect();
        let mut head = serde_json::Map::new();
        head.insert("outcome".to_owned(), json!("rejected"));
        head.insert(
            "error".to_owned(),
            json!({ "code": code, "message": messages.join(" ") }),
        );
        head.insert("problems".to_owned(), problems.into());
        Answer {
            head,
            document: None,
            error: Some(rejected),
            warnings: Vec::new(),
            summary: Vec::new(),
        }
    }

    /// The document goes out digit for digit: no number in it is read and written again.
    fn print_json(&self) -> std::io::Result<()> {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let head = serde_json::to_string(&self.head)?;
        match &self.document {
            Some(document) => {
                out.write_all(head.trim_end_matches('}').as_bytes())?;
                // The head ends with the list of warnings, so only its own brace was cut.
                out.write_all(b",\"document\":")?;
                out.write_all(document.as_bytes())?;
                out.write_all(b"}\n")?;
            }
            None => writeln!(out, "{head}")?,
        }
        out.flush()
    }

    fn print_text(&self, file: &str) -> std::io::Result<()> {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        if let Some(rejected) = &self.error {
            writeln!(out, "{file} was not read.")?;
            for problem in &rejected.problems {
                writeln!(
                    out,
                    "  {}{}",
                    plain(&problem.message),
                    place(&problem.pointer)
                )?;
            }
            return out.flush();
        }
        for (title, text) in &self.summary {
            writeln!(out, "{title:<12} {}", plain(text))?;
        }
        if self.warnings.is_empty() {
            writeln!(out, "Nothing odd about it.")?;
        } else {
            writeln!(out, "\nWhat is odd:")?;
            for warning in &self.warnings {
                writeln!(
                    out,
                    "  {}{}",
                    plain(&warning.message),
                    place(&warning.pointer)
                )?;
            }
        }
        out.flush()
    }
}

fn lore(book: &Book) -> Vec<Value> {
    let entry = |entry: &card::Entry| json!({ "title": entry.title, "keys": entry.keys, "enabled": entry.enabled, "content": entry.content });
    book.entries.iter().map(entry).collect()
}

fn card_summary(card: &Card) -> Vec<(&'static str, String)> {
    let mut lines = vec![(
        "Card",
        card.name
            .clone()
            .unwrap_or_else(|| "without a name".to_owned()),
    )];
    if !card.fields.nickname.trim().is_empty() {
        lines.push(("Called", card.fields.nickname.clone()));
    }
    if !card.fields.creator.is_empty() {
        lines.push((
            "Made by",
            format!("{} {}", card.fields.creator, card.fields.character_version),
        ));
    }
    let version = card
        .spec_version
        .as_deref()
        .map(|version| format!(" (version {version})"))
        .unwrap_or_default();
    let found = match &card.chunk {
        Some(chunk) => format!(
            "{}, from {chunk} of the {} picture",
            card.spec.as_str(),
            card.container.as_str()
        ),
        None => format!("{} in {}", card.spec.as_str(), card.container.as_str()),
    };
    lines.push(("Read as", format!("{found}{version}")));
    let texts = [
        ("description", &card.fields.description),
        ("personality", &card.fields.personality),
        ("scenario", &card.fields.scenario),
        ("examples", &card.fields.mes_example),
        ("notes", &card.fields.creator_notes),
        ("system prompt", &card.fields.system_prompt),
        ("last instructions", &card.fields.post_history_instructions),
    ];
    let held: Vec<String> = texts
        .into_iter()
        .filter(|(_, text)| !text.trim().is_empty())
        .map(|(title, text)| format!("{title} ({} characters)", text.chars().count()))
        .collect();
    lines.push(("Texts", or_none(held.join(", "))));
    lines.push((
        "Greetings",
        format!(
            "{} for one player, {} for groups",
            card.greetings.len(),
            card.group_greetings.len()
        ),
    ));
    if let Some(greeting) = card.greetings.first() {
        lines.push(("Opens with", greeting.text.chars().take(160).collect()));
    }
    lines.push((
        "Lore",
        card.book
            .as_ref()
            .map_or_else(|| "none".to_owned(), entries),
    ));
    if !card.fields.tags.is_empty() {
        lines.push(("Tags", card.fields.tags.join(", ")));
    }
    if !card.fields.assets.is_empty() {
        lines.push(("Assets", format!("{} named", card.fields.assets.len())));
    }
    if !card.fields.scripts.is_empty() {
        lines.push((
            "Scripts",
            format!("{}, never run", card.fields.scripts.len()),
        ));
    }
    lines
}

fn entries(book: &Book) -> String {
    let enabled = book.entries.iter().filter(|entry| entry.enabled).count();
    match book.entries.len() {
        0 => "none".to_owned(),
        all => format!("{all} entries, {} switched off", all - enabled),
    }
}

fn or<'a>(name: &'a Option<String>, other: &'a str) -> &'a str {
    name.as_deref().unwrap_or(other)
}

fn or_none(text: String) -> String {
    if text.is_empty() {
        "none".to_owned()
    } else {
        text
    }
}

fn place(pointer: &str) -> String {
    if pointer.is_empty() {
        String::new()
    } else {
        format!("  [{}]", plain(pointer))
    }
}

/// Text of a file on a terminal: no control character may steer it, and no line break may fake a line of ours.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

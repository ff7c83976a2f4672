//! Character cards V1, V2 and V3, as JSON and inside PNG (sections 5 and 6). A card is read by what it holds, never by its
//! name; one bad field is a warning with its place, and only a container that cannot be read at all is refused (F-001, F-002).

mod book;
mod decorators;
pub(crate) mod document;
mod fields;
mod node;
mod payload;
mod png;
mod shape;

use talekeep_world::json::Value;
use talekeep_world::{Code, Problem};

use crate::limits;
pub(crate) use book::{book as read_book, with_entries};
pub(crate) use document::refuse;
pub(crate) use node::{Node, Warnings};
pub(crate) use png::without_texts;
use shape::Shape;

pub use book::{Book, Entry, Logic, Position};
pub use fields::{Asset, Fields, Note, Script};

/// A card as it was read (the staged record of section 1). Texts are as written, macros included (F-005).
#[derive(Debug, Clone)]
pub struct Card {
    /// What the bytes were.
    pub container: Container,
    /// The text chunk the card was found in, e.g. `ccv3`, when the container has such.
    pub chunk: Option<String>,
    /// The shape that was read.
    pub spec: Spec,
    /// The version the card claims, as written.
    pub spec_version: Option<String>,
    /// The character's name; absent when the card has none.
    pub name: Option<String>,
    /// Everything else section 6.1 names.
    pub fields: Fields,
    /// The first message and the alternates, blank ones left out.
    pub greetings: Vec<Greeting>,
    /// Greetings for groups only, blank ones left out.
    pub group_greetings: Vec<Greeting>,
    /// The embedded lorebook.
    pub book: Option<Book>,
    /// The container itself when it is a picture; it is not decoded here (F-083).
    pub picture: Option<Vec<u8>>,
    /// What was repaired, guessed or left out.
    pub warnings: Vec<Warning>,
    /// The JSON text that won, with everything it held, digit for digit.
    pub document: String,
}

impl Card {
    /// What `{{char}}` stands for: the nickname, else the name.
    pub fn spoken_name(&self) -> Option<&str> {
        let nickname = self.fields.nickname.trim();
        if nickname.is_empty() {
            self.name.as_deref()
        } else {
            Some(nickname)
        }
    }
}

/// One opening, and where it stood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Greeting {
    /// Pointer into the card's document.
    pub pointer: String,
    /// The text as written.
    pub text: String,
}

/// What the bytes of a card were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    /// A JSON document.
    Json,
    /// A PNG picture.
    Png,
    /// A moving PNG.
    Apng,
}

impl Container {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Container::Json => "json",
            Container::Png => "png",
            Container::Apng => "apng",
        }
    }
}

/// The shape of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spec {
    /// The six fields of the first cards.
    V1,
    /// `chara_card_v2`.
    V2,
    /// `chara_card_v3`.
    V3,
    /// `char_name` and its kin.
    Pygmalion,
    /// Agnai's own character.
    Agnai,
}

impl Spec {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Spec::V1 => "v1",
            Spec::V2 => "v2",
            Spec::V3 => "v3",
            Spec::Pygmalion => "pygmalion",
            Spec::Agnai => "agnai",
        }
    }
}

/// Something that was repaired, guessed or left out while reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// A stable word.
    pub code: &'static str,
    /// Pointer into the card's document; empty when it is about the whole file.
    pub pointer: String,
    /// A sentence for people.
    pub message: String,
}

/// Why a file is no card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected {
    /// At least one; `file` is `card`.
    pub problems: Vec<Problem>,
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            self.problems
                .first()
                .map_or("The card could not be read.", |problem| &problem.message),
        )
    }
}

impl std::error::Error for Rejected {}

/// Reads a card by what its bytes are (F-001).
pub fn read(bytes: &[u8]) -> Result<Card, Rejected> {
    if bytes.is_empty() {
        return Err(refuse(Code::InvalidJson, "", "The file is empty."));
    }
    if bytes.len() > limits::CARD_BYTES {
        let message = format!(
            "The file is larger than {} MB, the most that is read.",
            limits::CARD_BYTES / 1_000_000
        );
        return Err(refuse(Code::TooLarge, "", message));
    }
    if bytes.starts_with(png::SIGNATURE) {
        return picture(bytes);
    }
    if let Some(name) = other_container(bytes) {
        return Err(refuse(
            Code::BadFormat,
            "",
            format!("The file is {name}; no card data was found that can be read."),
        ));
    }
    if bytes.starts_with(&png::SIGNATURE[..4]) || png::SIGNATURE.starts_with(bytes) {
        return Err(refuse(
            Code::BadFormat,
            "",
            "The picture is damaged: it is cut off or its first bytes are wrong.",
        ));
    }
    let mut warnings = Warnings::default();
    let read = document(bytes, &mut warnings)?;
    Ok(read.into_card(Container::Json, None, None, warnings))
}

/// Containers that are known and hold no card we read.
fn other_container(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [b'P', b'K', 3 | 5, 4 | 6, ..] => Some("a ZIP archive"),
        [0xff, 0xd8, 0xff, ..] => Some("a JPEG picture"),
        [b'G', b'I', b'F', b'8', ..] => Some("a GIF picture"),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => Some("a WebP picture"),
        [b'S', b'Q', b'L', b'i', b't', b'e', ..] => Some("a database"),
        [b'%', b'P', b'D', b'F', ..] => Some("a PDF"),
        _ => None,
    }
}

/// `ccv3` before `chara`, the first readable chunk of a keyword before the others (F-043).
fn picture(bytes: &[u8]) -> Result<Card, Rejected> {
    let mut warnings = Warnings::default();
    let png = png::read(bytes, &mut warnings)?;
    let mut winner: Option<(Read, &png::Text<'_>, Warnings)> = None;
    let mut refused: Vec<(&png::Text<'_>, Problem)> = Vec::new();
    for keyword in ["ccv3", "chara"] {
        for text in png.texts.iter().filter(|text| text.keyword == keyword) {
            let mut own = Warnings::default();
            match (chunk(text, &mut own), &winner) {
                (Ok(read), None) => winner = Some((read, text, own)),
                (Ok(read), Some((won, chunk, _))) if chunk.keyword == keyword => {
                    let same = if won.document == read.document {
                        "the same text"
                    } else {
                        "another text; the first one counts"
                    };
                    warnings.add(
                        "chunk_twice",
                        "",
                        format!("The picture has another {keyword} chunk with {same}."),
                    );
                }
                (Ok(read), Some((won, ..))) => conflicts(won, &read, &mut warnings),
                (Err(problem), _) => refused.push((text, problem)),
            }
        }
    }
    let Some((read, text, own)) = winner else {
        return Err(no_card(refused));
    };
    for (text, problem) in refused {
        let message = format!(
            "The picture's {} chunk could not be read ({}); another one was.",
            text.keyword, problem.message
        );
        warnings.add("chunk_unreadable", "", message);
    }
    warnings.extend(own);
    let container = if png.animated {
        Container::Apng
    } else {
        Container::Png
    };
    let chunk = Some(format!("{} in {}", text.keyword, text.chunk));
    Ok(read.into_card(container, chunk, Some(bytes.to_vec()), warnings))
}

fn chunk(text: &png::Text<'_>, warnings: &mut Warnings) -> Result<Read, Problem> {
    let problem = |code, message| Problem {
        file: "card".to_owned(),
        pointer: String::new(),
        code,
        message,
    };
    let raw = text
        .read()
        .map_err(|(code, message)| problem(code, message))?;
    let json =
        payload::decode(&raw, warnings).map_err(|message| problem(Code::BadFormat, message))?;
    drop(raw);
    document(&json, warnings).map_err(|mut rejected| rejected.problems.remove(0))
}

/// Nothing readable: the reasons of every chunk that tried to be a card (F-045).
fn no_card(refused: Vec<(&png::Text<'_>, Problem)>) -> Rejected {
    if refused.is_empty() {
        return refuse(
            Code::BadFormat,
            "",
            "There is no card data in the picture; it is a plain picture.",
        );
    }
    let problems = refused.into_iter().map(|(text, problem)| {
        let message = format!(
            "The card in the picture's {} chunk could not be read: {}",
            text.keyword, problem.message
        );
        Problem { message, ..problem }
    });
    Rejected {
        problems: problems.collect(),
    }
}

/// Where `chara` says something else than the `ccv3` that won (F-043).
fn conflicts(won: &Read, lost: &Read, warnings: &mut Warnings) {
    let pairs = [
        (
            "name",
            won.name.as_deref().unwrap_or_default(),
            lost.name.as_deref().unwrap_or_default(),
        ),
        (
            "description",
            &won.fields.description,
            &lost.fields.description,
        ),
        (
            "personality",
            &won.fields.personality,
            &lost.fields.personality,
        ),
        ("scenario", &won.fields.scenario, &lost.fields.scenario),
        (
            "mes_example",
            &won.fields.mes_example,
            &lost.fields.mes_example,
        ),
        (
            "creator_notes",
            &won.fields.creator_notes,
            &lost.fields.creator_notes,
        ),
        (
            "system_prompt",
            &won.fields.system_prompt,
            &lost.fields.system_prompt,
        ),
    ];
    let mut different: Vec<&str> = pairs
        .into_iter()
        .filter(|(_, a, b)| a != b && !b.is_empty())
        .map(|(field, ..)| field)
        .collect();
    let texts = |read: &Read| {
        read.greetings
            .iter()
            .map(|greeting| greeting.text.clone())
            .collect::<Vec<_>>()
    };
    if texts(won) != texts(lost) {
        different.push("greetings");
    }
    let entries = |read: &Read| read.book.as_ref().map_or(0, |book| book.entries.len());
    if entries(won) != entries(lost) {
        different.push("character_book");
    }
    if !different.is_empty() {
        let message = format!(
            "The picture's chara chunk says something else about {}; ccv3 counts.",
            different.join(", ")
        );
        warnings.add("chunk_conflict", "", message);
    }
}

/// A document as it was read, before it knows its container.
struct Read {
    spec: Spec,
    version: Option<String>,
    name: Option<String>,
    fields: Fields,
    greetings: Vec<Greeting>,
    group_greetings: Vec<Greeting>,
    book: Option<Book>,
    document: String,
}

impl Read {
    fn into_card(
        self,
        container: Container,
        chunk: Option<String>,
        picture: Option<Vec<u8>>,
        warnings: Warnings,
    ) -> Card {
        Card {
            container,
            chunk,
            spec: self.spec,
            spec_version: self.version,
            name: self.name,
            fields: self.fields,
            greetings: self.greetings,
            group_greetings: self.group_greetings,
            book: self.book,
            picture,
            warnings: warnings.into_vec(),
            document: self.document,
        }
    }
}

/// Reads the JSON of a card, from whatever container.
fn document(bytes: &[u8], warnings: &mut Warnings) -> Result<Read, Rejected> {
    let text = document::decode(bytes, warnings)?;
    let value = document::parse(&text)?;
    if let Some(inner) = value
        .as_text()
        .filter(|inner| inner.trim_start().starts_with('{'))
    {
        warnings.add(
            "json_in_text",
            "",
            "The card stands as text inside a JSON string; the text was read.",
        );
        let inner = inner.to_owned();
        let value = document::parse(&inner)?;
        return from_value(&value, inner, warnings);
    }
    from_value(&value, text.into_owned(), warnings)
}

fn from_value(value: &Value, text: String, warnings: &mut Warnings) -> Result<Read, Rejected> {
    let root = Node::root(value);
    document::look_through(&root, &text, warnings);
    let shape = shape::recognise(root, warnings)?;
    let fields::Read {
        name,
        fields,
        greetings,
        group_greetings,
    } = fields::read(&shape, warnings);
    let book = book_of(&shape, warnings)?;
    let empty = name.is_none()
        && greetings.is_empty()
        && group_greetings.is_empty()
        && book.as_ref().is_none_or(|book| book.entries.is_empty())
        && [
            &fields.description,
            &fields.personality,
            &fields.scenario,
            &fields.mes_example,
        ]
        .iter()
        .all(|text| text.trim().is_empty());
    if empty {
        return Err(refuse(
            Code::Required,
            shape.data.pointer,
            "The card is empty: no name, no description, no greeting.",
        ));
    }
    Ok(Read {
        spec: shape.spec,
        version: shape.version,
        name,
        fields,
        greetings,
        group_greetings,
        book,
        document: text,
    })
}

fn book_of(shape: &Shape<'_>, warnings: &mut Warnings) -> Result<Option<Book>, Rejected> {
    let key = if shape.spec == Spec::Agnai {
        "characterBook"
    } else {
        "character_book"
    };
    let Some(node) = shape.data.get(key) else {
        return Ok(None);
    };
    let Some(text) = node
        .value
        .as_text()
        .filter(|text| text.trim_start().starts_with(['{', '[']))
    else {
        return book::embedded(&node, warnings);
    };
    let Ok(value) = document::parse(text) else {
        node.wrong(warnings, "a lorebook");
        return Ok(None);
    };
    warnings.add(
        "json_in_text",
        &node.pointer,
        "The lorebook stands as text inside a string; the text was read.",
    );
    // Places inside the text are told by the place of the text: a pointer cannot lead further.
    let mut inner = Warnings::default();
    let book = book::embedded(
        &Node {
            value: &value,
            pointer: node.pointer.clone(),
        },
        &mut inner,
    )?;
    warnings.extend(inner);
    Ok(book)
}

//! One card document as a whole: decoded, recognised, all its parts read. It does not know what container it came in.

use talekeep_world::Code;
use talekeep_world::json::Value;

use super::document::{self, refuse};
use super::node::{Node, Warnings};
use super::shape::{self, Shape};
use super::{Book, Card, Container, Fields, Greeting, Rejected, Spec, book, fields};

/// A document as it was read, before it knows its container.
pub(super) struct Read {
    pub(super) spec: Spec,
    pub(super) version: Option<String>,
    pub(super) name: Option<String>,
    pub(super) fields: Fields,
    pub(super) greetings: Vec<Greeting>,
    pub(super) group_greetings: Vec<Greeting>,
    pub(super) book: Option<Book>,
    pub(super) document: String,
}

impl Read {
    pub(super) fn into_card(
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
pub(super) fn document(bytes: &[u8], warnings: &mut Warnings) -> Result<Read, Rejected> {
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

//! The reference of the world format as pages, made from the definition that reads worlds and the words of one language.
//! Anybody may read them; they know nothing of any world.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use talekeep_world::Code;
use talekeep_world::format::{
    self, CONDITIONS, Count, DOCUMENTS, DocumentKind, EXAMPLE, Root, SHAPES, Shape, Type,
};

use super::gate;
use super::shell::{Shell, answer};
use crate::reference::{Part, Reference, wording};

#[derive(Template)]
#[template(path = "help.html")]
struct Overview {
    shell: Shell,
    reference: &'static Reference,
    documents: Vec<Entry>,
    codes: Vec<(&'static str, &'static str)>,
}

#[derive(Template)]
#[template(path = "help_document.html")]
struct DocumentPage {
    shell: Shell,
    reference: &'static Reference,
    documents: Vec<Entry>,
    entry: Entry,
    root: String,
    limits: Vec<String>,
    shapes: Vec<ShapeRow>,
    examples: Vec<(&'static str, &'static str)>,
}

/// A document in a list of them.
struct Entry {
    name: &'static str,
    path: String,
    title: &'static str,
    text: &'static str,
}

/// One shape as a table.
struct ShapeRow {
    name: &'static str,
    title: &'static str,
    text: &'static str,
    groups: Vec<(&'static str, &'static [&'static str])>,
    members: Vec<MemberRow>,
}

/// One member as a row.
struct MemberRow {
    name: &'static str,
    label: &'static str,
    help: &'static str,
    kind: Vec<Part>,
    required: bool,
    default: Option<&'static str>,
}

/// `GET /help/world-format`
pub(crate) async fn overview(req: HttpRequest) -> HttpResponse {
    let shell = Shell::new(&req, "help", gate::person(&req));
    let reference = Reference::of(shell.language);
    let meaning = |code: &Code| Some((code.as_str(), reference.codes.get(code.as_str())?.as_str()));
    let page = Overview {
        documents: entries(reference),
        codes: Code::ALL.iter().filter_map(meaning).collect(),
        reference,
        shell,
    };
    answer(&req, StatusCode::OK, &page)
}

/// `GET /help/world-format/{document}`
pub(crate) async fn document(req: HttpRequest, name: Path<String>) -> HttpResponse {
    let Some(kind) = DOCUMENTS.iter().find(|kind| kind.name == *name) else {
        return super::lost(req).await;
    };
    let shell = Shell::new(&req, "help", gate::person(&req));
    let reference = Reference::of(shell.language);
    let page = DocumentPage {
        documents: entries(reference),
        entry: entry(kind, reference),
        root: reference
            .says("root")
            .replace("{what}", reference.says(root(kind.root))),
        limits: limits(kind, reference),
        shapes: reached(kind)
            .into_iter()
            .map(|one| table(one, reference))
            .collect(),
        examples: examples(kind),
        reference,
        shell,
    };
    answer(&req, StatusCode::OK, &page)
}

fn entries(reference: &'static Reference) -> Vec<Entry> {
    DOCUMENTS
        .iter()
        .map(|kind| entry(kind, reference))
        .collect()
}

fn entry(kind: &DocumentKind, reference: &'static Reference) -> Entry {
    let topic = reference.documents.get(kind.name);
    Entry {
        name: kind.name,
        path: shown(kind.path),
        title: topic.map_or(kind.name, |topic| &topic.title),
        text: topic.map_or("", |topic| &topic.text),
    }
}

/// The path as people read it; a prompt's parts have their own names.
fn shown(path: &str) -> String {
    match path {
        "prompts/*/*/*.md" => "prompts/<language>/<group>/<name>.md".to_owned(),
        path => path.replace('*', "<folder>"),
    }
}

fn root(root: Root) -> &'static str {
    match root {
        Root::Object => "root_object",
        Root::List => "root_list",
        Root::Lines => "root_lines",
        Root::Text => "root_text",
    }
}

fn limits(kind: &DocumentKind, reference: &Reference) -> Vec<String> {
    let size = match kind.max_bytes >> 20 {
        0 => format!("{} KiB", kind.max_bytes >> 10),
        whole => format!("{whole} MiB"),
    };
    let most = kind.most.map(|most| {
        reference
            .says("at_most")
            .replace("{most}", &most.to_string())
    });
    let size = reference.says("size").replace("{size}", &size);
    most.into_iter().chain([size]).collect()
}

/// The shape of a document and every shape that can stand inside of it, in the order they are explained.
fn reached(kind: &DocumentKind) -> Vec<&'static Shape> {
    let mut found: Vec<&str> = Vec::new();
    reach(kind.shape, &mut found);
    let mut shapes: Vec<&'static Shape> = SHAPES
        .iter()
        .copied()
        .filter(|shape| found.contains(&shape.name) && shape.name != kind.shape.name)
        .collect();
    shapes.splice(0..0, format::shape(kind.shape.name));
    shapes
}

fn reach(shape: &Shape, found: &mut Vec<&'static str>) {
    if found.contains(&shape.name) {
        return;
    }
    found.push(shape.name);
    for member in shape.members {
        reach_type(&member.value, found);
    }
}

fn reach_type(kind: &Type, found: &mut Vec<&'static str>) {
    match kind {
        Type::Object(shape) => reach(shape, found),
        Type::Tagged { shapes, .. } => shapes.iter().for_each(|(_, shape)| reach(shape, found)),
        Type::Condition => CONDITIONS.iter().for_each(|(_, shape)| reach(shape, found)),
        Type::List { of, .. } => reach_type(of, found),
        Type::OneOf(types) => types.iter().for_each(|one| reach_type(one, found)),
        _ => {}
    }
}

fn table(shape: &'static Shape, reference: &'static Reference) -> ShapeRow {
    let topic = reference.shapes.get(shape.name);
    let count = |count: Count| match count {
        Count::ExactlyOne => "exactly_one",
        Count::AtMostOne => "at_most_one",
        Count::AtLeastOne => "at_least_one",
    };
    let says = |key: &str| reference.types.get(key).map_or("", String::as_str);
    let row = |member: &'static format::Member| {
        let saying = reference.member(shape.name, member.name);
        MemberRow {
            name: member.name,
            label: saying.map_or("", |saying| &saying.label),
            help: saying.map_or("", |saying| &saying.help),
            kind: wording(&member.value, reference),
            required: member.required,
            default: member.default,
        }
    };
    ShapeRow {
        name: shape.name,
        title: topic.map_or(shape.name, |topic| &topic.title),
        text: topic.map_or("", |topic| &topic.text),
        groups: shape
            .groups
            .iter()
            .map(|group| (says(count(group.count)), group.of))
            .collect(),
        members: shape.members.iter().map(row).collect(),
    }
}

/// The documents of the example that are of this kind; of an entity the fullest and a short one.
fn examples(kind: &DocumentKind) -> Vec<(&'static str, &'static str)> {
    EXAMPLE
        .iter()
        .copied()
        .filter(|(path, _)| kind.holds(path))
        .take(2)
        .collect()
}

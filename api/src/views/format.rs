//! The description of the world format as programs and the editor read it: documents, shapes and members with their types,
//! and what they are called in one language. Names of the format stay as files have them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};
use talekeep_world::format::{
    CONDITIONS, Count, DAYS, DOCUMENTS, DocumentKind, Member, Root, SHAPES, Shape, Type,
};
use talekeep_world::limits::ID_LENGTH;
use utoipa::ToSchema;

use crate::reference::Reference;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FormatView {
    pub(crate) documents: Vec<FormatDocumentView>,
    /// By name; a type of kind `object` leads to one of them.
    pub(crate) shapes: BTreeMap<&'static str, FormatShapeView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FormatDocumentView {
    #[schema(example = "character")]
    pub(crate) name: &'static str,
    /// Relative to the world folder; `*` is one part of a path.
    #[schema(example = "characters/*/character.json")]
    pub(crate) path: &'static str,
    /// `object`, `list`, `lines` or `text`.
    #[schema(example = "object")]
    pub(crate) root: &'static str,
    /// What the root, or every entry of it, is.
    #[schema(example = "character")]
    pub(crate) shape: &'static str,
    /// How many entries the list has, or how many such documents a world has.
    pub(crate) most: Option<usize>,
    /// How many bytes of it are read.
    pub(crate) max_bytes: usize,
    pub(crate) label: String,
    pub(crate) help: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FormatShapeView {
    pub(crate) members: Vec<FormatMemberView>,
    /// Members of which only so many may be set.
    pub(crate) groups: Vec<FormatGroupView>,
    pub(crate) label: String,
    pub(crate) help: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FormatMemberView {
    /// As it stands in files.
    #[schema(example = "opened_by")]
    pub(crate) name: &'static str,
    /// `kind` says which; its other members are its limits, words or inner types.
    #[serde(rename = "type")]
    #[schema(value_type = Object, example = json!({"kind": "word", "words": ["open", "locked", "blocked"]}))]
    pub(crate) kind: Value,
    pub(crate) required: bool,
    /// What it is when not set.
    #[schema(value_type = Object)]
    pub(crate) default: Value,
    /// Rules of the specification.
    #[schema(example = json!(["W-214"]))]
    pub(crate) rules: &'static [&'static str],
    pub(crate) label: String,
    pub(crate) help: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FormatGroupView {
    /// `exactlyOne`, `atMostOne` or `atLeastOne`.
    #[schema(example = "exactlyOne")]
    pub(crate) count: &'static str,
    #[schema(example = json!(["held_by", "at"]))]
    pub(crate) of: &'static [&'static str],
}

impl FormatView {
    /// The whole description with the words of one language.
    pub(crate) fn in_words_of(reference: &Reference) -> FormatView {
        FormatView {
            documents: DOCUMENTS
                .iter()
                .map(|one| document(one, reference))
                .collect(),
            shapes: SHAPES
                .iter()
                .map(|one| (one.name, shape(one, reference)))
                .collect(),
        }
    }
}

fn document(kind: &DocumentKind, reference: &Reference) -> FormatDocumentView {
    let topic = reference.documents.get(kind.name);
    FormatDocumentView {
        name: kind.name,
        path: kind.path,
        root: match kind.root {
            Root::Object => "object",
            Root::List => "list",
            Root::Lines => "lines",
            Root::Text => "text",
        },
        shape: kind.shape.name,
        most: kind.most,
        max_bytes: kind.max_bytes,
        label: topic.map(|topic| topic.title.clone()).unwrap_or_default(),
        help: topic.map(|topic| topic.text.clone()).unwrap_or_default(),
    }
}

fn shape(shape: &Shape, reference: &Reference) -> FormatShapeView {
    let topic = reference.shapes.get(shape.name);
    let group = |group: &talekeep_world::format::Group| FormatGroupView {
        count: match group.count {
            Count::ExactlyOne => "exactlyOne",
            Count::AtMostOne => "atMostOne",
            Count::AtLeastOne => "atLeastOne",
        },
        of: group.of,
    };
    FormatShapeView {
        members: shape
            .members
            .iter()
            .map(|one| member(shape.name, one, reference))
            .collect(),
        groups: shape.groups.iter().map(group).collect(),
        label: topic.map(|topic| topic.title.clone()).unwrap_or_default(),
        help: topic.map(|topic| topic.text.clone()).unwrap_or_default(),
    }
}

fn member(shape: &str, member: &Member, reference: &Reference) -> FormatMemberView {
    let saying = reference.member(shape, member.name);
    FormatMemberView {
        name: member.name,
        kind: kind(&member.value),
        required: member.required,
        default: default(member),
        rules: member.rules,
        label: saying
            .map(|saying| saying.label.clone())
            .unwrap_or_default(),
        help: saying.map(|saying| saying.help.clone()).unwrap_or_default(),
    }
}

/// The definition's defaults are JSON; a test reads every one of them.
fn default(member: &Member) -> Value {
    member
        .default
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default()
}

/// A type as JSON; bounds that are not there are left out.
fn kind(of: &Type) -> Value {
    match of {
        Type::Text => json!({"kind": "text"}),
        Type::TextOfAtMost(most) => json!({"kind": "text", "most": most}),
        Type::Line => json!({"kind": "line"}),
        Type::Id => json!({"kind": "id", "most": ID_LENGTH}),
        Type::Key { most, pattern } => json!({"kind": "key", "most": most, "pattern": pattern}),
        Type::Word(words) => json!({"kind": "word", "words": words}),
        Type::Day => json!({"kind": "day", "words": DAYS}),
        Type::Flag => json!({"kind": "flag"}),
        Type::Number { min, max } => bounds("number", [("min", json!(min)), ("max", json!(max))]),
        Type::Whole { min, max } => bounds("whole", [("min", json!(min)), ("max", json!(max))]),
        Type::Date => json!({"kind": "date"}),
        Type::LocalTime => json!({"kind": "localTime"}),
        Type::TimeOfDay => json!({"kind": "timeOfDay"}),
        Type::Zone => json!({"kind": "zone"}),
        Type::Refer(to) => json!({"kind": "refer", "to": to.as_str()}),
        Type::ReferAny(kinds) => {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
            json!({"kind": "referAny", "to": kinds})
        }
        Type::ReferBy("variable") => json!({"kind": "variableSubject"}),
        Type::ReferBy(member) => json!({"kind": "referBy", "member": member}),
        Type::FeatureOf(member) => json!({"kind": "featureOf", "member": member}),
        Type::VariableKey => json!({"kind": "variableKey"}),
        Type::TriggerKey => json!({"kind": "triggerKey"}),
        Type::Slot => json!({"kind": "slot"}),
        Type::Step => json!({"kind": "plotPart"}),
        Type::Media => json!({"kind": "media"}),
        Type::Object(shape) => json!({"kind": "object", "shape": shape.name}),
        Type::Tagged { by, shapes } => tagged("tagged", by, shapes),
        Type::Condition => tagged("condition", "type", CONDITIONS),
        Type::List { of, least, most } => {
            let least = (*least > 1).then_some(least);
            let mut list = bounds("list", [("least", json!(least)), ("most", json!(most))]);
            list["of"] = kind(of);
            list
        }
        Type::OneOf(types) => {
            let types: Vec<Value> = types.iter().map(kind).collect();
            json!({"kind": "oneOf", "types": types})
        }
        Type::Values => json!({"kind": "values"}),
        Type::Value => json!({"kind": "value"}),
    }
}

fn bounds(kind: &str, given: [(&str, Value); 2]) -> Value {
    let mut of = json!({"kind": kind});
    for (name, bound) in given {
        if !bound.is_null() {
            of[name] = bound;
        }
    }
    of
}

fn tagged(kind: &str, by: &str, shapes: &[(&str, &Shape)]) -> Value {
    let shapes: Map<String, Value> = shapes
        .iter()
        .map(|(word, shape)| ((*word).to_owned(), json!(shape.name)))
        .collect();
    json!({"kind": kind, "by": by, "shapes": shapes})
}

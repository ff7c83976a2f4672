//! Reads `variables.json` (section 7): the definitions every value is checked against. A faulty entry is known by its key,
//! and its values are not checked (W-041).

use std::collections::HashSet;

use super::documents::{Content, Opened};
use super::{character::word, initial};
use crate::limits::{OPTIONS, VARIABLES};
use crate::model::{
    Amount, Band, BuiltIn, SubjectKind, Variable, VariableKind, VariableSubject, Visibility, Words,
};
use crate::names::Names;
use crate::node::{ID_LENGTH, Node, quoted};
use crate::problem::{Code, Problems};

/// The built-in variables, in the order of [`BuiltIn`] and redescribed or not, then the world's own; all of them are added to the names.
pub(super) fn read(document: &Opened, names: &mut Names, problems: &mut Problems) -> Vec<Variable> {
    let mut variables = vec![
        built_in(BuiltIn::Valence, "Valence"),
        built_in(BuiltIn::Arousal, "Arousal"),
        built_in(BuiltIn::Dominance, "Dominance"),
    ];
    let mut faulty = Vec::new();
    match &document.content {
        Content::Absent => {}
        Content::Unreadable => names.variables_are_unknown(),
        Content::Value(value) => {
            let root = Node::root(&document.file, value);
            let mut keys = HashSet::new();
            for entry in root.list_of_at_most(VARIABLES, problems) {
                let Some(entry) = entry.object(problems) else {
                    continue;
                };
                let before = problems.len();
                let key_node = entry.at("key").need(problems);
                let key = key(&key_node, problems).unwrap_or_default();
                let repeated = !key.is_empty() && !keys.insert(key.clone());
                if repeated {
                    let what = format!("There is already a variable {}.", quoted(&key));
                    key_node.report(problems, Code::Duplicate, what);
                }
                if let Some(feeling) = BuiltIn::from_word(&key) {
                    let mut again = variables[feeling as usize].clone();
                    redescribe(&mut again, &entry, problems);
                    if !repeated {
                        variables[feeling as usize] = again;
                    }
                    continue;
                }
                match read_entry(&entry, &key, names, problems) {
                    Some(variable) if problems.len() == before => variables.push(variable),
                    _ if repeated => {}
                    _ => faulty.push(key),
                }
            }
        }
    }
    variables
        .iter()
        .for_each(|variable| names.add_variable(variable.clone()));
    faulty.iter().for_each(|key| names.add_faulty_variable(key));
    variables
}

fn built_in(feeling: BuiltIn, name: &str) -> Variable {
    Variable {
        key: feeling.as_str().to_owned(),
        name: name.to_owned(),
        description: None,
        kind: VariableKind::Number {
            min: Some(-1.0),
            max: Some(1.0),
            integer: false,
            default: 0.0,
        },
        subject: VariableSubject::Character,
        only: Vec::new(),
        baseline: true,
        visibility: Visibility::Public,
        bands: Vec::new(),
        always: false,
        built_in: Some(feeling),
    }
}

/// W-161
fn key(node: &Node<'_, '_>, problems: &mut Problems) -> Option<String> {
    let key = node.text_of_at_most(ID_LENGTH, problems)?;
    let good = key.starts_with(|c: char| c.is_ascii_lowercase())
        && key
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    if !good {
        let what = format!(
            "{} is not lower-case letters, digits and _, starting with a letter.",
            quoted(&key)
        );
        node.report(problems, Code::BadFormat, what);
    }
    Some(key)
}

/// W-176: an entry about a feeling changes only how it is told.
fn redescribe(variable: &mut Variable, node: &Node<'_, '_>, problems: &mut Problems) {
    if let Some(name) = node.at("name").text(problems) {
        variable.name = name;
    }
    variable.description = node.at("description").text(problems);
    variable.visibility = word(&node.at("visibility"), problems).unwrap_or_default();
    variable.bands = bands(&node.at("bands"), problems);
}

fn read_entry(
    node: &Node<'_, '_>,
    key: &str,
    names: &Names,
    problems: &mut Problems,
) -> Option<Variable> {
    let name = node.at("name").need(problems).text(problems);
    let description = node.at("description").text(problems);
    let subject: Option<VariableSubject> = word(&node.at("subject"), problems);
    let only = only(&node.at("only"), subject, names, problems);
    let kind_word: Option<KindWord> = word(&node.at("kind"), problems);
    let kind = kind_word.and_then(|word| kind(word, node, problems));
    let bands = match kind_word {
        Some(KindWord::Number) => bands(&node.at("bands"), problems),
        _ => Vec::new(),
    };
    let baseline = node.at("baseline").flag(false, problems);
    let always = node.at("always").flag(false, problems);
    let visibility_node = node.at("visibility");
    let visibility: Option<Visibility> = word(&visibility_node, problems);
    if visibility == Some(Visibility::Private)
        && subject.is_some_and(|subject| subject != VariableSubject::Character)
    {
        visibility_node.report(
            problems,
            Code::Conflict,
            "Only a variable about characters can be private.",
        );
    }
    Some(Variable {
        key: key.to_owned(),
        name: name?,
        description,
        kind: kind?,
        subject: subject?,
        only,
        baseline,
        visibility: visibility?,
        bands,
        always,
        built_in: None,
    })
}

/// W-166
fn only(
    node: &Node<'_, '_>,
    subject: Option<VariableSubject>,
    names: &Names,
    problems: &mut Problems,
) -> Vec<String> {
    let kind = match subject {
        Some(VariableSubject::Character) => SubjectKind::Character,
        Some(VariableSubject::Item) => SubjectKind::Item,
        Some(VariableSubject::Location) => SubjectKind::Location,
        Some(VariableSubject::World) => {
            if node.is_set() {
                node.report(
                    problems,
                    Code::Conflict,
                    "A variable about the story has no \"only\".",
                );
            }
            return Vec::new();
        }
        None => return node.texts(problems),
    };
    names.refer_all(kind, node, problems)
}

/// What values it takes; members that do not concern the kind are ignored (W-181).
fn kind(word: KindWord, node: &Node<'_, '_>, problems: &mut Problems) -> Option<VariableKind> {
    let default = node.at("default");
    match word {
        KindWord::Number => {
            let min_node = node.at("min");
            let (min, max) = (min_node.number(problems), node.at("max").number(problems));
            let bounds_stand =
                min.is_some() == min_node.is_set() && max.is_some() == node.at("max").is_set();
            let integer_node = node.at("integer");
            let integer = integer_node.optional_flag(problems);
            if let (Some(low), Some(high)) = (min, max)
                && low > high
            {
                min_node.report(
                    problems,
                    Code::Conflict,
                    format!("min {low} is above max {high}."),
                );
                return None;
            }
            if !bounds_stand || integer.is_some() != integer_node.is_set() {
                return None;
            }
            let integer = integer.unwrap_or(false);
            // W-170: 0 moved into the bounds.
            let start = 0.0f64
                .max(min.unwrap_or(f64::MIN))
                .min(max.unwrap_or(f64::MAX));
            let kind = VariableKind::Number {
                min,
                max,
                integer,
                default: start,
            };
            if !default.is_set() {
                return Some(kind);
            }
            match initial::fitting_kind(&default, &kind, problems)? {
                Amount::Number(default) => Some(VariableKind::Number {
                    min,
                    max,
                    integer,
                    default,
                }),
                _ => None,
            }
        }
        KindWord::Flag => match default.is_set() {
            true => default
                .optional_flag(problems)
                .map(|default| VariableKind::Flag { default }),
            false => Some(VariableKind::Flag { default: false }),
        },
        KindWord::Choice => {
            let options = options(&node.at("options").need(problems), problems)?;
            let first = options.first().cloned()?;
            let kind = VariableKind::Choice {
                options: options.clone(),
                default: first,
            };
            if !default.is_set() {
                return Some(kind);
            }
            match initial::fitting_kind(&default, &kind, problems)? {
                Amount::Word(default) => Some(VariableKind::Choice { options, default }),
                _ => None,
            }
        }
    }
}

/// The words of `kind` (W-164).
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum KindWord {
    #[default]
    Number,
    Flag,
    Choice,
}

impl Words for KindWord {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("number", KindWord::Number),
        ("flag", KindWord::Flag),
        ("choice", KindWord::Choice),
    ];
}

/// W-169: 2 to 12 different strings; nothing when any of them is faulty.
fn options(node: &Node<'_, '_>, problems: &mut Problems) -> Option<Vec<String>> {
    let entries = node.list_of_at_most(*OPTIONS.end(), problems);
    if !entries.is_empty() && entries.len() < *OPTIONS.start() {
        node.report(problems, Code::TooFew, "A choice has 2 to 12 options.");
    }
    let mut options: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    let mut whole = OPTIONS.contains(&entries.len());
    for entry in entries {
        match entry.text(problems) {
            Some(option) if !seen.insert(option.clone()) => {
                entry.report(
                    problems,
                    Code::Duplicate,
                    format!("{} is already an option.", quoted(&option)),
                );
                whole = false;
            }
            Some(option) => options.push(option),
            None => whole = false,
        }
    }
    whole.then_some(options)
}

/// W-174
fn bands(node: &Node<'_, '_>, problems: &mut Problems) -> Vec<Band> {
    let mut bands = Vec::new();
    let mut last: Option<f64> = None;
    for band in node.list(problems) {
        let Some(band) = band.object(problems) else {
            continue;
        };
        let up_to_node = band.at("up_to").need(problems);
        let up_to = up_to_node.number(problems);
        let label = band.at("label").need(problems).text(problems);
        if let Some(up_to) = up_to {
            if let Some(last) = last.filter(|last| up_to <= *last) {
                let what = format!("{up_to} does not rise above {last}, the band before.");
                up_to_node.report(problems, Code::OutOfRange, what);
            }
            last = Some(up_to);
            if let Some(label) = label {
                bands.push(Band { up_to, label });
            }
        }
    }
    bands
}

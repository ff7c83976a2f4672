//! Types of the format in the words of a language, with links to the shapes they hold. The definition decides what a type is;
//! nothing here does.

use talekeep_world::format::{CONDITIONS, DAYS, Shape, Type};

use super::Reference;

/// A piece of a type's description.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Words.
    Text(String),
    /// Something as it stands in a file.
    Code(String),
    /// A shape, by its name and title.
    Shape(&'static str, String),
}

/// What a type is called.
pub(crate) fn wording(kind: &Type, reference: &Reference) -> Vec<Part> {
    let mut parts = Vec::new();
    say(kind, reference, &mut parts);
    parts
}

fn say(kind: &Type, reference: &Reference, parts: &mut Vec<Part>) {
    let t = |key: &str| reference.types.get(key).cloned().unwrap_or_default();
    let text = |key: &str| vec![Part::Text(t(key))];
    let fill = |key: &str, values: &[(&str, String)]| {
        let filled = values.iter().fold(t(key), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), value)
        });
        vec![Part::Text(filled)]
    };
    parts.extend(match kind {
        Type::Text => text("text"),
        Type::TextOfAtMost(most) => fill("text_of_at_most", &[("most", most.to_string())]),
        Type::Line => text("line"),
        Type::Id => fill(
            "id",
            &[("most", talekeep_world::limits::ID_LENGTH.to_string())],
        ),
        Type::Key { most, pattern } => {
            let mut parts = fill("key", &[("most", most.to_string())]);
            parts.push(Part::Code((*pattern).to_owned()));
            parts
        }
        Type::Word(words) => one_of(words, reference),
        Type::Day => one_of(DAYS, reference),
        Type::Flag => text("flag"),
        Type::Number { min, max } => number("number", min.as_ref(), max.as_ref(), reference),
        Type::Whole { min, max } => number("whole", min.as_ref(), max.as_ref(), reference),
        Type::Date => text("date"),
        Type::LocalTime => text("local_time"),
        Type::TimeOfDay => text("time_of_day"),
        Type::Zone => text("zone"),
        Type::Refer(kind) => text(kind.as_str()),
        Type::ReferAny(kinds) => {
            let kinds: Vec<String> = kinds
                .iter()
                .filter_map(|kind| Some(reference.shapes.get(kind.as_str())?.title.to_lowercase()))
                .collect();
            fill("refer_any", &[("kinds", kinds.join(&t("comma")))])
        }
        Type::ReferBy(member) => fill("refer_by", &[("member", (*member).to_owned())]),
        Type::FeatureOf(_) => text("feature"),
        Type::VariableKey => text("variable"),
        Type::TriggerKey => text("trigger"),
        Type::Slot => text("slot"),
        Type::Step => text("step"),
        Type::Media => text("media"),
        Type::Values => text("values"),
        Type::Value => text("value"),
        Type::Object(shape) => vec![link(shape, reference)],
        Type::Condition => tagged("type", CONDITIONS, reference),
        Type::Tagged { by, shapes } => tagged(by, shapes, reference),
        Type::List { .. } | Type::OneOf(_) => Vec::new(),
    });
    match kind {
        Type::List { of, least, most } => {
            parts.push(Part::Text(t("list")));
            say(of, reference, parts);
            let mut bounds = Vec::new();
            if *least > 1 {
                bounds.extend(fill("least", &[("least", least.to_string())]));
            }
            if let Some(most) = most {
                bounds.extend(fill("most", &[("most", most.to_string())]));
            }
            for bound in bounds {
                parts.push(Part::Text(t("comma")));
                parts.push(bound);
            }
        }
        Type::OneOf(types) => {
            for (at, one) in types.iter().enumerate() {
                if at > 0 {
                    parts.push(Part::Text(t("or")));
                }
                say(one, reference, parts);
            }
        }
        _ => {}
    }
}

/// A word as it stands in a file, or the list of them.
fn one_of(words: &[&str], reference: &Reference) -> Vec<Part> {
    let mut parts = Vec::new();
    if words.len() > 1 {
        let lead = reference.types.get("word").cloned().unwrap_or_default();
        parts.push(Part::Text(format!("{lead} ")));
    }
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            parts.push(Part::Text(" ".to_owned()));
        }
        parts.push(Part::Code((*word).to_owned()));
    }
    parts
}

fn number<N: ToString>(
    name: &str,
    min: Option<&N>,
    max: Option<&N>,
    reference: &Reference,
) -> Vec<Part> {
    let t = |key: &str| reference.types.get(key).cloned().unwrap_or_default();
    let mut text = t(name);
    let range = match (min, max) {
        (Some(_), Some(_)) => t("from_to"),
        (Some(_), None) => t("from"),
        _ => return vec![Part::Text(text)],
    };
    let shown = |bound: Option<&N>| bound.map(ToString::to_string).unwrap_or_default();
    text.push_str(&t("comma"));
    text.push_str(
        &range
            .replace("{min}", &shown(min))
            .replace("{max}", &shown(max)),
    );
    vec![Part::Text(text)]
}

fn tagged(by: &str, shapes: &[(&str, &'static Shape)], reference: &Reference) -> Vec<Part> {
    let lead = reference.types.get("tagged").cloned().unwrap_or_default();
    let mut parts = vec![Part::Text(lead.replace("{by}", by))];
    for (_, shape) in shapes {
        parts.push(Part::Text(" · ".to_owned()));
        parts.push(link(shape, reference));
    }
    parts
}

fn link(shape: &'static Shape, reference: &Reference) -> Part {
    let title = reference.shapes.get(shape.name);
    Part::Shape(
        shape.name,
        title.map_or(shape.name, |topic| &topic.title).to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use talekeep_world::format::shape;

    use super::*;
    use crate::pages::Language;

    fn plain(member: (&str, &str), language: Language) -> String {
        let found = shape(member.0).and_then(|shape| shape.member(member.1));
        let parts = wording(&found.expect("a member").value, Reference::of(language));
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Code(code) => format!("`{code}`"),
            Part::Shape(name, title) => format!("[{title}]({name})"),
        };
        parts.iter().map(text).collect()
    }

    #[test]
    fn types_are_said_in_both_languages() {
        let check = |shape, member, english: &str, chinese: &str| {
            assert_eq!(plain((shape, member), Language::En), english);
            assert_eq!(plain((shape, member), Language::Zh), chinese);
        };
        check(
            "exit",
            "state",
            "one of `open` `locked` `blocked`",
            "其中之一 `open` `locked` `blocked`",
        );
        check(
            "exit",
            "travel_time_seconds",
            "whole number, 0 or more",
            "整数，不小于 0",
        );
        check(
            "location",
            "exits",
            "list of: [Exit](exit), at most 30",
            "列表：[出口](exit)，最多 30 个",
        );
        check(
            "world",
            "rules",
            "text, at most 300 characters or list of: text, at most 300 characters, at most 30",
            "文字，最多 300 字，或列表：文字，最多 300 字，最多 30 个",
        );
        check(
            "trigger",
            "key",
            "key, at most 64 characters of the form `[a-z0-9_-]+`",
            "键，最多 64 字，形式为 `[a-z0-9_-]+`",
        );
        check(
            "event",
            "perceived_by",
            "`everyone` or list of: id of a character",
            "`everyone`，或列表：角色的 id",
        );
    }
}

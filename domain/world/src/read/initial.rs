//! Reads initial values of variables (W-178 – W-180) and decides whether a value fits a variable.

use super::world::Initial;
use crate::json::Kind;
use crate::model::{Amount, BuiltIn, Variable, VariableKind, VariableSubject, Words};
use crate::names::{Known, Names};
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

/// The `variables` of one document; `id` is whom they are about, nobody for the world.
pub(super) fn read(
    node: &Node<'_, '_>,
    subject: VariableSubject,
    id: &str,
    names: &Names,
    problems: &mut Problems,
) -> Initial {
    let mut values = Initial::new();
    for (key, value) in node.members(problems) {
        if names.is_anything() {
            continue;
        }
        if BuiltIn::from_word(key).is_some() {
            let what = format!("{key} is a feeling: it starts from start.emotion.");
            value.report(problems, Code::NotAllowed, what);
            continue;
        }
        let variable = match names.variable(key) {
            Known::Variable(variable) => variable,
            Known::Unchecked => continue,
            Known::Nothing => {
                value.report(
                    problems,
                    Code::UnknownReference,
                    format!("There is no variable {}.", quoted(key)),
                );
                continue;
            }
        };
        if variable.subject != subject {
            let what = format!(
                "The variable {} is about another kind: {}.",
                quoted(key),
                variable.subject.as_str()
            );
            value.report(problems, Code::NotAllowed, what);
        } else if subject != VariableSubject::World && !names.concerns(variable, id) {
            let what = format!("The variable {} is not about {}.", quoted(key), quoted(id));
            value.report(problems, Code::NotAllowed, what);
        } else if let Some(amount) = fitting(&value, variable, problems) {
            values.insert(key.to_owned(), amount);
        }
    }
    values
}

/// A value that fits the variable (W-179).
pub(super) fn fitting(
    node: &Node<'_, '_>,
    variable: &Variable,
    problems: &mut Problems,
) -> Option<Amount> {
    fitting_kind(node, &variable.kind, problems)
}

/// A value that fits what a variable takes (W-170, W-179).
pub(super) fn fitting_kind(
    node: &Node<'_, '_>,
    kind: &VariableKind,
    problems: &mut Problems,
) -> Option<Amount> {
    let amount = of_kind(node, kind, problems)?;
    if let (
        Amount::Number(number),
        VariableKind::Number {
            min, max, integer, ..
        },
    ) = (&amount, kind)
    {
        if *integer {
            node.whole(problems)?;
        }
        let below = min.is_some_and(|min| *number < min);
        let above = max.is_some_and(|max| *number > max);
        if below || above {
            let bound = |bound: &Option<f64>| {
                bound.map_or_else(|| "any".to_owned(), |bound| bound.to_string())
            };
            let what = format!("{number} is not from {} to {}.", bound(min), bound(max));
            node.report(problems, Code::OutOfRange, what);
            return None;
        }
    }
    Some(amount)
}

/// A value of the right sort, whatever the bounds (W-318): a number, a flag, or one of the options.
pub(super) fn of_kind(
    node: &Node<'_, '_>,
    kind: &VariableKind,
    problems: &mut Problems,
) -> Option<Amount> {
    match kind {
        VariableKind::Number { .. } => node.number(problems).map(Amount::Number),
        VariableKind::Flag { .. } => node.optional_flag(problems).map(Amount::Flag),
        VariableKind::Choice { options, .. } => {
            if !matches!(node.value()?.kind, Kind::Text(_)) {
                node.wrong_type(problems, "one of the options");
                return None;
            }
            let word = node.text(problems)?;
            if !options.contains(&word) {
                let what = format!("{} is not one of {}.", quoted(&word), options.join(", "));
                node.report(problems, Code::NotAllowed, what);
                return None;
            }
            Some(Amount::Word(word))
        }
    }
}

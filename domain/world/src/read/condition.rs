//! Reads the condition of a trigger (13.2). It goes on below what is nested too deep, so that every unknown name is told;
//! how deep that can be is bounded by the JSON reader.

use super::{initial, routine};
use crate::limits::{CONDITION_DEPTH, CONDITION_PARTS, STATEMENT_LENGTH};
use crate::model::{
    Comparison, Condition, ItemWhere, SubjectKind, TimeCondition, VariableKind, VariableSubject,
    Words,
};
use crate::names::{Known, Names};
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

/// Reads `when` of the trigger with that key.
pub(super) fn read(
    when: Node<'_, '_>,
    key: Option<&str>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Condition> {
    let mut reader = Reader {
        key,
        names,
        parts: 0,
        too_deep: false,
    };
    let condition = reader.condition(when, 1, problems);
    if reader.parts > CONDITION_PARTS {
        let what = format!(
            "The condition has {} parts; at most {CONDITION_PARTS} are allowed.",
            reader.parts
        );
        when.report(problems, Code::TooMany, what);
    }
    condition
}

struct Reader<'a> {
    key: Option<&'a str>,
    names: &'a Names,
    parts: usize,
    too_deep: bool,
}

/// The words of a condition's `type` (W-312 – W-323).
#[derive(Debug, Clone, Copy)]
pub(crate) enum TypeWord {
    Time,
    Place,
    Variable,
    Item,
    Event,
    Fired,
    Judged,
    All,
    Any,
    Not,
}

impl Words for TypeWord {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("time", TypeWord::Time),
        ("place", TypeWord::Place),
        ("variable", TypeWord::Variable),
        ("item", TypeWord::Item),
        ("event", TypeWord::Event),
        ("fired", TypeWord::Fired),
        ("judged", TypeWord::Judged),
        ("all", TypeWord::All),
        ("any", TypeWord::Any),
        ("not", TypeWord::Not),
    ];
}

impl Reader<'_> {
    fn condition(
        &mut self,
        node: Node<'_, '_>,
        level: usize,
        problems: &mut Problems,
    ) -> Option<Condition> {
        let node = node.object(problems)?;
        self.parts += 1;
        if level > CONDITION_DEPTH && !self.too_deep {
            self.too_deep = true;
            node.report(
                problems,
                Code::TooDeep,
                format!("Conditions nest at most {CONDITION_DEPTH} deep."),
            );
        }
        match node.at("type").need(problems).word(problems)? {
            TypeWord::Time => time(&node, problems).map(Condition::Time),
            TypeWord::Place => self.place(&node, problems),
            TypeWord::Variable => self.variable(&node, problems),
            TypeWord::Item => self.item(&node, problems),
            TypeWord::Event => {
                let tag = node.at("tag").need(problems).text(problems)?;
                Some(Condition::Event { tag })
            }
            TypeWord::Fired => self.fired(&node, problems),
            TypeWord::Judged => {
                let text = node
                    .at("text")
                    .need(problems)
                    .text_of_at_most(STATEMENT_LENGTH, problems)?;
                Some(Condition::Judged { text })
            }
            TypeWord::All => self.conditions(&node, level, problems).map(Condition::All),
            TypeWord::Any => self.conditions(&node, level, problems).map(Condition::Any),
            TypeWord::Not => {
                let inner = node.at("condition").need(problems);
                let inner = self.condition(inner, level + 1, problems)?;
                Some(Condition::Not(Box::new(inner)))
            }
        }
    }

    fn conditions(
        &mut self,
        node: &Node<'_, '_>,
        level: usize,
        problems: &mut Problems,
    ) -> Option<Vec<Condition>> {
        let list = node.at("conditions").need(problems);
        let entries = list.list(problems);
        let read: Vec<Option<Condition>> = entries
            .iter()
            .map(|entry| self.condition(*entry, level + 1, problems))
            .collect();
        read.into_iter()
            .collect::<Option<Vec<_>>>()
            .filter(|conditions| !conditions.is_empty())
    }

    /// W-316
    fn place(&self, node: &Node<'_, '_>, problems: &mut Problems) -> Option<Condition> {
        let character = self.names.refer(
            SubjectKind::Character,
            &node.at("character").need(problems),
            problems,
        );
        let location = self.names.refer(
            SubjectKind::Location,
            &node.at("location").need(problems),
            problems,
        );
        let feature = self
            .names
            .feature(location.as_deref(), &node.at("feature"), problems);
        Some(Condition::Place {
            character: character?,
            location: location?,
            feature,
        })
    }

    /// W-317, W-318
    fn variable(&self, node: &Node<'_, '_>, problems: &mut Problems) -> Option<Condition> {
        let variable = variable(node, self.names, problems);
        let op_node = node.at("op").need(problems);
        let op: Option<Comparison> = op_node.word(problems);
        let value_node = node.at("value").need(problems);
        let (variable, subject) = variable?;
        if let Some(op) = op
            && !matches!(variable.kind, VariableKind::Number { .. })
            && !matches!(op, Comparison::Eq | Comparison::Ne)
        {
            let what = format!(
                "A flag or choice is compared with eq or ne, not {}.",
                op.as_str()
            );
            op_node.report(problems, Code::Conflict, what);
        }
        let value = initial::of_kind(&value_node, &variable.kind, problems);
        Some(Condition::Variable {
            variable: variable.key.clone(),
            subject: subject?,
            op: op?,
            value: value?,
        })
    }

    /// W-319
    fn item(&self, node: &Node<'_, '_>, problems: &mut Problems) -> Option<Condition> {
        let item = self
            .names
            .refer(SubjectKind::Item, &node.at("item").need(problems), problems);
        let held_node = node.at("held_by");
        let at_node = node.at("at");
        let held_by = self
            .names
            .refer(SubjectKind::Character, &held_node, problems);
        let at = self.names.refer(SubjectKind::Location, &at_node, problems);
        match (held_node.is_set(), at_node.is_set()) {
            (true, true) => {
                at_node.report(
                    problems,
                    Code::Conflict,
                    "Only one of \"held_by\" and \"at\" can be given.",
                );
                None
            }
            (false, false) => {
                node.report(
                    problems,
                    Code::Needs,
                    "One of \"held_by\" and \"at\" is needed.",
                );
                None
            }
            (true, false) => Some(Condition::Item {
                item: item?,
                whereabouts: ItemWhere::HeldBy(held_by?),
            }),
            (false, true) => Some(Condition::Item {
                item: item?,
                whereabouts: ItemWhere::At(at?),
            }),
        }
    }

    /// W-321, W-327
    fn fired(&self, node: &Node<'_, '_>, problems: &mut Problems) -> Option<Condition> {
        let node = node.at("trigger").need(problems);
        let trigger = node.text(problems)?;
        if !self.names.has_trigger(&trigger) {
            let what = format!("The world has no trigger {}.", quoted(&trigger));
            node.report(problems, Code::UnknownReference, what);
        } else if Some(trigger.as_str()) == self.key {
            node.report(
                problems,
                Code::Conflict,
                "A trigger does not wait for itself.",
            );
        }
        Some(Condition::Fired { trigger })
    }
}

/// The members of a time condition, of which one is needed (W-313).
pub(crate) const TIME_PARTS: [&str; 4] = ["from", "to", "window", "days"];

/// W-312, W-313
fn time(node: &Node<'_, '_>, problems: &mut Problems) -> Option<TimeCondition> {
    if !TIME_PARTS.into_iter().any(|part| node.at(part).is_set()) {
        let what = "A time condition has at least one of from, to, window, days.";
        node.report(problems, Code::Needs, what);
    }
    let from = node.at("from").local_time(problems);
    let to_node = node.at("to");
    let to = to_node.local_time(problems);
    if let (Some(from), Some(to)) = (from, to)
        && to <= from
    {
        to_node.report(problems, Code::Conflict, "to is not after from.");
    }
    let window_node = node.at("window");
    let window = window_node
        .object(problems)
        .and_then(|window| window.window(problems));
    let days = routine::days(&node.at("days"), problems);
    Some(TimeCondition {
        from,
        to,
        window,
        days,
    })
}

/// `variable` and `subject` as conditions and edits name them (W-318): the definition, and the subject when it is right.
/// Nothing when the variable is not known, and then nothing else about it is checked (W-041).
pub(super) fn variable<'a>(
    node: &Node<'_, '_>,
    names: &'a Names,
    problems: &mut Problems,
) -> Option<(&'a crate::model::Variable, Option<Option<String>>)> {
    let variable_node = node.at("variable").need(problems);
    let subject_node = node.at("subject");
    let key = variable_node.str(problems);
    let variable = match key.map(|key| (key, names.variable(key))) {
        Some((_, Known::Variable(variable))) => variable,
        other => {
            if let Some((key, Known::Nothing)) = other {
                let what = format!("There is no variable {}.", quoted(key));
                variable_node.report(problems, Code::UnknownReference, what);
            }
            subject_node.str(problems)?;
            return None;
        }
    };
    let kind = match variable.subject {
        VariableSubject::Character => SubjectKind::Character,
        VariableSubject::Item => SubjectKind::Item,
        VariableSubject::Location => SubjectKind::Location,
        VariableSubject::World => {
            if subject_node.is_set() {
                let what = "A variable about the story has no subject.";
                subject_node.report(problems, Code::Conflict, what);
                return Some((variable, None));
            }
            return Some((variable, Some(None)));
        }
    };
    if !subject_node.is_set() {
        let what = format!(
            "The variable {} is about one {}: a subject is needed.",
            quoted(&variable.key),
            variable.subject.as_str()
        );
        subject_node.report(problems, Code::Needs, what);
        return Some((variable, None));
    }
    let subject = names.refer(kind, &subject_node, problems);
    if let Some(subject) = &subject
        && !names.concerns(variable, subject)
    {
        let what = format!(
            "The variable {} is not about {}.",
            quoted(&variable.key),
            quoted(subject)
        );
        subject_node.report(problems, Code::NotAllowed, what);
    }
    Some((variable, subject.map(Some)))
}

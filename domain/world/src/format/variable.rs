//! `variables.json` (section 7).

use super::kind::{Member, Shape, Type, word};
use crate::limits::{ID_LENGTH, OPTIONS};
use crate::model::{VariableSubject, Visibility};
use crate::read::variable::KindWord;

const ANY_NUMBER: Type = Type::Number {
    min: None,
    max: None,
};

/// Section 7.
pub(super) static VARIABLE: Shape = Shape {
    name: "variable",
    members: &[
        Member::required(
            "key",
            Type::Key {
                most: ID_LENGTH,
                pattern: "[a-z][a-z0-9_]*",
            },
            &["W-161", "W-162", "W-176"],
        ),
        Member::required("name", Type::Line, &["W-163"]),
        Member::optional("description", Type::Text, &[]),
        Member::or("kind", word!(KindWord), "\"number\"", &["W-164"]),
        Member::or(
            "subject",
            word!(VariableSubject),
            "\"character\"",
            &["W-165"],
        ),
        Member::optional("only", Type::list(&Type::ReferBy("subject")), &["W-166"]),
        Member::optional("min", ANY_NUMBER, &["W-167"]),
        Member::optional("max", ANY_NUMBER, &["W-167"]),
        Member::or("integer", Type::Flag, "false", &["W-168"]),
        Member::optional(
            "options",
            Type::List {
                of: &Type::Line,
                least: *OPTIONS.start(),
                most: Some(*OPTIONS.end()),
            },
            &["W-169"],
        ),
        Member::optional("default", Type::Value, &["W-170", "W-179"]),
        Member::or("baseline", Type::Flag, "false", &["W-171"]),
        Member::or(
            "visibility",
            word!(Visibility),
            "\"public\"",
            &["W-172", "W-173"],
        ),
        Member::optional(
            "bands",
            Type::list(const { &Type::Object(&BAND) }),
            &["W-174"],
        ),
        Member::or("always", Type::Flag, "false", &["W-175"]),
    ],
    groups: &[],
};

/// W-174
pub(super) static BAND: Shape = Shape {
    name: "band",
    members: &[
        Member::required("up_to", ANY_NUMBER, &["W-174"]),
        Member::required("label", Type::Line, &["W-174"]),
    ],
    groups: &[],
};

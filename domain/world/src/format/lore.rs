//! `lore.json` (section 11).

use super::kind::{Member, Shape, Type, word};
use super::shared::TEXTS;
use crate::model::{LoreKind, SubjectKind};

/// Section 11.
pub(super) static LORE: Shape = Shape {
    name: "lore",
    members: &[
        Member::required("title", Type::Line, &["W-261"]),
        Member::optional("summary", Type::Text, &["W-261"]),
        Member::optional("body", Type::Text, &["W-261", "W-267"]),
        Member::or("kind", word!(LoreKind), "\"other\"", &["W-262"]),
        Member::optional(
            "subjects",
            Type::list(const { &Type::Object(&SUBJECT) }),
            &["W-263"],
        ),
        Member::optional(
            "related",
            Type::list(&Type::Refer(SubjectKind::Lore)),
            &["W-264"],
        ),
        Member::optional("sources", TEXTS, &["W-265"]),
        Member::optional("starts_at", Type::Date, &["W-266"]),
        Member::optional("ends_at", Type::Date, &["W-266"]),
        Member::optional("id", Type::Id, &["W-260", "W-020"]),
    ],
    groups: &[],
};

/// W-263
pub(super) static SUBJECT: Shape = Shape {
    name: "subject",
    members: &[
        Member::required("kind", word!(SubjectKind), &["W-263"]),
        Member::required("id", Type::ReferBy("kind"), &["W-263"]),
    ],
    groups: &[],
};

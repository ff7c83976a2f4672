//! Shapes and types that several documents use.

use super::kind::{Member, Shape, Type, word};
use crate::limits::{LEANING, SHARE, WINDOWS};
use crate::model::{Horizon, IntentStatus, IntentType, SubjectKind};

pub(super) const CHARACTER: Type = Type::Refer(SubjectKind::Character);
pub(super) const LOCATION: Type = Type::Refer(SubjectKind::Location);
pub(super) const ITEM: Type = Type::Refer(SubjectKind::Item);
pub(super) const SHARE_NUMBER: Type = Type::number_in(SHARE);
pub(super) const LEANING_NUMBER: Type = Type::number_in(LEANING);
pub(super) const TEXTS: Type = Type::list(&Type::Text);
pub(super) const LINES: Type = Type::list(&Type::Line);
pub(super) const CHARACTERS: Type = Type::list(&CHARACTER);
pub(super) const LOCATIONS: Type = Type::list(&LOCATION);
pub(super) const ITEMS: Type = Type::list(&ITEM);
pub(super) const DAYS: Type = Type::list(&Type::Day);
pub(super) const ROUTINE: Type = Type::list_of_at_most(
    WINDOWS,
    const { &Type::Object(&super::character::ROUTINE_WINDOW) },
);
pub(super) const LOOK: Type = Type::Object(&VISUAL_IDENTITY);

/// W-093
pub(super) static VISUAL_IDENTITY: Shape = Shape {
    name: "visual_identity",
    members: &[
        Member::required("description", Type::Text, &["W-093"]),
        Member::optional("tags", LINES, &["W-093"]),
        Member::optional("negative_tags", LINES, &["W-093"]),
        Member::optional("global_id", Type::Line, &["W-093", "W-094"]),
    ],
    groups: &[],
};

/// W-110
pub(super) static INTENT: Shape = Shape {
    name: "intent",
    members: &[
        Member::required("name", Type::Line, &["W-110"]),
        Member::optional("description", Type::Text, &["W-110"]),
        Member::or("type", word!(IntentType), "\"agenda\"", &["W-111"]),
        Member::or("status", word!(IntentStatus), "\"active\"", &["W-111"]),
        Member::or("horizon", word!(Horizon), "\"short\"", &["W-111"]),
        Member::or("priority", SHARE_NUMBER, "0.5", &["W-112"]),
        Member::or("urgency", SHARE_NUMBER, "0.5", &["W-112"]),
        Member::optional("plan", TEXTS, &["W-113"]),
        Member::optional("open_threads", TEXTS, &["W-113"]),
        Member::optional("constraints", TEXTS, &["W-113"]),
        Member::optional("deadline", Type::Date, &["W-114", "W-023"]),
    ],
    groups: &[],
};

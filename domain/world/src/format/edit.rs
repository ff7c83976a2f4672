//! Edits of the records (section 14), as triggers make them.

use super::kind::{Count, Group, Member, Shape, Type, word};
use super::shared::{CHARACTER, CHARACTERS, ITEM, ITEMS, LINES, LOCATION, SHARE_NUMBER, TEXTS};
use crate::limits::{EVERYONE, IMPORTANCE};
use crate::model::{ContainerState, ExitState, Horizon, IntentStatus, IntentType, SubjectKind};
use crate::read::edit::{EXIT_PARTS, LISTS};
use crate::read::item::PLACING;

/// W-400
pub(super) static EDIT: Shape = Shape {
    name: "edit",
    members: &[
        Member::optional(
            "events",
            Type::list(const { &Type::Object(&EVENT) }),
            &["W-401"],
        ),
        Member::optional(
            "variable_changes",
            Type::list(const { &Type::Object(&VARIABLE_CHANGE) }),
            &["W-402"],
        ),
        Member::optional(
            "exit_changes",
            Type::list(const { &Type::Object(&EXIT_CHANGE) }),
            &["W-403"],
        ),
        Member::optional(
            "item_changes",
            Type::list(const { &Type::Object(&ITEM_CHANGE) }),
            &["W-404"],
        ),
        Member::optional(
            "moves",
            Type::list(const { &Type::Object(&MOVE) }),
            &["W-405"],
        ),
        Member::optional(
            "goals",
            Type::list(const { &Type::Object(&GOAL) }),
            &["W-406"],
        ),
        Member::optional(
            "engagements",
            Type::list(const { &Type::Object(&ENGAGEMENT) }),
            &["W-407"],
        ),
    ],
    groups: &[Group {
        count: Count::AtLeastOne,
        of: &LISTS,
    }],
};

/// W-401
pub(super) static EVENT: Shape = Shape {
    name: "event",
    members: &[
        Member::required("text", Type::Text, &["W-401"]),
        Member::optional("location", LOCATION, &["W-401", "W-415"]),
        Member::optional("turn", Type::whole_from(0), &["W-401", "W-414"]),
        Member::optional("round", Type::whole_from(0), &["W-401", "W-414"]),
        Member::optional(
            "importance",
            Type::Whole {
                min: Some(*IMPORTANCE.start()),
                max: Some(*IMPORTANCE.end()),
            },
            &["W-401", "W-414"],
        ),
        Member::optional("tags", LINES, &["W-401", "W-320"]),
        Member::optional("involves", CHARACTERS, &["W-401"]),
        Member::optional(
            "perceived_by",
            Type::OneOf(&[Type::Word(&[EVERYONE]), CHARACTERS]),
            &["W-401", "W-415"],
        ),
    ],
    groups: &[],
};

/// W-402
pub(super) static VARIABLE_CHANGE: Shape = Shape {
    name: "variable_change",
    members: &[
        Member::required("variable", Type::VariableKey, &["W-402"]),
        Member::optional("subject", Type::ReferBy("variable"), &["W-402", "W-318"]),
        Member::optional("value", Type::Value, &["W-402", "W-179"]),
        Member::optional(
            "delta",
            Type::Number {
                min: None,
                max: None,
            },
            &["W-402", "W-413"],
        ),
        Member::or("baseline", Type::Flag, "false", &["W-402"]),
    ],
    groups: &[Group {
        count: Count::ExactlyOne,
        of: &["value", "delta"],
    }],
};

/// W-403
pub(super) static EXIT_CHANGE: Shape = Shape {
    name: "exit_change",
    members: &[
        Member::required("from", LOCATION, &["W-403"]),
        Member::required("to", LOCATION, &["W-403"]),
        Member::optional("state", word!(ExitState), &["W-403", "W-213"]),
        Member::optional("note", Type::Text, &["W-403"]),
        Member::optional("opened_by", ITEMS, &["W-403"]),
    ],
    groups: &[Group {
        count: Count::AtLeastOne,
        of: &EXIT_PARTS,
    }],
};

/// W-404
pub(super) static ITEM_CHANGE: Shape = Shape {
    name: "item_change",
    members: &[
        Member::required("item", ITEM, &["W-404"]),
        Member::optional("location", LOCATION, &["W-404"]),
        Member::optional("held_by", CHARACTER, &["W-404"]),
        Member::optional("worn_by", CHARACTER, &["W-404", "W-417"]),
        Member::optional("inside", ITEM, &["W-404", "W-417"]),
        Member::optional("position", Type::Line, &["W-404"]),
        Member::optional("feature", Type::FeatureOf("location"), &["W-404"]),
        Member::optional("quantity", Type::whole_from(1), &["W-404"]),
        Member::optional("quality", Type::Text, &["W-404"]),
        Member::optional("notable", Type::Flag, &["W-404"]),
        Member::optional("hidden", Type::Flag, &["W-404"]),
        Member::optional("container_state", word!(ContainerState), &["W-404"]),
        Member::optional("owner", CHARACTER, &["W-404"]),
        Member::or("removed", Type::Flag, "false", &["W-404", "W-416"]),
    ],
    groups: &[Group {
        count: Count::AtMostOne,
        of: &PLACING,
    }],
};

/// W-405
pub(super) static MOVE: Shape = Shape {
    name: "move",
    members: &[
        Member::required("character", CHARACTER, &["W-405"]),
        Member::optional("location", LOCATION, &["W-405"]),
        Member::optional("nowhere", Type::Flag, &["W-405"]),
        Member::optional("feature", Type::FeatureOf("location"), &["W-405"]),
        Member::optional("position", Type::Line, &["W-405"]),
    ],
    groups: &[Group {
        count: Count::ExactlyOne,
        of: &["location", "nowhere"],
    }],
};

/// W-406. The members of an intent without their defaults: what is not set stays.
pub(super) static GOAL: Shape = Shape {
    name: "goal",
    members: &[
        Member::optional("character", CHARACTER, &["W-406"]),
        Member::optional("faction", Type::Refer(SubjectKind::Faction), &["W-406"]),
        Member::required("name", Type::Line, &["W-406"]),
        Member::optional("description", Type::Text, &["W-406"]),
        Member::optional("type", word!(IntentType), &["W-406", "W-111"]),
        Member::optional("status", word!(IntentStatus), &["W-406", "W-111"]),
        Member::optional("horizon", word!(Horizon), &["W-406", "W-111"]),
        Member::optional("priority", SHARE_NUMBER, &["W-406", "W-112"]),
        Member::optional("urgency", SHARE_NUMBER, &["W-406", "W-112"]),
        Member::optional("plan", TEXTS, &["W-406", "W-113"]),
        Member::optional("open_threads", TEXTS, &["W-406", "W-113"]),
        Member::optional("constraints", TEXTS, &["W-406", "W-113"]),
        Member::optional("deadline", Type::Date, &["W-406", "W-114"]),
    ],
    groups: &[Group {
        count: Count::ExactlyOne,
        of: &["character", "faction"],
    }],
};

/// W-407
pub(super) static ENGAGEMENT: Shape = Shape {
    name: "engagement",
    members: &[
        Member::required("character", CHARACTER, &["W-407"]),
        Member::optional("activity", Type::Text, &["W-407"]),
        Member::optional("with", CHARACTERS, &["W-407"]),
        Member::optional("location", LOCATION, &["W-407"]),
        Member::optional("until", Type::LocalTime, &["W-407"]),
        Member::or("interruptible", Type::Flag, "true", &["W-407"]),
        Member::or("ended", Type::Flag, "false", &["W-407"]),
    ],
    groups: &[],
};

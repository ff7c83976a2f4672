//! The conditions of triggers, chosen by their `type` (13.2).

use super::kind::{Count, Group, Member, Shape, Type, word};
use super::shared::{CHARACTER, DAYS, ITEM as REFER_ITEM, LOCATION};
use crate::limits::STATEMENT_LENGTH;
use crate::model::Comparison;
use crate::read::condition::{TIME_PARTS, TypeWord};

/// In the order of the reader's words.
pub(super) static SHAPES: &[(&str, &Shape)] = &[
    ("time", &TIME),
    ("place", &PLACE),
    ("variable", &VARIABLE),
    ("item", &ITEM),
    ("event", &EVENT),
    ("fired", &FIRED),
    ("judged", &JUDGED),
    ("all", &ALL),
    ("any", &ANY),
    ("not", &NOT),
];

const TYPE: Member = Member::required("type", word!(TypeWord), &["W-311"]);

pub(super) static TIME: Shape = Shape {
    name: "condition_time",
    members: &[
        TYPE,
        Member::optional("from", Type::LocalTime, &["W-312", "W-326"]),
        Member::optional("to", Type::LocalTime, &["W-312", "W-313"]),
        Member::optional("window", Type::Object(&TIME_WINDOW), &["W-312", "W-314"]),
        Member::optional("days", DAYS, &["W-312", "W-315"]),
    ],
    groups: &[Group {
        count: Count::AtLeastOne,
        of: &TIME_PARTS,
    }],
};

pub(super) static TIME_WINDOW: Shape = Shape {
    name: "time_window",
    members: &[
        Member::required("from", Type::TimeOfDay, &["W-312", "W-314"]),
        Member::required("to", Type::TimeOfDay, &["W-312", "W-314"]),
    ],
    groups: &[],
};

pub(super) static PLACE: Shape = Shape {
    name: "condition_place",
    members: &[
        TYPE,
        Member::required("character", CHARACTER, &["W-316"]),
        Member::required("location", LOCATION, &["W-316"]),
        Member::optional("feature", Type::FeatureOf("location"), &["W-316"]),
    ],
    groups: &[],
};

pub(super) static VARIABLE: Shape = Shape {
    name: "condition_variable",
    members: &[
        TYPE,
        Member::required("variable", Type::VariableKey, &["W-317"]),
        Member::optional("subject", Type::ReferBy("variable"), &["W-318"]),
        Member::required("op", word!(Comparison), &["W-318"]),
        Member::required("value", Type::Value, &["W-318"]),
    ],
    groups: &[],
};

pub(super) static ITEM: Shape = Shape {
    name: "condition_item",
    members: &[
        TYPE,
        Member::required("item", REFER_ITEM, &["W-319"]),
        Member::optional("held_by", CHARACTER, &["W-319"]),
        Member::optional("at", LOCATION, &["W-319"]),
    ],
    groups: &[Group {
        count: Count::ExactlyOne,
        of: &["held_by", "at"],
    }],
};

pub(super) static EVENT: Shape = Shape {
    name: "condition_event",
    members: &[TYPE, Member::required("tag", Type::Line, &["W-320"])],
    groups: &[],
};

pub(super) static FIRED: Shape = Shape {
    name: "condition_fired",
    members: &[
        TYPE,
        Member::required("trigger", Type::TriggerKey, &["W-321", "W-327"]),
    ],
    groups: &[],
};

pub(super) static JUDGED: Shape = Shape {
    name: "condition_judged",
    members: &[
        TYPE,
        Member::required(
            "text",
            Type::TextOfAtMost(STATEMENT_LENGTH),
            &["W-322", "W-361"],
        ),
    ],
    groups: &[],
};

pub(super) static ALL: Shape = Shape {
    name: "condition_all",
    members: &[
        TYPE,
        Member::required(
            "conditions",
            Type::list(&Type::Condition),
            &["W-323", "W-324"],
        ),
    ],
    groups: &[],
};

pub(super) static ANY: Shape = Shape {
    name: "condition_any",
    members: &[
        TYPE,
        Member::required(
            "conditions",
            Type::list(&Type::Condition),
            &["W-323", "W-324"],
        ),
    ],
    groups: &[],
};

pub(super) static NOT: Shape = Shape {
    name: "condition_not",
    members: &[
        TYPE,
        Member::required("condition", Type::Condition, &["W-323", "W-324"]),
    ],
    groups: &[],
};

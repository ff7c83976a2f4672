//! `location.json` (section 9).

use super::kind::{Member, Shape, Type, word};
use super::shared::{ITEMS, LOCATION as REFER, LOOK};
use crate::limits::{EXITS, FEATURES, ID_LENGTH};
use crate::model::ExitState;

/// Section 9.
pub(super) static LOCATION: Shape = Shape {
    name: "location",
    members: &[
        Member::required("name", Type::Line, &["W-201"]),
        Member::optional("description", Type::Text, &["W-202"]),
        Member::optional("visual_identity", LOOK, &["W-203"]),
        Member::optional("parent", REFER, &["W-204", "W-205"]),
        Member::optional(
            "features",
            Type::list_of_at_most(FEATURES, const { &Type::Object(&FEATURE) }),
            &["W-208"],
        ),
        Member::optional(
            "exits",
            Type::list_of_at_most(EXITS, const { &Type::Object(&EXIT) }),
            &["W-209", "W-216"],
        ),
        Member::optional("variables", Type::Values, &["W-178"]),
        Member::optional("id", Type::Id, &["W-201", "W-020"]),
    ],
    groups: &[],
};

/// W-206
pub(super) static FEATURE: Shape = Shape {
    name: "feature",
    members: &[
        Member::required(
            "id",
            Type::Key {
                most: ID_LENGTH,
                pattern: "[A-Za-z0-9_-]+",
            },
            &["W-207"],
        ),
        Member::required("name", Type::Line, &["W-206"]),
        Member::optional("description", Type::Text, &["W-206"]),
    ],
    groups: &[],
};

/// W-210 – W-215
pub(super) static EXIT: Shape = Shape {
    name: "exit",
    members: &[
        Member::required("to", REFER, &["W-210", "W-215"]),
        Member::optional("description", Type::Text, &["W-211"]),
        Member::or("one_way", Type::Flag, "false", &["W-211"]),
        Member::optional("back_description", Type::Text, &["W-211"]),
        Member::optional("travel_time_seconds", Type::whole_from(0), &["W-212"]),
        Member::or("state", word!(ExitState), "\"open\"", &["W-213", "W-216"]),
        Member::optional("note", Type::Text, &["W-213"]),
        Member::optional("opened_by", ITEMS, &["W-214"]),
    ],
    groups: &[],
};

//! `item.json` and `items/slots.json` (section 10).

use super::kind::{Count, Group, Member, Shape, Type, word};
use super::shared::{CHARACTER, ITEM as REFER, LOCATION, LOOK};
use crate::limits::OPENERS;
use crate::model::ContainerState;
use crate::read::item::PLACING;

/// Section 10.
pub(super) static ITEM: Shape = Shape {
    name: "item",
    members: &[
        Member::required("name", Type::Line, &["W-231"]),
        Member::optional("description", Type::Text, &["W-230"]),
        Member::optional("quality", Type::Text, &["W-230"]),
        Member::optional("visual_identity", LOOK, &["W-231"]),
        Member::or("quantity", Type::whole_from(1), "1", &["W-232", "W-233"]),
        Member::or("unique", Type::Flag, "false", &["W-233"]),
        Member::or("notable", Type::Flag, "false", &["W-234"]),
        Member::or("hidden", Type::Flag, "false", &["W-234"]),
        Member::optional("wearable", Type::Slot, &["W-235"]),
        Member::optional("container", Type::Object(&CONTAINER), &["W-236"]),
        Member::optional("owner", CHARACTER, &["W-238"]),
        Member::optional("location", LOCATION, &["W-239", "W-240"]),
        Member::optional("held_by", CHARACTER, &["W-239", "W-241"]),
        Member::optional("worn_by", CHARACTER, &["W-239", "W-242", "W-249"]),
        Member::optional("inside", REFER, &["W-239", "W-243", "W-244"]),
        Member::optional("position", Type::Line, &["W-240", "W-242", "W-243"]),
        Member::optional("feature", Type::FeatureOf("location"), &["W-240"]),
        Member::optional("variables", Type::Values, &["W-178"]),
        Member::optional("id", Type::Id, &["W-231", "W-020"]),
    ],
    groups: &[Group {
        count: Count::ExactlyOne,
        of: &PLACING,
    }],
};

/// W-236
pub(super) static CONTAINER: Shape = Shape {
    name: "container",
    members: &[
        Member::or("state", word!(ContainerState), "\"closed\"", &["W-236"]),
        Member::optional(
            "opened_by",
            Type::list_of_at_most(OPENERS, &REFER),
            &["W-237"],
        ),
    ],
    groups: &[],
};

/// W-246 – W-248
pub(super) static SLOT: Shape = Shape {
    name: "slot",
    members: &[
        Member::required("id", Type::Id, &["W-247", "W-248"]),
        Member::optional("name", Type::Line, &["W-247"]),
        Member::optional("capacity", Type::whole_from(1), &["W-247", "W-249"]),
    ],
    groups: &[],
};

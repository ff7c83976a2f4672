//! `faction.json` (section 6).

use super::kind::{Member, Shape, Type, word};
use super::shared::{CHARACTER, INTENT, LEANING_NUMBER, LINES, SHARE_NUMBER};
use crate::limits::PROFILES;
use crate::model::{MemberStatus, TargetKind};

/// Section 6.
pub(super) static FACTION: Shape = Shape {
    name: "faction",
    members: &[
        Member::required("name", Type::Line, &["W-141"]),
        Member::optional("aliases", LINES, &["W-141"]),
        Member::optional("values", LINES, &["W-141"]),
        Member::optional("summary", Type::Text, &["W-141"]),
        Member::optional("description", Type::Text, &["W-141"]),
        Member::optional("structure", Type::Text, &["W-141"]),
        Member::optional("start", Type::Object(&FACTION_START), &["W-142"]),
        Member::optional(
            "members",
            Type::list(const { &Type::Object(&MEMBERSHIP) }),
            &["W-144", "W-150"],
        ),
        Member::optional(
            "relationships",
            Type::list_of_at_most(PROFILES, const { &Type::Object(&FACTION_RELATIONSHIP) }),
            &["W-147", "W-149"],
        ),
        Member::optional("id", Type::Id, &["W-141", "W-020"]),
    ],
    groups: &[],
};

/// W-142
pub(super) static FACTION_START: Shape = Shape {
    name: "faction_start",
    members: &[
        Member::optional("public_state", Type::Text, &["W-142"]),
        Member::optional("inner_state", Type::Text, &["W-142"]),
        Member::optional(
            "goals",
            Type::list(const { &Type::Object(&INTENT) }),
            &["W-143"],
        ),
    ],
    groups: &[],
};

/// W-144
pub(super) static MEMBERSHIP: Shape = Shape {
    name: "membership",
    members: &[
        Member::required("character", CHARACTER, &["W-145"]),
        Member::optional("role", Type::Line, &["W-144"]),
        Member::optional("rank", Type::Line, &["W-144"]),
        Member::or("status", word!(MemberStatus), "\"active\"", &["W-146"]),
        Member::or("public", Type::Flag, "true", &["W-146"]),
        Member::optional("commitment", SHARE_NUMBER, &["W-146"]),
    ],
    groups: &[],
};

/// W-147, W-148
pub(super) static FACTION_RELATIONSHIP: Shape = Shape {
    name: "faction_relationship",
    members: &[
        Member::required("to", Type::Object(&TARGET), &["W-147", "W-149"]),
        Member::required("label", Type::Line, &["W-148"]),
        Member::optional("summary", Type::Text, &["W-148"]),
        Member::or("familiarity", SHARE_NUMBER, "0", &["W-148"]),
        Member::or("trust", LEANING_NUMBER, "0", &["W-148"]),
        Member::or("affinity", LEANING_NUMBER, "0", &["W-148"]),
        Member::or("tension", SHARE_NUMBER, "0", &["W-148"]),
    ],
    groups: &[],
};

/// W-147
pub(super) static TARGET: Shape = Shape {
    name: "target",
    members: &[
        Member::required("kind", word!(TargetKind), &["W-147"]),
        Member::required("id", Type::ReferBy("kind"), &["W-147", "W-149"]),
    ],
    groups: &[],
};

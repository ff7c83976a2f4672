//! `plots.json` (section 12).

use super::kind::{Member, Shape, Type, word};
use super::shared::TEXTS;
use crate::model::{DevelopmentMode, PlotStart};
use crate::read::plot::PARTICIPANTS;

/// Section 12.
pub(super) static PLOT: Shape = Shape {
    name: "plot",
    members: &[
        Member::required("id", Type::Id, &["W-280"]),
        Member::required("name", Type::Line, &["W-280"]),
        Member::optional("premise", Type::Text, &["W-288"]),
        Member::optional("themes", TEXTS, &[]),
        Member::optional("stakes", TEXTS, &[]),
        Member::optional("resolutions", TEXTS, &[]),
        Member::optional(
            "participants",
            Type::list(&Type::ReferAny(&PARTICIPANTS)),
            &["W-281"],
        ),
        Member::optional(
            "hooks",
            Type::list(const { &Type::Object(&HOOK) }),
            &["W-282", "W-284"],
        ),
        Member::optional(
            "developments",
            Type::list(const { &Type::Object(&DEVELOPMENT) }),
            &["W-283", "W-284"],
        ),
        Member::or("start", word!(PlotStart), "\"available\"", &["W-286"]),
        Member::optional("pacing", Type::Object(&PACING), &["W-287"]),
    ],
    groups: &[],
};

/// W-282
pub(super) static HOOK: Shape = Shape {
    name: "hook",
    members: &[
        Member::required("id", Type::Id, &["W-282", "W-284"]),
        Member::required("text", Type::Text, &["W-282"]),
        Member::optional("guidance", Type::Text, &["W-282"]),
        Member::optional("avoid", TEXTS, &["W-282"]),
    ],
    groups: &[],
};

/// W-283
pub(super) static DEVELOPMENT: Shape = Shape {
    name: "development",
    members: &[
        Member::required("id", Type::Id, &["W-283", "W-284"]),
        Member::required("text", Type::Text, &["W-283"]),
        Member::or(
            "mode",
            word!(DevelopmentMode),
            "\"opportunity\"",
            &["W-283"],
        ),
        Member::optional("prerequisites", Type::list(&Type::Step), &["W-285"]),
        Member::optional("guidance", Type::Text, &["W-283"]),
        Member::optional("avoid", TEXTS, &["W-283"]),
    ],
    groups: &[],
};

/// W-287
pub(super) static PACING: Shape = Shape {
    name: "pacing",
    members: &[
        Member::optional("quiet_turns", Type::whole_from(0), &["W-287"]),
        Member::optional("cooldown_turns", Type::whole_from(0), &["W-287"]),
        Member::optional(
            "cooldown_days",
            Type::Number {
                min: Some(0.0),
                max: None,
            },
            &["W-287"],
        ),
    ],
    groups: &[],
};

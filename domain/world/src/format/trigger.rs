//! `triggers.json` with its effects and announcements (section 13); conditions are in `condition`, edits in `edit`.

use super::edit::EDIT;
use super::kind::{Count, Group, Member, Shape, Type, word};
use super::shared::{CHARACTERS, LOCATION, SHARE_NUMBER};
use crate::limits::{EFFECTS, EVERYONE, TRIGGER_KEY_LENGTH};
use crate::read::trigger::EffectWord;

/// Section 13.
pub(super) static TRIGGER: Shape = Shape {
    name: "trigger",
    members: &[
        Member::required(
            "key",
            Type::Key {
                most: TRIGGER_KEY_LENGTH,
                pattern: "[a-z0-9_-]+",
            },
            &["W-302", "W-303"],
        ),
        Member::optional("name", Type::Line, &["W-304"]),
        Member::required("when", Type::Condition, &["W-310", "W-324", "W-325"]),
        Member::required(
            "effects",
            Type::list_of_at_most(
                EFFECTS,
                const {
                    &Type::Tagged {
                        by: "type",
                        shapes: SHAPES,
                    }
                },
            ),
            &["W-330", "W-335"],
        ),
        Member::optional("announce", Type::Object(&ANNOUNCEMENT), &["W-340"]),
        Member::or("repeat", Type::Flag, "false", &["W-355", "W-356"]),
        Member::or(
            "cooldown_seconds",
            Type::whole_from(0),
            "0",
            &["W-306", "W-357"],
        ),
        Member::or("chance", SHARE_NUMBER, "1", &["W-306", "W-358"]),
        Member::optional("expires", Type::LocalTime, &["W-306", "W-359"]),
        Member::or(
            "priority",
            Type::Whole {
                min: None,
                max: None,
            },
            "0",
            &["W-306", "W-353"],
        ),
    ],
    groups: &[],
};

static SHAPES: &[(&str, &Shape)] = &[("edit", &EDIT_EFFECT), ("beat", &BEAT), ("cue", &CUE)];

const TYPE: Member = Member::required("type", word!(EffectWord), &["W-330"]);

const AUDIENCE_TYPE: Type =
    Type::OneOf(const { &[Type::Word(&[EVERYONE]), Type::Object(&AUDIENCE)] });

const ONE_AUDIENCE: &[Group] = &[Group {
    count: Count::ExactlyOne,
    of: &["characters", "audience"],
}];

/// W-331
pub(super) static EDIT_EFFECT: Shape = Shape {
    name: "effect_edit",
    members: &[
        TYPE,
        Member::required("edit", Type::Object(&EDIT), &["W-331", "W-400"]),
    ],
    groups: &[],
};

/// W-332
pub(super) static BEAT: Shape = Shape {
    name: "effect_beat",
    members: &[
        TYPE,
        Member::required("text", Type::Text, &["W-332", "W-363"]),
    ],
    groups: &[],
};

/// W-333
pub(super) static CUE: Shape = Shape {
    name: "effect_cue",
    members: &[
        TYPE,
        Member::required("text", Type::Text, &["W-333"]),
        Member::optional("characters", CHARACTERS, &["W-333", "W-364"]),
        Member::optional("audience", AUDIENCE_TYPE, &["W-333", "W-334"]),
    ],
    groups: ONE_AUDIENCE,
};

/// W-334
pub(super) static AUDIENCE: Shape = Shape {
    name: "audience",
    members: &[
        Member::optional("characters", CHARACTERS, &["W-334"]),
        Member::optional("place", LOCATION, &["W-334"]),
    ],
    groups: &[Group {
        count: Count::ExactlyOne,
        of: &["characters", "place"],
    }],
};

/// W-341 – W-343
pub(super) static ANNOUNCEMENT: Shape = Shape {
    name: "announcement",
    members: &[
        Member::required("text", Type::Text, &["W-341"]),
        Member::optional("characters", CHARACTERS, &["W-341"]),
        Member::optional("audience", AUDIENCE_TYPE, &["W-341", "W-345"]),
        Member::optional("from", Type::LocalTime, &["W-342"]),
        Member::optional("at", Type::LocalTime, &["W-343"]),
    ],
    groups: ONE_AUDIENCE,
};

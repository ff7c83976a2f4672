//! `character.json`, of a world and of an avatar (sections 4, 5, 8 and 15).

use super::kind::{Member, Shape, Type, word};
use super::shared::{
    CHARACTER as REFER, DAYS, INTENT, ITEMS, LEANING_NUMBER, LINES, LOCATION, LOCATIONS, LOOK,
    ROUTINE, SHARE_NUMBER, TEXTS,
};
use crate::limits::PROFILES;
use crate::model::{CharacterKind, Role, SubjectKind, Tier};

/// Section 4.
pub(super) static CHARACTER: Shape = Shape {
    name: "character",
    members: &[
        Member::required("name", Type::Line, &["W-082"]),
        Member::optional("aliases", LINES, &["W-083"]),
        Member::optional(
            "age",
            Type::OneOf(&[
                Type::Line,
                Type::Number {
                    min: None,
                    max: None,
                },
            ]),
            &["W-084"],
        ),
        Member::optional("gender", Type::Line, &["W-085"]),
        Member::optional("pronouns", Type::Line, &["W-085"]),
        Member::or(
            "kind",
            word!(CharacterKind),
            "\"person\"",
            &["W-086", "W-431"],
        ),
        Member::or("tier", word!(Tier), "\"principal\"", &["W-087", "W-431"]),
        Member::or("role", word!(Role), "\"npc\"", &["W-088", "W-089", "W-431"]),
        Member::optional("summary", Type::Text, &["W-090"]),
        Member::optional("personality", Type::Text, &["W-090"]),
        Member::optional("background", Type::Text, &["W-090"]),
        Member::optional("appearance", Type::Text, &["W-090"]),
        Member::optional("speech", Type::Object(&SPEECH), &["W-091"]),
        Member::optional("voice", Type::Line, &["W-092"]),
        Member::optional("visual_identity", LOOK, &["W-093"]),
        Member::optional("start", Type::Object(&START), &["W-095"]),
        Member::optional(
            "relationships",
            Type::list_of_at_most(PROFILES, const { &Type::Object(&RELATIONSHIP) }),
            &["W-120", "W-125", "W-126"],
        ),
        Member::optional("knowledge", Type::Object(&KNOWLEDGE), &["W-130", "W-137"]),
        Member::optional("routine", ROUTINE, &["W-190"]),
        Member::optional("variables", Type::Values, &["W-178"]),
        Member::optional("id", Type::Id, &["W-081", "W-020"]),
    ],
    groups: &[],
};

/// W-091
pub(super) static SPEECH: Shape = Shape {
    name: "speech",
    members: &[
        Member::optional("style", Type::Text, &["W-091"]),
        Member::optional("examples", TEXTS, &["W-091"]),
    ],
    groups: &[],
};

/// W-100 – W-107
pub(super) static START: Shape = Shape {
    name: "start",
    members: &[
        Member::optional("public_state", Type::Text, &["W-100"]),
        Member::optional("inner_state", Type::Text, &["W-100"]),
        Member::optional("activity", Type::Text, &["W-100"]),
        Member::optional("emotion", Type::Object(&EMOTION), &["W-101"]),
        Member::optional("location", LOCATION, &["W-104"]),
        Member::optional("position", Type::Line, &["W-105"]),
        Member::optional("feature", Type::FeatureOf("location"), &["W-106"]),
        Member::optional(
            "intents",
            Type::list(const { &Type::Object(&INTENT) }),
            &["W-107"],
        ),
    ],
    groups: &[],
};

/// W-101
pub(super) static EMOTION: Shape = Shape {
    name: "emotion",
    members: &[
        Member::required("baseline", Type::Object(&FEELING), &["W-101"]),
        Member::optional("immediate", Type::Object(&FEELING), &["W-101", "W-103"]),
    ],
    groups: &[],
};

/// W-102. In `immediate` the default is the baseline's value (W-103).
pub(super) static FEELING: Shape = Shape {
    name: "feeling",
    members: &[
        Member::or("valence", LEANING_NUMBER, "0", &["W-102", "W-103"]),
        Member::or("arousal", LEANING_NUMBER, "0", &["W-102", "W-103"]),
        Member::or("dominance", LEANING_NUMBER, "0", &["W-102", "W-103"]),
    ],
    groups: &[],
};

/// W-120
pub(super) static RELATIONSHIP: Shape = Shape {
    name: "relationship",
    members: &[
        Member::required("to", REFER, &["W-121", "W-122"]),
        Member::required("label", Type::Line, &["W-123"]),
        Member::optional("summary", Type::Text, &["W-120"]),
        Member::or("familiarity", SHARE_NUMBER, "0", &["W-124"]),
        Member::or("trust", LEANING_NUMBER, "0", &["W-124"]),
        Member::or("affinity", LEANING_NUMBER, "0", &["W-124"]),
        Member::or("tension", SHARE_NUMBER, "0", &["W-124"]),
    ],
    groups: &[],
};

/// W-130
pub(super) static KNOWLEDGE: Shape = Shape {
    name: "knowledge",
    members: &[
        Member::optional("locations", LOCATIONS, &["W-131"]),
        Member::optional("items", ITEMS, &["W-132"]),
        Member::optional(
            "exits",
            Type::list(const { &Type::Object(&KNOWN_EXIT) }),
            &["W-133"],
        ),
        Member::optional(
            "lore",
            Type::list(&Type::Refer(SubjectKind::Lore)),
            &["W-134"],
        ),
    ],
    groups: &[],
};

/// W-133
pub(super) static KNOWN_EXIT: Shape = Shape {
    name: "known_exit",
    members: &[
        Member::required("from", LOCATION, &["W-133"]),
        Member::required("to", LOCATION, &["W-133"]),
    ],
    groups: &[],
};

/// Section 8.
pub(super) static ROUTINE_WINDOW: Shape = Shape {
    name: "routine_window",
    members: &[
        Member::optional("days", DAYS, &["W-191", "W-026"]),
        Member::required("from", Type::TimeOfDay, &["W-192", "W-193"]),
        Member::required("to", Type::TimeOfDay, &["W-192", "W-193"]),
        Member::required("activity", Type::Text, &["W-194"]),
        Member::optional("location", LOCATION, &["W-195"]),
        Member::optional("feature", Type::FeatureOf("location"), &["W-195"]),
        Member::optional("position", Type::Line, &["W-195"]),
        Member::or("interruptible", Type::Flag, "true", &["W-196"]),
    ],
    groups: &[],
};

//! `world.json`, the media manifest beside it and the prompt files (sections 3 and 16).

use super::kind::{Member, Shape, Type, word};
use super::shared::{CHARACTER, LINES};
use crate::limits::{RULE_LENGTH, RULES};
use crate::read::world::PartType;

/// Section 3.
pub(super) static WORLD: Shape = Shape {
    name: "world",
    members: &[
        Member::required("name", Type::Line, &["W-057"]),
        Member::optional("description", Type::Text, &["W-058"]),
        Member::optional(
            "opening_message",
            Type::OneOf(&[
                Type::Text,
                Type::list(const { &Type::Object(&OPENING_PART) }),
            ]),
            &["W-059", "W-060", "W-062"],
        ),
        Member::optional("starting_time", Type::Date, &["W-063", "W-064"]),
        Member::or("time_zone", Type::Zone, "\"UTC\"", &["W-065", "W-028"]),
        Member::optional(
            "rules",
            Type::OneOf(&[
                Type::TextOfAtMost(RULE_LENGTH),
                Type::list_of_at_most(RULES, &Type::TextOfAtMost(RULE_LENGTH)),
            ]),
            &["W-066", "W-067"],
        ),
        Member::optional("author", Type::Object(&AUTHOR), &["W-068"]),
        Member::optional("metadata", Type::Object(&METADATA), &["W-069"]),
        Member::optional("cover_media_id", Type::Media, &["W-070", "W-073"]),
        Member::optional("narration_voice", Type::Line, &["W-071"]),
        Member::optional("variables", Type::Values, &["W-072", "W-178"]),
        Member::optional("id", Type::Id, &["W-050", "W-051", "W-053"]),
    ],
    groups: &[],
};

/// W-060
pub(super) static OPENING_PART: Shape = Shape {
    name: "opening_part",
    members: &[
        Member::or("type", word!(PartType), "\"narration\"", &["W-060"]),
        Member::required("text", Type::Text, &["W-060"]),
        Member::optional("character", CHARACTER, &["W-060", "W-061"]),
    ],
    groups: &[],
};

/// W-068
pub(super) static AUTHOR: Shape = Shape {
    name: "author",
    members: &[
        Member::required("name", Type::Line, &["W-068"]),
        Member::optional("url", Type::Line, &["W-068"]),
    ],
    groups: &[],
};

/// W-069
pub(super) static METADATA: Shape = Shape {
    name: "metadata",
    members: &[Member::optional("tags", LINES, &["W-069"])],
    groups: &[],
};

/// W-070
pub(super) static MEDIA: Shape = Shape {
    name: "media",
    members: &[
        Member::required("id", Type::Line, &["W-070"]),
        Member::required("file", Type::Line, &["W-070", "W-073"]),
    ],
    groups: &[],
};

/// A prompt file is text; it has no members (W-450).
pub(super) static PROMPT: Shape = Shape {
    name: "prompt",
    members: &[],
    groups: &[],
};

//! Judgements on single pieces: prompts sentence by sentence (8.3), notes, addresses of assets. Each gives a class with its
//! reason; none looks at another piece.

use super::survey::{Certainty, Class};
use crate::card::Asset;
use crate::classify::{self, Prompt};

/// A judgement before it is a piece.
pub(super) struct Judged {
    pub(super) class: Class,
    pub(super) certainty: Certainty,
    pub(super) suggested: Option<Class>,
    pub(super) held: bool,
    pub(super) reason: String,
}

pub(super) fn sure(class: Class, reason: impl Into<String>) -> Judged {
    Judged {
        class,
        certainty: Certainty::Sure,
        suggested: None,
        held: false,
        reason: reason.into(),
    }
}

pub(super) fn held(class: Class, certainty: Certainty, reason: impl Into<String>) -> Judged {
    Judged {
        class,
        certainty,
        suggested: Some(class),
        held: true,
        reason: reason.into(),
    }
}

/// The sentences of a prompt field that are about prose (8.3); nothing else of it can be taken.
pub(super) fn style_of(text: &str) -> Vec<String> {
    let judge = |sentence: &String| {
        matches!(
            classify::prompt(sentence),
            Some(Prompt::Style | Prompt::Review)
        )
    };
    classify::split(crate::text::head(text, crate::limits::LOOKED_AT / 4))
        .into_iter()
        .filter(judge)
        .collect()
}

pub(super) fn judge_prompt(text: &str) -> Judged {
    let mut reasons: Vec<String> = Vec::new();
    let (mut style, mut all) = (0, 0);
    for sentence in classify::split(crate::text::head(text, crate::limits::LOOKED_AT / 4)) {
        match classify::prompt(&sentence) {
            Some(Prompt::Style | Prompt::Review) => style += 1,
            Some(Prompt::Exclude(reason))
                if reasons.len() < 6 && !reasons.iter().any(|known| known == reason) =>
            {
                reasons.push(reason.to_owned())
            }
            Some(Prompt::Exclude(_)) => {}
            None => continue,
        }
        all += 1;
    }
    let left_out = if reasons.is_empty() {
        String::new()
    } else {
        format!("; the rest is {}", reasons.join(", "))
    };
    if style > 0 {
        held(
            Class::Style,
            Certainty::Likely,
            format!("{style} of {all} sentences are about style{left_out}"),
        )
    } else {
        let reason = if all == 0 {
            "it asks for the program's own prompt only".to_owned()
        } else {
            format!("instructions to a model: {}", reasons.join(", "))
        };
        sure(Class::Exclude, reason)
    }
}

/// A note that is a plain fact in the third person may belong to the character (7.3).
pub(super) fn judge_note(text: &str) -> Judged {
    if classify::is_plain_fact(text) {
        return held(
            Class::Character,
            Certainty::Likely,
            "a fact about the character, proposed for its background",
        );
    }
    judge_prompt(text)
}

pub(super) fn judge_asset(asset: &Asset, has_picture: bool) -> Judged {
    let uri = asset.uri.trim();
    let scheme = uri
        .split(':')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    if scheme == "data" {
        return sure(Class::Picture, "a picture inside the card");
    }
    let reason = match scheme.as_str() {
        "ccdefault" if has_picture => "stands for the card's own picture",
        "ccdefault" => "stands for a picture the card does not have",
        "http" | "https" => "an address on the network; importing fetches nothing",
        "embeded" | "embedded" | "__asset" => "a file of the container that is not taken along",
        _ => "an address that is never opened",
    };
    sure(Class::Exclude, reason)
}

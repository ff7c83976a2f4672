//! Reads a temperament and the feeling of the moment (W-101 – W-103).

use crate::limits::LEANING;
use crate::model::{Emotion, Feeling};
use crate::node::Node;
use crate::problem::Problems;

pub(super) fn read(node: Node<'_, '_>, problems: &mut Problems) -> Option<Emotion> {
    let node = node.object(problems)?;
    let baseline = node.at("baseline").need(problems).object(problems);
    let baseline = baseline.map(|baseline| feeling(&baseline, Feeling::default(), problems));
    let otherwise = baseline.unwrap_or_default();
    let immediate = node.at("immediate").object(problems);
    let immediate = immediate.map_or(otherwise, |immediate| {
        feeling(&immediate, otherwise, problems)
    });
    Some(Emotion {
        baseline: baseline?,
        immediate,
    })
}

fn feeling(node: &Node<'_, '_>, otherwise: Feeling, problems: &mut Problems) -> Feeling {
    let mut number = |key, otherwise| {
        node.at(key)
            .number_in(LEANING, problems)
            .unwrap_or(otherwise)
    };
    Feeling {
        valence: number("valence", otherwise.valence),
        arousal: number("arousal", otherwise.arousal),
        dominance: number("dominance", otherwise.dominance),
    }
}

//! A told text in parts: narration, and what someone says on a line of their own. Splitting never loses a word.

use serde::{Deserialize, Serialize};

/// One part of what was told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The name of whoever says it; narration when not set.
    pub speaker: Option<String>,
    /// The text.
    pub text: String,
}

/// Splits a text at lines of the form `Name: …` where the name is one of `names`, each with the name that is shown.
pub(crate) fn split(text: &str, names: &[(String, String)]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut narration = String::new();
    let flush = |narration: &mut String, parts: &mut Vec<Part>| {
        let text = narration.trim();
        if !text.is_empty() {
            parts.push(Part {
                speaker: None,
                text: text.to_owned(),
            });
        }
        narration.clear();
    };
    for line in text.lines() {
        match said(line, names) {
            Some(part) => {
                flush(&mut narration, &mut parts);
                parts.push(part);
            }
            None => {
                narration.push_str(line);
                narration.push('\n');
            }
        }
    }
    flush(&mut narration, &mut parts);
    parts
}

fn said(line: &str, names: &[(String, String)]) -> Option<Part> {
    let line = line.trim();
    let at = line.find([':', '：'])?;
    let (name, rest) = line.split_at(at);
    let text = rest.trim_start_matches([':', '：']).trim();
    let name = name.trim().trim_matches('*');
    let (_, shown) = names.iter().find(|(known, _)| known == name)?;
    (!text.is_empty()).then(|| Part {
        speaker: Some(shown.clone()),
        text: text.trim_start_matches("** ").to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w_060_what_people_say_stands_alone() {
        let names = [
            ("Mara".to_owned(), "Mara".to_owned()),
            ("the keeper".to_owned(), "Mara".to_owned()),
        ];
        let parts = |text: &str| {
            split(text, &names)
                .into_iter()
                .map(|part| (part.speaker, part.text))
                .collect::<Vec<_>>()
        };
        let mara = |text: &str| (Some("Mara".to_owned()), text.to_owned());
        let told = |text: &str| (None, text.to_owned());
        assert_eq!(
            parts("Rain.\n\nMara: Mind the step.\nShe goes.\n"),
            [told("Rain."), mara("Mind the step."), told("She goes.")]
        );
        assert_eq!(parts("the keeper：当心。"), [mara("当心。")]);
        assert_eq!(
            parts("Ben: Who? It is 12:30.\nNote: this"),
            [told("Ben: Who? It is 12:30.\nNote: this")]
        );
        assert_eq!(parts("One.\n\nTwo."), [told("One.\n\nTwo.")]);
        assert_eq!(parts(" \n"), []);
    }
}

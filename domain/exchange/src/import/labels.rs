//! Splits a description that is written in labels (lines, W++, JSON) into the fields of a character (7.3). Text is moved, never
//! rephrased; what has no field keeps its label and stays in the background.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};
use talekeep_world::json::{self, Kind, LoneSurrogates, Rules, Value};

/// The parts of a description.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) age: Option<String>,
    pub(crate) gender: Option<String>,
    pub(crate) pronouns: Option<String>,
    pub(crate) aliases: Vec<String>,
    pub(crate) appearance: String,
    pub(crate) personality: String,
    pub(crate) speech: String,
    pub(crate) background: String,
    /// Lines about relationships; they stay in the background and are proposals.
    pub(crate) relationships: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Name,
    Age,
    Gender,
    Pronouns,
    Alias,
    Appearance,
    Personality,
    Speech,
    Relationship,
}

static SLOTS: LazyLock<[(Slot, Regex); 9]> = LazyLock::new(|| {
    [
        (Slot::Name, "name|full name|姓名|名字|名称"),
        (Slot::Age, "age|年龄"),
        (Slot::Gender, "gender|sex|性别"),
        (Slot::Pronouns, "pronouns?"),
        (Slot::Alias, "nicknames?|alias(?:es)?|also known as|昵称|别名|外号"),
        (Slot::Appearance, "appearance|looks?|body|build|hair|hair colou?r|eyes?|eye colou?r|height|weight|clothes|clothing|outfit|attire|face|skin|features|外貌|外观|发型|发色|瞳色|身高|衣着|穿着|身材"),
        (Slot::Personality, "personality|traits?|mind|temper(?:ament)?|likes?|dislikes?|loves|hates|fears?|habits?|hobbies|hobby|quirks?|manner(?:ism)?s?|性格|喜好|爱好|喜欢|讨厌|习惯"),
        (Slot::Speech, "speech|voice|speech style|speech pattern|way of speaking|说话方式|语气|口头禅"),
        (Slot::Relationship, "relationships?|family|friends|人际关系|关系|家庭"),
    ]
    .map(|(slot, words)| {
        (slot, RegexBuilder::new(&format!("^(?:{words})$")).case_insensitive(true).build().expect("our own pattern"))
    })
});
static LINE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"^\s*(?:[-•#>]+\s*)?["'*_\[{]{0,4}([\p{L}][\p{L}\p{N} '/&-]{0,30}?)["'*_]{0,4}\s*[:：=]["'*_]{0,4}\s*(.*)$"#).expect("our own pattern")
});
static WPP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"([\p{L}][\p{L}\p{N} '/&-]{0,30}?)\s*\(\s*("[^"]*"(?:\s*\+\s*"[^"]*")*)\s*\)"#)
        .expect("our own pattern")
});
static QUOTED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#""([^"]*)""#).expect("our own pattern"));

/// Splits a description; unlabelled prose is the background as a whole.
pub(crate) fn split(description: &str) -> Parts {
    let labelled = from_json(description)
        .or_else(|| from_wpp(description))
        .or_else(|| from_lines(description));
    let Some((prose, labelled)) = labelled else {
        return Parts {
            background: description.trim().to_owned(),
            ..Parts::default()
        };
    };
    assign(&prose, labelled)
}

/// Puts labelled texts where they belong; Agnai's persona comes this way as well.
pub(crate) fn assign(prose: &str, labelled: Vec<(String, String)>) -> Parts {
    let mut parts = Parts {
        background: prose.trim().to_owned(),
        ..Parts::default()
    };
    for (label, text) in labelled {
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        match slot(&label) {
            // A name in the text is the title's business.
            Some(Slot::Name) => {}
            Some(Slot::Age) if parts.age.is_none() => parts.age = Some(text.to_owned()),
            Some(Slot::Gender) if parts.gender.is_none() => parts.gender = Some(text.to_owned()),
            Some(Slot::Pronouns) if parts.pronouns.is_none() => {
                parts.pronouns = Some(text.to_owned())
            }
            Some(Slot::Alias) => {
                let names = text
                    .split([',', '、', ';', '/'])
                    .map(|name| name.trim().trim_matches(['"', '“', '”']));
                parts
                    .aliases
                    .extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
            }
            Some(Slot::Appearance) => add(
                &mut parts.appearance,
                &label,
                text,
                &["appearance", "looks", "外貌", "外观"],
            ),
            Some(Slot::Personality) => add(
                &mut parts.personality,
                &label,
                text,
                &["personality", "性格"],
            ),
            Some(Slot::Speech) => add(
                &mut parts.speech,
                &label,
                text,
                &["speech", "voice", "speech style", "说话方式", "语气"],
            ),
            Some(Slot::Relationship) => {
                parts.relationships.push(format!("{label}: {text}"));
                add(&mut parts.background, &label, text, &[]);
            }
            _ => add(&mut parts.background, &label, text, &[]),
        }
    }
    parts
}

fn slot(label: &str) -> Option<Slot> {
    SLOTS
        .iter()
        .find(|(_, words)| words.is_match(label.trim()))
        .map(|(slot, _)| *slot)
}

/// The label is told unless it is the field's own name.
fn add(field: &mut String, label: &str, text: &str, own: &[&str]) {
    if !field.is_empty() {
        field.push('\n');
    }
    if !own.contains(&label.trim().to_lowercase().as_str()) {
        field.push_str(label.trim());
        field.push_str(": ");
    }
    field.push_str(text);
}

type Labelled = (String, Vec<(String, String)>);

/// At least three labels, two of them known: below that a colon is just a colon.
fn enough(labelled: &[(String, String)]) -> bool {
    labelled.len() >= 3
        && labelled
            .iter()
            .filter(|(label, _)| slot(label).is_some())
            .count()
            >= 2
}

fn from_lines(text: &str) -> Option<Labelled> {
    let mut prose = String::new();
    let mut labelled: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let found = LINE.captures(line);
        match found {
            Some(found) => {
                // A comma at the end belongs to the notation only where words are quoted.
                let value = found[2].trim();
                let value = if line.contains('"') {
                    value.trim_end_matches(',')
                } else {
                    value
                };
                let value = value.trim_end_matches([']', '}', '*']).trim();
                labelled.push((found[1].to_owned(), value.to_owned()));
            }
            None => match labelled.last_mut() {
                // A blank line ends a labelled text.
                Some((_, value)) if !line.trim().is_empty() && !value.ends_with("\n\n") => {
                    if !value.is_empty() {
                        value.push('\n');
                    }
                    value.push_str(line.trim_end());
                }
                Some((_, value)) if line.trim().is_empty() => value.push_str("\n\n"),
                _ => {
                    prose.push_str(line.trim_end());
                    prose.push('\n');
                }
            },
        }
    }
    enough(&labelled).then_some((prose, labelled))
}

fn from_wpp(text: &str) -> Option<Labelled> {
    let labelled: Vec<(String, String)> = WPP
        .captures_iter(text)
        .map(|found| {
            let words: Vec<&str> = QUOTED
                .captures_iter(found.get(2).map_or("", |list| list.as_str()))
                .filter_map(|word| word.get(1))
                .map(|word| word.as_str())
                .collect();
            (found[1].to_owned(), words.join(", "))
        })
        .collect();
    if !enough(&labelled) {
        return None;
    }
    let head =
        |label: &str| ["character", "person", "npc"].contains(&label.to_lowercase().as_str());
    let labelled = labelled
        .into_iter()
        .filter(|(label, _)| !head(label))
        .collect();
    let rest = WPP.replace_all(text, "");
    let prose: String = rest
        .lines()
        .map(|line| line.trim().trim_matches(['[', ']', '{', '}']))
        .filter(|line| !line.trim().is_empty())
        .collect::<Vec<_>>()
        .join("\n");
    Some((prose, labelled))
}

fn from_json(text: &str) -> Option<Labelled> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let rules = Rules {
        max_bytes: 1_000_000,
        max_depth: 16,
        lone_surrogates: LoneSurrogates::Replace,
    };
    let value = json::parse(text.trim().as_bytes(), &rules).ok()?;
    let members = value.as_object()?;
    let labelled: Vec<(String, String)> = members
        .iter()
        .map(|member| (member.key.clone(), words(&member.value)))
        .collect();
    enough(&labelled).then_some((String::new(), labelled))
}

fn words(value: &Value) -> String {
    match &value.kind {
        Kind::Text(text) => text.clone(),
        Kind::Number(raw) => raw.clone(),
        Kind::Bool(flag) => flag.to_string(),
        Kind::Null => String::new(),
        Kind::List(entries) => entries.iter().map(words).collect::<Vec<_>>().join(", "),
        Kind::Object(members) => members
            .iter()
            .map(|member| format!("{}: {}", member.key, words(&member.value)))
            .collect::<Vec<_>>()
            .join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn section_7_3_labelled_text_is_split() {
        let parts = split(
            "A ferryman.\nName: Odo\nAge: 41\nHair: grey\nAppearance: broad,\nscarred hands\nPersonality: slow to speak\nLikes: eels\nSpeech: clipped\nNickname: Oddy, the Ferryman\nFamily: one sister, Una\nJob: ferryman",
        );
        assert_eq!(parts.age.as_deref(), Some("41"));
        assert_eq!(parts.appearance, "Hair: grey\nbroad,\nscarred hands");
        assert_eq!(parts.personality, "slow to speak\nLikes: eels");
        assert_eq!(parts.speech, "clipped");
        assert_eq!(parts.aliases, ["Oddy", "the Ferryman"]);
        assert_eq!(parts.relationships, ["Family: one sister, Una"]);
        assert_eq!(
            parts.background,
            "A ferryman.\nFamily: one sister, Una\nJob: ferryman"
        );
    }

    #[test]
    fn section_7_3_wpp_and_json_are_split() {
        let parts = split(
            "[Character(\"Pell\")\n{Age(\"19\")\nPersonality(\"restless\" + \"curious\")\nHair(\"red\")}]",
        );
        assert_eq!(
            (
                parts.age.as_deref(),
                parts.personality.as_str(),
                parts.appearance.as_str()
            ),
            (Some("19"), "restless, curious", "Hair: red")
        );
        assert_eq!(parts.background, "");
        let parts = split(
            "{\"age\": 28, \"personality\": [\"precise\", \"kind\"], \"occupation\": \"astronomer\"}",
        );
        assert_eq!(
            (
                parts.age.as_deref(),
                parts.personality.as_str(),
                parts.background.as_str()
            ),
            (Some("28"), "precise, kind", "occupation: astronomer")
        );
    }

    #[test]
    fn section_7_3_prose_stays_whole() {
        let prose = "She said: nothing. Then: less.\n\nTime passed.";
        assert_eq!(split(prose).background, prose);
    }
}

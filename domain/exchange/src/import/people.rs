//! Who is who in a card (7.2): whether it is about a situation instead of a person, and whether its description holds several
//! persons. It only finds them; persons are built when somebody accepts them.

use std::sync::LazyLock;

use regex::Regex;

use crate::card::Card;

/// One person's part of a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) text: String,
}

static SCENARIO_WORD: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?i)\b(?:scenario|rpg|simulator|simulation|text adventure|narrator|game master)\b|场景|世界|模拟器",
    )
});
static WORLD_WORD: LazyLock<Regex> =
    LazyLock::new(|| ours(r"(?i)\b(?:scenario|rpg|world|simulator)\b|场景|世界|模拟器"));
static NARRATOR: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?i)(?:\{\{char\}\}|<bot>)[^.\n]{0,60}\b(?:narrat\w+|game ?master|gm|dungeon master|storyteller)\b|(?:\{\{char\}\}|<bot>)[^。\n]{0,30}(?:旁白|叙述者|主持人)",
    )
});
static MACRO_NAME: LazyLock<Regex> = LazyLock::new(|| ours(r"(?i)\{\{char\}\}|<bot>|<char>"));
static HEADED: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    [
        ours(r"^#{1,4}\s+(.+?)\s*#*$"),
        ours(r"^\[([^\]\n(]+)\]$"),
        ours(r"^([^:：\n]{2,40})[:：]$"),
        ours(r"^<([\p{Lu}\p{Han}][^<>/\n]{1,40})>$"),
    ]
});
static BLOCK: LazyLock<Regex> =
    LazyLock::new(|| ours(r#"(?i)\[\s*(?:character|person|npc)\s*\(\s*"([^"]{1,60})"\s*\)"#));
static PERSON_LINE: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"^\s*(?:[-*•]\s*)?(?:\*\*)?((?:[\p{Lu}][\p{L}'’.-]*)(?:\s+(?:of|the|von|de|[\p{Lu}][\p{L}'’.-]*)){0,3}|\p{Han}{2,4})(?:\*\*)?\s*(?:[:：]|\s[–—-]\s)\s*(\S.*)$",
    )
});
static NO_NAME: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?i)^(?:the )?(?:name|full name|age|gender|sex|species|race|appearance|personality|background|backstory|history|setting|scenario|world|rules?|notes?|summary|overview|likes?|dislikes?|hair|eyes|height|weight|body|clothes|clothing|outfit|speech|voice|relationships?|family|skills?|abilities|occupation|job|goals?|motivations?|secrets?|habits?|hobbies|traits?|description|location|locations|places?|characters?|cast|lore|plot|story|genre|tone|style|important|time|date|year|system|instructions?|format|examples?|other|quirks|fears|home|residence|role|title|alias|nickname|pronouns|birthday|nationality|ethnicity|sexuality|kinks?|powers?|weapons?|equipment|items?|inventory|姓名|年龄|性别|身高|外貌|外观|性格|背景|身份|职业|设定|世界观|规则|场景|喜好|习惯|关系|经历|语气|备注)\b?\s*$",
    )
});

fn ours(text: &str) -> Regex {
    Regex::new(text).expect("our own pattern")
}

/// Whether the card is about a situation (F-074): no name at all, or at least two signs.
pub(crate) fn is_scenario(card: &Card) -> Option<String> {
    let Some(name) = card.name.as_deref() else {
        return Some("the card has no name".to_owned());
    };
    let fields = &card.fields;
    let mut signs = Vec::new();
    let head: String = fields.description.chars().take(60).collect();
    let bracketed = head.trim_start().starts_with(['[', '【']) && SCENARIO_WORD.is_match(&head);
    if fields.tags.iter().any(|tag| SCENARIO_WORD.is_match(tag))
        || WORLD_WORD.is_match(name)
        || bracketed
    {
        signs.push("it calls itself a scenario");
    }
    let greeting = card
        .greetings
        .first()
        .map_or("", |greeting| greeting.text.as_str());
    let texts = [
        fields.description.as_str(),
        greeting,
        fields.mes_example.as_str(),
    ];
    // A first name stands for the whole; an article or a short word does not.
    let word = |word: &&str| {
        word.chars().count() > 3 && word.chars().next().is_some_and(char::is_uppercase)
    };
    let first_name = name.split_whitespace().next().filter(word);
    let named = |text: &&str| {
        text.contains(name)
            || first_name.is_some_and(|first| text.contains(first))
            || MACRO_NAME.is_match(text)
    };
    if texts.iter().any(|text| !text.trim().is_empty()) && !texts.iter().any(named) {
        signs.push("its name never occurs in its texts");
    }
    if person_lines(crate::text::head(
        &fields.description,
        crate::limits::LOOKED_AT,
    ))
    .len()
        >= 3
    {
        signs.push("it describes several persons by name");
    }
    if NARRATOR.is_match(&fields.description) {
        signs.push("it is played as a narrator");
    }
    (signs.len() >= 2).then(|| signs.join(", "))
}

/// The persons of a description (F-075): sections headed by a name, in a scenario also lines `Name: text`. Fewer than two are none.
pub(crate) fn sections(description: &str, scenario: bool) -> Vec<Section> {
    let description = crate::text::head(description, crate::limits::LOOKED_AT);
    let headed = headed(description);
    let found = if headed.len() >= 2 {
        headed
    } else if scenario {
        person_lines(description)
    } else {
        Vec::new()
    };
    if found.len() >= 2 {
        found.into_iter().take(100).collect()
    } else {
        Vec::new()
    }
}

fn headed(description: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in description.lines() {
        let trimmed = line.trim().trim_matches('*');
        let head = HEADED
            .iter()
            .find_map(|pattern| pattern.captures(trimmed))
            .or_else(|| BLOCK.captures(trimmed));
        let name = head
            .and_then(|head| head.get(1))
            .map(|name| name.as_str().trim().trim_matches(['*', '"']))
            .filter(|name| is_name(name));
        match (name, sections.last_mut()) {
            (Some(name), _) => {
                let rest = if BLOCK.is_match(trimmed) {
                    line.to_owned()
                } else {
                    String::new()
                };
                sections.push(Section {
                    name: name.to_owned(),
                    text: rest,
                });
            }
            (None, Some(section)) if !trimmed.starts_with("</") => {
                section.text.push_str(line);
                section.text.push('\n');
            }
            _ => {}
        }
    }
    sections.retain(|section| !section.text.trim().is_empty());
    sections
}

fn person_lines(description: &str) -> Vec<Section> {
    let lines = description
        .lines()
        .filter_map(|line| PERSON_LINE.captures(line));
    lines
        .filter(|found| is_name(&found[1]))
        .map(|found| Section {
            name: found[1].trim().to_owned(),
            text: found[2].trim().to_owned(),
        })
        .collect()
}

/// A person's name is one to four words that begin like names, and none of the usual labels.
fn is_name(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let begins = text
        .chars()
        .next()
        .is_some_and(|c| c.is_uppercase() || crate::classify::is_han(c));
    (1..=4).contains(&words)
        && text.chars().count() <= 40
        && begins
        && !NO_NAME.is_match(text)
        && !text.contains("{{")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(description: &str, scenario: bool) -> Vec<String> {
        sections(description, scenario)
            .into_iter()
            .map(|section| section.name)
            .collect()
    }

    #[test]
    fn f075_sections_headed_by_names() {
        assert_eq!(
            names("# Ada Vale\nTall.\n# Bo\nShort.", false),
            ["Ada Vale", "Bo"]
        );
        assert_eq!(names("[Ada]\nTall.\n[Bo]\nShort.", false), ["Ada", "Bo"]);
        assert_eq!(names("Ada:\nTall.\nBo:\nShort.", false), ["Ada", "Bo"]);
        assert_eq!(
            names("<Ada>\nTall.\n</Ada>\n<Bo>\nShort.\n</Bo>", false),
            ["Ada", "Bo"]
        );
        assert_eq!(
            names(
                "[Character(\"Ada\")\nAge(\"1\")]\n[Character(\"Bo\")\nAge(\"2\")]",
                false
            ),
            ["Ada", "Bo"]
        );
        assert_eq!(
            names("Ada Vale: tall\nBo Reed - short", true),
            ["Ada Vale", "Bo Reed"]
        );
        assert!(names("Ada Vale: tall\nBo Reed - short", false).is_empty());
        assert!(names("# Appearance\nTall.\n# Personality\nCalm.", false).is_empty());
        assert!(names("Hair: red\nEyes: green", true).is_empty());
    }
}

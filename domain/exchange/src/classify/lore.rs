//! The kind of a lore entry (8.5): the first list that fits the title, then the first that fits the text.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

static KINDS: LazyLock<[(&str, Regex); 8]> = LazyLock::new(|| {
    [
        ("religion", r"\b(?:gods?|goddess|faith|temple|rites?|religion|priests?|prayers?|saints?|holy|divine)\b|信仰|神祇|宗教|祭祀|教会|河神|神明"),
        ("politics", r"\b(?:kings?|queens?|laws?|council|elections?|politics|government|parliament|taxes|treaty|edict)\b|法律|政治|议会|选举|国王|朝廷"),
        ("history", r"\b(?:wars?|battles?|founded|founding|history|century|centuries|years ago|storm of|(?:1[0-9]|20)\d{2})\b|年前|历史|战争|旧事|往事|大火"),
        ("legend", r"\b(?:legends?|myths?|tales?|people say|they say|some say|prophecy)\b|传说|神话|老人说|据说"),
        ("custom", r"\b(?:festivals?|holidays?|customs?|traditions?|etiquette|ceremony|night is a|walk)\b|节日|习俗|规矩|礼仪|风俗"),
        ("culture", r"\b(?:languages?|dialects?|food|music|fashion|dishes|songs?|art|cuisine)\b|方言|饮食|语言|音乐|服饰|文化"),
        ("geography", r"\b(?:climate|maps?|rivers?|regions?|geography|mountains?|coast|weather|terrain)\b|地理|气候|地形|山川"),
        ("science", r"\b(?:magic|technology|medicine|machines?|science|energy|alchemy|steam|electric)\b|科技|体系|魔法|医学|机械"),
    ]
    .map(|(kind, words)| {
        (kind, RegexBuilder::new(words).case_insensitive(true).build().expect("our own pattern"))
    })
});

/// The kind of lore; `other` when no list fits.
pub(crate) fn kind(title: &str, text: &str) -> &'static str {
    let (history, legend) = (&KINDS[2].1, &KINDS[3].1);
    if history.is_match(title) && legend.is_match(title) {
        return "legend";
    }
    let fits = |words: &str| {
        KINDS
            .iter()
            .find(|(_, list)| list.is_match(words))
            .map(|(kind, _)| *kind)
    };
    let head: String = text.chars().take(2_000).collect();
    fits(title).or_else(|| fits(&head)).unwrap_or("other")
}

#[cfg(test)]
mod tests {
    #[test]
    fn kinds_of_section_8_5() {
        let table = [
            ("Lamp Night", "Lamp Night is a festival.", "custom"),
            ("The law of the ford", "Long ago.", "politics"),
            ("History and legend of the well", "", "legend"),
            ("河神", "传说很久以前", "religion"),
            ("Fog", "It comes in the evening.", "other"),
        ];
        for (title, text, expected) in table {
            assert_eq!(super::kind(title, text), expected, "{title}");
        }
    }
}

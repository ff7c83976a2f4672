//! The word lists of the classifier, compiled once. They are data (`lists.json`), so that a word can be added without code;
//! nothing a card says ever becomes a pattern here.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    labels: ByKind,
    title_words: TitleWords,
    nouns_en: ByKind,
    nouns_zh: ByKind,
    measure_words_zh: Measures,
    surnames_zh: String,
    honorifics_en: String,
    patterns: Patterns,
}

/// One list for each kind of thing, in the order that breaks a tie.
#[derive(Deserialize)]
struct ByKind {
    character: String,
    location: String,
    item: String,
    faction: String,
    lore: String,
}

impl ByKind {
    fn in_order(&self) -> [&str; 5] {
        [
            &self.character,
            &self.location,
            &self.item,
            &self.faction,
            &self.lore,
        ]
    }
}

#[derive(Deserialize)]
struct TitleWords {
    #[serde(flatten)]
    kinds: ByKind,
    style: String,
    exclude: String,
}

#[derive(Deserialize)]
struct Measures {
    character: String,
    location: String,
    item: String,
}

#[derive(Deserialize)]
struct Patterns {
    instruction: String,
    style: String,
    format: String,
    speaks_for_player: String,
    agency: String,
    policy: String,
    identity: String,
    length_rule: String,
    code: Code,
    noun_phrase_end: String,
}

#[derive(Deserialize)]
struct Code {
    ejs: String,
    setvar: String,
    getvar: String,
    lodash: String,
    update: String,
    zod: String,
    js: String,
    html: String,
    regex: String,
    slash: String,
}

/// Everything compiled.
pub(crate) struct Lists {
    pub(crate) labels: [Regex; 5],
    pub(crate) title_words: [Regex; 5],
    pub(crate) title_style: Regex,
    pub(crate) title_exclude: Regex,
    /// A listed noun anywhere.
    pub(crate) nouns_en: [Regex; 5],
    /// A listed noun at the end.
    pub(crate) ends_zh: [Regex; 5],
    /// Measure word and noun, for character, location, item.
    pub(crate) measured_zh: [Regex; 3],
    pub(crate) person_zh: Regex,
    pub(crate) honorific: Regex,
    pub(crate) instruction: Regex,
    pub(crate) style: Regex,
    pub(crate) format: Regex,
    pub(crate) speaks_for_player: Regex,
    pub(crate) agency: Regex,
    pub(crate) policy: Regex,
    pub(crate) identity: Regex,
    pub(crate) length_rule: Regex,
    pub(crate) noun_phrase_end: Regex,
    /// Program text, sure.
    pub(crate) script: Vec<Regex>,
    pub(crate) zod: Regex,
    pub(crate) js: Regex,
    pub(crate) getvar: Regex,
    pub(crate) html: Regex,
}

pub(crate) static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let file: File = serde_json::from_str(include_str!("lists.json"))
        .expect("lists.json is our own and is tested");
    let each = |lists: &ByKind, around: &dyn Fn(&str) -> String| {
        lists.in_order().map(|list| pattern(&around(list)))
    };
    let titles = &file.title_words;
    let measures = &file.measure_words_zh;
    let zh = file.nouns_zh.in_order();
    let measured = |measure: &str, nouns: &str| {
        pattern(&format!("{measure}[^,，。;；!！?？]{{0,12}}?(?:{nouns})"))
    };
    let code = &file.patterns.code;
    Lists {
        labels: each(&file.labels, &|list| {
            format!(
                r#"(?m)(?:^|[;；\[{{(,，])\s*(?:[-*#>•]+\s*)?["'*_]*({list})["'*_]*\s*(?:[:：=]|\()"#
            )
        }),
        title_words: titles.kinds.in_order().map(pattern),
        title_style: pattern(&titles.style),
        title_exclude: pattern(&titles.exclude),
        nouns_en: each(&file.nouns_en, &|list| format!(r"\b(?:{list})(?:s|es)?\b")),
        ends_zh: zh.map(|list| pattern(&format!("(?:{list})$"))),
        measured_zh: [
            measured(&measures.character, zh[0]),
            measured(&measures.location, zh[1]),
            measured(&measures.item, zh[2]),
        ],
        person_zh: pattern(&format!(
            r"^(?:{}\p{{Han}}{{1,2}}|[老小阿]\p{{Han}})$",
            file.surnames_zh
        )),
        honorific: Regex::new(&format!(
            "^(?i:{})",
            file.honorifics_en.replace("[A-Z]", "(?-i:[A-Z])")
        ))
        .expect("our own pattern"),
        instruction: pattern(&file.patterns.instruction),
        style: pattern(&file.patterns.style),
        format: pattern(&file.patterns.format),
        speaks_for_player: pattern(&file.patterns.speaks_for_player),
        agency: pattern(&file.patterns.agency),
        policy: pattern(&file.patterns.policy),
        identity: pattern(&file.patterns.identity),
        length_rule: pattern(&file.patterns.length_rule),
        noun_phrase_end: pattern(&file.patterns.noun_phrase_end),
        script: [
            &code.ejs,
            &code.setvar,
            &code.lodash,
            &code.update,
            &code.slash,
            &code.regex,
        ]
        .map(|text| pattern(&format!("(?m){text}")))
        .into(),
        zod: pattern(&code.zod),
        js: pattern(&format!("(?m){}", code.js)),
        getvar: pattern(&code.getvar),
        html: pattern(&code.html),
    }
});

fn pattern(text: &str) -> Regex {
    RegexBuilder::new(text)
        .case_insensitive(true)
        .build()
        .expect("lists.json is our own and is tested")
}

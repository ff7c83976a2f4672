//! Points for each kind of thing an entry may be about (8.2). A sign only ever adds points; which kind wins is decided outside.

use std::sync::LazyLock;

use regex::Regex;

use super::Entry;
use super::lists::LISTS;
use super::sentences::is_han;
use crate::import::Class;

/// The points of one kind.
#[derive(Debug, Clone)]
pub(crate) struct Score {
    pub(crate) class: Class,
    pub(crate) points: f64,
    /// Whether one sign was hard.
    pub(crate) hard: bool,
    /// Whether one sign was more than a count of words.
    pub(crate) strong: bool,
    pub(crate) signs: Vec<String>,
}

/// The points of all kinds.
pub(crate) struct Points([Score; 5]);

/// The kinds in words for people.
const WORDS: [&str; 5] = ["a person", "a place", "a thing", "an organisation", "lore"];
const CLASSES: [Class; 5] = [
    Class::Character,
    Class::Location,
    Class::Item,
    Class::Faction,
    Class::Lore,
];

impl Points {
    fn add(&mut self, kind: usize, points: f64, hard: bool, sign: impl Into<String>) {
        let score = &mut self.0[kind];
        score.points += points;
        score.hard |= hard;
        score.strong = true;
        score.signs.push(sign.into());
    }

    /// A mere count of words.
    fn weak(&mut self, kind: usize, points: f64, sign: &str) {
        if points > 0.0 {
            self.0[kind].points += points;
            self.0[kind].signs.push(sign.to_owned());
        }
    }

    /// The best kind and the points of the next.
    pub(crate) fn best(&self) -> (&Score, f64) {
        // The first of equals wins, so the order is stable.
        let best = self
            .0
            .iter()
            .rev()
            .max_by(|a, b| a.points.total_cmp(&b.points))
            .unwrap_or(&self.0[0]);
        let next = self
            .0
            .iter()
            .filter(|score| score.class != best.class)
            .map(|score| score.points)
            .fold(0.0, f64::max);
        (best, next)
    }
}

static BLOCK: LazyLock<[Regex; 5]> = LazyLock::new(|| {
    [
        "character|person|npc|角色|人物",
        "location|place|地点|场景",
        "item|object|物品|道具",
        "faction|organi[sz]ation|组织|势力",
        "lore|event|history|世界观|历史",
    ]
    .map(|words| ours(&format!(r"(?i)[\[【<]\s*(?:{words})\s*(?:[(:：\]】>]|\d)")))
});
static PREFIX: LazyLock<Regex> = LazyLock::new(|| ours(r"^[^:：\-–—]{1,20}\s*[:：\-–—]\s*"));
static IS_A: LazyLock<Regex> = LazyLock::new(|| {
    ours(r"(?i)\b(?:is|was|are|were|has been)\s+(?:an?|the|one of|some)?\s*([^.!?]{2,120})")
});
static DOING: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?i)^\W*(?:runs?|keeps?|leads?|owns?|teaches|teach|lives?|works?|hums?|sells?|carries|repairs|commands|writes|knows|walks|serves?|believes|sleeps|smiles|speaks|pays|knits|guards|loves|hates|wears|spends|came|left|grew|learned|distrusts|share|finish)\b",
    )
});
static AGE: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?i)\b(?:aged?|age of)\s+\w+|\b(?:in (?:his|her|their) (?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties))\b|\b(?:of|is) (?:twenty|thirty|forty|fifty|sixty|seventy|eighty)[-\w]*\b|\b\d{1,3}[- ]years?[- ]old\b|[0-9一二三四五六七八九十]+(?:多)?岁|[一二三四五六七]十出头",
    )
});
static HE: LazyLock<Regex> = LazyLock::new(|| ours(r"(?i)\b(?:he|she|him|her|his|hers)\b|他|她"));
static IT: LazyLock<Regex> = LazyLock::new(|| ours(r"(?i)\b(?:it|its)\b|它"));
static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?i)\b(?:north|south|east|west|above|below|beneath|beyond|upstairs|downstairs|inside|entrance|door|gate|floor|floors|wall|walls|roof|window|windows|stairs?|staircases?|ladder|corridor|street|river|hill|cliff|basement|room|rooms|path|road|stands|sits|reached|overlooks|village|town|valley|coast|quarter)\b|门|窗|楼|层|位于|尽头|里外|两侧|四面|屋顶|岸边|上游|下游|旁边|街|巷|城",
    )
});
static TIME: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?i)\b(?:years? ago|winters ago|century|centuries|once a year|every year|yearly|every (?:spring|summer|autumn|winter)|in \d{3,4}|1[0-9]{3}|began|founded|since the|long ago|each (?:spring|autumn|year)|by (?:custom|tradition|law))\b|年前|很久以前|每年|自古|年代|传说|世纪|曾因|老人说",
    )
});
static MEMBERS: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?i)\b(?:members?|membership|joins?|join|elected|elects?|sworn|chair|trustees|seats|directors|captain, by|led by|headed by|its leader|recruit\w*)\b|成员|会员|会长|首领|帮主|社长|加入|推举|推选|担任",
    )
});
static OBJECT: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?i)\b(?:made of|made from|wooden|brass|iron|steel|silver|gold|tin|leather|bound in|engraved|stamped|carved|handle|blade|labelled|weighs|weigh|fits in|wrapped|clipped|cuts|worn|polished|forged|lid|hinge|strap|cracked|cobalt|glass)\b|刻着|磨得|刀柄|壶底|表盖|指针|信封|按键|材质|声音沙哑|随身",
    )
});
static TEMPER: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?i)\b(?:kind|gruff|patient|vain|honest|proud|shy|brave|quiet|loud|gentle|cheerful|stubborn|restless|curious|loyal|immaculate|friendly|brisk|absent-minded|polite|frightened)\b|性格|温和|寡言|粗心|活泼|话多|爱唱歌|爱绕弯子",
    )
});
static LIST: LazyLock<Regex> =
    LazyLock::new(|| ours(r"(?m)^\s*[-*•]\s*[\p{Lu}\p{Han}][^:：\n]{0,40}[:：]\s*\S"));
static ZH_PLACE: LazyLock<Regex> = LazyLock::new(|| ours(r"位于|坐落|建于"));
static ZH_IS: LazyLock<Regex> = LazyLock::new(|| ours(r"是([^,，。；;]{1,30})"));

fn ours(text: &str) -> Regex {
    Regex::new(text).expect("our own pattern")
}

/// A list of three or more `- Name: text` lines.
pub(crate) fn is_list(content: &str) -> bool {
    LIST.find_iter(content).take(3).count() == 3
}

/// The title without a word for its kind in front.
pub(crate) fn bare_title(title: &str) -> &str {
    let trimmed = title.trim().trim_matches(['[', ']', '【', '】']);
    let Some(prefix) = PREFIX.find(trimmed) else {
        // 【角色】周小满 keeps its head inside brackets.
        return trimmed
            .split_once(['】', ']'])
            .filter(|(_, rest)| !rest.trim().is_empty())
            .map_or(trimmed, |(_, rest)| rest.trim());
    };
    let is_word = LISTS
        .title_words
        .iter()
        .any(|words| words.is_match(prefix.as_str()));
    if is_word {
        trimmed[prefix.end()..].trim()
    } else {
        trimmed
    }
}

/// Counts the signs of an entry.
pub(crate) fn points(entry: &Entry<'_>) -> Points {
    let mut points = Points(CLASSES.map(|class| Score {
        class,
        points: 0.0,
        hard: false,
        strong: false,
        signs: Vec::new(),
    }));
    let head: String = entry.content.chars().take(4_000).collect();
    let title = bare_title(entry.title);
    let sentences = super::sentences::split(&head);
    for (kind, word) in WORDS.iter().enumerate() {
        if BLOCK[kind].is_match(entry.title) || BLOCK[kind].is_match(&head) {
            points.add(kind, 6.0, true, format!("a block for {}", word));
        }
        let labels = LISTS.labels[kind].find_iter(&head).take(6).count();
        if labels > 0 {
            points.add(
                kind,
                (1.5 * labels as f64).min(6.0),
                labels >= 3,
                format!("{labels} labels as for {}", word),
            );
        }
        if LISTS.title_words[kind].is_match(entry.title) {
            points.add(kind, 3.0, true, format!("the title says it is {}", word));
        }
    }
    title_signs(title, &mut points);
    english_signs(entry, title, &sentences, &mut points);
    chinese_signs(title, &head, &sentences, &mut points);
    person_signs(entry, title, &head, &sentences, &mut points);
    let count = |words: &Regex| words.find_iter(&head).take(3).count();
    points.weak(1, [0.0, 0.5, 1.0, 2.0][count(&PLACE)], "words of place");
    points.weak(4, [0.0, 0.5, 2.0, 2.0][count(&TIME)], "words of time");
    points.weak(
        3,
        if count(&MEMBERS) >= 2 { 2.0 } else { 0.0 },
        "words of membership",
    );
    points.weak(2, [0.0, 0.5, 2.0, 2.0][count(&OBJECT)], "words of things");
    points.weak(
        0,
        if count(&TEMPER) > 0 { 1.0 } else { 0.0 },
        "words of temper",
    );
    points
}

/// The last noun of the title.
fn title_signs(title: &str, points: &mut Points) {
    let head = LISTS
        .noun_phrase_end
        .find(title)
        .filter(|end| end.start() > 0)
        .map_or(title, |end| &title[..end.start()]);
    if let Some(kind) = last_noun(head.trim()) {
        points.add(kind, 2.5, false, format!("the title names {}", WORDS[kind]));
    }
    let ends = |ending: &Regex| ending.is_match(title);
    if let Some(kind) = LISTS.ends_zh.iter().position(ends) {
        let sign = format!("the title ends like the name of {}", WORDS[kind]);
        points.add(kind, 2.5, false, sign);
    }
}

/// The kind of the last listed noun of a phrase.
fn last_noun(phrase: &str) -> Option<usize> {
    let last = |kind: usize| {
        LISTS.nouns_en[kind]
            .find_iter(phrase)
            .last()
            .map(|found| (found.end(), found.len(), 5 - kind))
    };
    (0..5).filter_map(last).max().map(|(_, _, kind)| 5 - kind)
}

fn cut_phrase(phrase: &str) -> &str {
    LISTS
        .noun_phrase_end
        .find(phrase)
        .map_or(phrase, |end| &phrase[..end.start()])
}

fn english_signs(entry: &Entry<'_>, title: &str, sentences: &[String], points: &mut Points) {
    let names = |subject: &str| {
        let subject = subject
            .trim()
            .trim_start_matches("The ")
            .trim_start_matches("the ")
            .to_lowercase();
        let pronoun = ["it", "he", "she", "they", "{{char}}", "this"].contains(&subject.as_str());
        let bare = title.to_lowercase();
        let known = !subject.is_empty()
            && (bare.contains(&subject)
                || entry.keys.iter().any(|key| key.to_lowercase() == subject));
        pronoun || known || !bare.is_empty() && subject.contains(bare.trim_start_matches("the "))
    };
    for sentence in sentences.iter().take(2) {
        if let Some(found) = IS_A.captures(sentence)
            && let (Some(all), Some(phrase)) = (found.get(0), found.get(1))
            && names(&sentence[..all.start()])
            && let Some(kind) = last_noun(cut_phrase(phrase.as_str()))
        {
            points.add(kind, 4.0, true, format!("it is said to be {}", WORDS[kind]));
            break;
        }
    }
    let Some(first) = sentences
        .first()
        .filter(|first| first.is_ascii() || !first.chars().any(is_han))
    else {
        return;
    };
    let words: Vec<&str> = first.split_whitespace().collect();
    let article = words.first().is_some_and(|word| {
        let word = word.to_lowercase();
        [
            "a",
            "an",
            "the",
            "one",
            "two",
            "three",
            "four",
            "five",
            "twelve",
            "twenty",
            "each",
            "forty-two",
            "ninety",
        ]
        .contains(&word.as_str())
    });
    let phrase = cut_phrase(first);
    if article {
        if let Some(kind) = last_noun(phrase) {
            points.add(kind, 3.0, false, format!("it begins with {}", WORDS[kind]));
        }
    } else if phrase.split_whitespace().count() <= 4
        && let Some(kind) = last_noun(phrase)
    {
        points.add(kind, 2.5, false, format!("it begins with {}", WORDS[kind]));
    }
}

fn chinese_signs(title: &str, head: &str, sentences: &[String], points: &mut Points) {
    let Some(first) = sentences.first().filter(|first| first.chars().any(is_han)) else {
        return;
    };
    for (kind, measured) in LISTS.measured_zh.iter().enumerate() {
        if measured.is_match(first) {
            points.add(kind, 3.0, true, format!("counted like {}", WORDS[kind]));
            break;
        }
    }
    if let Some(phrase) = ZH_IS.captures(first).and_then(|found| found.get(1))
        && let Some(kind) = (0..5).find(|kind| LISTS.ends_zh[*kind].is_match(phrase.as_str()))
    {
        points.add(kind, 3.0, true, format!("it is said to be {}", WORDS[kind]));
    }
    if ZH_PLACE.is_match(head) {
        points.add(1, 3.0, true, "it says where it lies");
    }
    let after = first
        .strip_prefix(title)
        .map(|rest| rest.trim_start_matches([',', '，', ':', '：']));
    if let Some(clause) = after
        .filter(|_| !title.is_empty())
        .and_then(|rest| rest.split([',', '，', '。']).next_back().or(Some(rest)))
        && let Some(kind) =
            (0..5).find(|kind| LISTS.ends_zh[*kind].is_match(clause.trim_end_matches('。')))
    {
        points.add(
            kind,
            3.0,
            true,
            format!("it is described as {}", WORDS[kind]),
        );
    }
}

fn person_signs(
    entry: &Entry<'_>,
    title: &str,
    head: &str,
    sentences: &[String],
    points: &mut Points,
) {
    if LISTS.person_zh.is_match(title) {
        points.add(0, 2.0, false, "the title is a person's name");
    }
    if LISTS.honorific.is_match(title) {
        points.add(0, 3.0, true, "the title addresses a person");
    }
    let first_name = title.split_whitespace().next().unwrap_or_default();
    let doing = |name: &str| {
        !name.is_empty()
            && head
                .match_indices(name)
                .take(20)
                .any(|(at, _)| DOING.is_match(&head[at + name.len()..]))
    };
    if doing(title)
        || first_name.chars().next().is_some_and(char::is_uppercase)
            && !["The", "A", "An"].contains(&first_name)
            && doing(first_name)
    {
        points.add(0, 2.0, false, "the title does something");
    }
    let (he, it) = (HE.find_iter(head).count(), IT.find_iter(head).count());
    if he >= 2 && he > 2 * it {
        points.add(0, 2.0, false, "he or she");
    } else if sentences
        .get(1)
        .is_some_and(|second| HE.find(second).is_some_and(|found| found.start() == 0))
    {
        points.add(0, 1.0, false, "he or she");
    }
    if AGE.is_match(head) {
        points.add(0, 2.0, true, "an age");
    }
    if entry
        .keys
        .iter()
        .any(|key| entry.people.iter().any(|person| person == key))
    {
        points.add(0, 3.0, true, "a key is a known character");
    }
}

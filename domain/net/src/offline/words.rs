//! Plain words to commands, in English and in Chinese whatever the session's language is. It knows verbs only; what a command is about
//! is looked up in the scene afterwards.

/// What the player wants, with the words it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    Look,
    Examine(String),
    Search(String),
    Go(String),
    Back,
    Take(String),
    Drop(String),
    Put(String),
    Open(String),
    Close(String),
    Unlock(String),
    Give(String),
    Wear(String),
    TakeOff(String),
    Use(String),
    Talk(String),
    Say(String),
    Wait,
    Inventory,
    Time,
    Help,
    Unknown(String),
}

type Make = fn(String) -> Command;

/// English verb phrases; the longest that fits counts.
const ENGLISH: &[(&str, Make)] = &[
    ("look around", |_| Command::Look),
    ("look about", |_| Command::Look),
    ("where am i", |_| Command::Look),
    ("look at", Command::Examine),
    ("look in", Command::Search),
    ("look inside", Command::Search),
    ("look into", Command::Search),
    ("look under", Command::Search),
    ("look behind", Command::Search),
    ("look through", Command::Search),
    ("look for", Command::Search),
    ("look", look),
    ("l", look),
    ("examine", Command::Examine),
    ("x", Command::Examine),
    ("inspect", Command::Examine),
    ("check", Command::Examine),
    ("study", Command::Examine),
    ("watch", Command::Examine),
    ("read", Command::Examine),
    ("touch", Command::Examine),
    ("search", Command::Search),
    ("rummage", Command::Search),
    ("feel", Command::Search),
    ("find", Command::Search),
    ("go back", |_| Command::Back),
    ("back", |_| Command::Back),
    ("return", back),
    ("go", Command::Go),
    ("walk", Command::Go),
    ("run", Command::Go),
    ("head", Command::Go),
    ("move", Command::Go),
    ("enter", Command::Go),
    ("exit", Command::Go),
    ("leave", leave),
    ("climb", Command::Go),
    ("follow", Command::Go),
    ("visit", Command::Go),
    ("step", Command::Go),
    ("travel", Command::Go),
    ("take off", Command::TakeOff),
    ("remove", Command::TakeOff),
    ("doff", Command::TakeOff),
    ("take", Command::Take),
    ("get", Command::Take),
    ("grab", Command::Take),
    ("pick up", Command::Take),
    ("pick", Command::Take),
    ("collect", Command::Take),
    ("put down", Command::Drop),
    ("lay down", Command::Drop),
    ("drop", Command::Drop),
    ("put on", Command::Wear),
    ("wear", Command::Wear),
    ("don", Command::Wear),
    ("put", Command::Put),
    ("place", Command::Put),
    ("insert", Command::Put),
    ("lay", Command::Put),
    ("hang", Command::Put),
    ("hide", Command::Put),
    ("open", Command::Open),
    ("close", Command::Close),
    ("shut", Command::Close),
    ("unlock", Command::Unlock),
    ("unbolt", Command::Unlock),
    ("give", Command::Give),
    ("hand", Command::Give),
    ("offer", Command::Give),
    ("show", Command::Give),
    ("return to", Command::Go),
    ("use", Command::Use),
    ("talk to", Command::Talk),
    ("talk with", Command::Talk),
    ("talk", Command::Talk),
    ("speak to", Command::Talk),
    ("speak with", Command::Talk),
    ("speak", Command::Talk),
    ("greet", Command::Talk),
    ("ask", Command::Talk),
    ("tell", Command::Talk),
    ("say", Command::Say),
    ("shout", Command::Say),
    ("whisper", Command::Say),
    ("hello", Command::Say),
    ("hi", Command::Say),
    ("wait", |_| Command::Wait),
    ("z", |_| Command::Wait),
    ("rest", |_| Command::Wait),
    ("sleep", |_| Command::Wait),
    ("stay", |_| Command::Wait),
    ("inventory", |_| Command::Inventory),
    ("inv", |_| Command::Inventory),
    ("i", |_| Command::Inventory),
    ("what do i have", |_| Command::Inventory),
    ("what am i carrying", |_| Command::Inventory),
    ("time", |_| Command::Time),
    ("what time is it", |_| Command::Time),
    ("help", |_| Command::Help),
    ("commands", |_| Command::Help),
    ("what can i do", |_| Command::Help),
];

/// Words before the verb that say nothing.
const FILLERS: &[&str] = &[
    "i", "i'll", "i'd", "like", "i'm", "we", "you", "can", "could", "let", "let's", "lets", "me",
    "please", "try", "trying", "want", "to", "will", "then", "now", "and", "just", "going",
    "gonna", "decide", "start",
];

/// Chinese verbs at the beginning of a sentence; the longest that fits counts.
const CHINESE: &[(&str, Make)] = &[
    ("看看四周", |_| Command::Look),
    ("四处看看", |_| Command::Look),
    ("环顾四周", |_| Command::Look),
    ("环顾", |_| Command::Look),
    ("四下张望", |_| Command::Look),
    ("我在哪", |_| Command::Look),
    ("在哪", |_| Command::Look),
    ("查看物品", |_| Command::Inventory),
    ("看看", look),
    ("观察", look),
    ("看", look),
    ("检查", Command::Examine),
    ("查看", Command::Examine),
    ("仔细看", Command::Examine),
    ("端详", Command::Examine),
    ("阅读", Command::Examine),
    ("读", Command::Examine),
    ("摸", Command::Examine),
    ("搜索", Command::Search),
    ("搜查", Command::Search),
    ("搜", Command::Search),
    ("翻找", Command::Search),
    ("翻", Command::Search),
    ("寻找", Command::Search),
    ("找", Command::Search),
    ("返回", back),
    ("回去", |_| Command::Back),
    ("往回走", |_| Command::Back),
    ("回到", Command::Go),
    ("回", back),
    ("前往", Command::Go),
    ("走到", Command::Go),
    ("走去", Command::Go),
    ("走进", Command::Go),
    ("走向", Command::Go),
    ("走", Command::Go),
    ("进入", Command::Go),
    ("进", Command::Go),
    ("去", Command::Go),
    ("爬上", Command::Go),
    ("爬", Command::Go),
    ("登上", Command::Go),
    ("上", Command::Go),
    ("下", Command::Go),
    ("出去", Command::Go),
    ("离开", leave),
    ("拿起", Command::Take),
    ("拿走", Command::Take),
    ("拿", Command::Take),
    ("取出", Command::Take),
    ("取", Command::Take),
    ("捡起", Command::Take),
    ("捡", Command::Take),
    ("拾起", Command::Take),
    ("带上", Command::Take),
    ("放下", Command::Drop),
    ("丢下", Command::Drop),
    ("丢掉", Command::Drop),
    ("丢", Command::Drop),
    ("扔掉", Command::Drop),
    ("扔", Command::Drop),
    ("放进", Command::Put),
    ("放", Command::Put),
    ("打开", Command::Open),
    ("开锁", Command::Unlock),
    ("解锁", Command::Unlock),
    ("解开", Command::Unlock),
    ("开启", Command::Open),
    ("开", Command::Open),
    ("关上", Command::Close),
    ("关闭", Command::Close),
    ("关", Command::Close),
    ("合上", Command::Close),
    ("穿上", Command::Wear),
    ("穿", Command::Wear),
    ("戴上", Command::Wear),
    ("戴", Command::Wear),
    ("披上", Command::Wear),
    ("脱下", Command::TakeOff),
    ("脱", Command::TakeOff),
    ("摘下", Command::TakeOff),
    ("交给", Command::Give),
    ("递给", Command::Give),
    ("送给", Command::Give),
    ("给", Command::Give),
    ("使用", Command::Use),
    ("用", Command::Use),
    ("问", Command::Talk),
    ("告诉", Command::Talk),
    ("和", Command::Talk),
    ("跟", Command::Talk),
    ("与", Command::Talk),
    ("对", Command::Talk),
    ("向", Command::Talk),
    ("说", Command::Say),
    ("喊", Command::Say),
    ("你好", Command::Say),
    ("等待", |_| Command::Wait),
    ("等", |_| Command::Wait),
    ("休息", |_| Command::Wait),
    ("睡", |_| Command::Wait),
    ("物品", |_| Command::Inventory),
    ("背包", |_| Command::Inventory),
    ("行囊", |_| Command::Inventory),
    ("身上", |_| Command::Inventory),
    ("清单", |_| Command::Inventory),
    ("时间", |_| Command::Time),
    ("几点", |_| Command::Time),
    ("现在几点", |_| Command::Time),
    ("帮助", |_| Command::Help),
    ("能做什么", |_| Command::Help),
    ("命令", |_| Command::Help),
];

const CHINESE_FILLERS: &[&str] = &[
    "我想要",
    "我想",
    "我要",
    "我们",
    "我",
    "请",
    "想",
    "试着",
    "尝试",
    "小心地",
    "轻轻地",
    "慢慢地",
    "悄悄地",
    "仔细地",
    "现在",
    "然后",
];

fn look(rest: String) -> Command {
    if rest.is_empty() {
        Command::Look
    } else {
        Command::Examine(rest)
    }
}

fn back(rest: String) -> Command {
    if rest.is_empty() {
        Command::Back
    } else {
        Command::Go(rest)
    }
}

/// "leave" is a way out, "leave the lamp here" is not; the scene decides, so both words are kept.
fn leave(rest: String) -> Command {
    if rest.ends_with(" here") || rest.contains(" on ") {
        Command::Put(rest)
    } else {
        Command::Go(rest)
    }
}

/// Reads what the player wrote.
pub(super) fn understand(text: &str) -> Command {
    let text = text.trim();
    if text.is_empty() {
        return Command::Look;
    }
    if matches!(text, "?" | "？") {
        return Command::Help;
    }
    if text.chars().any(is_han) {
        chinese(text)
    } else {
        english(text)
    }
}

/// Whether a character is a Chinese one.
pub(super) fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

fn english(text: &str) -> Command {
    let words: Vec<String> = text
        .split_whitespace()
        .map(plain)
        .filter(|word| !word.is_empty())
        .collect();
    // The player may say "I look" and mean a verb, or "i" and mean what they carry.
    let lone = words.len() == 1;
    let skipped = words
        .iter()
        .take_while(|word| !lone && is_filler(word))
        .count();
    for start in [0, skipped] {
        let words = words.get(start..).unwrap_or_default();
        let found = ENGLISH
            .iter()
            .filter_map(|(phrase, make)| {
                let length = phrase.split(' ').count();
                let said = words.get(..length)?;
                // A lone letter is a command only when nothing but its object follows.
                let fits = said.iter().map(String::as_str).eq(phrase.split(' '))
                    && (*phrase != "i" || words.len() == 1);
                fits.then_some((length, make))
            })
            .max_by_key(|(length, _)| *length);
        if let Some((length, make)) = found {
            return make(words.get(length..).unwrap_or_default().join(" "));
        }
    }
    Command::Unknown(words.join(" "))
}

fn is_filler(word: &str) -> bool {
    FILLERS.contains(&word) || (word.len() > 4 && word.ends_with("ly"))
}

/// A word in lower case without the punctuation around it.
fn plain(word: &str) -> String {
    word.trim_matches(|character: char| !character.is_alphanumeric())
        .to_lowercase()
}

fn chinese(text: &str) -> Command {
    let mut text = text.trim_matches(|character: char| !character.is_alphanumeric());
    if let Some(command) = turned_round(text) {
        return command;
    }
    while let Some(rest) = CHINESE_FILLERS
        .iter()
        .find_map(|filler| text.strip_prefix(filler))
    {
        text = rest.trim_start_matches(|character: char| !character.is_alphanumeric());
        if let Some(command) = turned_round(text) {
            return command;
        }
    }
    let found = CHINESE
        .iter()
        .filter_map(|(verb, make)| text.strip_prefix(verb).map(|rest| (verb.len(), rest, make)))
        .max_by_key(|(length, _, _)| *length);
    match found {
        Some((_, rest, make)) => make(object(rest)),
        None => Command::Unknown(text.to_owned()),
    }
}

/// Sentences whose object stands before the verb: 把钥匙给阿绣, 用钥匙打开门.
fn turned_round(text: &str) -> Option<Command> {
    let rest = text
        .strip_prefix('把')
        .or_else(|| text.strip_prefix('将'))
        .or_else(|| text.strip_prefix('用'))?;
    let verbs: &[(&str, Make)] = &[
        ("交给", Command::Give),
        ("递给", Command::Give),
        ("送给", Command::Give),
        ("给", Command::Give),
        ("放下", Command::Drop),
        ("放", Command::Put),
        ("打开", Command::Unlock),
        ("解开", Command::Unlock),
        ("开", Command::Unlock),
        ("关", Command::Close),
        ("拿", Command::Take),
        ("捡", Command::Take),
        ("穿", Command::Wear),
        ("戴", Command::Wear),
        ("脱", Command::TakeOff),
        ("摘", Command::TakeOff),
    ];
    verbs
        .iter()
        .find(|(verb, _)| rest.contains(verb))
        .map(|(_, make)| make(object(rest)))
}

fn object(rest: &str) -> String {
    let rest = rest.trim_matches(|character: char| !character.is_alphanumeric());
    let rest = ["一下", "一看", "了"]
        .iter()
        .find_map(|particle| rest.strip_prefix(particle))
        .unwrap_or(rest);
    rest.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_are_understood() {
        let table = [
            ("look", Command::Look),
            ("Look around!", Command::Look),
            ("l", Command::Look),
            ("", Command::Look),
            ("look at the hearth", Command::Examine("the hearth".into())),
            (
                "I carefully examine the old map.",
                Command::Examine("the old map".into()),
            ),
            ("search the hearth", Command::Search("the hearth".into())),
            ("go to the cellar", Command::Go("to the cellar".into())),
            ("I want to go back", Command::Back),
            ("please walk to town", Command::Go("to town".into())),
            ("take lamp", Command::Take("lamp".into())),
            ("I pick up the lamp", Command::Take("the lamp".into())),
            ("take off hat", Command::TakeOff("hat".into())),
            (
                "unlock cellar with brass key",
                Command::Unlock("cellar with brass key".into()),
            ),
            (
                "give the key to Mara",
                Command::Give("the key to mara".into()),
            ),
            ("i", Command::Inventory),
            ("wait", Command::Wait),
            ("help", Command::Help),
            ("？", Command::Help),
            ("dance wildly", Command::Unknown("dance wildly".into())),
            ("看看", Command::Look),
            ("看看壁炉", Command::Examine("壁炉".into())),
            ("我想去地窖。", Command::Go("地窖".into())),
            ("拿起铜钥匙", Command::Take("铜钥匙".into())),
            ("把铜钥匙给阿绣", Command::Give("铜钥匙给阿绣".into())),
            ("用铜钥匙打开地窖", Command::Unlock("铜钥匙打开地窖".into())),
            ("等一会儿", Command::Wait),
            ("背包", Command::Inventory),
            ("帮助", Command::Help),
            ("跳舞", Command::Unknown("跳舞".into())),
        ];
        for (text, expected) in table {
            assert_eq!(understand(text), expected, "{text}");
        }
    }
}

//! Plain words to commands, in English and in Chinese whatever the session's language is. It knows verbs only; what a command is about
//! is looked up in the scene afterwards.

mod chinese;
mod english;

use chinese::CHINESE;
use english::ENGLISH;

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

pub(in crate::offline) type Make = fn(String) -> Command;

/// Words before the verb that say nothing.
const FILLERS: &[&str] = &[
    "i", "i'll", "i'd", "like", "i'm", "we", "you", "can", "could", "let", "let's", "lets", "me",
    "please", "try", "trying", "want", "to", "will", "then", "now", "and", "just", "going",
    "gonna", "decide", "start",
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

pub(in crate::offline) fn look(rest: String) -> Command {
    if rest.is_empty() {
        Command::Look
    } else {
        Command::Examine(rest)
    }
}

pub(in crate::offline) fn back(rest: String) -> Command {
    if rest.is_empty() {
        Command::Back
    } else {
        Command::Go(rest)
    }
}

/// "leave" is a way out, "leave the lamp here" is not; the scene decides, so both words are kept.
pub(in crate::offline) fn leave(rest: String) -> Command {
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
        read_chinese(text)
    } else {
        read_english(text)
    }
}

/// Whether a character is a Chinese one.
pub(super) fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

fn read_english(text: &str) -> Command {
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

fn read_chinese(text: &str) -> Command {
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
        ("倒", Command::Put),
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

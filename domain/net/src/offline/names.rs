//! Which of the things at hand the player's words mean. It compares words, never ids, and says when several fit equally well.

use super::words::is_han;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found<T> {
    Nothing,
    One(T),
    /// Several fit; their names.
    Several(Vec<String>),
}

impl<T> Found<T> {
    /// The one, or the first guess is not made.
    pub(super) fn one(self) -> Option<T> {
        match self {
            Found::One(found) => Some(found),
            Found::Nothing | Found::Several(_) => None,
        }
    }
}

/// Words that carry no meaning in a name.
const SMALL: &[&str] = &[
    "the", "a", "an", "to", "into", "in", "on", "onto", "at", "my", "some", "through", "toward",
    "towards", "for", "inside", "under", "behind", "with", "around", "of", "from", "and", "out",
    "over", "this", "that", "it", "about", "his", "her", "their",
];

/// Finds what `said` means among things with their names, the first name being the one that is shown.
pub(super) fn find<'a, T, N>(said: &str, things: impl IntoIterator<Item = (T, N)>) -> Found<T>
where
    N: IntoIterator<Item = &'a str>,
{
    let said_words = words(said);
    let mut best = 0;
    let mut found: Vec<(T, String)> = Vec::new();
    for (thing, names) in things {
        let mut names = names.into_iter().peekable();
        let shown = names.peek().copied().unwrap_or_default().to_owned();
        let score = names
            .map(|name| score(said, &said_words, name))
            .max()
            .unwrap_or(0);
        if score > best {
            best = score;
            found.clear();
        }
        if score == best && score > 0 {
            found.push((thing, shown));
        }
    }
    // Two things of one name are as good as each other.
    let same = found
        .windows(2)
        .all(|pair| matches!(pair, [(_, one), (_, two)] if one == two));
    match found.len() {
        0 => Found::Nothing,
        1 => first(found),
        _ if same => first(found),
        _ => Found::Several(found.into_iter().map(|(_, name)| name).collect()),
    }
}

fn first<T>(found: Vec<(T, String)>) -> Found<T> {
    found
        .into_iter()
        .next()
        .map_or(Found::Nothing, |(thing, _)| Found::One(thing))
}

/// 0 means nothing in common, 100 the same words.
fn score(said: &str, said_words: &[String], name: &str) -> usize {
    if name.chars().any(is_han) {
        return score_han(said, name);
    }
    let name_words = words(name);
    if name_words.is_empty() || said_words.is_empty() {
        return 0;
    }
    if name_words == said_words {
        return 100;
    }
    let shared = name_words
        .iter()
        .filter(|word| said_words.contains(word))
        .count();
    if shared == 0 {
        0
    } else if shared == name_words.len() {
        // The whole name among other words; a longer name says more.
        60 + shared.min(20)
    } else if shared == said_words.len() {
        40 + shared.min(10)
    } else {
        shared.min(30)
    }
}

fn score_han(said: &str, name: &str) -> usize {
    let length = |text: &str| text.chars().count().min(18);
    if said == name {
        100
    } else if said.contains(name) {
        60 + length(name)
    } else if !said.is_empty() && name.contains(said) {
        40 + length(said)
    } else {
        let characters: Vec<char> = name.chars().collect();
        let pairs = characters
            .windows(2)
            .filter(|pair| said.contains(&pair.iter().collect::<String>()))
            .count();
        pairs.min(30)
    }
}

/// How much two texts speak of the same: the words they share, in Chinese the pairs of characters.
pub(super) fn in_common(said: &str, text: &str) -> usize {
    if text.chars().any(is_han) {
        let characters: Vec<char> = said
            .chars()
            .filter(|character| is_han(*character))
            .collect();
        return characters
            .windows(2)
            .filter(|pair| text.contains(&pair.iter().collect::<String>()))
            .count();
    }
    let text = words(text);
    words(said)
        .iter()
        .filter(|word| word.len() > 2 && text.contains(word))
        .count()
}

/// The words of a name without the small ones, in lower case.
pub(super) fn words(text: &str) -> Vec<String> {
    let text = text.replace('’', "'").to_lowercase();
    text.split(|character: char| !character.is_alphanumeric() && character != '\'')
        .map(|word| word.strip_suffix("'s").unwrap_or(word).trim_matches('\''))
        .filter(|word| !word.is_empty() && !SMALL.contains(word))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_mean_the_nearest_name() {
        let things = [
            "brass key",
            "iron key",
            "The Keeper's Cellar",
            "hat",
            "铜钥匙",
            "旧油灯",
        ];
        let table = [
            ("the brass key", Found::One("brass key")),
            (
                "key",
                Found::Several(vec!["brass key".into(), "iron key".into()]),
            ),
            ("to the cellar", Found::One("The Keeper's Cellar")),
            ("keeper", Found::One("The Keeper's Cellar")),
            ("give hat to mara", Found::One("hat")),
            ("把铜钥匙给", Found::One("铜钥匙")),
            ("钥匙", Found::One("铜钥匙")),
            ("油灯", Found::One("旧油灯")),
            ("spoon", Found::Nothing),
            ("", Found::Nothing),
        ];
        for (said, expected) in table {
            assert_eq!(
                find(said, things.iter().map(|name| (*name, [*name]))),
                expected,
                "{said}"
            );
        }
    }
}

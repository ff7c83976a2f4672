//! What comes of an action: paragraphs for the player and changes for the records, made side by side so that they cannot disagree.

use serde_json::{Map, Value, json};
use talekeep_prompts::{Person, Scene, Thing};

use super::names::words;

/// A telling under construction.
pub(super) struct Telling<'a> {
    pub(super) scene: &'a Scene,
    chinese: bool,
    seed: u64,
    paragraphs: Vec<String>,
    changes: Map<String, Value>,
}

impl<'a> Telling<'a> {
    pub(super) fn new(scene: &'a Scene, language: &str, seed: u64) -> Telling<'a> {
        let chinese = language == "zh" || language.starts_with("zh-");
        Telling {
            scene,
            chinese,
            seed,
            paragraphs: Vec::new(),
            changes: Map::new(),
        }
    }

    /// Adds a paragraph in the language of the session.
    pub(super) fn tell(&mut self, english: impl AsRef<str>, chinese: impl AsRef<str>) {
        let text = if self.chinese {
            chinese.as_ref().to_owned()
        } else {
            capital(english.as_ref())
        };
        self.add(text);
    }

    /// Adds one of several paragraphs that say the same.
    pub(super) fn tell_one(&mut self, ways: &[(String, String)]) {
        if let Some((english, chinese)) = ways.get(self.chance(ways.len())) {
            self.tell(english, chinese);
        }
    }

    /// Adds an authored text as it is.
    pub(super) fn add(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.trim().is_empty() {
            self.paragraphs.push(text);
        }
    }

    /// A number below `below`, the same each time for this turn and this point of the telling.
    pub(super) fn chance(&self, below: usize) -> usize {
        let salt = self.paragraphs.len() as u64 + 1;
        let mut mixed = (self.seed ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % below.max(1) as u64).unwrap_or(0)
    }

    /// The text for this language.
    pub(super) fn choose<'t>(&self, english: &'t str, chinese: &'t str) -> &'t str {
        if self.chinese { chinese } else { english }
    }

    /// Adds a change to one of the lists of an edit.
    pub(super) fn change(&mut self, list: &str, change: Value) {
        if let Value::Array(changes) = self.changes.entry(list).or_insert_with(|| json!([])) {
            changes.push(change);
        }
    }

    /// Records that the player's character did something, for those who are there and for conditions on tags: the verb alone, and the
    /// verb with what it was about (`take`, `take:lamp`).
    pub(super) fn event(
        &mut self,
        english: String,
        chinese: String,
        verb: &str,
        about: &str,
        involves: &[&str],
    ) {
        let scene = self.scene;
        let text = if self.chinese { chinese } else { english };
        let involves: Vec<&str> = std::iter::once(scene.player.id.as_str())
            .chain(involves.iter().copied())
            .collect();
        let mut event = json!({ "text": text, "importance": 2, "tags": [verb, format!("{verb}:{about}")], "involves": involves });
        match &scene.place {
            Some(place) => event["location"] = json!(place.id),
            None => event["perceived_by"] = json!([scene.player.id]),
        }
        self.change("events", event);
    }

    /// "the brass key", or the name alone in Chinese.
    pub(super) fn the(&self, name: &str) -> String {
        if self.chinese {
            name.to_owned()
        } else {
            the(name)
        }
    }

    /// A thing as it is met: "a brass key", "coins (12)", "the Crown".
    pub(super) fn thing(&self, thing: &Thing) -> String {
        match (self.chinese, thing.quantity) {
            (false, 2..) => format!("{} ({})", thing.name, thing.quantity),
            (true, 2..) => format!("{}（{}）", thing.name, thing.quantity),
            (true, _) => thing.name.clone(),
            (false, _) if thing.unique => the(&thing.name),
            (false, _) => a(&thing.name),
        }
    }

    /// Names in a row: "a, b and c".
    pub(super) fn row(&self, names: &[String]) -> String {
        let (comma, and) = if self.chinese {
            ("、", "和")
        } else {
            (", ", " and ")
        };
        match names.split_last() {
            None => String::new(),
            Some((only, [])) => only.clone(),
            Some((last, before)) => format!("{}{and}{last}", before.join(comma)),
        }
    }

    /// Adds "which one do you mean".
    pub(super) fn ask_which(&mut self, names: &[String]) {
        let names: Vec<String> = names.iter().take(5).map(|name| self.the(name)).collect();
        let row = names.join(self.choose(", or ", "，还是"));
        self.tell(
            format!("Which do you mean: {row}?"),
            format!("你指的是哪一个：{row}？"),
        );
    }

    /// Who is here with that id.
    pub(super) fn person(&self, id: &str) -> Option<&'a Person> {
        self.scene.people.iter().find(|person| person.id == id)
    }

    /// The paragraphs so far.
    pub(super) fn text(&self) -> String {
        self.paragraphs.join("\n\n")
    }

    /// The edit of the records that belongs to the telling.
    pub(super) fn edit(self) -> String {
        Value::Object(self.changes).to_string()
    }
}

/// With a full stop at the end when the author left it out.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim();
    let last = text
        .trim_end_matches(['"', '”', '’', '」', ')', '）', '*'])
        .chars()
        .last();
    match last {
        Some('.' | '!' | '?' | '…' | '。' | '！' | '？' | ':' | '：' | '—') | None => {
            text.to_owned()
        }
        Some(last) if super::words::is_han(last) => format!("{text}。"),
        Some(_) => format!("{text}."),
    }
}

/// The text without the full stop at its end.
pub(super) fn clause(text: &str) -> &str {
    text.trim().trim_end_matches(['.', '。'])
}

/// With a capital letter at the beginning.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map(|first| first.to_uppercase().chain(characters).collect())
        .unwrap_or_default()
}

fn the(name: &str) -> String {
    let mut lower = name.to_lowercase();
    lower.truncate(lower.find(' ').unwrap_or(lower.len()));
    match lower.as_str() {
        "the" => format!("the{}", name.get(3..).unwrap_or_default()),
        "a" | "an" => format!("the{}", name.get(lower.len()..).unwrap_or_default()),
        "my" | "your" | "his" | "her" | "their" | "our" | "some" => name.to_owned(),
        _ if lower.ends_with("'s") || lower.ends_with("’s") => name.to_owned(),
        _ => format!("the {name}"),
    }
}

fn a(name: &str) -> String {
    let first = words(name).into_iter().next().unwrap_or_default();
    let with_the = the(name);
    // What it is stands before "of": a box of matches is one thing.
    let head = name.split(" of ").next().unwrap_or(name);
    let plural = head.ends_with('s') && !head.ends_with("ss") && !head.ends_with("us");
    let named = name.chars().next().is_some_and(char::is_uppercase)
        && name.contains(' ')
        && name.split(' ').all(is_capital);
    match with_the.strip_prefix("the ") {
        None => with_the,
        Some(_) if name.to_lowercase().starts_with("the ") || named => with_the,
        Some(_) if plural => format!("some {name}"),
        Some(rest) if first.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {rest}"),
        Some(rest) => format!("a {rest}"),
    }
}

fn is_capital(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_articles() {
        let table = [
            ("brass key", "the brass key", "a brass key"),
            ("old oil lamp", "the old oil lamp", "an old oil lamp"),
            ("The Crown", "the Crown", "the Crown"),
            ("Ben's hat", "Ben's hat", "Ben's hat"),
            ("coins", "the coins", "some coins"),
            ("box of matches", "the box of matches", "a box of matches"),
            ("Brass Key", "the Brass Key", "the Brass Key"),
        ];
        for (name, definite, indefinite) in table {
            assert_eq!(
                (the(name).as_str(), a(name).as_str()),
                (definite, indefinite),
                "{name}"
            );
        }
    }

    #[test]
    fn sentences_end() {
        for (text, expected) in [
            ("Polishing", "Polishing."),
            ("Done!", "Done!"),
            ("擦杯子", "擦杯子。"),
            ("He said “no.”", "He said “no.”"),
        ] {
            assert_eq!(sentence(text), expected);
        }
    }
}

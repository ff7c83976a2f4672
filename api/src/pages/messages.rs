//! What the pages say, one TOML file per language, read once. Templates and scripts name a key; a key that one
//! language lacks never reaches a reader, because the tests below refuse it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::language::Language;

static ENGLISH: LazyLock<Messages> =
    LazyLock::new(|| Messages::read(include_str!("../../messages/en.toml")));
static CHINESE: LazyLock<Messages> =
    LazyLock::new(|| Messages::read(include_str!("../../messages/zh.toml")));

/// All messages of one language by their dotted key (`library.empty.title`).
pub(crate) struct Messages(BTreeMap<String, String>);

impl Messages {
    /// The messages of a language.
    pub(crate) fn of(language: Language) -> &'static Messages {
        match language {
            Language::En => &ENGLISH,
            Language::Zh => &CHINESE,
        }
    }

    /// The files are compiled in and tested, so one that cannot be read is empty rather than a crash.
    fn read(text: &str) -> Messages {
        let mut flat = BTreeMap::new();
        if let Ok(table) = text.parse::<toml::Table>() {
            flatten("", &table, &mut flat);
        }
        Messages(flat)
    }

    /// The message, or its key when there is none.
    pub(crate) fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.0.get(key).map_or(key, String::as_str)
    }

    /// The message with `{name}` replaced once.
    pub(crate) fn fill(&self, key: &str, name: &str, value: &str) -> String {
        self.get(key).replacen(&format!("{{{name}}}"), value, 1)
    }

    /// What scripts load: one flat JSON object.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_default()
    }
}

fn flatten(prefix: &str, table: &toml::Table, flat: &mut BTreeMap<String, String>) {
    for (name, value) in table {
        let key = if prefix.is_empty() {
            name.clone()
        } else {
            format!("{prefix}.{name}")
        };
        match value {
            toml::Value::Table(inner) => flatten(&key, inner, flat),
            toml::Value::String(text) => {
                flat.insert(key, text.clone());
            }
            other => {
                flat.insert(key, other.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use include_dir::{Dir, include_dir};

    use super::*;

    static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");
    static SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/js");

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect()
    }

    fn sources(dir: &Dir<'static>) -> Vec<(String, &'static str)> {
        let mut found = Vec::new();
        for file in dir.files() {
            if let Some(text) = file.contents_utf8() {
                found.push((file.path().display().to_string(), text));
            }
        }
        for inner in dir.dirs() {
            found.extend(sources(inner));
        }
        found
    }

    /// The literal first arguments of `t("…")`, `t('…')` and `fill("…")`.
    fn keys_used(text: &str) -> Vec<&str> {
        let mut keys = Vec::new();
        for opening in ["t(\"", "t('", "t(`", "fill(\"", "word('"] {
            for (at, _) in text.match_indices(opening) {
                let before = text[..at].chars().next_back();
                if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                    continue;
                }
                let rest = &text[at + opening.len()..];
                keys.extend(rest.split(['"', '\'', '`', '$']).next());
            }
        }
        keys
    }

    #[test]
    fn both_languages_say_the_same_things() {
        let (english, chinese) = (&Messages::of(Language::En).0, &Messages::of(Language::Zh).0);
        assert!(english.len() > 100, "the English file was not read");
        let keys =
            |messages: &BTreeMap<String, String>| messages.keys().cloned().collect::<BTreeSet<_>>();
        let difference: Vec<_> = keys(english)
            .symmetric_difference(&keys(chinese))
            .cloned()
            .collect();
        assert!(
            difference.is_empty(),
            "only in one language: {difference:?}"
        );
        for (key, text) in english {
            assert_eq!(placeholders(text), placeholders(&chinese[key]), "{key}");
            assert!(
                !text.trim().is_empty() && !chinese[key].trim().is_empty(),
                "{key} is blank"
            );
        }
    }

    #[test]
    fn every_key_that_is_used_exists() {
        let known = &Messages::of(Language::En).0;
        let mut unknown = Vec::new();
        for (path, text) in sources(&TEMPLATES).into_iter().chain(sources(&SCRIPTS)) {
            for key in keys_used(text) {
                // A script may name a plural (`count.one`, `count.other`) or build the last part (`phase.` + phase).
                let prefix = format!("{}.", key.trim_end_matches('.'));
                if !known.contains_key(key) && !known.keys().any(|name| name.starts_with(&prefix)) {
                    unknown.push(format!("{path}: {key}"));
                }
            }
        }
        assert!(unknown.is_empty(), "{unknown:#?}");
    }

    /// The words for programs that our own sources put into refusals.
    fn codes_answered() -> BTreeSet<String> {
        static OURS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src");
        let mut codes = BTreeSet::new();
        for (_, text) in sources(&OURS) {
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for kind in ["new", "bad", "unprocessable", "forbidden", "conflict"] {
                for (at, opening) in text.match_indices(&format!("ApiProblem::{kind}(")) {
                    let call = &text[at + opening.len()..];
                    let (before, rest) = call.split_once('"').unwrap_or_default();
                    // A status may stand before the word; a call that takes it from elsewhere has none.
                    if !before.contains([')', ';', '(']) {
                        codes.extend(rest.split('"').next().map(str::to_owned));
                    }
                }
            }
        }
        codes
    }

    /// Pages say a refusal in the reader's language by its code; the server's sentences are English.
    #[test]
    fn every_refusal_has_its_sentence() {
        let codes = codes_answered();
        assert!(codes.len() > 25, "the sources were not read: {codes:?}");
        // Pages fill in the numbers of these two themselves.
        let own = ["too_many", "too_large"];
        let unfit = [
            "name_empty",
            "name_long",
            "name_control",
            "password_short",
            "password_long",
            "password_common",
        ];
        let silent: Vec<_> = codes
            .iter()
            .map(String::as_str)
            .chain(unfit)
            .filter(|code| !own.contains(code))
            .filter(|code| {
                !Messages::of(Language::En)
                    .0
                    .contains_key(&format!("problem.code.{code}"))
            })
            .collect();
        assert!(silent.is_empty(), "{silent:?}");
    }

    #[test]
    fn every_message_is_used() {
        let texts: Vec<_> = sources(&TEMPLATES)
            .into_iter()
            .chain(sources(&SCRIPTS))
            .collect();
        let used: BTreeSet<&str> = texts.iter().flat_map(|(_, text)| keys_used(text)).collect();
        let unused: Vec<_> = Messages::of(Language::En)
            .0
            .keys()
            .filter(|key| {
                let group = key.rsplit_once('.').map_or("", |(group, _)| group);
                !used.contains(key.as_str())
                    && !used.iter().any(|name| name.trim_end_matches('.') == group)
            })
            .collect();
        assert!(unused.is_empty(), "{unused:#?}");
    }
}

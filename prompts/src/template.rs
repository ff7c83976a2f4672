//! The table of shipped templates: what exists, what each is given, and its text in every shipped language. A template that is not in
//! this table does not exist, whatever lies in a folder.

/// The language everything falls back to.
pub const ENGLISH: &str = "en";

/// The shipped languages, English first.
pub const LANGUAGES: &[&str] = &["en", "zh"];

/// One shipped template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// Its folder.
    pub group: &'static str,
    /// Its file name without `.md`.
    pub name: &'static str,
    /// The variables it is given when it is rendered.
    pub variables: &'static [&'static str],
    texts: &'static [&'static str],
}

macro_rules! shipped {
    ($($group:literal / $name:literal given $variables:expr;)*) => {
        /// Every shipped template, in the order of their ids.
        pub const TEMPLATES: &[Template] = &[$(Template {
            group: $group,
            name: $name,
            variables: &$variables,
            // One text for each of LANGUAGES, in the same order.
            texts: &[
                include_str!(concat!("../en/", $group, "/", $name, ".md")),
                include_str!(concat!("../zh/", $group, "/", $name, ".md")),
            ],
        }),*];
    };
}

shipped! {
    "keeper" / "edit" given ["world_name", "player_name", "scene", "narration"];
    "narration" / "style" given ["world_name"];
    "narration" / "turn" given ["world_name", "player_name", "scene"];
}

impl Template {
    /// `<group>/<name>`, the name by which it is asked for.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}/{}", self.group, self.name)
    }

    /// The shipped text in that language, or nothing when the language is not shipped.
    #[must_use]
    pub fn shipped(&self, language: &str) -> Option<&'static str> {
        let index = LANGUAGES.iter().position(|shipped| *shipped == language)?;
        self.texts.get(index).copied()
    }
}

/// The template of that id.
#[must_use]
pub fn template(id: &str) -> Option<&'static Template> {
    let (group, name) = id.split_once('/')?;
    TEMPLATES
        .iter()
        .find(|template| template.group == group && template.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::{check, text::variables};

    fn files(language: &str) -> BTreeSet<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(language);
        let list = |folder: &Path| {
            #[expect(
                clippy::disallowed_methods,
                reason = "the test compares the table with the files beside it"
            )]
            let entries = std::fs::read_dir(folder).expect("a folder of templates");
            entries
                .map(|entry| entry.expect("an entry").path())
                .collect::<Vec<_>>()
        };
        let name = |path: &Path| {
            path.file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        list(&folder)
            .iter()
            .flat_map(|group| {
                list(group)
                    .into_iter()
                    .map(|file| format!("{}/{}", name(group), name(&file)))
            })
            .collect()
    }

    /// What must not be translated: everything between back quotes.
    fn protocol_words(text: &str) -> BTreeSet<&str> {
        text.split('`').skip(1).step_by(2).collect()
    }

    #[test]
    fn r_029_every_language_has_the_same_templates() {
        let table: BTreeSet<String> = TEMPLATES.iter().map(Template::id).collect();
        for language in LANGUAGES {
            assert_eq!(files(language), table, "{language}");
        }
    }

    #[test]
    fn r_029_every_language_uses_the_same_variables() {
        for template in TEMPLATES {
            let given: BTreeSet<&str> = template.variables.iter().copied().collect();
            for language in LANGUAGES {
                let text = template.shipped(language).expect("shipped");
                assert_eq!(
                    check(text, template.variables),
                    Ok(()),
                    "{} in {language}",
                    template.id()
                );
                assert_eq!(
                    variables(text).expect("well formed"),
                    given,
                    "{} in {language}",
                    template.id()
                );
            }
        }
    }

    #[test]
    fn r_028_protocol_words_are_not_translated() {
        for template in TEMPLATES {
            let english = protocol_words(template.shipped(ENGLISH).expect("shipped"));
            for language in LANGUAGES {
                let here = protocol_words(template.shipped(language).expect("shipped"));
                assert_eq!(here, english, "{} in {language}", template.id());
            }
        }
    }

    #[test]
    fn w_458_the_promised_templates_exist() {
        assert_eq!(
            template("narration/style").map(|found| found.variables),
            Some(&["world_name"][..])
        );
        let turn = template("narration/turn").map(|found| found.variables);
        assert_eq!(turn, Some(&["world_name", "player_name", "scene"][..]));
        assert_eq!(template("narration/nothing"), None);
    }

    #[test]
    fn r_030_english_and_chinese_are_shipped() {
        assert_eq!(LANGUAGES, &["en", "zh"]);
    }
}

//! Which text stands for a template: the session's, else the root's, else the shipped one in that language, else the shipped English
//! one. It never mixes two of them.

use std::collections::BTreeMap;

use crate::text::{Fault, FaultKind, check, is_language, render};
use crate::{ENGLISH, Template, template};

/// Texts that replace shipped ones, by `<language>/<group>/<name>`.
pub type Overrides = BTreeMap<String, String>;

/// The texts a session can choose from besides the shipped ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prompts {
    /// Copied from the world when the session started, or set in the session.
    pub session: Overrides,
    /// The user's own copies.
    pub root: Overrides,
}

/// Where a text came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Set in or copied into the session.
    Session,
    /// The user's root.
    Root,
    /// Shipped, in the language asked for.
    Shipped,
    /// Shipped, in English, because there was nothing else.
    English,
}

/// A chosen text, not yet filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolved<'a> {
    /// The template it stands for.
    pub template: &'static Template,
    /// The text.
    pub text: &'a str,
    /// Where it came from.
    pub origin: Origin,
}

impl Prompts {
    /// Chooses the text of a template and judges it.
    pub fn resolve(&self, language: &str, id: &str) -> Result<Resolved<'_>, Fault> {
        let fault = |kind| Fault {
            template: id.to_owned(),
            language: language.to_owned(),
            kind,
        };
        if !is_language(language) {
            return Err(fault(FaultKind::BadLanguage));
        }
        let template = template(id).ok_or_else(|| fault(FaultKind::UnknownTemplate))?;
        let key = format!("{language}/{id}");
        let (text, origin) = None
            .or_else(|| {
                self.session
                    .get(&key)
                    .map(|text| (text.as_str(), Origin::Session))
            })
            .or_else(|| {
                self.root
                    .get(&key)
                    .map(|text| (text.as_str(), Origin::Root))
            })
            .or_else(|| {
                template
                    .shipped(language)
                    .map(|text| (text, Origin::Shipped))
            })
            .or_else(|| {
                template
                    .shipped(ENGLISH)
                    .map(|text| (text, Origin::English))
            })
            .ok_or_else(|| fault(FaultKind::UnknownTemplate))?;
        check(text, template.variables).map_err(fault)?;
        Ok(Resolved {
            template,
            text,
            origin,
        })
    }

    /// Chooses the text of a template and fills it in.
    pub fn render(
        &self,
        language: &str,
        id: &str,
        values: &BTreeMap<&str, &str>,
    ) -> Result<String, Fault> {
        let resolved = self.resolve(language, id)?;
        render(resolved.text, values).map_err(|kind| Fault {
            template: id.to_owned(),
            language: language.to_owned(),
            kind,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: &str = "narration/style";

    fn prompts(session: bool, root: bool) -> Prompts {
        let one = |wanted, text: &str| {
            if wanted {
                Overrides::from([(format!("zh/{STYLE}"), text.to_owned())])
            } else {
                Overrides::new()
            }
        };
        Prompts {
            session: one(session, "session ${world_name}"),
            root: one(root, "root"),
        }
    }

    #[test]
    fn r_024_the_order_of_texts() {
        let table = [
            (prompts(true, true), "zh", Origin::Session),
            (prompts(false, true), "zh", Origin::Root),
            (prompts(false, false), "zh", Origin::Shipped),
            (prompts(true, true), "fr", Origin::English),
            (prompts(true, true), "en", Origin::Shipped),
        ];
        for (prompts, language, expected) in table {
            assert_eq!(
                prompts.resolve(language, STYLE).map(|found| found.origin),
                Ok(expected),
                "{language}"
            );
        }
    }

    #[test]
    fn r_025_a_session_text_is_filled_in() {
        let values = BTreeMap::from([("world_name", "Blackwater")]);
        assert_eq!(
            prompts(true, false).render("zh", STYLE, &values).as_deref(),
            Ok("session Blackwater")
        );
    }

    #[test]
    fn r_027_faults_name_template_language_and_variable() {
        let odd = Prompts {
            root: Overrides::from([(format!("en/{STYLE}"), "${mood}".to_owned())]),
            ..Prompts::default()
        };
        let said = |result: Result<String, Fault>| result.map_err(|fault| fault.to_string());
        let none = BTreeMap::new();
        let table = [
            (
                said(odd.render("en", STYLE, &none)),
                "template narration/style in \"en\": it is not given a variable ${mood}",
            ),
            (
                said(Prompts::default().render("en", STYLE, &none)),
                "template narration/style in \"en\": the variable ${world_name} has no value",
            ),
            (
                said(odd.render("en", "no/such", &none)),
                "template no/such in \"en\": there is no such template",
            ),
            (
                said(odd.render("../en", STYLE, &none)),
                "template narration/style in \"../en\": this is not a language code",
            ),
            (
                said(odd.render("en/..", STYLE, &none)),
                "template narration/style in \"en/..\": this is not a language code",
            ),
        ];
        for (result, expected) in table {
            assert_eq!(result, Err(expected.to_owned()));
        }
    }
}

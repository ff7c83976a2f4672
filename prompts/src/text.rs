//! The text of a template: what a variable looks like, what may be wrong, and filling it in. What is filled in is never read again,
//! so a value that contains `${…}` stays as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What is wrong with a template, naming template, language and variable as far as they are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The id that was asked for.
    pub template: String,
    /// The language it was asked for in.
    pub language: String,
    /// What is wrong.
    pub kind: FaultKind,
}

/// The ways in which a template can be wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// There is no template of that id.
    UnknownTemplate,
    /// That is not a language code.
    BadLanguage,
    /// The text is empty or only white space.
    Empty,
    /// The text uses a variable the template is not given.
    UnknownVariable(String),
    /// A `${` that does not begin a variable.
    BrokenVariable,
    /// A variable the text uses was not given a value.
    NoValue(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "template {} in {:?}: ", self.template, self.language)?;
        match &self.kind {
            FaultKind::UnknownTemplate => f.write_str("there is no such template"),
            FaultKind::BadLanguage => f.write_str("this is not a language code"),
            FaultKind::Empty => f.write_str("the text is empty"),
            FaultKind::UnknownVariable(name) => write!(f, "it is not given a variable ${{{name}}}"),
            FaultKind::BrokenVariable => f.write_str("a \"${\" does not begin a variable"),
            FaultKind::NoValue(name) => write!(f, "the variable ${{{name}}} has no value"),
        }
    }
}

impl std::error::Error for Fault {}

/// Whether this may name a language: two or three lower-case letters, then parts of two to eight letters or digits (W-455).
#[must_use]
pub fn is_language(code: &str) -> bool {
    let mut parts = code.split('-');
    let first = parts.next().unwrap_or_default();
    (2..=3).contains(&first.len())
        && first.bytes().all(|byte| byte.is_ascii_lowercase())
        && parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// Judges a text that is to stand for a template which is given `allowed`. The first fault counts.
pub fn check(text: &str, allowed: &[&str]) -> Result<(), FaultKind> {
    if text.trim().is_empty() {
        return Err(FaultKind::Empty);
    }
    match variables(text)?
        .into_iter()
        .find(|name| !allowed.contains(name))
    {
        Some(name) => Err(FaultKind::UnknownVariable(name.to_owned())),
        None => Ok(()),
    }
}

/// Fills a text in, once. Every variable needs a value; values that are not used do no harm.
pub fn render(text: &str, values: &BTreeMap<&str, &str>) -> Result<String, FaultKind> {
    let mut rendered = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece? {
            Piece::Plain(plain) => rendered.push_str(plain),
            Piece::Variable(name) => {
                rendered.push_str(
                    values
                        .get(name)
                        .ok_or_else(|| FaultKind::NoValue(name.to_owned()))?,
                );
            }
        }
    }
    Ok(rendered)
}

/// The names of the variables of a text.
pub(crate) fn variables(text: &str) -> Result<BTreeSet<&str>, FaultKind> {
    pieces(text)
        .filter_map(|piece| match piece {
            Ok(Piece::Plain(_)) => None,
            Ok(Piece::Variable(name)) => Some(Ok(name)),
            Err(fault) => Some(Err(fault)),
        })
        .collect()
}

enum Piece<'a> {
    Plain(&'a str),
    Variable(&'a str),
}

/// Cuts a text into plain stretches and variables (W-454): a `$` without `{` is plain, `${` must begin a variable.
fn pieces(text: &str) -> impl Iterator<Item = Result<Piece<'_>, FaultKind>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        match rest.find("${") {
            Some(0) => {
                let end = rest.find('}');
                let name = end
                    .and_then(|end| rest.get(2..end))
                    .filter(|name| is_name(name));
                let Some(name) = name else {
                    rest = "";
                    return Some(Err(FaultKind::BrokenVariable));
                };
                rest = rest.get(name.len() + 3..).unwrap_or_default();
                Some(Ok(Piece::Variable(name)))
            }
            found => {
                let (plain, after) = rest.split_at(found.unwrap_or(rest.len()));
                rest = after;
                Some(Ok(Piece::Plain(plain)))
            }
        }
    })
}

fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> BTreeMap<&'static str, &'static str> {
        BTreeMap::from([
            ("name", "Mara"),
            ("scene", "a ${name} with $money"),
            ("_x1", "1"),
        ])
    }

    #[test]
    fn r_026_w_454_render() {
        let table = [
            ("Hello ${name}.", "Hello Mara."),
            ("$name {name} $5 $", "$name {name} $5 $"),
            ("${scene}", "a ${name} with $money"),
            ("${_x1}${name}", "1Mara"),
            ("$${name}", "$Mara"),
            ("名字：${name}。", "名字：Mara。"),
        ];
        for (text, expected) in table {
            assert_eq!(render(text, &values()).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn r_027_w_452_w_453_w_454_faults() {
        let table = [
            ("", FaultKind::Empty),
            (" \n\u{3000}", FaultKind::Empty),
            ("${weather}", FaultKind::UnknownVariable("weather".into())),
            ("${ name}", FaultKind::BrokenVariable),
            ("${1a}", FaultKind::BrokenVariable),
            ("${}", FaultKind::BrokenVariable),
            ("${name", FaultKind::BrokenVariable),
            ("a ${na-me} b", FaultKind::BrokenVariable),
            ("${näme}", FaultKind::BrokenVariable),
        ];
        for (text, expected) in table {
            assert_eq!(check(text, &["name"]), Err(expected), "{text}");
        }
        assert_eq!(check("$ ${name} $x", &["name"]), Ok(()));
        assert_eq!(
            render("${gone}", &values()),
            Err(FaultKind::NoValue("gone".into()))
        );
    }

    #[test]
    fn w_455_language_codes() {
        for good in [
            "en",
            "zh",
            "deu",
            "zh-Hant",
            "pt-BR",
            "de-1996",
            "sr-Latn-RS",
        ] {
            assert!(is_language(good), "{good}");
        }
        for bad in [
            "",
            "e",
            "EN",
            "engl",
            "en-",
            "en-a",
            "../en",
            "en/..",
            "en_US",
            "en-toolonggg",
            "é",
        ] {
            assert!(!is_language(bad), "{bad}");
        }
    }
}

//! Checks the prompt files of a world (section 16): each must take the place of a template that exists and use only what that
//! template is given. Rendering is the prompts room's business.

use crate::folder::{Folder, PROMPT_BYTES, is_prompt};
use crate::model::PromptOverride;
use crate::node::{is_blank, quoted};
use crate::problem::{Code, Problems};

use super::documents::bytes;

/// A shipped template and the variables it is given (W-458).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// `<group>/<name>`
    pub id: &'static str,
    /// Without `${` and `}`.
    pub variables: &'static [&'static str],
}

/// The templates this build ships; the prompts room has their texts.
pub const SHIPPED: &[Template] = &[
    Template {
        id: "narration/style",
        variables: &["world_name"],
    },
    Template {
        id: "narration/turn",
        variables: &["world_name", "player_name", "scene"],
    },
    Template {
        id: "keeper/edit",
        variables: &["world_name", "player_name", "scene", "narration"],
    },
];

/// Reads every override, in the order of language, group and name.
pub(super) fn read(
    prefix: &str,
    folder: &Folder,
    templates: &[Template],
    problems: &mut Problems,
) -> Vec<PromptOverride> {
    let mut overrides = Vec::new();
    for (path, entry) in folder.files_below("prompts") {
        let [language, group, name] = path.split('/').collect::<Vec<_>>()[..] else {
            continue;
        };
        if !is_prompt(language, group, name) {
            continue;
        }
        let file = format!("{prefix}/prompts/{path}");
        let found = (|| {
            if !is_language(language) {
                return Err((
                    Code::BadLanguage,
                    format!("{} is not a language code.", quoted(language)),
                ));
            }
            let id = format!("{group}/{}", name.strip_suffix(".md").unwrap_or(name));
            let template = templates.iter().find(|template| template.id == id);
            let template = template.ok_or_else(|| {
                (
                    Code::UnknownPrompt,
                    format!("There is no template {}.", quoted(&id)),
                )
            })?;
            Ok((id, template))
        })();
        let (id, template) = match found {
            Ok(found) => found,
            Err((code, what)) => {
                problems.push(file, "", code, what);
                continue;
            }
        };
        let Some(bytes) = bytes(&file, entry, PROMPT_BYTES, problems) else {
            continue;
        };
        match check(bytes, template) {
            Ok(text) => overrides.push(PromptOverride {
                language: language.to_owned(),
                template: id,
                text: text.to_owned(),
            }),
            Err((code, what)) => problems.push(file, "", code, what),
        }
    }
    overrides
}

/// The text of a prompt file, when it can stand for that template (W-452 – W-454).
fn check<'a>(bytes: &'a [u8], template: &Template) -> Result<&'a str, (Code, String)> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let what = format!(
            "The file is not UTF-8: byte {} does not belong to a character.",
            error.valid_up_to()
        );
        (Code::NotUtf8, what)
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if is_blank(text) {
        return Err((Code::EmptyPrompt, "The file is empty.".to_owned()));
    }
    for after in text.split("${").skip(1) {
        let Some(name) = variable_name(after) else {
            let what = "\"${\" does not begin a variable such as ${world_name}.".to_owned();
            return Err((Code::UnknownVariable, what));
        };
        if !template.variables.contains(&name) {
            let given = template.variables.join(", ");
            let what = format!(
                "{} is not given ${{{name}}}; it is given {given}.",
                template.id
            );
            return Err((Code::UnknownVariable, what));
        }
    }
    Ok(text)
}

/// The name up to `}`: a letter or `_`, then letters, digits or `_` (W-454).
fn variable_name(after: &str) -> Option<&str> {
    let (name, _) = after.split_once('}')?;
    let mut bytes = name.bytes();
    let first = bytes.next()?;
    let good = (first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_');
    good.then_some(name)
}

/// Two or three lower-case letters, then `-` and 2 to 8 letters or digits, repeated (W-455).
pub(crate) fn is_language(name: &str) -> bool {
    let mut parts = name.split('-');
    let first = parts.next().unwrap_or_default();
    (2..=3).contains(&first.len())
        && first.bytes().all(|b| b.is_ascii_lowercase())
        && parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
        })
}

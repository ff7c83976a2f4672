//! The deterministic classifier of section 8: is a text addressed to a program, or about the world, and then about what.
//! It is an order of word rules; what it is not sure of is left to a person, and text without a key is held back.

mod kinds;
mod lists;
mod lore;
mod sentences;

pub(crate) use lore::kind as lore_kind;
pub(crate) use sentences::{Prompt, is_han, prompt, split};

use crate::import::{Certainty, Class};
use lists::LISTS;

/// How much of a text is judged; what a text is shows in its beginning.
const LOOKED_AT: usize = 100_000;

/// An entry to be judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub(crate) title: &'a str,
    pub(crate) keys: &'a [String],
    pub(crate) content: &'a str,
    /// Names of characters that are known already.
    pub(crate) people: &'a [String],
}

/// What an entry is taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) class: Class,
    pub(crate) certainty: Certainty,
    /// The best guess when it is unsure.
    pub(crate) suggested: Option<Class>,
    pub(crate) reason: String,
    /// A list of several things, offered for splitting.
    pub(crate) multi: bool,
}

impl Verdict {
    fn new(class: Class, certainty: Certainty, reason: impl Into<String>) -> Verdict {
        Verdict {
            class,
            certainty,
            suggested: None,
            reason: reason.into(),
            multi: false,
        }
    }
}

/// Judges one entry (8.1).
pub(crate) fn entry(entry: &Entry<'_>) -> Verdict {
    let entry = &Entry {
        content: crate::text::head(entry.content, LOOKED_AT),
        ..*entry
    };
    program_text(entry)
        .or_else(|| addressed(entry))
        .unwrap_or_else(|| about_the_world(entry))
}

/// Whether a note is only about a person: third person, nothing addressed to a program, no style.
pub(crate) fn is_plain_fact(text: &str) -> bool {
    let text = crate::text::head(text, LOOKED_AT);
    let count = sentences::count(text);
    let second = text
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| word == "you" || word == "your");
    let program = program_text(&Entry {
        title: "",
        keys: &[],
        content: text,
        people: &[],
    })
    .is_some();
    count.all > 0
        && count.instructions == 0
        && count.format == 0
        && count.style == 0
        && !count.about_player
        && !second
        && !text.contains('你')
        && !program
        && !LISTS.policy.is_match(text)
        && !text.contains("OOC")
}

/// Whether a text tells a program what to do more than it tells about a world.
pub(crate) fn is_addressed(text: &str) -> bool {
    let text = crate::text::head(text, LOOKED_AT);
    let entry = Entry {
        title: "",
        keys: &[],
        content: text,
        people: &[],
    };
    program_text(&entry).is_some()
        || sentences::count(text).for_player
        || addressed(&entry).is_some()
}

/// The title of an entry without a word for its kind in front.
pub(crate) fn bare_title(title: &str) -> &str {
    kinds::bare_title(title)
}

/// Steps 1 to 3: nothing, variables, scripts.
fn program_text(entry: &Entry<'_>) -> Option<Verdict> {
    use Certainty::{Likely, Sure};
    let title = entry.title.to_lowercase();
    let content = entry.content;
    if content.trim().is_empty() {
        return Some(Verdict::new(Class::Exclude, Sure, "it has no text"));
    }
    if title.contains("[initvar]") || content.to_lowercase().contains("<initvar>") {
        return Some(Verdict::new(
            Class::Variables,
            Sure,
            "initial values of variables",
        ));
    }
    if title.contains("[mvu_update]") || title.contains("[mvu_plot]") {
        return Some(Verdict::new(
            Class::Exclude,
            Sure,
            "rules for updating variables",
        ));
    }
    if LISTS.zod.is_match(content) {
        return Some(Verdict::new(
            Class::Variables,
            Sure,
            "a schema of variables",
        ));
    }
    if let Some(pattern) = LISTS
        .script
        .iter()
        .find(|pattern| pattern.is_match(content))
    {
        let found = pattern.find(content).map_or("", |found| found.as_str());
        return Some(Verdict::new(
            Class::Exclude,
            Sure,
            format!("a script or template ({:?})", crate::text::short(found, 30)),
        ));
    }
    let tags: usize = content
        .split('<')
        .skip(1)
        .filter_map(|rest| rest.find('>'))
        .sum();
    if LISTS.html.is_match(content)
        && (content.to_lowercase().contains("<script") || tags * 4 > content.len())
    {
        return Some(Verdict::new(Class::Exclude, Sure, "markup for a display"));
    }
    if LISTS.js.is_match(content) {
        return Some(Verdict::new(Class::Exclude, Likely, "program code"));
    }
    if LISTS.getvar.is_match(content) {
        return Some(Verdict::new(
            Class::Exclude,
            Likely,
            "a template that reads variables",
        ));
    }
    if content.contains("```") && sentences::split(content).is_empty() {
        return Some(Verdict::new(Class::Exclude, Likely, "only a block of code"));
    }
    None
}

/// Steps 4 to 6: instructions, format and style.
fn addressed(entry: &Entry<'_>) -> Option<Verdict> {
    use Certainty::{Likely, Sure, Unsure};
    let count = sentences::count(entry.content);
    let instructions = count.part(count.instructions);
    let (style, format) = (count.part(count.style), count.part(count.format));
    if count.for_player && instructions >= 0.3 && style <= 0.5 {
        return Some(Verdict::new(
            Class::Exclude,
            Sure,
            "says who may speak for the player",
        ));
    }
    let exclude_title = LISTS.title_exclude.is_match(entry.title);
    let style_title = LISTS.title_style.is_match(entry.title);
    let both = count.part(count.format_or_instruction);
    // Words of form alone are no instruction where keys say that the entry is about something.
    let only_form = both >= 0.75 && (count.instructions > 0 || entry.keys.is_empty());
    let addressed = instructions >= 0.5
        || exclude_title && count.instructions > 0
        || style_title && (instructions >= 0.25 || style >= 0.5)
        || only_form;
    if !addressed {
        return None;
    }
    let told = format!(
        "{} of {} sentences are instructions, {} about style",
        count.instructions, count.all, count.style
    );
    if count.style > count.format
        && style >= 0.4
        && !exclude_title
        && !count.about_player
        && !count.noted
    {
        let certainty = if style_title && style >= 0.6 || style >= 0.8 {
            Sure
        } else {
            Likely
        };
        return Some(Verdict::new(Class::Style, certainty, told));
    }
    let program = count.about_player
        || count.for_player
        || exclude_title
        || LISTS.policy.is_match(entry.content);
    if !entry.keys.is_empty() && !program && format < 0.5 {
        let reason = format!("{told}; a rule of the world can sound like that");
        return Some(Verdict {
            suggested: Some(Class::Lore),
            ..Verdict::new(Class::Exclude, Unsure, reason)
        });
    }
    let certainty = if instructions >= 0.7 || format >= 0.5 || exclude_title {
        Sure
    } else {
        Likely
    };
    Some(Verdict::new(Class::Exclude, certainty, told))
}

/// Steps 7 and 8: the kind of thing.
fn about_the_world(entry: &Entry<'_>) -> Verdict {
    use Certainty::{Likely, Sure, Unsure};
    let points = kinds::points(entry);
    let (best, next) = points.best();
    let multi = kinds::is_list(entry.content);
    let keyless = entry.keys.is_empty();
    if best.points >= 2.0 && best.strong {
        let ahead = best.points - next;
        let certainty = match () {
            () if multi && ahead >= 1.0 => Likely,
            () if best.points >= 4.0 && ahead >= 2.0 && best.hard => Sure,
            () if ahead >= 1.0 => Likely,
            () => Unsure,
        };
        let reason = best.signs.join(", ");
        if certainty == Unsure || keyless && !best.hard {
            let class = if keyless { Class::Exclude } else { Class::Lore };
            return Verdict {
                suggested: Some(best.class),
                multi,
                ..Verdict::new(class, Unsure, reason)
            };
        }
        return Verdict {
            multi,
            ..Verdict::new(best.class, certainty, reason)
        };
    }
    if keyless {
        let reason = "it has no key and no clear subject; such text is most often an instruction";
        return Verdict {
            suggested: Some(Class::Lore),
            multi,
            ..Verdict::new(Class::Exclude, Unsure, reason)
        };
    }
    Verdict {
        suggested: Some(Class::Lore),
        multi,
        ..Verdict::new(Class::Lore, Unsure, "about the world, without a clear kind")
    }
}

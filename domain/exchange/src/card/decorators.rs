//! V3 decorators: the `@@name value` lines at the head of an entry's content (6.2). They are read, never obeyed: what they
//! ask for is kept beside the entry's text.

/// The decorators in force and the text below them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Decorated {
    /// Name and value, in order; fallbacks that took effect included.
    pub(crate) accepted: Vec<(String, String)>,
    /// Names that are not known and had no known fallback.
    pub(crate) dropped: Vec<String>,
    /// The content without its decorator lines.
    pub(crate) text: String,
}

/// Reads the decorators of an entry's content.
pub(crate) fn read(content: &str) -> Decorated {
    let mut out = Decorated::default();
    // The decorator line above, when it (and the fallbacks above it) found no use.
    let mut open: Option<String> = None;
    let mut rest = content;
    while let Some((line, after)) = decorator_line(rest) {
        rest = after;
        let (fallback, words) = match line.strip_prefix("@@@") {
            Some(words) => (true, words),
            None => (false, &line[2..]),
        };
        let (name, value) = words.split_once(' ').unwrap_or((words, ""));
        let (name, value) = (name.trim_end(), value.trim());
        if fallback && open.is_none() {
            continue;
        }
        if !fallback && let Some(unused) = open.take() {
            drop_name(&mut out, unused);
        }
        if valid(name, value) {
            open = None;
            let again =
                out.accepted.iter().any(|(known, _)| known == name) && name != "additional_keys";
            if !again {
                out.accepted.push((name.to_owned(), value.to_owned()));
            }
        } else if open.is_none() {
            open = Some(name.to_owned());
        }
    }
    if let Some(unused) = open {
        drop_name(&mut out, unused);
    }
    out.text = if rest.len() == content.len() {
        content.to_owned()
    } else {
        rest.trim_start_matches(['\r', '\n']).to_owned()
    };
    out
}

/// At most a handful of unknown names are worth telling.
fn drop_name(out: &mut Decorated, name: String) {
    if out.dropped.len() < 20 && !out.dropped.contains(&name) {
        out.dropped.push(name);
    }
}

/// The first line when it is a decorator, and what follows it.
fn decorator_line(text: &str) -> Option<(&str, &str)> {
    if !text.starts_with("@@") {
        return None;
    }
    let (line, after) = text.split_once('\n').unwrap_or((text, ""));
    Some((line.trim_end_matches('\r'), after))
}

fn valid(name: &str, value: &str) -> bool {
    let whole =
        || !value.is_empty() && value.len() <= 9 && value.bytes().all(|byte| byte.is_ascii_digit());
    match name {
        "depth"
        | "reverse_depth"
        | "scan_depth"
        | "activate_only_after"
        | "activate_only_every"
        | "is_greeting" => whole(),
        "keep_activate_after_match"
        | "dont_activate_after_match"
        | "activate"
        | "dont_activate"
        | "ignore_on_max_context" => true,
        "role" => matches!(value, "assistant" | "system" | "user"),
        "position" => matches!(
            value,
            "after_desc" | "before_desc" | "personality" | "scenario"
        ),
        "additional_keys" | "exclude_keys" | "is_user_icon" | "disable_ui_prompt" => {
            !value.is_empty()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    fn check(content: &str, accepted: &[(&str, &str)], text: &str) {
        let read = read(content);
        let found: Vec<(&str, &str)> = read
            .accepted
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(found, accepted, "{content:?}");
        assert_eq!(read.text, text, "{content:?}");
    }

    #[test]
    fn decorators_of_section_6_2() {
        check(
            "@@depth 4\n@@role user\n\nText.",
            &[("depth", "4"), ("role", "user")],
            "Text.",
        );
        check(
            "@@odd 4\n@@@odder 4\n@@@depth 5\nText.",
            &[("depth", "5")],
            "Text.",
        );
        check("@@depth 1\n@@@depth 9\nText.", &[("depth", "1")], "Text.");
        check("@@@depth 9\nText.", &[], "Text.");
        check("@@depth x\n@@ depth 3\n@@\nText.", &[], "Text.");
        check(
            "@@depth 2\r\n\r\nOne.\r\nTwo.",
            &[("depth", "2")],
            "One.\r\nTwo.",
        );
        check(
            "@@depth 1\n@@depth 2\n@@additional_keys a\n@@additional_keys b\nText.",
            &[
                ("depth", "1"),
                ("additional_keys", "a"),
                ("additional_keys", "b"),
            ],
            "Text.",
        );
        check(
            "@@activate_only_after 5\nText.",
            &[("activate_only_after", "5")],
            "Text.",
        );
        check("@@dont_activate", &[("dont_activate", "")], "");
        check(" @@depth 1\nText.", &[], " @@depth 1\nText.");
        check("\n\nText.", &[], "\n\nText.");
    }
}

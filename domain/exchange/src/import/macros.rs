//! Foreign texts become native: identity macros are replaced, everything else that only a running chat could fill is cut and
//! told (F-034, F-076). The result never holds `{{`, `<USER>` or `<BOT>`, whatever the text or the names contain.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// Who the identity macros stand for.
#[derive(Debug, Clone)]
pub(crate) struct Who {
    character: String,
    player: String,
}

impl Who {
    /// Names are data too: a name that looks like a macro loses its signs.
    pub(crate) fn new(character: &str, player: &str) -> Who {
        Who {
            character: plain(character),
            player: plain(player),
        }
    }
}

/// A name without the signs of a macro or a mark, on one line.
pub(crate) fn plain(name: &str) -> String {
    let mut name: String = name
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    // Taking one sign out can bring another together.
    while has_signs(&name) {
        name = MARKS
            .replace_all(&name.replace("{{", "").replace("}}", ""), "")
            .into_owned();
    }
    name.trim().to_owned()
}

fn has_signs(text: &str) -> bool {
    text.contains("{{") || text.contains("}}") || MARKS.is_match(text)
}

/// A text for native documents and what was cut from it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Native {
    pub(crate) text: String,
    pub(crate) remarks: Vec<String>,
}

static MARKS: LazyLock<Regex> =
    LazyLock::new(|| ours(r"(?i)<(?:user|bot|char|group|charifnotgroup)>"));
static BLOCKS: LazyLock<[(&str, Regex); 5]> = LazyLock::new(|| {
    [
        (
            "initial variables",
            ours(r"(?is)<initvar>.*?(?:</initvar>|\z)"),
        ),
        (
            "update command in the greeting",
            ours(r"(?is)<updatevariable>.*?(?:</updatevariable>|\z)"),
        ),
        (
            "update command in the greeting",
            ours(r"(?is)<json_?patch>.*?(?:</json_?patch>|\z)"),
        ),
        ("template", ours(r"(?s)<%.*?(?:%>|\z)")),
        (
            "placeholder of a display",
            ours(r"<[A-Za-z][A-Za-z0-9_-]*\s*/>"),
        ),
    ]
});
static FENCE: LazyLock<Regex> =
    LazyLock::new(|| ours(r"(?ms)^[ \t]*```.*?(?:^[ \t]*```[ \t]*$|\z)"));
static HIDDEN_HTML: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?is)<(script|style|svg|iframe|object)\b[^>]*>.*?(?:</(?:script|style|svg|iframe|object)\s*>|\z)|<!--.*?(?:-->|\z)",
    )
});
static BREAK: LazyLock<Regex> =
    LazyLock::new(|| ours(r"(?i)<br\s*/?>|</(?:p|div|li|tr|h[1-6])\s*>"));
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    ours(
        r"(?is)</?(?:a|abbr|article|audio|b|big|blockquote|body|button|center|code|details|div|em|embed|figure|font|footer|form|h[1-6]|head|header|hr|html|i|img|input|label|li|link|main|meta|nav|ol|option|p|pre|progress|q|s|section|select|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|video|wbr)(?:\s[^>]*)?/?>",
    )
});
static STATUS_LINE: LazyLock<Regex> =
    LazyLock::new(|| ours(r"^\s*[|【\[]?\s*[^:：|\n]{1,24}\s*[:：|]\s*[^\n]{1,80}$"));
static MACRO: LazyLock<Regex> = LazyLock::new(|| ours(r"\{\{([^{}]*)\}\}"));
static SPACES: LazyLock<Regex> = LazyLock::new(|| ours(r"\n[ \t]*\n(?:[ \t]*\n)+"));

fn ours(text: &str) -> Regex {
    Regex::new(text).expect("our own pattern")
}

/// A text of a field or an entry.
pub(crate) fn native(text: &str, who: &Who) -> Native {
    let mut out = Native {
        text: lines(text),
        remarks: Vec::new(),
    };
    for (what, block) in BLOCKS.iter() {
        if block.is_match(&out.text) {
            out.text = block.replace_all(&out.text, "").into_owned();
            out.note(format!("{what} cut"));
        }
    }
    out.html();
    out.resolve(who);
    out.scrub(who);
    out.text = SPACES.replace_all(&out.text, "\n\n").trim().to_owned();
    out
}

/// A greeting: status blocks are cut as well (7.3).
pub(crate) fn opening(text: &str, who: &Who) -> Native {
    let mut kept = lines(text);
    let mut remarks = Vec::new();
    if FENCE.is_match(&kept) {
        kept = FENCE.replace_all(&kept, "").into_owned();
        remarks.push("status block cut (code)".to_owned());
    }
    let (without, cut) = without_status(&kept);
    if cut {
        kept = without;
        remarks.push("status block cut (lines of names and values)".to_owned());
    }
    let mut out = native(&kept, who);
    remarks.append(&mut out.remarks);
    Native {
        text: out.text,
        remarks,
    }
}

/// Blocks of three or more `key: value` lines and nothing else.
fn without_status(text: &str) -> (String, bool) {
    let mut kept = Vec::new();
    let mut cut = false;
    for block in text.split("\n\n") {
        let lines: Vec<&str> = block
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let spoken = |line: &&str| line.contains(['"', '“', '「', '*']);
        let values = lines
            .iter()
            .filter(|line| STATUS_LINE.is_match(line) && !spoken(line))
            .count();
        if lines.len() >= 3 && values == lines.len() {
            cut = true;
        } else {
            kept.push(block);
        }
    }
    (kept.join("\n\n"), cut)
}

fn lines(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\0', "")
}

impl Native {
    fn note(&mut self, remark: String) {
        if !self.remarks.contains(&remark) && self.remarks.len() < 20 {
            self.remarks.push(remark);
        }
    }

    /// Markup is no part of a world: what only a page would show goes, the words stay.
    fn html(&mut self) {
        if !self.text.contains('<') {
            return;
        }
        let before = self.text.len();
        self.text = HIDDEN_HTML.replace_all(&self.text, "").into_owned();
        self.text = BREAK.replace_all(&self.text, "\n").into_owned();
        self.text = TAG.replace_all(&self.text, "").into_owned();
        if self.text.len() != before {
            self.note("HTML cut".to_owned());
        }
    }

    /// From the inside out, so that nested macros come out right; each round makes the text's macros fewer.
    fn resolve(&mut self, who: &Who) {
        self.marks(who);
        for _ in 0..8 {
            if !MACRO.is_match(&self.text) {
                break;
            }
            let mut remarks = Vec::new();
            let resolved = MACRO.replace_all(&self.text, |found: &Captures<'_>| {
                value(&found[1], who, &mut remarks)
            });
            self.text = resolved.into_owned();
            remarks.into_iter().for_each(|remark| self.note(remark));
        }
    }

    fn marks(&mut self, who: &Who) {
        if self.text.contains('<') {
            let named = MARKS.replace_all(&self.text, |found: &Captures<'_>| {
                if found[0].eq_ignore_ascii_case("<user>") {
                    who.player.clone()
                } else {
                    who.character.clone()
                }
            });
            self.text = named.into_owned();
        }
    }

    /// What is left of broken macros.
    fn scrub(&mut self, who: &Who) {
        self.marks(who);
        while has_signs(&self.text) {
            self.text = MARKS
                .replace_all(&self.text.replace("{{", "").replace("}}", ""), "")
                .into_owned();
            self.note("broken macro cut".to_owned());
        }
    }
}

/// What stands for one macro, and a remark when something was cut.
fn value(body: &str, who: &Who, remarks: &mut Vec<String>) -> String {
    let name_end = body.find([':', ' ']).unwrap_or(body.len());
    let (name, rest) = (body[..name_end].to_lowercase(), &body[name_end..]);
    match name.as_str() {
        "user" if rest.is_empty() => return who.player.clone(),
        "char" | "group" | "charifnotgroup" | "notchar" | "bot" if rest.is_empty() => {
            return who.character.clone();
        }
        "newline" if rest.is_empty() => return "\n".to_owned(),
        "noop" | "trim" if rest.is_empty() => return String::new(),
        "//" | "comment" | "hidden_key" => return String::new(),
        "random" | "pick" if !rest.is_empty() => {
            remarks.push(format!(
                "of the choices in {{{{{name}}}}} the first was taken"
            ));
            return first_choice(rest);
        }
        _ if body.starts_with("//") => return String::new(),
        _ => {}
    }
    let what = match name.as_str() {
        "roll" => "dice",
        "time" | "date" | "weekday" | "isotime" | "isodate" | "datetimeformat"
        | "idle_duration" | "timediff" => "time macro",
        _ if name.starts_with("time_") => "time macro",
        _ if name.ends_with("var") => "variable macro",
        _ => "macro",
    };
    // The signs are left out of the remark too: it is shown beside native text.
    remarks.push(format!("{what} {:?} cut", crate::text::short(body, 40)));
    String::new()
}

/// The first of `::a::b` or `:a, b`, where `\,` is a comma.
fn first_choice(rest: &str) -> String {
    if let Some(list) = rest.strip_prefix("::") {
        return list.split("::").next().unwrap_or_default().to_owned();
    }
    let list = rest.trim_start_matches([':', ' ']);
    list.replace("\\,", "\u{1}")
        .split(',')
        .next()
        .unwrap_or_default()
        .trim()
        .replace('\u{1}', ",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let who = Who::new("Wren", "Alex");
        assert_eq!(native(text, &who).text, expected, "{text:?}");
    }

    #[test]
    fn f076_macros_become_native_text() {
        check(
            "{{char}} greets {{USER}}; <BOT> and <user>.",
            "Wren greets Alex; Wren and Alex.",
        );
        check(
            "{{random::a::b}} {{pick: c, d}} {{random:a\\,b,c}}",
            "a c a,b",
        );
        check("{{random::{{char}}::x}}", "Wren");
        check(
            "Roll {{roll:d6}} at {{time}}: {{getvar::n}}{{setvar::n::1}}{{nosuch}}.",
            "Roll  at : .",
        );
        check("{{// secret }}a{{newline}}b{{noop}}", "a\nb");
        check("a {{unclosed b", "a unclosed b");
        check("{{{user}}}", "{Alex}");
        check("{{{{user}}}}", "");
        check("<{{noop}}USER>", "Alex");
        check("{{user}", "user}");
        assert!(native("{{roll:d6}}", &Who::new("a", "b")).remarks[0].starts_with("dice"));
    }

    #[test]
    fn f076_names_cannot_bring_macros_back() {
        assert_eq!(plain("{<USER>{\n<{{USER>"), "");
        let who = Who::new("{{user}} {{{{x}}}} <US<USER>ER>", "<bot>{{");
        for text in ["{{char}} {{user}}", "{{{char}}}", "<BOT><USER>"] {
            let native = native(text, &who).text;
            assert!(
                !native.contains("{{") && !MARKS.is_match(&native),
                "{native}"
            );
        }
    }

    #[test]
    fn f034_blocks_templates_and_markup_are_cut() {
        check("a<initvar>\nx: 1\n</initvar>b", "ab");
        check("a <UpdateVariable>_.set(\"x\",1)</UpdateVariable>", "a");
        check("a<% if (x) { %>b<% } %>c", "abc");
        check("a<StatusPlaceHolderImpl/>", "a");
        check(
            "<div class=\"x\">a</div><script>alert(1)</script><b>c</b> 1 < 2 > 1",
            "a\nc 1 < 2 > 1",
        );
    }

    #[test]
    fn openings_lose_their_status_blocks() {
        let who = Who::new("Wren", "Alex");
        let read = opening(
            "She waits.\n\n```\nHP: 1\n```\n\nTime: noon\nPlace: quay\nMood: calm\n\n\"Well: come in.\"",
            &who,
        );
        assert_eq!(read.text, "She waits.\n\n\"Well: come in.\"");
        assert_eq!(read.remarks.len(), 2);
    }
}

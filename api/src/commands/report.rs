//! How `check` and `lint` show a person what they found: the sentence, the line of the file with the place underlined, and why it
//! matters. Nothing from a file acts on the terminal, and there are colours only where somebody looks.

use std::collections::HashMap;
use std::io::{self, IsTerminal, Write};

use talekeep_world::excerpt::{Excerpt, Excerpts, harmless};
use talekeep_world::{Entry, Folder};

/// One thing to show.
pub(super) struct Finding<'a> {
    pub(super) file: &'a str,
    pub(super) pointer: &'a str,
    /// Its stable word.
    pub(super) word: &'a str,
    pub(super) message: &'a str,
    /// Why it matters; a problem needs no reason.
    pub(super) why: Option<&'a str>,
}

/// Whether, and how, words are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    Plain,
    Coloured,
}

/// What a word is, for its colour.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    Heading,
    Wrong,
    Advice,
    Frame,
    Good,
}

impl Ink {
    /// Colours for a person at a terminal who did not ask for none (<https://no-color.org>).
    pub(super) fn for_stdout() -> Ink {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        match io::stdout().is_terminal() && !unwanted {
            true => Ink::Coloured,
            false => Ink::Plain,
        }
    }

    pub(super) fn paint(self, part: Part, text: &str) -> String {
        let text = plain(text);
        let code = match part {
            Part::Heading => "1",
            Part::Wrong => "31",
            Part::Advice => "33",
            Part::Frame => "2",
            Part::Good => "32",
        };
        match self {
            Ink::Coloured if !text.is_empty() => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            _ => text,
        }
    }
}

/// The heading of a world or an avatar.
pub(super) fn heading(
    place: &str,
    name: Option<&str>,
    found: &str,
    part: Part,
    ink: Ink,
    out: &mut dyn Write,
) -> io::Result<()> {
    let name = plain(name.unwrap_or("(no name)"));
    let place = ink.paint(Part::Heading, place);
    writeln!(out, "{place}  {name}  {}", ink.paint(part, found))
}

/// Every finding of one folder, a blank line before each and one after the last. `prefix` is what stands before the paths of the
/// folder in `file`.
pub(super) fn findings<'a>(
    findings: impl IntoIterator<Item = Finding<'a>>,
    prefix: &str,
    folder: &Folder,
    ink: Ink,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut documents: HashMap<&str, Option<Excerpts<'_>>> = HashMap::new();
    let mut any = false;
    for finding in findings {
        let open = || {
            let path = finding.file.strip_prefix(prefix)?;
            match folder.get(path) {
                // A prompt has no places.
                Some(Entry::Bytes(bytes)) if path.ends_with(".json") => Some(Excerpts::of(bytes)),
                _ => None,
            }
        };
        let document = documents.entry(finding.file).or_insert_with(open);
        let excerpt = document
            .as_ref()
            .map(|document| document.at(finding.pointer));
        show(&finding, excerpt.as_ref(), ink, out)?;
        any = true;
    }
    if any { writeln!(out) } else { Ok(()) }
}

fn show(
    finding: &Finding<'_>,
    excerpt: Option<&Excerpt>,
    ink: Ink,
    out: &mut dyn Write,
) -> io::Result<()> {
    let part = match finding.why {
        Some(_) => Part::Advice,
        None => Part::Wrong,
    };
    let word = ink.paint(part, finding.word);
    writeln!(
        out,
        "\n  {word}: {}",
        ink.paint(Part::Heading, finding.message)
    )?;
    let (file, pointer) = (plain(finding.file), plain(finding.pointer));
    let frame = |text: &str| ink.paint(Part::Frame, text);
    let width = match excerpt {
        Some(excerpt) => {
            let (line, column) = (excerpt.position.line, excerpt.position.column);
            let width = line.to_string().len();
            writeln!(
                out,
                "  {:width$} {} {file}:{line}:{column}",
                "",
                frame("╭─")
            )?;
            if let Some(above) = &excerpt.above {
                let number = frame(&format!("{:width$} │", line - 1));
                writeln!(out, "  {number} {above}")?;
            }
            writeln!(out, "  {} {}", frame(&format!("{line} │")), excerpt.line)?;
            let before = " ".repeat(columns(&excerpt.line, 0, excerpt.before));
            let length = columns(&excerpt.line, excerpt.before, excerpt.length).max(1);
            let mark = ink.paint(part, &"^".repeat(length));
            let label = if pointer.is_empty() { "" } else { " " };
            writeln!(
                out,
                "  {:width$} {} {before}{mark}{label}{}",
                "",
                frame("·"),
                ink.paint(part, &pointer)
            )?;
            width
        }
        None => {
            writeln!(out, "    {} {file}", frame("╭─"))?;
            1
        }
    };
    if let Some(why) = finding.why {
        writeln!(out, "  {:width$} {} {why}", "", frame("╰─"))?;
    }
    Ok(())
}

/// How many columns of a terminal these characters of a line take.
fn columns(line: &str, skip: usize, count: usize) -> usize {
    line.chars().skip(skip).take(count).map(width).sum()
}

/// Chinese and the like take two columns, marks on another character none (the wide and zero-width blocks of Unicode).
fn width(c: char) -> usize {
    match c {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// Text from a file as a terminal may show it.
pub(super) fn plain(text: &str) -> String {
    text.chars().map(harmless).collect()
}

/// "1 problem", "3 problems".
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, pointer: &str, why: Option<&str>, ink: Ink) -> String {
        let mut folder = Folder::default();
        folder.insert("world.json", Entry::Bytes(text.as_bytes().to_vec()));
        let finding = Finding {
            file: "worlds/w/world.json",
            pointer,
            word: "word",
            message: "It is so.",
            why,
        };
        let mut out = Vec::new();
        findings([finding], "worlds/w/", &folder, ink, &mut out).expect("text");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn the_line_above_the_value_underlined_and_why() {
        let text = "{\n\n\n\n\n\n\n\n  \"name\": \"W\",\n  \"rules\": true\n}";
        let want = "
  word: It is so.
     ╭─ worlds/w/world.json:10:12
   9 │   \"name\": \"W\",
  10 │   \"rules\": true
     ·            ^^^^ /rules
     ╰─ For a reason.

";
        assert_eq!(
            shown(text, "/rules", Some("For a reason."), Ink::Plain),
            want
        );
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let text = "{\"名\": \"潮汐\"}";
        let want = "
  word: It is so.
    ╭─ worlds/w/world.json:1:7
  1 │ {\"名\": \"潮汐\"}
    ·        ^^^^^^ /名

";
        assert_eq!(shown(text, "/名", None, Ink::Plain), want);
    }

    #[test]
    fn nothing_from_a_file_acts_on_the_terminal() {
        let text = "{\"a\u{202e}\": \"\u{1b}[2J\"}";
        for ink in [Ink::Plain, Ink::Coloured] {
            let out = shown(text, "/a\u{202e}", Some("Why."), ink);
            assert!(
                !out.contains('\u{202e}') && !out.contains("\u{1b}[2J"),
                "{out:?}"
            );
            assert_eq!(out.contains('\u{1b}'), ink == Ink::Coloured);
        }
    }
}

//! Small helpers for texts that go from a foreign file into a document or a report. They cut; they never rephrase.

/// The beginning of a text, on one line, with a sign that more follows.
pub(crate) fn short(text: &str, most: usize) -> String {
    let mut line = String::new();
    for (count, c) in text.trim().chars().enumerate() {
        if count == most {
            line.push('…');
            return line;
        }
        line.push(if c.is_control() { ' ' } else { c });
    }
    line
}

/// The beginning of a text in bytes, at the end of a character: what is looked at of a text without bounds.
pub(crate) fn head(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let end = (0..=most)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    &text[..end]
}

/// The first sentence, at most so many characters, cut at a word.
pub(crate) fn first_sentence(text: &str, most: usize) -> String {
    let line = text.trim().lines().next().unwrap_or_default().trim();
    let mut end = line.len();
    let mut characters = line.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let stops = matches!(c, '。' | '！' | '？')
            || matches!(c, '.' | '!' | '?')
                && characters
                    .peek()
                    .is_none_or(|(_, next)| next.is_whitespace())
                && !initial(&line[..at]);
        if stops {
            end = at + c.len_utf8();
            break;
        }
    }
    let sentence = &line[..end];
    if sentence.chars().count() <= most {
        return sentence.to_owned();
    }
    let cut: String = sentence.chars().take(most - 1).collect();
    let at_word = cut
        .rfind(char::is_whitespace)
        .filter(|at| *at * 2 > cut.len())
        .unwrap_or(cut.len());
    format!("{}…", cut[..at_word].trim_end())
}

/// Whether a dot here belongs to "Dr." or "J."
fn initial(before: &str) -> bool {
    let word = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let letters = word.chars().count();
    letters == 1 && word.chars().all(char::is_uppercase)
        || ["Dr", "Mr", "Mrs", "Ms", "St", "Prof", "Sr", "Jr"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_sentences() {
        assert_eq!(
            first_sentence("Dr. Vane is old. She waits.", 200),
            "Dr. Vane is old."
        );
        assert_eq!(first_sentence("茶馆的掌柜。她笑了。", 200), "茶馆的掌柜。");
        assert_eq!(first_sentence("No end", 200), "No end");
        assert_eq!(first_sentence("one two three four", 10), "one two…");
        assert_eq!(short("a\nbc", 2), "a …");
    }
}

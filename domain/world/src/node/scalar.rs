//! Strings, numbers, flags and words at a place (W-017 – W-022). Nothing is converted or trimmed.

use std::ops::RangeInclusive;

use super::{Node, quoted, shown};
use crate::json::{NotWhole, WHOLE_LIMIT};
use crate::model::Words;
use crate::problem::{Code, Problems};

impl<'v> Node<'_, 'v> {
    /// A string, as written (W-019).
    pub fn text(&self, problems: &mut Problems) -> Option<String> {
        self.str(problems).map(str::to_owned)
    }

    /// A string, borrowed from the document.
    pub fn str(&self, problems: &mut Problems) -> Option<&'v str> {
        let text = self.typed(problems, "a string", |value| value.as_text())?;
        if text.contains('\0') {
            self.report(
                problems,
                Code::BadFormat,
                "The string holds the character U+0000.",
            );
            return None;
        }
        Some(text)
    }

    /// A string of at most so many characters (W-019, W-029).
    pub fn text_of_at_most(&self, most: usize, problems: &mut Problems) -> Option<String> {
        let text = self.str(problems)?;
        let length = text.chars().count();
        if length > most {
            let what = format!("The text has {length} characters; at most {most} are allowed.");
            self.report(problems, Code::TooLong, what);
            return None;
        }
        Some(text.to_owned())
    }

    /// A list of strings.
    pub fn texts(&self, problems: &mut Problems) -> Vec<String> {
        self.list(problems)
            .iter()
            .filter_map(|entry| entry.text(problems))
            .collect()
    }

    /// `true` or `false`; `otherwise` when not set.
    pub fn flag(&self, otherwise: bool, problems: &mut Problems) -> bool {
        self.optional_flag(problems).unwrap_or(otherwise)
    }

    /// `true` or `false`, when set.
    pub fn optional_flag(&self, problems: &mut Problems) -> Option<bool> {
        self.typed(problems, "true or false", |value| value.as_bool())
    }

    /// A number.
    pub fn number(&self, problems: &mut Problems) -> Option<f64> {
        let raw = self.typed(problems, "a number", |value| value.as_number_text())?;
        match raw.parse::<f64>() {
            Ok(number) if number.is_finite() => Some(number),
            _ => {
                self.report(problems, Code::OutOfRange, "The number is too large.");
                None
            }
        }
    }

    /// A number in a range, its ends included.
    pub fn number_in(&self, range: RangeInclusive<f64>, problems: &mut Problems) -> Option<f64> {
        let number = self.number(problems)?;
        if !range.contains(&number) {
            let what = format!("{number} is not from {} to {}.", range.start(), range.end());
            self.report(problems, Code::OutOfRange, what);
            return None;
        }
        Some(number)
    }

    /// A number that is not below a bound.
    pub fn number_from(&self, least: f64, problems: &mut Problems) -> Option<f64> {
        let number = self.number(problems)?;
        if number < least {
            self.report(
                problems,
                Code::OutOfRange,
                format!("{number} is below {least}."),
            );
            return None;
        }
        Some(number)
    }

    /// A whole number (W-018).
    pub fn whole(&self, problems: &mut Problems) -> Option<i64> {
        let value = self.value()?;
        let Some(whole) = value.as_whole() else {
            self.wrong_type(problems, "a whole number");
            return None;
        };
        match whole {
            Ok(number) => Some(number),
            Err(NotWhole::Fraction) => {
                self.report(
                    problems,
                    Code::WrongType,
                    format!("Expected a whole number, found {}.", shown(value)),
                );
                None
            }
            Err(NotWhole::TooLarge) => {
                let what = format!(
                    "{} is not from -{WHOLE_LIMIT} to {WHOLE_LIMIT}.",
                    shown(value)
                );
                self.report(problems, Code::OutOfRange, what);
                None
            }
        }
    }

    /// A whole number that is not below a bound.
    pub fn whole_from(&self, least: i64, problems: &mut Problems) -> Option<i64> {
        self.whole_in(least..=WHOLE_LIMIT, problems)
    }

    /// A whole number in a range, its ends included.
    pub fn whole_in(&self, range: RangeInclusive<i64>, problems: &mut Problems) -> Option<i64> {
        let number = self.whole(problems)?;
        if !range.contains(&number) {
            let what = if *range.end() == WHOLE_LIMIT {
                format!("{number} is below {}.", range.start())
            } else {
                format!("{number} is not from {} to {}.", range.start(), range.end())
            };
            self.report(problems, Code::OutOfRange, what);
            return None;
        }
        Some(number)
    }

    /// One of the words of an enumeration (W-022).
    pub fn word<W: Words>(&self, problems: &mut Problems) -> Option<W> {
        let text = self.str(problems)?;
        let word = W::from_word(text);
        if word.is_none() {
            let words: Vec<&str> = W::WORDS.iter().map(|(name, _)| *name).collect();
            self.report(
                problems,
                Code::NotAllowed,
                format!("{} is not one of {}.", quoted(text), words.join(", ")),
            );
        }
        word
    }
}

//! How long the player wants to wait, in plain words of both languages. Whatever is not understood means ten minutes.

use chrono::{DateTime, Duration, NaiveTime, Utc};
use chrono_tz::Tz;

/// How long a wait is when the player does not say.
const DEFAULT_SECONDS: u64 = 10 * 60;
/// The longest wait in one turn: a week.
const LONGEST_SECONDS: u64 = 7 * 24 * 60 * 60;

const VERBS: &[&str] = &["wait", "rest", "sleep", "z"];
const HAN_VERBS: &[&str] = &["等", "休息", "睡"];

/// Whether an action in words is a wait.
pub(crate) fn is_wait(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let text = text
        .strip_prefix("i ")
        .or_else(|| text.strip_prefix('我'))
        .unwrap_or(&text)
        .trim_start();
    let first = text
        .split(|character: char| !character.is_alphanumeric())
        .next()
        .unwrap_or_default();
    VERBS.contains(&first) || HAN_VERBS.iter().any(|verb| text.starts_with(verb))
}

/// The seconds that `text` asks for.
pub(crate) fn seconds(text: &str, now: DateTime<Utc>, zone: Tz) -> u64 {
    let text = text.to_lowercase();
    let wanted = until(&text, now, zone)
        .or_else(|| duration(&text))
        .unwrap_or(DEFAULT_SECONDS);
    wanted.min(LONGEST_SECONDS)
}

/// "until 21:00", "到21:00": the next time the clock shows that.
fn until(text: &str, now: DateTime<Utc>, zone: Tz) -> Option<u64> {
    let at = text
        .split_once("until")
        .or_else(|| text.split_once('到'))?
        .1;
    let at = at.replace('：', ":");
    let time = NaiveTime::parse_from_str(at.trim().trim_end_matches(['.', '。']), "%H:%M").ok()?;
    let local = now.with_timezone(&zone).naive_local();
    let today = local.date().and_time(time);
    let wait = if today > local {
        today - local
    } else {
        today - local + Duration::days(1)
    };
    u64::try_from(wait.num_seconds()).ok()
}

/// The sum of every number with its unit; a number alone means minutes.
fn duration(text: &str) -> Option<u64> {
    let mut total = None;
    let mut rest = text;
    while let Some((number, after)) = next_number(rest) {
        let after = after.trim_start_matches([' ', '-', '个']);
        let (unit, after) = unit(after);
        total = Some(total.unwrap_or(0.0) + number * unit);
        rest = after;
    }
    // Waiting less than a second would leave the clock where it is.
    total
        .filter(|total| *total >= 1.0 && total.is_finite())
        .map(|total: f64| total.min(1e9) as u64)
}

/// The first number in digits or words, and what follows it.
fn next_number(text: &str) -> Option<(f64, &str)> {
    const WORDS: &[(&str, f64)] = &[
        ("half an ", 0.5),
        ("half a ", 0.5),
        ("a quarter of an ", 0.25),
        ("an ", 1.0),
        ("a ", 1.0),
        ("one ", 1.0),
        ("two ", 2.0),
        ("three ", 3.0),
        ("four ", 4.0),
        ("five ", 5.0),
        ("six ", 6.0),
        ("eight ", 8.0),
        ("ten ", 10.0),
        ("twelve ", 12.0),
        ("twenty ", 20.0),
        ("thirty ", 30.0),
        ("半", 0.5),
        ("一刻", 15.0 / 60.0),
        ("十五", 15.0),
        ("二十", 20.0),
        ("三十", 30.0),
        ("十", 10.0),
        ("一", 1.0),
        ("两", 2.0),
        ("二", 2.0),
        ("三", 3.0),
        ("四", 4.0),
        ("五", 5.0),
        ("六", 6.0),
        ("八", 8.0),
    ];
    for (index, character) in text.char_indices() {
        let rest = text.get(index..)?;
        if character.is_ascii_digit() {
            let end = rest
                .find(|character: char| !character.is_ascii_digit() && character != '.')
                .unwrap_or(rest.len());
            let number = rest.get(..end)?.trim_end_matches('.').parse().ok()?;
            return Some((number, rest.get(end..)?));
        }
        let begins = index == 0
            || !text
                .get(..index)?
                .ends_with(|before: char| before.is_ascii_alphabetic());
        let word = WORDS
            .iter()
            .find(|(word, _)| rest.starts_with(word) && (begins || !word.is_ascii()));
        if let Some((word, number)) = word {
            let after = rest.get(word.len()..)?;
            // 一会儿, "a while": no number.
            if unit_of(after.trim_start_matches('个')).is_some() || *word == "一刻" {
                let seconds_per_hour = *word == "一刻";
                return Some(if seconds_per_hour {
                    (*number, "h")
                } else {
                    (*number, after)
                });
            }
        }
    }
    None
}

/// The seconds of the unit a text begins with, and what follows it.
fn unit(text: &str) -> (f64, &str) {
    match unit_of(text) {
        Some((unit, seconds)) => (seconds, text.get(unit.len()..).unwrap_or_default()),
        None => (60.0, text),
    }
}

fn unit_of(text: &str) -> Option<(&'static str, f64)> {
    const UNITS: &[(&str, f64)] = &[
        ("hours", 3600.0),
        ("hour", 3600.0),
        ("hrs", 3600.0),
        ("hr", 3600.0),
        ("h", 3600.0),
        ("minutes", 60.0),
        ("minute", 60.0),
        ("mins", 60.0),
        ("min", 60.0),
        ("m", 60.0),
        ("seconds", 1.0),
        ("second", 1.0),
        ("secs", 1.0),
        ("sec", 1.0),
        ("s", 1.0),
        ("days", 86400.0),
        ("day", 86400.0),
        ("d", 86400.0),
        ("小时", 3600.0),
        ("钟头", 3600.0),
        ("分钟", 60.0),
        ("分", 60.0),
        ("秒", 1.0),
        ("天", 86400.0),
    ];
    UNITS
        .iter()
        .find(|(unit, _)| text.starts_with(unit))
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_understood() {
        let now = DateTime::parse_from_rfc3339("2024-05-01T19:30:00Z")
            .expect("a time")
            .with_timezone(&Utc);
        let table = [
            ("", 600),
            ("wait", 600),
            ("a while", 600),
            ("wait 2h", 7200),
            ("wait 1h30m", 5400),
            ("30", 1800),
            ("for 45 minutes", 2700),
            ("an hour", 3600),
            ("half an hour", 1800),
            ("two days", 172_800),
            ("10s", 10),
            ("999 days", 604_800),
            ("until 21:00", 5400),
            ("until 19:00", 84_600),
            ("等两个小时", 7200),
            ("等半小时", 1800),
            ("等一刻钟", 900),
            ("等一会儿", 600),
            ("等待30分钟", 1800),
            ("等到21:00", 5400),
        ];
        for (text, expected) in table {
            assert_eq!(seconds(text, now, Tz::UTC), expected, "{text}");
        }
    }

    #[test]
    fn a_wait_may_be_written_as_an_action() {
        for text in ["wait 2h", "I wait", "sleep", "Z", "等一会儿", "我等到21:00"] {
            assert!(is_wait(text), "{text}");
        }
        for text in ["waiter, a beer", "look", "去", "talk to the waiter", ""] {
            assert!(!is_wait(text), "{text}");
        }
    }
}

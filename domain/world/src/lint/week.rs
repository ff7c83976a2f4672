//! The minutes of a week as a set, for windows and days. It knows the wall clock alone: an hour that a zone skips or repeats is
//! there once.

use crate::model::{Day, TimeWindow, Words};

const DAY: usize = 24 * 60;
const MINUTES: usize = 7 * DAY;
const WORDS: usize = MINUTES.div_ceil(64);

/// Some minutes of a week that begins on Monday.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Week([u64; WORDS]);

impl Week {
    pub(super) const EMPTY: Week = Week([0; WORDS]);

    pub(super) fn whole() -> Week {
        let mut week = Week::EMPTY;
        week.fill(0, MINUTES);
        week
    }

    /// A window on these days, or whole days without one; no days means every day. The part after midnight belongs to the day the
    /// window started (W-193, W-315).
    pub(super) fn of(window: Option<&TimeWindow>, days: &[Day]) -> Week {
        let mut week = Week::EMPTY;
        for (at, (_, day)) in Day::WORDS.iter().enumerate() {
            if !days.is_empty() && !days.contains(day) {
                continue;
            }
            let (from, to) = match window {
                Some(window) => (usize::from(window.from.0), usize::from(window.to.0)),
                None => (0, DAY),
            };
            let to = if to < from { to + DAY } else { to };
            let (from, to) = (at * DAY + from, at * DAY + to);
            week.fill(from, to.min(MINUTES));
            week.fill(0, to.saturating_sub(MINUTES));
        }
        week
    }

    fn fill(&mut self, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            let (word, bit) = (at / 64, at % 64);
            let count = (to - at).min(64 - bit);
            let ones = if count == 64 {
                u64::MAX
            } else {
                (1 << count) - 1
            };
            self.0[word] |= ones << bit;
            at += count;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Week::EMPTY
    }

    pub(super) fn both(&self, other: &Week) -> Week {
        Week(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    pub(super) fn either(&self, other: &Week) -> Week {
        Week(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// The minutes that are not in it.
    pub(super) fn rest(&self) -> Week {
        let whole = Week::whole();
        Week(std::array::from_fn(|at| whole.0[at] & !self.0[at]))
    }

    fn has(&self, minute: usize) -> bool {
        self.0[minute / 64] >> (minute % 64) & 1 == 1
    }

    /// Its stretches: the first minute and how many, across midnight and from Sunday into Monday.
    fn stretches(&self) -> Vec<(usize, usize)> {
        let starts =
            |minute: &usize| self.has(*minute) && !self.has((minute + MINUTES - 1) % MINUTES);
        let length = |from: usize| {
            let inside = |count: &usize| self.has((from + count) % MINUTES);
            (1..MINUTES).take_while(inside).count() + 1
        };
        let mut found: Vec<_> = (0..MINUTES)
            .filter(starts)
            .map(|from| (from, length(from)))
            .collect();
        if found.is_empty() && self.has(0) {
            found.push((0, MINUTES));
        }
        found
    }

    /// Its stretches in words, the first of them alone when there are many: "every day 12:00 to 13:00".
    pub(super) fn told(&self) -> String {
        let stretches = self.stretches();
        let clock = |minute: usize| format!("{:02}:{:02}", minute % DAY / 60, minute % 60);
        let &[(from, length), ref more @ ..] = stretches.as_slice() else {
            return String::new();
        };
        if length == MINUTES {
            return "the whole week".to_owned();
        }
        let daily = stretches.len() == 7
            && stretches
                .iter()
                .enumerate()
                .all(|(day, one)| *one == (from + day * DAY, length));
        if daily {
            return format!("every day {} to {}", clock(from), clock(from + length));
        }
        let day = |minute: usize| Day::WORDS[minute / DAY % 7].0;
        let end = from + length;
        // Midnight ends a day.
        let last = if day(end - 1) == day(from) && length <= DAY {
            String::new()
        } else {
            format!("{} ", day(end))
        };
        let first = format!("{} {} to {last}{}", day(from), clock(from), clock(end));
        match more.len() {
            0 => first,
            1 => format!("{first} and one more stretch of the week"),
            more => format!("{first} and {more} more stretches of the week"),
        }
    }
}

//! Dates and times at a place (section 1.3): only the listed spellings, with ASCII digits.

use chrono::{FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeZone};

use super::{Node, quoted};
use crate::model::{LocalTime, Moment, TimeOfDay, TimeWindow};
use crate::problem::{Code, Problems};

impl Node<'_, '_> {
    /// An ISO date or date-time (W-023).
    pub fn moment(&self, problems: &mut Problems) -> Option<Moment> {
        self.spelled(
            problems,
            parse_moment,
            "a date such as 1912-10-05 or a date and time such as 1912-10-05T21:00",
        )
    }

    /// A local time (W-024).
    pub fn local_time(&self, problems: &mut Problems) -> Option<LocalTime> {
        self.spelled(
            problems,
            parse_local_time,
            "a local date and time such as 1912-10-05T21:00",
        )
    }

    /// A time of day (W-025).
    pub fn time_of_day(&self, problems: &mut Problems) -> Option<TimeOfDay> {
        self.spelled(
            problems,
            parse_time_of_day,
            "a time of day from 00:00 to 23:59",
        )
    }

    /// `from` and `to`, both required (W-192, W-312).
    pub fn window(&self, problems: &mut Problems) -> Option<TimeWindow> {
        let from = self.at("from").need(problems).time_of_day(problems);
        let to = self.at("to").need(problems).time_of_day(problems);
        Some(TimeWindow {
            from: from?,
            to: to?,
        })
    }

    fn spelled<T>(
        &self,
        problems: &mut Problems,
        parse: fn(&str) -> Option<T>,
        expected: &str,
    ) -> Option<T> {
        let text = self.str(problems)?;
        let parsed = parse(text);
        if parsed.is_none() {
            self.report(
                problems,
                Code::BadFormat,
                format!("{} is not {expected}.", quoted(text)),
            );
        }
        parsed
    }
}

/// Reads an ISO date or date-time (W-023).
pub fn parse_moment(text: &str) -> Option<Moment> {
    let mut rest = Rest(text.as_bytes());
    let date = rest.date()?;
    if rest.0.is_empty() {
        return Some(Moment::Date(date));
    }
    rest.literal(b'T')?;
    let (hour, minute) = rest.clock()?;
    let mut second = 0;
    if rest.literal(b':').is_some() {
        second = rest.number(2)?;
    }
    let mut nanos = 0;
    if rest.literal(b'.').is_some() {
        let digits = rest
            .0
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if !(1..=9).contains(&digits) {
            return None;
        }
        nanos = rest.number(digits)? * 10u32.pow(9 - digits as u32);
    }
    let local = date.and_time(NaiveTime::from_hms_nano_opt(hour, minute, second, nanos)?);
    if rest.0.is_empty() {
        return Some(Moment::Local(local));
    }
    let seconds = if rest.literal(b'Z').is_some() {
        0
    } else {
        let sign = if rest.literal(b'+').is_some() {
            1
        } else {
            rest.literal(b'-')?;
            -1
        };
        let (hours, minutes) = rest.clock()?;
        sign * (hours as i32 * 3600 + minutes as i32 * 60)
    };
    if !rest.0.is_empty() {
        return None;
    }
    Some(Moment::Instant(
        FixedOffset::east_opt(seconds)?
            .from_local_datetime(&local)
            .single()?,
    ))
}

/// Reads a local time (W-024).
pub fn parse_local_time(text: &str) -> Option<NaiveDateTime> {
    let mut rest = Rest(text.as_bytes());
    let date = rest.date()?;
    rest.literal(b'T')?;
    let (hour, minute) = rest.clock()?;
    if !rest.0.is_empty() {
        return None;
    }
    date.and_hms_opt(hour, minute, 0)
}

/// Reads a time of day (W-025).
pub fn parse_time_of_day(text: &str) -> Option<TimeOfDay> {
    let mut rest = Rest(text.as_bytes());
    let (hour, minute) = rest.clock()?;
    if !rest.0.is_empty() {
        return None;
    }
    Some(TimeOfDay((hour * 60 + minute) as u16))
}

/// What is still to be read.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn date(&mut self) -> Option<NaiveDate> {
        let year = self.number(4)?;
        self.literal(b'-')?;
        let month = self.number(2)?;
        self.literal(b'-')?;
        let day = self.number(2)?;
        if year == 0 {
            return None;
        }
        NaiveDate::from_ymd_opt(year as i32, month, day)
    }

    /// `HH:MM`, 00:00 to 23:59.
    fn clock(&mut self) -> Option<(u32, u32)> {
        let hour = self.number(2)?;
        self.literal(b':')?;
        let minute = self.number(2)?;
        (hour < 24 && minute < 60).then_some((hour, minute))
    }

    fn literal(&mut self, byte: u8) -> Option<()> {
        self.0 = self.0.strip_prefix(&[byte])?;
        Some(())
    }

    fn number(&mut self, digits: usize) -> Option<u32> {
        let (now, later) = self.0.split_at_checked(digits)?;
        let number = now.iter().try_fold(0, |n, byte| {
            byte.is_ascii_digit()
                .then(|| n * 10 + u32::from(byte - b'0'))
        })?;
        self.0 = later;
        Some(number)
    }
}

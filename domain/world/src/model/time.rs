//! The spellings of time of section 1.3 as values. No clock is read here; zones are applied to what the author wrote.

use chrono::{
    DateTime, Datelike, FixedOffset, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeZone,
    Utc, Weekday,
};
use chrono_tz::Tz;

use super::words::words;

/// An ISO date or date-time (W-023), in the form it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// A date alone; midnight in the zone of the world.
    Date(NaiveDate),
    /// A wall clock in the zone of the world.
    Local(NaiveDateTime),
    /// An instant, with the offset it was written with.
    Instant(DateTime<FixedOffset>),
}

impl Moment {
    /// The instant, read in that zone (W-027, W-063).
    pub fn instant(&self, zone: Tz) -> DateTime<Utc> {
        match self {
            Moment::Date(date) => local_instant(date.and_time(NaiveTime::MIN), zone),
            Moment::Local(local) => local_instant(*local, zone),
            Moment::Instant(instant) => instant.with_timezone(&Utc),
        }
    }
}

/// A local date and time as an instant: of two the first; one that the zone skips with the offset in force before the
/// change (W-027).
pub(crate) fn local_instant(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    match zone.from_local_datetime(&local) {
        LocalResult::Single(instant) => instant.with_timezone(&Utc),
        LocalResult::Ambiguous(first, second) => first.min(second).with_timezone(&Utc),
        LocalResult::None => {
            // The longest skip in the database is a whole day (Samoa, 2011).
            let before = (1..=104)
                .filter_map(|quarters| {
                    local.checked_sub_signed(chrono::Duration::minutes(15 * quarters))
                })
                .find_map(|earlier| match zone.from_local_datetime(&earlier) {
                    LocalResult::Single(instant) => Some(instant),
                    LocalResult::Ambiguous(first, second) => Some(first.max(second)),
                    LocalResult::None => None,
                });
            match before {
                Some(before) => before.with_timezone(&Utc) + (local - before.naive_local()),
                None => local.and_utc(),
            }
        }
    }
}

/// A time of day (W-025), in minutes since midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay(pub u16);

impl TimeOfDay {
    /// The time of day at a wall clock.
    pub fn of(local: NaiveDateTime) -> TimeOfDay {
        use chrono::Timelike;
        TimeOfDay((local.hour() * 60 + local.minute()) as u16)
    }
}

impl std::fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// From one time of day (included) to another (not included); past midnight when it ends before it starts, never when both
/// are the same (W-193, W-314).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeWindow {
    /// Included.
    pub from: TimeOfDay,
    /// Not included.
    pub to: TimeOfDay,
}

impl TimeWindow {
    /// The day the window that holds this wall clock began on, when one holds it: today, or yesterday after midnight
    /// (W-193, W-315).
    pub fn day_of(&self, local: NaiveDateTime) -> Option<Day> {
        let now = TimeOfDay::of(local);
        let today = Day::of(local);
        if self.from < self.to {
            (self.from <= now && now < self.to).then_some(today)
        } else if self.from > self.to && now >= self.from {
            Some(today)
        } else if self.from > self.to && now < self.to {
            Some(today.before())
        } else {
            None
        }
    }
}

words! {
    /// A day of the week (W-026).
    Day {
        /// Monday
        #[default]
        Mon = "mon",
        /// Tuesday
        Tue = "tue",
        /// Wednesday
        Wed = "wed",
        /// Thursday
        Thu = "thu",
        /// Friday
        Fri = "fri",
        /// Saturday
        Sat = "sat",
        /// Sunday
        Sun = "sun",
    }
}

impl Day {
    /// The day of a wall clock.
    pub fn of(local: NaiveDateTime) -> Day {
        match local.weekday() {
            Weekday::Mon => Day::Mon,
            Weekday::Tue => Day::Tue,
            Weekday::Wed => Day::Wed,
            Weekday::Thu => Day::Thu,
            Weekday::Fri => Day::Fri,
            Weekday::Sat => Day::Sat,
            Weekday::Sun => Day::Sun,
        }
    }

    /// The day before.
    pub fn before(self) -> Day {
        match self {
            Day::Mon => Day::Sun,
            Day::Tue => Day::Mon,
            Day::Wed => Day::Tue,
            Day::Thu => Day::Wed,
            Day::Fri => Day::Thu,
            Day::Sat => Day::Fri,
            Day::Sun => Day::Sat,
        }
    }
}

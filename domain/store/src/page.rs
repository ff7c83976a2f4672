//! Seek pagination: a page is what comes after the last row of the one before, never "skip so many".

use chrono::Datelike;
use serde::{Deserialize, Serialize};

/// One page and where the next one begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// What is on it, in order.
    pub items: Vec<T>,
    /// Hand this in as `after` for the next page; none on the last page.
    pub next: Option<String>,
}

/// Which page of a list without filters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageQuery {
    /// At most so many; 0 means the default of 50, more than 200 means 200.
    pub limit: u32,
    /// `next` of the page before.
    pub after: Option<String>,
}

/// The most items a page holds.
pub(crate) const MOST: u32 = 200;

pub(crate) fn limit(asked: u32) -> u64 {
    u64::from(if asked == 0 { 50 } else { asked.min(MOST) })
}

/// Makes a page of rows that were asked for with one more than its limit.
pub(crate) fn cut<R, T>(
    mut rows: Vec<R>,
    limit: u64,
    cursor: impl Fn(&R) -> Cursor,
    read: impl Fn(R) -> crate::Result<T>,
) -> crate::Result<Page<T>> {
    let more = rows.len() as u64 > limit;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| more).map(|row| cursor(row).write());
    Ok(Page {
        items: rows.into_iter().map(read).collect::<crate::Result<_>>()?,
        next,
    })
}

/// A moment as a cursor holds it. None that a list ever held lies outside of these years, and Postgres knows no others.
pub(crate) fn moment(micros: &str) -> crate::Result<crate::Moment> {
    micros
        .parse()
        .ok()
        .and_then(crate::Moment::from_timestamp_micros)
        .filter(|moment| (1..=9999).contains(&moment.year()))
        .ok_or_else(not_of_this_list)
}

/// Where a page ended: the sort key of its last row and that row's id. Opaque to clients, so hex of JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Cursor(pub(crate) String, pub(crate) uuid::Uuid);

impl Cursor {
    pub(crate) fn write(&self) -> String {
        hex::encode(serde_json::to_vec(self).unwrap_or_default())
    }

    /// Clients can hand in anything: what gets through here is text that a query may hold (no NUL, S5).
    pub(crate) fn read(text: &str) -> crate::Result<Self> {
        hex::decode(text)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .filter(|Cursor(key, _)| !key.contains('\0'))
            .ok_or_else(not_of_this_list)
    }
}

fn not_of_this_list() -> crate::Error {
    crate::Error::Refused("after: not a cursor of this list".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

    /// S5: a cursor that no list wrote is refused before a database sees it.
    #[test]
    fn s5_cursors_that_no_list_wrote() {
        let written = Cursor("mira".into(), uuid::Uuid::from_u128(7)).write();
        let Ok(Cursor(key, id)) = Cursor::read(&written) else {
            panic!()
        };
        assert_eq!((key.as_str(), id.as_u128()), ("mira", 7));
        let nul = Cursor("mi\0ra".into(), uuid::Uuid::nil()).write();
        let no_id = hex::encode("[\"mira\", \"7\"]");
        let not_utf8 = hex::encode(b"[\"\xff\", 7]");
        for bad in [
            "",
            "0",
            "zz",
            "\0",
            "7b7d",
            &nul,
            &no_id,
            &not_utf8,
            &written[2..],
        ] {
            assert!(
                matches!(Cursor::read(bad), Err(Error::Refused(_))),
                "{bad:?}"
            );
        }
        let far = (i64::MAX / 1_000_000_000 * 800_000_000).to_string();
        let before = format!("-{far}");
        for bad in ["", "x", "1e9", "99999999999999999999", &far, &before] {
            assert!(matches!(moment(bad), Err(Error::Refused(_))), "{bad:?}");
        }
        assert!(moment("1700000000000000").is_ok());
    }
}

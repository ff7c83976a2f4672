//! Seek pagination: a page is what comes after the last row of the one before, never "skip so many".

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

/// A moment as a cursor holds it.
pub(crate) fn moment(micros: &str) -> crate::Result<crate::Moment> {
    micros
        .parse()
        .ok()
        .and_then(crate::Moment::from_timestamp_micros)
        .ok_or_else(|| crate::Error::Refused("after: not a cursor of this list".into()))
}

/// Where a page ended: the sort key of its last row and that row's id. Opaque to clients, so hex of JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Cursor(pub(crate) String, pub(crate) uuid::Uuid);

impl Cursor {
    pub(crate) fn write(&self) -> String {
        hex::encode(serde_json::to_vec(self).unwrap_or_default())
    }

    pub(crate) fn read(text: &str) -> crate::Result<Self> {
        hex::decode(text)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .ok_or_else(|| crate::Error::Refused("after: not a cursor of this list".into()))
    }
}

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

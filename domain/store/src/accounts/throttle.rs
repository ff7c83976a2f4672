//! Counting failures (S1): per account and per address, ten within a quarter of an hour, then growing waits. Never a lock
//! that stays. An attempt counts before its password is looked at, so that a hundred at once are a hundred.

use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, EntityTrait};

use super::{LoginError, Visitor};
use crate::database::{Alone, now};
use crate::rows::throttles as rows;
use crate::store::Inner;
use crate::{Moment, Result, names};

/// Failures before anybody waits.
pub(super) const FREE: i32 = 10;
const WINDOW: Duration = Duration::from_secs(15 * 60);
/// The first wait; it doubles with each further failure up to the window.
const FIRST_WAIT: Duration = Duration::from_secs(15);

/// Account first, then address.
pub(super) fn subjects(name: &str, visitor: &Visitor) -> [String; 2] {
    let address = match visitor.address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        // One customer of a provider has a whole /64.
        IpAddr::V6(address) => format!("{}/64", Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    };
    [
        format!("account:{}", names::fold(name.trim())),
        format!("address:{address}"),
    ]
}

/// Counts an attempt against each subject, or says how long to wait.
pub(super) async fn count(inner: &Inner, subjects: &[String; 2]) -> Result<(), LoginError> {
    let at = now();
    let write = inner.database.begin_write().await?;
    let [account, address] = subjects;
    write
        .alone([Alone::Named(account), Alone::Named(address)])
        .await?;
    let mut counted = Vec::new();
    for subject in subjects {
        let row = rows::Entity::find_by_id(subject.clone())
            .one(&*write)
            .await
            .map_err(crate::Error::from)?;
        let row = row.unwrap_or(rows::Model {
            subject: subject.clone(),
            failures: 0,
            started_at: at,
            free_at: at,
        });
        if row.free_at > at {
            return Err(LoginError::Wait(
                (row.free_at - at).to_std().unwrap_or(FIRST_WAIT),
            ));
        }
        counted.push(next(row, at));
    }
    for row in counted {
        keep(&write, row).await?;
    }
    Ok(write.commit().await?)
}

/// Takes the attempt back: it was no failure. The account starts afresh; the address only loses this one.
pub(super) async fn take_back(inner: &Inner, [account, address]: &[String; 2]) -> Result<()> {
    let write = inner.database.begin_write().await?;
    write
        .alone([Alone::Named(account), Alone::Named(address)])
        .await?;
    rows::Entity::delete_by_id(account.clone())
        .exec(&*write)
        .await?;
    if let Some(mut row) = rows::Entity::find_by_id(address.clone())
        .one(&*write)
        .await?
    {
        row.failures = (row.failures - 1).max(0);
        row.free_at = now();
        keep(&write, row).await?;
    }
    write.commit().await
}

/// The row after one more failure at this moment.
fn next(mut row: rows::Model, at: Moment) -> rows::Model {
    if at > row.started_at.max(row.free_at) + WINDOW {
        row.failures = 0;
    }
    if row.failures == 0 {
        row.started_at = at;
    }
    row.failures += 1;
    let over = row.failures - FREE;
    row.free_at = if over < 0 {
        at
    } else {
        at + FIRST_WAIT.saturating_mul(1 << over.min(8)).min(WINDOW)
    };
    row
}

async fn keep(write: &crate::database::Write, row: rows::Model) -> Result<()> {
    let row = rows::ActiveModel {
        subject: Set(row.subject),
        failures: Set(row.failures),
        started_at: Set(row.started_at),
        free_at: Set(row.free_at),
    };
    let upsert = OnConflict::column(rows::Column::Subject)
        .update_columns([
            rows::Column::Failures,
            rows::Column::StartedAt,
            rows::Column::FreeAt,
        ])
        .to_owned();
    rows::Entity::insert(row)
        .on_conflict(upsert)
        .exec_without_returning(&**write)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s1_ten_failures_then_growing_waits() {
        let start = now();
        let mut row = rows::Model {
            subject: "account:mira".into(),
            failures: 0,
            started_at: start,
            free_at: start,
        };
        let mut waits = Vec::new();
        let mut at = start;
        for _ in 0..18 {
            row = next(row, at);
            waits.push((row.free_at - at).num_seconds());
            at = row.free_at;
        }
        assert_eq!(
            waits,
            [
                0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 30, 60, 120, 240, 480, 900, 900, 900
            ]
        );
        let quiet = next(row, at + WINDOW + Duration::from_secs(1));
        assert_eq!((quiet.failures, quiet.free_at), (1, quiet.started_at));
    }

    #[test]
    fn s1_addresses_count_by_64_bits() {
        let of = |text: &str| {
            subjects(
                "Mira",
                &Visitor {
                    address: text.parse().unwrap(),
                    agent: None,
                },
            )[1]
            .clone()
        };
        assert_eq!(of("2001:db8:1:2:aaaa::1"), of("2001:db8:1:2:bbbb::2"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
        assert_ne!(of("192.0.2.7"), of("192.0.2.8"));
    }
}

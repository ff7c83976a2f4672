//! The store against real backends: SQLite, a temporary folder and one process by default; Postgres and Redis when
//! `TALEKEEP_TEST_DATABASE` and `TALEKEEP_TEST_QUEUE` name them, a bucket when `TALEKEEP_TEST_OBJECTS` does
//! (`s3://bucket`, with the `AWS_…` variables of the store).

#![expect(
    clippy::print_stderr,
    reason = "a test that is skipped says so, and figures are printed"
)]

mod accounts;
mod addresses;
mod crashes;
mod events;
mod figures;
mod imports;
mod lab;
mod ledger;
mod redis_bell;
mod sessions;
mod tenancy;
mod worlds;

//! The behaviour of the product over HTTP, one file per noun. Every test runs the real executable, embedded or on the services
//! that `TALEKEEP_TEST_DATABASE`, `TALEKEEP_TEST_QUEUE` and `TALEKEEP_TEST_OBJECTS` name, and knows nothing of its insides.

mod commands;
mod crash;
mod crash_writes;
mod description;
mod documents;
mod estate;
mod fail_points;
mod format;
mod guard;
mod health;
mod imports;
mod jobs;
mod lint;
mod login;
mod openapi;
mod pages;
mod sample;
mod sessions;
mod setup;
mod tenancy;
mod worlds;

use talekeep_tests::{App, Options};

/// The executable that cargo built for this run.
const EXE: &str = env!("CARGO_BIN_EXE_talekeep");

/// An app with its first owner.
async fn app() -> App {
    App::start(EXE, Options::default()).await
}

/// An app with something unusual.
async fn app_with(options: Options) -> App {
    App::start(EXE, options).await
}

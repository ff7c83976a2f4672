//! `talekeep openapi`: the description that `GET /api/openapi.json` serves, for tools and for reading.

use std::process::ExitCode;

use super::{Failure, terminal};

pub(super) fn run() -> Result<ExitCode, Failure> {
    let text = crate::openapi::description()
        .to_pretty_json()
        .map_err(|error| Failure::Other(error.to_string()))?;
    terminal::say(&text);
    Ok(ExitCode::SUCCESS)
}

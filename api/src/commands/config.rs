//! `talekeep config`: what is in force and why. Secrets are masked.

use std::process::ExitCode;

use super::{Failure, terminal};
use crate::config::Loaded;

pub(super) fn run(loaded: &Loaded) -> Result<ExitCode, Failure> {
    terminal::say(&loaded.explain()?);
    Ok(ExitCode::SUCCESS)
}

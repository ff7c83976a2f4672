//! The command line: one file per command. Exit status 0 is fine, 1 problems were found, 2 it could not be done.
//! Never logs to standard output, which belongs to answers.

pub mod card;
pub mod check;
pub mod config;
pub mod lint;
pub mod migrate;
pub mod openapi;
mod report;
pub mod serve;
mod signals;
mod terminal;
pub mod trigger_run;
pub mod user;
pub mod worker;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::config::{Loaded, load};
use crate::logging;

/// Hosts roleplay worlds: bring character cards or write worlds, and play in them.
#[derive(Debug, Parser)]
#[command(name = "talekeep", version, about)]
struct Line {
    /// Read this file instead of ./talekeep.toml.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server, with a worker inside (this is also what happens without a command).
    Serve(serve::Options),
    /// Run background jobs only, beside servers that use the same database.
    Worker,
    /// Bring the database's tables up to date.
    Migrate,
    /// Show every setting, its value and where it came from.
    Config,
    /// Make and change accounts.
    #[command(subcommand)]
    User(user::Command),
    /// Say what is wrong with the worlds of a folder.
    Check(check::CheckArgs),
    /// Say what the author of a sound world most likely did not mean, and why it matters.
    Lint(lint::LintArgs),
    /// Say what a card, lorebook or chat file holds.
    Card(card::CardArgs),
    /// Play a world's triggers step by step and print what the records say.
    TriggerRun(trigger_run::TriggerRunArgs),
    /// Print the description of the HTTP interface.
    Openapi,
}

/// Why a command did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Config(#[from] crate::config::Error),
    #[error(transparent)]
    Server(#[from] crate::server::Error),
    #[error("{}", crate::problem::chain(.0))]
    Store(#[from] talekeep_store::Error),
    #[error("{0}")]
    Input(#[from] std::io::Error),
    #[error("{0}")]
    Other(String),
}

/// Reads the command line and does what it says.
pub fn main() -> ExitCode {
    let line = Line::parse();
    match run(line) {
        Ok(code) => code,
        Err(failure) => {
            terminal::complain(&format!("talekeep: {failure}"));
            ExitCode::from(2)
        }
    }
}

fn run(line: Line) -> Result<ExitCode, Failure> {
    let settings = || load(line.config.as_deref());
    match line
        .command
        .unwrap_or(Command::Serve(serve::Options::default()))
    {
        Command::Openapi => openapi::run(),
        Command::Check(args) => Ok(ExitCode::from(check::run(&args))),
        Command::Lint(args) => Ok(ExitCode::from(lint::run(&args))),
        Command::Card(args) => Ok(ExitCode::from(card::run(args))),
        Command::TriggerRun(args) => Ok(ExitCode::from(trigger_run::run(&args))),
        Command::Config => config::run(&settings()?),
        Command::Serve(options) => logged(settings()?, |loaded| serve::run(loaded, options)),
        Command::Worker => logged(settings()?, worker::run),
        Command::Migrate => logged(settings()?, migrate::run),
        Command::User(command) => logged(settings()?, |loaded| user::run(loaded, command)),
    }
}

/// Commands that touch the store log and await.
fn logged<F>(loaded: Loaded, command: impl FnOnce(Loaded) -> F) -> Result<ExitCode, Failure>
where
    F: Future<Output = Result<ExitCode, Failure>>,
{
    logging::start(&loaded.config.log).map_err(Failure::Other)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let result = runtime.block_on(command(loaded));
    // A hash or a picture that still computes on a blocking thread must not hold up the exit.
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    result
}

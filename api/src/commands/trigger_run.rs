//! `talekeep trigger-run ROOT CASE`: plays a world's triggers step by step, without a model, a server or a database, for authors and
//! for the conformance cases. It changes nothing on disk.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::{Value, json};
use talekeep_world::read_world;

use super::check::{self, Format};

/// What to play.
#[derive(Debug, clap::Args)]
pub struct TriggerRunArgs {
    /// A roleplay root
    pub root: PathBuf,
    /// A JSON file with the world's folder name, settings and steps
    pub case: PathBuf,
    /// How the answer is printed; it is always JSON
    #[arg(long, value_enum, default_value_t = Format::Json)]
    pub format: Format,
}

/// Plays and prints. 0: played; 1: the world has problems; 2: root or case could not be read.
pub fn run(args: &TriggerRunArgs) -> u8 {
    match answer(args) {
        Ok((answer, status)) => match writeln!(io::stdout(), "{answer}") {
            Ok(()) => status,
            Err(_) => 2,
        },
        Err(reason) => {
            writeln!(io::stderr(), "{reason}").ok();
            2
        }
    }
}

fn answer(args: &TriggerRunArgs) -> Result<(Value, u8), String> {
    let case = fs::read(&args.case).map_err(|error| format!("{}: {error}", args.case.display()))?;
    let case: Value = serde_json::from_slice(&case)
        .map_err(|error| format!("{}: {error}", args.case.display()))?;
    let name = case["world"]
        .as_str()
        .filter(|name| !name.is_empty() && !name.contains(['/', '\\']) && !name.starts_with('.'))
        .ok_or("the case names no world folder")?;
    let path = args.root.join("worlds").join(name);
    let folder =
        check::load_world(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let reading = read_world(name, &folder);
    match reading.world.filter(|_| reading.problems.is_empty()) {
        None => Ok((
            json!({ "problems": check::problems_json(&reading.problems) }),
            1,
        )),
        Some(world) => Ok((
            talekeep_story::trigger_run(&world, &case, chrono::Utc::now())?,
            0,
        )),
    }
}

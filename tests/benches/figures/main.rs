//! Figures of whole processes, measured from outside: `cargo bench -p talekeep-tests -- [--quick] [--exe PATH]`.
//! Prints one table with the machine it ran on. It asserts nothing: targets are for people who read it.

#![allow(clippy::print_stderr, clippy::print_stdout)]

mod imports;
mod play;
mod reading;
mod start;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use talekeep_tests::{App, Options};

/// What was asked for on the command line.
struct Plan {
    exe: String,
    /// Fewer rounds, smaller loads.
    quick: bool,
}

impl Plan {
    fn rounds(&self, full: usize) -> usize {
        if self.quick { full.div_ceil(4) } else { full }
    }

    async fn app(&self, options: Options) -> App {
        App::start(&self.exe, options).await
    }
}

/// A line of the table.
struct Figure {
    what: String,
    measured: String,
    budget: &'static str,
}

fn figure(what: impl Into<String>, measured: impl Into<String>, budget: &'static str) -> Figure {
    Figure {
        what: what.into(),
        measured: measured.into(),
        budget,
    }
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let exe = arguments
        .iter()
        .position(|word| word == "--exe")
        .and_then(|at| arguments.get(at + 1));
    let plan = Plan {
        exe: exe.cloned().unwrap_or_else(release),
        quick: arguments.iter().any(|word| word == "--quick"),
    };
    println!("{}\n", machine());
    println!("| what | measured | budget |\n| --- | --- | --- |");
    show(start::figures(&plan).await);
    show(imports::figures(&plan).await);
    show(reading::figures(&plan).await);
    show(play::figures(&plan).await);
}

fn show(figures: Vec<Figure>) {
    for Figure {
        what,
        measured,
        budget,
    } in figures
    {
        println!("| {what} | {measured} | {budget} |");
    }
}

/// Builds the product as people run it and answers where it is.
fn release() -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--release", "--quiet", "-p", "talekeep"])
        .current_dir(&root)
        .status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "the release build"
    );
    let target =
        std::env::var("CARGO_TARGET_DIR").map_or_else(|_| root.join("target"), PathBuf::from);
    target.join("release/talekeep").display().to_string()
}

fn machine() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let cpu = read("/proc/cpuinfo");
    let cpu = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .unwrap_or("")
        .trim_start_matches([' ', '\t', ':']);
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let memory = read("/proc/meminfo");
    let memory = memory
        .split_whitespace()
        .nth(1)
        .and_then(|kib| kib.parse::<u64>().ok())
        .unwrap_or(0)
        / 1024
        / 1024;
    let load = read("/proc/loadavg");
    let load = load.split_whitespace().next().unwrap_or("?").to_owned();
    format!("{cores} cores ({cpu}), {memory} GiB, load {load} before the first figure")
}

/// Middle, 95 % and worst of some times.
fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    format!(
        "{} median, {} p95, {} worst of {}",
        short(at(50)),
        short(at(95)),
        short(at(100)),
        times.len()
    )
}

fn short(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    if ms < 10.0 {
        format!("{ms:.1} ms")
    } else {
        format!("{ms:.0} ms")
    }
}

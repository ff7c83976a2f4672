//! One started process of the product, its output kept in a file. Dropping it kills the process: nothing outlives a test.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A running child and where its output goes.
#[derive(Debug)]
pub struct Process {
    child: Child,
    log: PathBuf,
    /// What it was started for, for messages.
    pub role: String,
}

impl Process {
    /// Starts `exe` with exactly the given arguments and environment on top of ours.
    pub fn start(
        exe: &Path,
        role: &str,
        arguments: &[&str],
        environment: &[(String, String)],
        folder: &Path,
    ) -> Process {
        let number = fs::read_dir(folder).map_or(0, Iterator::count);
        let log = folder.join(format!("{role}-{number}.log"));
        let output = File::create(&log).expect("a log file");
        let child = command(exe, arguments, environment, folder)
            .stdin(Stdio::null())
            .stdout(output.try_clone().expect("a second handle"))
            .stderr(output)
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not start: {error}", exe.display()));
        Process {
            child,
            log,
            role: role.into(),
        }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// `Some` once it has ended.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("a child of ours")
    }

    /// Waits for its end without asking for it.
    pub async fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            if let Some(status) = self.ended() {
                return Some(status);
            }
            if Instant::now() > until {
                return None;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// kill -9: no handler runs.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to stop (SIGTERM), as a service manager would.
    pub fn terminate(&self) {
        let _ = Command::new("kill")
            .arg("-TERM")
            .arg(self.id().to_string())
            .status();
    }

    /// Everything it has printed.
    pub fn output(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Its resident memory in KiB, from the kernel.
    pub fn resident_kib(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// Processor seconds it has used, in clock ticks of 10 ms.
    pub fn cpu(&self) -> Option<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.id())).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: u64 =
            fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        Some(Duration::from_millis(ticks * 10))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A command with the product's environment: ours less every TALEKEEP_ variable, then the given ones.
pub fn command<A: AsRef<OsStr>>(
    exe: &Path,
    arguments: &[A],
    environment: &[(String, String)],
    folder: &Path,
) -> Command {
    let mut command = Command::new(exe);
    command.args(arguments).current_dir(folder);
    for (name, _) in
        std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("TALEKEEP_"))
    {
        command.env_remove(name);
    }
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    command
}

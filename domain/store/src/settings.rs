//! Which backends to use and how patient to be; the schemes of the three URLs decide everything else in `Store::open`.

use std::time::Duration;

/// Everything `Store::open` wants to know. `Settings::default()` is an embedded instance in `./data`.
#[derive(Debug, Clone)]
pub struct Settings {
    /// `sqlite://path/to/file.sqlite` (made when missing) or `postgres://…`.
    pub database: String,
    /// `file:///folder` or `file://relative/folder` (made when missing), `s3://bucket/prefix` (endpoint, keys and region from
    /// `AWS_ENDPOINT_URL`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`), or `memory:`.
    pub objects: String,
    /// `inprocess:` or `redis://…`.
    pub queue: String,
    /// Prefix of every Redis key and channel, so that several instances (or tests) share one Redis.
    pub queue_name: String,
    /// How long a claimed job belongs to its worker without a heartbeat.
    pub lease: Duration,
    /// How often a worker says that it is alive; well under `lease`.
    pub heartbeat: Duration,
    /// How often each worker process looks for lost jobs.
    pub sweep: Duration,
    /// The wait after the first failure of a job; it doubles with every further one, up to `backoff_cap`.
    pub backoff: Duration,
    /// The longest wait between two tries of a job.
    pub backoff_cap: Duration,
    /// How long a turn belongs to the process that plays it without [`crate::Sessions::extend`].
    pub turn_lease: Duration,
    /// How many imports of one workspace run at once (S8).
    pub imports_at_once: u32,
    /// What one password hash costs; lower it in tests only.
    pub password_cost: PasswordCost,
    /// Connections to Postgres at most (SQLite: readers).
    pub connections: u32,
    /// Bytes of unpacked world documents kept in memory.
    pub cache_bytes: usize,
}

/// argon2id parameters; the default is the least of S1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordCost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over it.
    pub passes: u32,
    /// Lanes.
    pub lanes: u32,
}

impl Default for PasswordCost {
    fn default() -> Self {
        PasswordCost {
            memory_kib: 19_456,
            passes: 2,
            lanes: 1,
        }
    }
}

impl PasswordCost {
    /// As cheap as argon2 goes. Never for an instance that people use.
    pub const fn for_tests() -> Self {
        PasswordCost {
            memory_kib: 64,
            passes: 1,
            lanes: 1,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            database: "sqlite://data/talekeep.sqlite".into(),
            objects: "file://data/objects".into(),
            queue: "inprocess:".into(),
            queue_name: "talekeep".into(),
            lease: Duration::from_secs(15),
            heartbeat: Duration::from_secs(3),
            sweep: Duration::from_secs(5),
            backoff: Duration::from_secs(2),
            backoff_cap: Duration::from_secs(300),
            turn_lease: Duration::from_secs(150),
            imports_at_once: 2,
            password_cost: PasswordCost::default(),
            connections: 16,
            cache_bytes: 64 * 1024 * 1024,
        }
    }
}

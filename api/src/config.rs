//! What this process was told: compiled-in defaults, then a file, then the environment.
//! Never read anywhere else: a setting that is not in `talekeep.default.toml` does not exist.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use figment::Figment;
use figment::providers::{Env, Format, Toml};
use serde::Deserialize;
use serde_json::Value;

/// The commented reference that is also the lowest layer.
pub const DEFAULTS: &str = include_str!("../talekeep.default.toml");

/// The file that is read from the current folder when none is named.
pub const FILE: &str = "talekeep.toml";

/// Keys whose values are never shown.
const SECRET: [&str; 2] = ["security.setup_token", "metrics.token"];

/// Seconds of the longest time a setting can be.
const DAY: u64 = 86_400;

/// Everything in force. Each key is explained in `talekeep.default.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub server: Server,
    pub storage: Storage,
    pub worker: Worker,
    pub play: Play,
    pub security: Security,
    pub limits: Limits,
    pub log: Log,
    pub metrics: Metrics,
}

/// `[server]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    pub address: SocketAddr,
    pub public_url: String,
    pub allowed_hosts: Vec<String>,
    pub trusted_proxies: Vec<String>,
    pub shutdown_grace_seconds: u64,
    pub threads: usize,
    pub requests_per_minute: u32,
    pub imports_per_hour: u32,
}

/// `[storage]`; the addresses of database and objects are worked out when they are empty.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Storage {
    pub data: PathBuf,
    pub database: String,
    pub objects: String,
    pub queue: String,
    pub queue_name: String,
}

/// `[worker]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worker {
    pub concurrency: usize,
    pub lease_seconds: u64,
    pub heartbeat_seconds: u64,
    pub sweep_seconds: u64,
}

/// `[play]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    pub narrator_pause_milliseconds: u64,
}

/// `[security]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Security {
    pub password_memory_kib: u32,
    pub password_passes: u32,
    pub setup_token: String,
}

/// `[limits]` (S8)
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub json_bytes: usize,
    pub json_levels: usize,
    pub upload_bytes: usize,
    pub archive_bytes: usize,
    pub archive_entries: usize,
    pub turn_characters: usize,
    pub turns_at_once: usize,
}

/// For whom the log is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

/// `[log]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub format: LogFormat,
    pub filter: String,
}

/// `[metrics]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    pub address: String,
    pub token: String,
}

/// Why the settings could not be used; the text names the key and where it came from.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("configuration: {0}")]
    Layer(String),
    #[error("configuration: {key}: {why}")]
    Value { key: &'static str, why: String },
    #[error("configuration: there is no file {0}")]
    NoFile(PathBuf),
}

impl From<figment::Error> for Error {
    /// Figment would name its profile too, which nobody has written anywhere.
    fn from(error: figment::Error) -> Error {
        let sentence = |error: figment::Error| {
            let place = match error.path.as_slice() {
                [] => String::new(),
                path => format!("{}: ", path.join(".")),
            };
            let source = error.metadata.as_ref().map_or_else(String::new, |from| {
                let file = from.source.as_ref().and_then(|source| source.file_path());
                match file {
                    Some(file) => format!(" ({})", file.display()),
                    None => format!(" ({})", from.name),
                }
            });
            format!("{place}{}{source}", error.kind)
        };
        let all: Vec<String> = error.into_iter().map(sentence).collect();
        Error::Layer(all.join("; "))
    }
}

/// The settings and where each of them came from.
#[derive(Debug, Clone)]
pub struct Loaded {
    pub config: Config,
    layers: Figment,
}

/// Reads all layers. A file that was named must exist; `talekeep.toml` need not.
pub fn load(named: Option<&Path>) -> Result<Loaded, Error> {
    if let Some(path) = named.filter(|path| !path.is_file()) {
        return Err(Error::NoFile(path.to_owned()));
    }
    let mut layers = Figment::new().merge(Toml::string(DEFAULTS));
    // Only a file that was named must be there.
    let file = named.unwrap_or(Path::new(FILE));
    if file.is_file() {
        layers = layers.merge(Toml::file_exact(file));
    }
    read(layers.merge(environment()))
}

/// The defaults alone, for tests that set what they need.
pub fn defaults() -> Result<Config, Error> {
    Ok(read(Figment::new().merge(Toml::string(DEFAULTS)))?.config)
}

/// Only `SECTION__KEY` counts: other variables with our prefix steer tests and fail points.
fn environment() -> Env {
    Env::prefixed("TALEKEEP_")
        .filter(|key| key.as_str().contains("__"))
        .split("__")
}

fn read(layers: Figment) -> Result<Loaded, Error> {
    let mut config: Config = layers.extract()?;
    let data = &config.storage.data;
    if config.storage.database.is_empty() {
        config.storage.database = format!("sqlite://{}", data.join("talekeep.db").display());
    }
    if config.storage.objects.is_empty() {
        config.storage.objects = format!("file://{}", data.join("objects").display());
    }
    let loaded = Loaded { config, layers };
    loaded.config.check()?;
    Ok(loaded)
}

impl Config {
    /// What types cannot say. Each rule names its key.
    fn check(&self) -> Result<(), Error> {
        let fault = |key, why: &str| {
            Err(Error::Value {
                key,
                why: why.to_owned(),
            })
        };
        for (key, number, least, most) in self.numbers() {
            if !(least..=most).contains(&number) {
                let why = match most {
                    u64::MAX => format!("at least {least}"),
                    _ => format!("at least {least} and at most {most}"),
                };
                return fault(key, &why);
            }
        }
        if self.worker.heartbeat_seconds > self.worker.lease_seconds / 2 {
            return fault("worker.heartbeat_seconds", "at most half the lease");
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-:".contains(c);
        let name = &self.storage.queue_name;
        if name.is_empty() || !name.chars().all(plain) {
            return fault("storage.queue_name", "one or more of a-z, 0-9, _, - and :");
        }
        if !self.metrics.address.is_empty() && self.metrics.address.parse::<SocketAddr>().is_err() {
            return fault(
                "metrics.address",
                "an address with a port, as 127.0.0.1:9090",
            );
        }
        let url = &self.server.public_url;
        if !url.is_empty() && crate::place::Public::parse(url).is_none() {
            return fault(
                "server.public_url",
                "http:// or https:// and a host, without a path",
            );
        }
        for network in &self.server.trusted_proxies {
            if crate::place::Network::parse(network).is_none() {
                return fault(
                    "server.trusted_proxies",
                    "addresses or networks, as 10.0.0.0/8",
                );
            }
        }
        Ok(())
    }

    /// Every number with the least and the most it can be. Times end at a day: longer ones are typing mistakes.
    fn numbers(&self) -> [(&'static str, u64, u64, u64); 18] {
        const ANY: u64 = u64::MAX;
        let Config {
            server,
            worker,
            play,
            security,
            limits,
            ..
        } = self;
        let of = |number: usize| number as u64;
        [
            ("server.threads", of(server.threads), 1, 1024),
            (
                "server.shutdown_grace_seconds",
                server.shutdown_grace_seconds,
                0,
                DAY,
            ),
            (
                "server.requests_per_minute",
                server.requests_per_minute.into(),
                1,
                ANY,
            ),
            (
                "server.imports_per_hour",
                server.imports_per_hour.into(),
                1,
                ANY,
            ),
            ("worker.concurrency", of(worker.concurrency), 1, 1024),
            ("worker.lease_seconds", worker.lease_seconds, 1, DAY),
            ("worker.heartbeat_seconds", worker.heartbeat_seconds, 1, DAY),
            ("worker.sweep_seconds", worker.sweep_seconds, 1, DAY),
            (
                "play.narrator_pause_milliseconds",
                play.narrator_pause_milliseconds,
                0,
                DAY * 1000,
            ),
            (
                "security.password_memory_kib",
                security.password_memory_kib.into(),
                64,
                4_194_304,
            ),
            (
                "security.password_passes",
                security.password_passes.into(),
                1,
                64,
            ),
            ("limits.json_bytes", of(limits.json_bytes), 1, ANY),
            ("limits.json_levels", of(limits.json_levels), 1, ANY),
            ("limits.upload_bytes", of(limits.upload_bytes), 1, ANY),
            ("limits.archive_bytes", of(limits.archive_bytes), 1, ANY),
            ("limits.archive_entries", of(limits.archive_entries), 1, ANY),
            ("limits.turn_characters", of(limits.turn_characters), 1, ANY),
            ("limits.turns_at_once", of(limits.turns_at_once), 1, ANY),
        ]
    }

    /// How long a job or a turn belongs to a process that is not heard of.
    pub fn lease(&self) -> Duration {
        Duration::from_secs(self.worker.lease_seconds)
    }

    /// How long a stop waits.
    pub fn grace(&self) -> Duration {
        Duration::from_secs(self.server.shutdown_grace_seconds)
    }
}

impl Loaded {
    /// Every key with its value and its source, one a line; secrets are masked.
    pub fn explain(&self) -> Result<String, Error> {
        let all: Value = self.layers.extract()?;
        let mut out = String::new();
        let sections = all.as_object().into_iter().flatten();
        for (section, keys) in sections {
            for (key, value) in keys.as_object().into_iter().flatten() {
                let path = format!("{section}.{key}");
                let value = self
                    .effective(&path)
                    .map_or_else(|| value.to_string(), |text| format!("{text:?}"));
                let value = masked(&path, &value);
                let _ = writeln!(out, "{path} = {value}  # {}", self.source(&path));
            }
        }
        Ok(out)
    }

    /// Values that are worked out when they are empty.
    fn effective(&self, path: &str) -> Option<&str> {
        match path {
            "storage.database" => Some(&self.config.storage.database),
            "storage.objects" => Some(&self.config.storage.objects),
            _ => None,
        }
    }

    fn source(&self, path: &str) -> String {
        let Some(metadata) = self.layers.find_metadata(path) else {
            return "default".to_owned();
        };
        if metadata.name.contains("environment") {
            return format!("TALEKEEP_{}", path.replace('.', "__").to_uppercase());
        }
        match metadata
            .source
            .as_ref()
            .and_then(|source| source.file_path())
        {
            Some(file) => file.display().to_string(),
            None => "default".to_owned(),
        }
    }
}

/// A secret becomes stars; an address loses its password and its query, where S3 keys might stand.
fn masked(path: &str, value: &str) -> String {
    if SECRET.contains(&path) {
        return if value == "\"\"" {
            value.to_owned()
        } else {
            "\"***\"".to_owned()
        };
    }
    if path.starts_with("storage.") {
        mask_url(value)
    } else {
        value.to_owned()
    }
}

fn mask_url(url: &str) -> String {
    let (url, query) = url
        .split_once('?')
        .map_or((url, ""), |(url, _)| (url, "?***\""));
    let Some((scheme, rest)) = url.split_once("://") else {
        return format!("{url}{query}");
    };
    let Some((login, host)) = rest.rsplit_once('@') else {
        return format!("{url}{query}");
    };
    let user = login.split(':').next().unwrap_or_default();
    format!("{scheme}://{user}:***@{host}{query}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_is_complete_and_valid() {
        let config = defaults().expect("the compiled-in defaults are valid");
        assert_eq!(config.storage.database, "sqlite://./data/talekeep.db");
        assert_eq!(config.storage.objects, "file://./data/objects");
        assert_eq!(config.limits.json_bytes, 1 << 20, "S8");
        assert_eq!(config.security.password_memory_kib, 19_456, "S1");
    }

    #[test]
    fn every_key_of_the_reference_has_a_sentence() {
        let mut commented = false;
        for line in DEFAULTS.lines() {
            if line.contains(" = ") && !line.starts_with('#') {
                assert!(
                    commented || line.starts_with("password_passes"),
                    "{line} has no sentence"
                );
            }
            commented = line.starts_with('#');
        }
    }

    #[test]
    fn a_file_wins_over_defaults_and_unknown_keys_are_named() {
        let layers = |text: &str| {
            Figment::new()
                .merge(Toml::string(DEFAULTS))
                .merge(Toml::string(text))
        };
        let loaded = read(layers("[server]\naddress = \"0.0.0.0:9\"")).expect("valid");
        assert_eq!(loaded.config.server.address.to_string(), "0.0.0.0:9");
        let fault = read(layers("[server]\nadress = \"0.0.0.0:9\"")).expect_err("a typing mistake");
        assert!(fault.to_string().contains("adress"), "{fault}");
        let fault = read(layers("[worker]\nheartbeat_seconds = 20")).expect_err("too slow");
        assert!(
            fault.to_string().contains("worker.heartbeat_seconds"),
            "{fault}"
        );
    }

    #[test]
    fn no_value_makes_it_panic_and_each_fault_names_its_key() {
        let set = |section: &str, line: &str| {
            let text = format!("[{section}]\n{line}");
            read(
                Figment::new()
                    .merge(Toml::string(DEFAULTS))
                    .merge(Toml::string(&text)),
            )
        };
        for (section, key, good, bad) in [
            ("server", "threads", ["1", "1024"], ["0", "1025"]),
            (
                "server",
                "shutdown_grace_seconds",
                ["0", "86400"],
                ["-1", "86401"],
            ),
            (
                "server",
                "requests_per_minute",
                ["1", "4294967295"],
                ["0", "4294967296"],
            ),
            (
                "server",
                "imports_per_hour",
                ["1", "4294967295"],
                ["0", "4294967296"],
            ),
            (
                "worker",
                "concurrency",
                ["1", "1024"],
                ["0", "9223372036854775807"],
            ),
            (
                "worker",
                "lease_seconds",
                ["10", "86400"],
                ["0", "9223372036854775807"],
            ),
            (
                "worker",
                "heartbeat_seconds",
                ["1", "7"],
                ["8", "9223372036854775807"],
            ),
            ("worker", "sweep_seconds", ["1", "86400"], ["0", "86401"]),
            (
                "play",
                "narrator_pause_milliseconds",
                ["0", "400"],
                ["-1", "9223372036854775807"],
            ),
            (
                "security",
                "password_memory_kib",
                ["64", "4194304"],
                ["63", "4194305"],
            ),
            ("security", "password_passes", ["1", "64"], ["0", "65"]),
            (
                "limits",
                "json_bytes",
                ["1", "9223372036854775807"],
                ["0", "-1"],
            ),
            ("limits", "json_levels", ["1", "64"], ["0", "1.5"]),
            (
                "limits",
                "upload_bytes",
                ["1", "9223372036854775807"],
                ["0", "true"],
            ),
            (
                "limits",
                "archive_bytes",
                ["1", "9223372036854775807"],
                ["0", "\"many\""],
            ),
            (
                "limits",
                "archive_entries",
                ["1", "9223372036854775807"],
                ["0", "[]"],
            ),
            (
                "limits",
                "turn_characters",
                ["1", "9223372036854775807"],
                ["0", "-1"],
            ),
            (
                "limits",
                "turns_at_once",
                ["1", "9223372036854775807"],
                ["0", "-1"],
            ),
            (
                "storage",
                "queue_name",
                ["\"a-b_c:1\"", "\"x\""],
                ["\"\"", "\"a b\""],
            ),
        ] {
            for value in good {
                set(section, &format!("{key} = {value}")).expect("a value that is taken");
            }
            for value in bad {
                let fault = set(section, &format!("{key} = {value}")).expect_err("refused");
                let named = format!("configuration: {section}.{key}: ");
                let text = fault.to_string();
                assert!(text.starts_with(&named) && !text.contains('\n'), "{text}");
            }
        }
    }

    #[test]
    fn s9_secrets_are_never_shown() {
        for (path, value, shown) in [
            ("metrics.token", "\"abc\"", "\"***\""),
            ("metrics.token", "\"\"", "\"\""),
            (
                "storage.database",
                "\"postgres://me:secret@db/x\"",
                "\"postgres://me:***@db/x\"",
            ),
            (
                "storage.objects",
                "\"s3://b/p?secret=x\"",
                "\"s3://b/p?***\"",
            ),
            (
                "storage.queue",
                "\"redis://:secret@h:1\"",
                "\"redis://:***@h:1\"",
            ),
            ("server.address", "\"1.2.3.4:5\"", "\"1.2.3.4:5\""),
        ] {
            assert_eq!(masked(path, value), shown, "{path}");
        }
    }
}

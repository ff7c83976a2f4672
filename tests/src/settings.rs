//! The product's settings as the suite runs it, by the names of its reference configuration. It never reads the product's own files.

use std::path::Path;

/// Variables for every process of one app: cheap passwords, short leases and rates that no test meets by accident.
pub fn common(data: &Path, port: u16) -> Vec<(String, String)> {
    [
        ("SERVER__ADDRESS", format!("127.0.0.1:{port}")),
        ("SERVER__REQUESTS_PER_MINUTE", "100000".into()),
        ("SERVER__IMPORTS_PER_HOUR", "100000".into()),
        ("SERVER__SHUTDOWN_GRACE_SECONDS", "5".into()),
        ("STORAGE__DATA", data.display().to_string()),
        ("WORKER__LEASE_SECONDS", "2".into()),
        ("WORKER__HEARTBEAT_SECONDS", "1".into()),
        ("WORKER__SWEEP_SECONDS", "1".into()),
        ("SECURITY__PASSWORD_MEMORY_KIB", "64".into()),
        ("SECURITY__PASSWORD_PASSES", "1".into()),
    ]
    .into_iter()
    .map(|(name, value)| (format!("TALEKEEP_{name}"), value))
    .collect()
}

/// One more setting, as `section.key` would be written in the file.
pub fn setting(section: &str, key: &str, value: &str) -> (String, String) {
    (
        format!(
            "TALEKEEP_{}__{}",
            section.to_uppercase(),
            key.to_uppercase()
        ),
        value.into(),
    )
}

/// Makes a debug build die at the `nth` passing of a fail point.
pub fn fail_at(point: &str, nth: u32) -> (String, String) {
    ("TALEKEEP_FAIL_AT".into(), format!("{point}:{nth}"))
}

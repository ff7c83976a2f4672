//! Places where a test can kill the process, between every two steps of a write that has several.
//! Release builds contain nothing of it.
//!
//! `TALEKEEP_FAIL_AT=world.commit.after-row` dies at the first passing, `…=world.commit.after-row:3` at the third.

/// Passes a fail point. The process is gone at once, without any clean-up, when the environment asks for it.
#[cfg(debug_assertions)]
pub fn point(name: &str) {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    static WANTED: OnceLock<Option<(String, u64)>> = OnceLock::new();
    static PASSED: AtomicU64 = AtomicU64::new(0);
    let wanted = WANTED.get_or_init(|| {
        let text = std::env::var("TALEKEEP_FAIL_AT").ok()?;
        Some(match text.rsplit_once(':') {
            Some((name, count)) if count.parse::<u64>().is_ok() => {
                (name.to_owned(), count.parse().unwrap_or(1))
            }
            _ => (text, 1),
        })
    });
    if let Some((place, nth)) = wanted
        && place == name
        && PASSED.fetch_add(1, Ordering::SeqCst) + 1 == *nth
    {
        std::process::abort();
    }
}

/// Passes a fail point; nothing in a release build.
#[cfg(not(debug_assertions))]
pub fn point(_name: &str) {}

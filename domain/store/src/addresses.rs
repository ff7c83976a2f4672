//! Checks the addresses of the settings before a client sees them. It never repeats one: clients quote what they cannot
//! read in their errors, and an address holds a password.

use reqwest::Url;

use crate::{Error, Result};

/// The parsed address, when it says what whoever wrote it meant. `what` names the setting.
pub(crate) fn check(what: &str, scheme: &str, address: &str) -> Result<Url> {
    Url::parse(address)
        .ok()
        .filter(|url| !is_torn(url, address))
        .ok_or_else(|| invalid(what, scheme))
}

/// What there is to say of an address that cannot be used.
pub(crate) fn invalid(what: &str, scheme: &str) -> Error {
    Error::Settings(format!(
        "{what}: not a valid {scheme}:// address (special characters in the password must be percent-encoded)"
    ))
}

/// A `/`, `?` or `#` in a password ends the part with host and password too early: with an `@` behind it the rest of the
/// password would be taken for the name of a database or a parameter, and such names are printed.
fn is_torn(url: &Url, address: &str) -> bool {
    let has_login = !url.username().is_empty() || url.password().is_some();
    url.fragment().is_some() || (address.contains('@') && !has_login)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S9: no message about an address holds a part of it.
    #[test]
    fn s9_addresses_are_not_repeated() {
        for (scheme, bad) in [
            ("postgres", "postgres://u:hun/ter2@db/rows"),
            ("postgres", "postgres://u:hun#ter2@db/rows"),
            ("postgres", "postgres://u:hun?ter2@db/rows"),
            ("postgres", "postgres://u:hunter2@d b/rows"),
            ("postgres", "postgres://u:12/ter2@db/rows"),
            ("postgres", "postgres://u:12?ter2@db/rows"),
            ("postgres", "postgres://u:12#ter2@db/rows"),
            ("postgres", "postgres://u:hunter2@db:port/rows"),
            ("redis", "redis://:hun/ter2@db/0"),
            ("redis", "redis://:12/ter2@db/0"),
            ("redis", "redis://u:12#ter2@db/0"),
        ] {
            let Err(error) = check("database", scheme, bad) else {
                panic!("{bad}")
            };
            assert!(matches!(error, Error::Settings(_)));
            let said = format!("{error} {error:?}");
            assert!(!said.contains("ter2") && !said.contains("db/"), "{said}");
            assert!(said.contains(scheme), "{said}");
        }
        for good in [
            "postgres://u:hun%2Fter2@db:5432/rows?sslmode=require",
            "postgres://db/rows",
            "postgres:///rows?host=/var/run/postgresql",
            "postgres://u:p@[::1]/rows",
            "redis://:secret@db:6379/0",
            "redis://db",
        ] {
            assert!(check("database", "x", good).is_ok(), "{good}");
        }
    }
}

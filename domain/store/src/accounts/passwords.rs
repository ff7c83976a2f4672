//! Passwords (S1): argon2id, at most one hash per core at a time, off the threads that answer requests.
//! It never says which part of a name and password was wrong, and takes as long for a name that nobody has.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::{OnceCell, Semaphore};

use super::common;
use crate::{Error, PasswordCost, Result, Unfit, names};

/// Characters of a password, at least and at most.
pub(super) const LENGTH: std::ops::RangeInclusive<usize> = 12..=256;

pub(crate) struct Passwords {
    argon2: Argon2<'static>,
    turns: Arc<Semaphore>,
    /// The hash of a password nobody has, made with the same cost.
    nobody: OnceCell<String>,
}

impl Passwords {
    pub(crate) fn new(cost: PasswordCost) -> Result<Self> {
        let params = Params::new(cost.memory_kib, cost.passes, cost.lanes, None)
            .map_err(|error| Error::Settings(format!("password cost: {error}")))?;
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Ok(Passwords {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            turns: Arc::new(Semaphore::new(cores)),
            nobody: OnceCell::new(),
        })
    }

    /// Checks that a new password is acceptable and hashes it.
    pub(super) async fn hash_new(&self, name: &str, password: &str) -> Result<String> {
        check(name, password)?;
        self.hash(password.to_owned()).await
    }

    /// Whether the password fits; `known` is the kept hash, none for a name that nobody has.
    pub(super) async fn verify(&self, known: Option<String>, password: &str) -> Result<bool> {
        if !LENGTH.contains(&password.chars().count()) {
            return Ok(false);
        }
        let is_known = known.is_some();
        let hash = match known {
            Some(hash) => hash,
            None => self
                .nobody
                .get_or_try_init(|| self.hash("nobody has this password".into()))
                .await?
                .clone(),
        };
        let password = password.to_owned();
        let fits = self
            .work(move |argon2| {
                let hash = PasswordHash::new(&hash)
                    .map_err(|error| Error::Damaged(format!("a password hash: {error}")))?;
                Ok(argon2.verify_password(password.as_bytes(), &hash).is_ok())
            })
            .await?;
        Ok(fits && is_known)
    }

    async fn hash(&self, password: String) -> Result<String> {
        self.work(move |argon2| {
            let hash = argon2.hash_password(password.as_bytes());
            Ok(hash
                .map_err(|error| Error::Settings(format!("password hash: {error}")))?
                .to_string())
        })
        .await
    }

    /// On a blocking thread, when it is our turn.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Argon2<'static>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let turn = self
            .turns
            .clone()
            .acquire_owned()
            .await
            .map_err(|error| Error::Settings(error.to_string()))?;
        let argon2 = self.argon2.clone();
        tokio::task::spawn_blocking(move || {
            let worked = work(&argon2);
            drop(turn);
            worked
        })
        .await?
    }
}

/// 12 to 256 characters of any kind, but none that everybody tries first.
fn check(name: &str, password: &str) -> Result<()> {
    let length = password.chars().count();
    let unfit = if length < *LENGTH.start() {
        Unfit::PasswordShort
    } else if length > *LENGTH.end() {
        Unfit::PasswordLong
    } else if common::is_common(password) || is_mostly(name, password) {
        Unfit::PasswordCommon
    } else {
        return Ok(());
    };
    Err(Error::Unfit(unfit))
}

/// Whether little is left of a password when the user's name is taken out.
fn is_mostly(name: &str, password: &str) -> bool {
    let (name, password) = (names::fold(name), names::fold(password));
    !name.is_empty() && password.replace(&name, "").chars().count() < 6
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S1: length at n and n + 1, common ones refused, everything else is the user's business.
    #[test]
    fn s1_which_passwords_are_accepted() {
        let cases: &[(&str, bool)] = &[
            (&"x7".repeat(5), false),
            ("elevenchars", false),
            ("twelve chars", true),
            ("十二个字的密码也可以用呀", true),
            (&"ab c".repeat(64), true),
            (&format!("{}!", "ab c".repeat(64)), false),
            ("password1234", false),
            ("PassWord1234", false),
            ("123456789012", false),
            ("aaaaaaaaaaaaaaaa", false),
            ("abababababab", false),
            ("qwertyuiop12", false),
            ("miramira-mira1", false),
            ("mira-kovacs-1", true),
            ("correct horse battery", true),
        ];
        for (password, accepted) in cases {
            assert_eq!(check("Mira", password).is_ok(), *accepted, "{password:?}");
        }
    }

    #[tokio::test]
    async fn s1_argon2id_with_the_cost_that_was_asked_for() {
        let passwords = Passwords::new(PasswordCost::default()).unwrap();
        let hash = passwords
            .hash_new("mira", "a door in the hill")
            .await
            .unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
        assert!(
            passwords
                .verify(Some(hash.clone()), "a door in the hill")
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify(Some(hash), "a door in the hull")
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify(None, "nobody has this password")
                .await
                .unwrap()
        );
    }
}

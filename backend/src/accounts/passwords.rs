//! Hashes of passwords: Argon2id, few at a time (docs/staff.md#passwords).

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use rustix::process::setpriority_process;
use std::sync::Arc;
use std::thread::Builder;
use tokio::sync::oneshot::error::RecvError;
use tokio::sync::{Semaphore, oneshot};

/// What a hash costs: 19 MiB of memory, passed over twice, by one thread.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// How many hashes are computed at a time for attempts of each kind. More would take the processors from visitors.
const AT_ONCE: usize = 1;

/// The niceness of what gives way to everything else.
const LEAST_PRIORITY: i32 = 19;

/// How many attempts of each kind may wait for that: less than a second on any server.
const WAITING: usize = 16;

/// Bytes of a salt.
const SALT_LENGTH: usize = 16;

/// What the password of somebody who is not there is compared with, so that it takes as long as with one who is. No password has it.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes passwords and compares them with hashes.
pub(crate) struct Passwords {
    of_strangers: Attempts,
    of_known: Attempts,
}

/// The attempts of one kind that are there.
struct Attempts {
    places: Semaphore,
    at_once: Arc<Semaphore>,
}

/// Whose attempt it is. A flood of one kind takes no place from the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attempt {
    OfStranger,
    /// Of somebody who is signed in, has a link, or has signed in before in this browser.
    OfKnown,
}

/// Why there is no hash.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PasswordError {
    /// As many as may be wait for those that are being computed.
    #[error("too many passwords are being checked")]
    Busy,
    #[error("system random generator unavailable: {0}")]
    Random(#[from] getrandom::Error),
    #[error("hashing a password failed: {0}")]
    Hash(#[from] argon2::password_hash::Error),
    #[error("there is no thread to hash a password: {0}")]
    Thread(#[from] std::io::Error),
    #[error("hashing a password panicked")]
    Panicked(#[from] RecvError),
}

/// Whether a password was the right one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Wrong,
    /// With a hash to store instead, if today's would cost otherwise.
    Right {
        rehashed: Option<String>,
    },
}

impl Default for Passwords {
    fn default() -> Self {
        let attempts = || Attempts {
            places: Semaphore::new(WAITING),
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
        };
        Self {
            of_strangers: attempts(),
            of_known: attempts(),
        }
    }
}

impl Passwords {
    /// Returns the hash of a password that somebody who is known has chosen, as a PHC string.
    pub(crate) async fn hash(&self, password: String) -> Result<String, PasswordError> {
        self.compute(Attempt::OfKnown, move || hash(&password)).await
    }

    /// Compares a password with a hash. Without one it is wrong, after the same time.
    pub(crate) async fn verify(
        &self,
        by: Attempt,
        password: String,
        hash: Option<String>,
    ) -> Result<Verdict, PasswordError> {
        self.compute(by, move || verify(&password, hash.as_deref())).await
    }

    /// On a thread of its own, which yields to all others: visitors do not wait for those who sign in.
    async fn compute<T: Send + 'static>(
        &self,
        by: Attempt,
        work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let Attempts { places, at_once } = match by {
            Attempt::OfStranger => &self.of_strangers,
            Attempt::OfKnown => &self.of_known,
        };
        let _place = places.try_acquire().map_err(|_| PasswordError::Busy)?;
        // Never closed.
        let permit = Arc::clone(at_once).acquire_owned().await;
        let permit = permit.map_err(|_| PasswordError::Busy)?;
        let (answer, answered) = oneshot::channel();
        Builder::new().name("password".into()).spawn(move || {
            let _permit = permit;
            // On Linux of this thread alone. Where it is refused, the work is done all the same.
            let _ = setpriority_process(None, LEAST_PRIORITY);
            let _ = answer.send(work());
        })?;
        answered.await?
    }
}

fn argon2() -> Result<Argon2<'static>, PasswordError> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(argon2::password_hash::Error::from)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &str) -> Result<String, PasswordError> {
    let mut salt = [0; SALT_LENGTH];
    getrandom::fill(&mut salt)?;
    let hash = argon2()?.hash_password_with_salt(password.as_bytes(), &salt)?;
    Ok(hash.to_string())
}

fn verify(password: &str, stored: Option<&str>) -> Result<Verdict, PasswordError> {
    let stored = PasswordHash::new(stored.unwrap_or(NOBODYS)).map_err(argon2::password_hash::Error::from)?;
    let argon2 = argon2()?;
    if argon2.verify_password(password.as_bytes(), &stored).is_err() {
        return Ok(Verdict::Wrong);
    }
    let cost = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
    let is_of_today = stored.algorithm == Algorithm::Argon2id.ident()
        && Params::try_from(&stored).is_ok_and(|params| cost(&params) == cost(argon2.params()));
    let rehashed = if is_of_today { None } else { Some(hash(password)?) };
    Ok(Verdict::Right { rehashed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;

    #[test]
    fn a_hash_is_of_its_password_only_and_has_todays_cost() {
        let hashed = hash("correct horse").unwrap();
        assert!(hashed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hashed}");
        let right = Verdict::Right { rehashed: None };
        assert_eq!(verify("correct horse", Some(&hashed)).unwrap(), right);
        assert_eq!(verify("correct horsE", Some(&hashed)).unwrap(), Verdict::Wrong);
        assert_ne!(hash("correct horse").unwrap(), hashed, "another salt");
    }

    #[test]
    fn nobody_has_a_password() {
        for password in ["", "correct horse"] {
            assert_eq!(verify(password, None).unwrap(), Verdict::Wrong);
        }
    }

    #[test]
    fn a_hash_that_cost_less_is_replaced() {
        let params = Params::new(8 * 1024, 1, 1, None).unwrap();
        let cheap = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let cheap = cheap
            .hash_password_with_salt(b"correct horse", &[7; 16])
            .unwrap()
            .to_string();
        let Verdict::Right {
            rehashed: Some(today),
        } = verify("correct horse", Some(&cheap)).unwrap()
        else {
            panic!("it is the right one");
        };
        assert_eq!(
            verify("correct horse", Some(&today)).unwrap(),
            Verdict::Right { rehashed: None }
        );
        assert_eq!(verify("wrong", Some(&cheap)).unwrap(), Verdict::Wrong);
    }

    #[tokio::test]
    async fn a_flood_of_strangers_takes_no_place_from_those_who_are_known() {
        let passwords = Passwords::default();
        let attempt = |by| passwords.verify(by, "a".into(), None);
        let flood = join_all((0..=WAITING).map(|_| attempt(Attempt::OfStranger)));
        let (flood, known) = tokio::join!(flood, attempt(Attempt::OfKnown));
        assert_eq!(known.unwrap(), Verdict::Wrong);
        let busy = flood
            .iter()
            .filter(|result| matches!(result, Err(PasswordError::Busy)));
        assert_eq!(busy.count(), 1);
        assert!(attempt(Attempt::OfStranger).await.is_ok(), "there is room again");
    }
}

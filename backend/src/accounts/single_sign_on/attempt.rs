//! A sign-in that has begun: what the browser keeps until it comes back from the provider.
//!
//! The server keeps nothing meanwhile, so that strangers cannot fill it. Everything that has to be secret or fit is derived from the
//! random part of the cookie under a key of the server: with the cookie alone nobody knows the verifier of the code.

use crate::keyed_hash::KeyedHash;
use crate::staff::hash_token;
use base::encoding::{base64url, decode_base64url};
use base::random::random_secret;
use base::time::Millis;
use sha2::{Digest, Sha256};

/// How long the provider may take to send somebody back.
pub(crate) const ATTEMPT_LIFE: Millis = 10 * 60_000;

/// A sign-in that has begun in a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignOnAttempt {
    seed: String,
    pub(crate) begun_at: Millis,
    /// Whether the provider has to ask who it is, even if it knows.
    pub(crate) is_again: bool,
    /// The page of the console that was wanted.
    pub(crate) wanted: String,
    /// The hash of the session that the browser has had before.
    pub(crate) earlier: Option<String>,
}

/// What goes to the provider and comes back from it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Proofs {
    pub(super) state: String,
    pub(super) nonce: String,
    /// Of PKCE.
    pub(super) verifier: String,
}

impl SignOnAttempt {
    /// Begins one.
    ///
    /// # Errors
    /// The operating system has no random numbers.
    pub(crate) fn begin(
        wanted: String,
        is_again: bool,
        earlier: Option<String>,
        at: Millis,
    ) -> Result<Self, getrandom::Error> {
        Ok(Self {
            seed: random_secret()?,
            begun_at: at,
            is_again,
            wanted,
            earlier,
        })
    }

    /// Returns the names by which it is known to the provider.
    pub(super) fn proofs(&self, key: &KeyedHash) -> Proofs {
        Proofs {
            state: key.hash(&["state", &self.seed]),
            nonce: key.hash(&["nonce", &self.seed]),
            verifier: key.hash(&["verifier", &self.seed]),
        }
    }

    /// Returns what is stored when it has led to a session: it does so once.
    pub(crate) fn spent(&self) -> String {
        hash_token(&self.seed)
    }

    /// Writes it for a cookie.
    pub(super) fn write(&self, key: &KeyedHash) -> String {
        let earlier = self.earlier.as_deref().unwrap_or_default();
        let content = format!(
            "{}.{}.{}.{earlier}.{}",
            self.seed,
            self.begun_at,
            u8::from(self.is_again),
            base64url(self.wanted.as_bytes()),
        );
        let mac = key.hash(&["cookie", &content]);
        format!("{content}.{mac}")
    }

    /// Reads a cookie; `None` if it is not of this server, or too old.
    pub(super) fn read(cookie: &str, key: &KeyedHash, at: Millis) -> Option<Self> {
        let (content, mac) = cookie.rsplit_once('.')?;
        if !is_same(mac, &key.hash(&["cookie", content])) {
            return None;
        }
        let [seed, begun_at, is_again, earlier, wanted] = content.split('.').collect::<Vec<_>>()[..] else {
            return None;
        };
        let begun_at: Millis = begun_at.parse().ok()?;
        let is_in_time = (begun_at..begun_at + ATTEMPT_LIFE).contains(&at);
        is_in_time.then_some(Self {
            seed: seed.to_owned(),
            begun_at,
            is_again: is_again == "1",
            wanted: String::from_utf8(decode_base64url(wanted)?).ok()?,
            earlier: Some(earlier.to_owned()).filter(|hash| !hash.is_empty()),
        })
    }
}

impl Proofs {
    /// Returns what the provider compares the verifier with (RFC 7636, S256).
    pub(super) fn challenge(&self) -> String {
        base64url(&Sha256::digest(&self.verifier))
    }
}

/// Compares hashes of both, so that the time says nothing about how much of one is right.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    hash_token(one) == hash_token(other)
}

#[cfg(test)]
mod tests {
    use super::super::ATTEMPTS;
    use super::*;

    fn key(secret: &str) -> KeyedHash {
        KeyedHash::from_secret(secret, &ATTEMPTS)
    }

    fn attempt(earlier: Option<&str>) -> SignOnAttempt {
        SignOnAttempt::begin("/me?a=b.c".into(), true, earlier.map(hash_token), 1_000).unwrap()
    }

    #[test]
    fn a_cookie_is_read_as_it_was_written_for_ten_minutes() {
        let key = key("s");
        for attempt in [attempt(None), attempt(Some("session"))] {
            let cookie = attempt.write(&key);
            assert!(
                cookie
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
            );
            let read = |at| SignOnAttempt::read(&cookie, &key, at);
            assert_eq!(read(1_000), Some(attempt.clone()));
            assert_eq!(read(1_000 + ATTEMPT_LIFE - 1), Some(attempt));
            assert_eq!(read(1_000 + ATTEMPT_LIFE), None);
            assert_eq!(read(999), None);
        }
    }

    #[test]
    fn cookies_that_were_changed_or_are_of_another_server_are_not_read() {
        let (own, cookie) = (key("s"), attempt(None).write(&key("s")));
        assert_eq!(SignOnAttempt::read(&cookie, &key("t"), 1_000), None);
        for changed in [
            cookie.replacen(".1000.", ".1001.", 1),
            cookie.replacen(".1.", ".0.", 1),
            format!("{cookie}A"),
            cookie.rsplit_once('.').unwrap().0.to_owned(),
            String::new(),
        ] {
            assert_ne!(changed, cookie);
            assert_eq!(SignOnAttempt::read(&changed, &own, 1_000), None, "{changed}");
        }
    }

    #[test]
    fn everything_for_the_provider_differs_and_is_of_one_attempt() {
        let key = key("s");
        let (one, other) = (attempt(None).proofs(&key), attempt(None).proofs(&key));
        assert_ne!(one, other);
        let all = [&one.state, &one.nonce, &one.verifier];
        assert!(all.iter().all(|proof| proof.len() == 43));
        assert!(one.state != one.nonce && one.nonce != one.verifier && one.state != one.verifier);
    }

    #[test]
    fn the_challenge_is_that_of_the_standard() {
        // RFC 7636, appendix B.
        let proofs = Proofs {
            state: String::new(),
            nonce: String::new(),
            verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".into(),
        };
        assert_eq!(proofs.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}

//! Browsers in which somebody has signed in before (docs/staff.md#limits-of-signing-in).
//!
//! Attempts in such a browser count apart from those of strangers, so that nobody can keep a person from their account by guessing.

use crate::keyed_hash::{HashPurpose, KeyedHash};
use crate::server_key::{Secrets, ServerKeyError};
use crate::staff::hash_token;
use base::random::random_id;
use store::Store;

const PURPOSE: HashPurpose = HashPurpose {
    secret: "known_browser_key",
    key: "pulsen known browser key",
    length: 32,
};

/// Marks browsers with a key of this server.
pub(crate) struct KnownBrowsers(KeyedHash);

impl KnownBrowsers {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        Ok(Self(KeyedHash::new(store, secrets, &PURPOSE).await?))
    }

    /// Returns the mark of a browser in which the person with this address has signed in.
    pub(crate) fn mark(&self, email: &str) -> Result<String, getrandom::Error> {
        let id = random_id()?;
        let hash = self.0.hash(&[email, &id]);
        Ok(format!("{id}.{hash}"))
    }

    /// Returns the id of a browser with this mark, if the person with this address has signed in there.
    pub(crate) fn id_of<'m>(&self, mark: &'m str, email: &str) -> Option<&'m str> {
        let (id, hash) = mark.split_once('.')?;
        // Hashes of them are compared, so the time says nothing about how much of one is right.
        let is_ours = hash_token(hash) == hash_token(&self.0.hash(&[email, id]));
        is_ours.then_some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_of_one_person_at_one_server() {
        let browsers = |secret: &str| KnownBrowsers(KeyedHash::from_secret(secret, &PURPOSE));
        let own = browsers("s");
        let mark = own.mark("ann@shop.example").unwrap();
        assert_eq!(own.id_of(&mark, "ann@shop.example"), mark.split('.').next());
        assert_eq!(own.id_of(&mark, "bob@shop.example"), None);
        assert_eq!(browsers("t").id_of(&mark, "ann@shop.example"), None);
        let (_, hash) = mark.split_once('.').unwrap();
        for wrong in ["", ".", &format!("other.{hash}"), &mark[..mark.len() - 1]] {
            assert_eq!(own.id_of(wrong, "ann@shop.example"), None, "{wrong}");
        }
    }
}

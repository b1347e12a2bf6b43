//! The keys of this server, each derived from a secret for one purpose.

use base::random::random_secret;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use store::{Store, StoreError};

/// Why the server has no secret for its keys.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServerKeyError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("system random generator unavailable: {0}")]
    Random(#[from] getrandom::Error),
}

/// Where the server's keys come from.
#[derive(Debug, Clone, Default)]
pub struct Secrets {
    /// The operator's secret; without it there is one for each purpose in the database.
    pub current: Option<String>,
    /// What the keys came from before: what was signed with them is still accepted.
    pub previous: Option<PreviousSecret>,
}

/// What keys came from before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PreviousSecret {
    /// Another secret of the operator.
    Operator(String),
    /// The secrets in the database.
    Database,
}

/// The secrets for one purpose.
pub(crate) struct PurposeSecrets {
    pub(crate) current: String,
    pub(crate) previous: Option<String>,
}

impl Secrets {
    /// Returns the operator's secret, or else the one with this name in the database, which is created on first use.
    pub(crate) async fn current(&self, store: &Store, name: &str) -> Result<String, ServerKeyError> {
        Ok(match &self.current {
            Some(secret) => secret.clone(),
            None => store.secret(name, random_secret()?).await?,
        })
    }

    /// Returns the secrets of what is signed now, and of what was signed before.
    pub(crate) async fn of(&self, store: &Store, name: &str) -> Result<PurposeSecrets, ServerKeyError> {
        let previous = match &self.previous {
            None => None,
            Some(PreviousSecret::Operator(secret)) => Some(secret.clone()),
            Some(PreviousSecret::Database) => store.kept_secret(name).await?,
        };
        Ok(PurposeSecrets {
            current: self.current(store, name).await?,
            previous,
        })
    }
}

/// Derives the key for a purpose, so that one secret can serve several: what is computed for one of them is worth nothing
/// for another.
pub(crate) fn derive_mac(secret: &str, purpose: &str) -> Hmac<Sha256> {
    let key = Sha256::new()
        .chain_update(purpose)
        .chain_update("\0")
        .chain_update(secret)
        .finalize();
    mac_by(&key)
}

/// Makes the hash with a key of at most 64 bytes.
pub(crate) fn mac_by(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new(&key_block(key))
}

/// Feeds texts to a hash, each with its length: no other texts give the same bytes.
pub(crate) fn mac_of(key: &Hmac<Sha256>, texts: &[&str]) -> Hmac<Sha256> {
    let mut mac = key.clone();
    for text in texts {
        mac.update(&(text.len() as u64).to_be_bytes());
        mac.update(text.as_bytes());
    }
    mac
}

/// Pads a key with zeros to the block of SHA-256, 64 bytes (RFC 2104).
fn key_block(key: &[u8]) -> hmac::digest::Key<Hmac<Sha256>> {
    let mut block = hmac::digest::Key::<Hmac<Sha256>>::default();
    for (to, from) in block.iter_mut().zip(key) {
        *to = *from;
    }
    block
}

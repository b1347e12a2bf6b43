//! Keyed hashes, by which the server tells devices, addresses and networks apart without storing or showing them.

use crate::server_key::{Secrets, ServerKeyError, derive_mac, mac_of};
use base::encoding::base64url;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use store::Store;

/// What hashes are for. Hashes for one purpose say nothing about those for another.
pub(crate) struct HashPurpose {
    /// The name of the secret in the database.
    pub(crate) secret: &'static str,
    /// What the key is derived for.
    pub(crate) key: &'static str,
    /// Bytes of a hash, at most 32. With 16, no two values have the same hash.
    pub(crate) length: usize,
}

/// Hashes for one purpose with a key of this server.
#[derive(Clone)]
pub(crate) struct KeyedHash {
    mac: Hmac<Sha256>,
    length: usize,
}

impl KeyedHash {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    pub(crate) async fn new(
        store: &Store,
        secrets: &Secrets,
        purpose: &HashPurpose,
    ) -> Result<Self, ServerKeyError> {
        let secret = secrets.current(store, purpose.secret).await?;
        Ok(Self::from_secret(&secret, purpose))
    }

    /// Derives the key from a secret.
    pub(crate) fn from_secret(secret: &str, purpose: &HashPurpose) -> Self {
        Self {
            mac: derive_mac(secret, purpose.key),
            length: purpose.length,
        }
    }

    /// Returns the hash of texts as Base64url.
    pub(crate) fn hash(&self, texts: &[&str]) -> String {
        let mut bytes = mac_of(&self.mac, texts).finalize().into_bytes().to_vec();
        bytes.truncate(self.length);
        base64url(&bytes)
    }
}

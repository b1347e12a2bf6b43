//! Device ids as staff see them (docs/staff.md#what-a-token-never-yields).
//!
//! Anyone who knows the id of a visitor's browser can send feedback in its name. A keyed hash still tells which feedback came
//! from the same browser.

use crate::keyed_hash::{HashPurpose, KeyedHash};
use crate::server_key::{Secrets, ServerKeyError};
use base::encoding::decode_base64url;
use store::Store;

const PURPOSE: HashPurpose = HashPurpose {
    secret: "device_hash_key",
    key: "pulsen device hash key",
    length: 16,
};

/// Hashes device ids with a key of this server.
#[derive(Clone)]
pub(crate) struct DeviceHashes(KeyedHash);

impl DeviceHashes {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        Ok(Self(KeyedHash::new(store, secrets, &PURPOSE).await?))
    }

    /// Returns the hash of a device id: 22 characters.
    pub(crate) fn hash(&self, device_id: &str) -> String {
        self.0.hash(&[device_id])
    }

    /// Returns whether a text could be a hash.
    pub(crate) fn has_form(text: &str) -> bool {
        decode_base64url(text).is_some_and(|bytes| bytes.len() == PURPOSE.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_secret(secret: &str) -> DeviceHashes {
        DeviceHashes(KeyedHash::from_secret(secret, &PURPOSE))
    }

    #[test]
    fn hashes_depend_on_device_and_key() {
        let hashes = from_secret("s");
        let hash = hashes.hash("d");
        assert_eq!(hash.len(), 22);
        assert_eq!(hash, hashes.hash("d"));
        assert_ne!(hash, hashes.hash("e"));
        assert_ne!(hash, from_secret("t").hash("d"));
        assert!(DeviceHashes::has_form(&hash));
        assert!(!DeviceHashes::has_form("d"));
    }
}

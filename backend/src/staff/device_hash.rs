//! Device ids as staff see them (docs/staff.md#what-a-token-never-yields).
//!
//! Whoever knows the id of a visitor's browser can send feedback in its name. A keyed hash still tells which feedback came
//! from the same browser.

use crate::encoding::{base64url, decode_base64url};
use crate::server_key::{Secrets, ServerKeyError, derive_mac, mac_of};
use crate::store::Store;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// The name of the key in the database.
const SECRET: &str = "device_hash_key";

/// Bytes of a hash: enough that no two devices have the same one.
const LENGTH: usize = 16;

/// Hashes device ids with a key of this server.
#[derive(Clone)]
pub(crate) struct DeviceHashes {
    mac: Hmac<Sha256>,
}

impl DeviceHashes {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    ///
    /// # Errors
    /// The database failed, or there were no random bits for a new key.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        Ok(Self::from_secret(&secrets.current(store, SECRET).await?))
    }

    fn from_secret(secret: &str) -> Self {
        Self {
            mac: derive_mac(secret, "pulsen device hash key"),
        }
    }

    /// Returns the hash of a device id: 22 characters.
    pub(crate) fn hash(&self, device_id: &str) -> String {
        let mut bytes = mac_of(&self.mac, &[device_id]).finalize().into_bytes().to_vec();
        bytes.truncate(LENGTH);
        base64url(&bytes)
    }

    /// Returns whether a text could be a hash.
    pub(crate) fn has_form(text: &str) -> bool {
        decode_base64url(text).is_some_and(|bytes| bytes.len() == LENGTH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_depend_on_device_and_key() {
        let hashes = DeviceHashes::from_secret("s");
        let hash = hashes.hash("d");
        assert_eq!(hash.len(), 22);
        assert_eq!(hash, hashes.hash("d"));
        assert_ne!(hash, hashes.hash("e"));
        assert_ne!(hash, DeviceHashes::from_secret("t").hash("d"));
        assert!(DeviceHashes::has_form(&hash));
        assert!(!DeviceHashes::has_form("d"));
    }
}

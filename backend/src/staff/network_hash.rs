//! The networks of callers as the log has them (docs/staff.md#refused-calls): who calls again and again can be told from others,
//! and no address is written down.

use crate::encoding::base64url;
use crate::server_key::{Secrets, ServerKeyError, derive_mac, mac_of};
use crate::store::Store;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::net::IpAddr;

/// The name of the key in the database.
const SECRET: &str = "network_hash_key";

/// Bytes of a hash. There are few networks beside those that the log names on one day.
const LENGTH: usize = 9;

/// Hashes addresses with a key of this server.
#[derive(Clone)]
pub(crate) struct NetworkHashes {
    mac: Hmac<Sha256>,
}

impl NetworkHashes {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    ///
    /// # Errors
    /// The database failed, or there were no random bits for a new key.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        Ok(Self::from_secret(&secrets.current(store, SECRET).await?))
    }

    fn from_secret(secret: &str) -> Self {
        Self {
            mac: derive_mac(secret, "pulsen network hash key"),
        }
    }

    /// Returns the hash of an IPv4 address, or of a network of IPv6: 12 characters.
    pub(crate) fn hash(&self, network: IpAddr) -> String {
        let mut bytes = mac_of(&self.mac, &[&network.to_string()])
            .finalize()
            .into_bytes()
            .to_vec();
        bytes.truncate(LENGTH);
        base64url(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_depend_on_network_and_key() {
        let hashes = NetworkHashes::from_secret("s");
        let (one, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        assert_eq!(hashes.hash(one).len(), 12);
        assert_eq!(hashes.hash(one), hashes.hash(one));
        assert_ne!(hashes.hash(one), hashes.hash(other));
        assert_ne!(hashes.hash(one), NetworkHashes::from_secret("t").hash(one));
    }
}

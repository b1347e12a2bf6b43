//! Addresses of visitors as staff see them (docs/staff.md#blocked-addresses): keyed hashes, by which feedback of one sender is told and
//! blocked without anybody learning the address. The same keys count what one sender takes of a quota.

use crate::encoding::base64url;
use crate::server_key::{Secrets, ServerKeyError, derive_mac, mac_of};
use crate::store::Store;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::net::IpAddr;

/// The name of the key in the database.
const SECRET: &str = "address_hash_key";

/// Bytes of a hash: enough that no two addresses have the same one.
const LENGTH: usize = 16;

/// Hashes addresses with a key of this server.
#[derive(Clone)]
pub(crate) struct AddressHashes {
    mac: Hmac<Sha256>,
}

impl AddressHashes {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    ///
    /// # Errors
    /// The database failed, or there were no random bits for a new key.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        Ok(Self::from_secret(&secrets.current(store, SECRET).await?))
    }

    fn from_secret(secret: &str) -> Self {
        Self {
            mac: derive_mac(secret, "pulsen address hash key"),
        }
    }

    /// Returns the hash of a client's address: 22 characters.
    pub(crate) fn hash(&self, address: IpAddr) -> String {
        self.hash_of("address", &address.to_string())
    }

    /// Returns the hash of whoever sends something: a verified customer, who counts for themselves wherever they are, or else the
    /// client's address; `None` where it says nothing about the client.
    pub(crate) fn hash_sender(&self, customer: Option<&str>, client: Option<IpAddr>) -> Option<String> {
        match customer {
            Some(key) => Some(self.hash_of("customer", key)),
            None => client.map(|address| self.hash(address)),
        }
    }

    fn hash_of(&self, kind: &str, value: &str) -> String {
        let mut bytes = mac_of(&self.mac, &[kind, value]).finalize().into_bytes().to_vec();
        bytes.truncate(LENGTH);
        base64url(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_depend_on_address_kind_and_key() {
        let hashes = AddressHashes::from_secret("s");
        let address: IpAddr = "203.0.113.7".parse().unwrap();
        let hash = hashes.hash(address);
        assert_eq!((hash.len(), &hash), (22, &hashes.hash(address)));
        assert_ne!(hash, hashes.hash("203.0.113.8".parse().unwrap()));
        assert_eq!(hashes.hash_sender(None, Some(address)), Some(hash.clone()));
        let customer = hashes.hash_sender(Some("203.0.113.7"), None);
        assert_eq!(customer, hashes.hash_sender(Some("203.0.113.7"), Some(address)));
        assert_ne!(customer, Some(hash.clone()));
        assert_eq!(hashes.hash_sender(None, None), None);
        assert_ne!(hash, AddressHashes::from_secret("t").hash(address));
    }
}

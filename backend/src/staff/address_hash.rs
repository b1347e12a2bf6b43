//! Addresses of visitors as staff see them (docs/staff.md#blocked-addresses): keyed hashes, by which feedback of one sender is told and
//! blocked without anybody learning the address. The same keys count what one sender takes of a quota.

use crate::keyed_hash::{HashPurpose, KeyedHash};
use crate::server_key::{Secrets, ServerKeyError};
use std::net::IpAddr;
use store::Store;

const PURPOSE: HashPurpose = HashPurpose {
    secret: "address_hash_key",
    key: "pulsen address hash key",
    length: 16,
};

/// Hashes addresses with a key of this server.
#[derive(Clone)]
pub(crate) struct AddressHashes(KeyedHash);

impl AddressHashes {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        Ok(Self(KeyedHash::new(store, secrets, &PURPOSE).await?))
    }

    /// Returns the hash of a client's address: 22 characters.
    pub(crate) fn hash(&self, address: IpAddr) -> String {
        self.0.hash(&["address", &address.to_string()])
    }

    /// Returns the hash of anyone who sends something: a verified customer, who counts for themselves wherever they are, or else the
    /// client's address; `None` where it says nothing about the client.
    pub(crate) fn hash_sender(&self, customer: Option<&str>, client: Option<IpAddr>) -> Option<String> {
        match customer {
            Some(key) => Some(self.0.hash(&["customer", key])),
            None => client.map(|address| self.hash(address)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_secret(secret: &str) -> AddressHashes {
        AddressHashes(KeyedHash::from_secret(secret, &PURPOSE))
    }

    #[test]
    fn hashes_depend_on_address_kind_and_key() {
        let hashes = from_secret("s");
        let address: IpAddr = "203.0.113.7".parse().unwrap();
        let hash = hashes.hash(address);
        assert_eq!((hash.len(), &hash), (22, &hashes.hash(address)));
        assert_ne!(hash, hashes.hash("203.0.113.8".parse().unwrap()));
        assert_eq!(hashes.hash_sender(None, Some(address)), Some(hash.clone()));
        let customer = hashes.hash_sender(Some("203.0.113.7"), None);
        assert_eq!(customer, hashes.hash_sender(Some("203.0.113.7"), Some(address)));
        assert_ne!(customer, Some(hash.clone()));
        assert_eq!(hashes.hash_sender(None, None), None);
        assert_ne!(hash, from_secret("t").hash(address));
    }
}

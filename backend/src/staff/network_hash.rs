//! The networks of callers as the log has them (docs/staff.md#refused-calls): who calls again and again can be told from others,
//! and no address is written down.

use crate::keyed_hash::{HashPurpose, KeyedHash};
use crate::server_key::{Secrets, ServerKeyError};
use std::net::IpAddr;
use store::Store;

const PURPOSE: HashPurpose = HashPurpose {
    secret: "network_hash_key",
    key: "pulsen network hash key",
    // There are few networks beside those that the log names on one day.
    length: 9,
};

/// Hashes addresses with a key of this server.
#[derive(Clone)]
pub(crate) struct NetworkHashes(KeyedHash);

impl NetworkHashes {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        Ok(Self(KeyedHash::new(store, secrets, &PURPOSE).await?))
    }

    /// Returns the hash of an IPv4 address, or of a network of IPv6: 12 characters.
    pub(crate) fn hash(&self, network: IpAddr) -> String {
        self.0.hash(&[&network.to_string()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_secret(secret: &str) -> NetworkHashes {
        NetworkHashes(KeyedHash::from_secret(secret, &PURPOSE))
    }

    #[test]
    fn hashes_depend_on_network_and_key() {
        let hashes = from_secret("s");
        let (one, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        assert_eq!(hashes.hash(one).len(), 12);
        assert_eq!(hashes.hash(one), hashes.hash(one));
        assert_ne!(hashes.hash(one), hashes.hash(other));
        assert_ne!(hashes.hash(one), from_secret("t").hash(one));
    }
}

//! Where an upload comes from, as far as its limits go (docs/api.md#room-for-uploads).

use crate::keyed_hash::{HashPurpose, KeyedHash};
use crate::server_key::{Secrets, ServerKeyError};
use std::net::IpAddr;
use store::Store;

const PURPOSE: HashPurpose = HashPurpose {
    secret: "upload_source_key",
    key: "pulsen upload source key",
    length: 16,
};

/// Hashes the sources of uploads with a key of this server: an address is stored nowhere.
pub(crate) struct UploadSources(KeyedHash);

impl UploadSources {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        Ok(Self(KeyedHash::new(store, secrets, &PURPOSE).await?))
    }

    /// Returns the source of an upload: the client's address, or the device where the address may be shared by many.
    pub(super) fn source(&self, client: Option<IpAddr>, device_id: &str) -> String {
        match client {
            Some(client) => self.0.hash(&["address", &client.to_string()]),
            None => self.0.hash(&["device", device_id]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_secret(secret: &str) -> UploadSources {
        UploadSources(KeyedHash::from_secret(secret, &PURPOSE))
    }

    #[test]
    fn an_address_is_one_source_whatever_its_devices_are_called() {
        let sources = from_secret("s");
        let address = |last| Some(IpAddr::from([192, 0, 2, last]));
        let source = sources.source(address(1), "d");
        assert_eq!(source, sources.source(address(1), "e"));
        assert_ne!(source, sources.source(address(2), "d"));
        assert_ne!(sources.source(None, "d"), sources.source(None, "e"));
        assert_ne!(sources.source(None, "192.0.2.1"), source);
        assert_ne!(from_secret("t").source(address(1), "d"), source);
        assert_eq!(source.len(), 22);
    }
}

//! Where an upload comes from, as far as its limits go (docs/api.md#room-for-uploads).

use crate::encoding::base64url;
use crate::server_key::{Secrets, ServerKeyError, derive_mac, mac_of};
use crate::store::Store;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::net::IpAddr;

/// The name of the key in the database.
const SECRET: &str = "upload_source_key";

/// Bytes of a hash: enough that no two sources have the same one.
const LENGTH: usize = 16;

/// Hashes the sources of uploads with a key of this server: an address is stored nowhere.
pub(crate) struct UploadSources {
    mac: Hmac<Sha256>,
}

impl UploadSources {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    ///
    /// # Errors
    /// The database failed, or there were no random bits for a new key.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        Ok(Self::from_secret(&secrets.current(store, SECRET).await?))
    }

    fn from_secret(secret: &str) -> Self {
        Self {
            mac: derive_mac(secret, "pulsen upload source key"),
        }
    }

    /// Returns the source of an upload: the client's address, or the device where the address may stand for many.
    pub(super) fn source(&self, client: Option<IpAddr>, device_id: &str) -> String {
        let mac = match client {
            Some(client) => mac_of(&self.mac, &["address", &client.to_string()]),
            None => mac_of(&self.mac, &["device", device_id]),
        };
        let mut bytes = mac.finalize().into_bytes().to_vec();
        bytes.truncate(LENGTH);
        base64url(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_source_whatever_its_devices_are_called() {
        let sources = UploadSources::from_secret("s");
        let address = |last| Some(IpAddr::from([192, 0, 2, last]));
        let source = sources.source(address(1), "d");
        assert_eq!(source, sources.source(address(1), "e"));
        assert_ne!(source, sources.source(address(2), "d"));
        assert_ne!(sources.source(None, "d"), sources.source(None, "e"));
        assert_ne!(sources.source(None, "192.0.2.1"), source);
        assert_ne!(UploadSources::from_secret("t").source(address(1), "d"), source);
        assert_eq!(source.len(), 22);
    }
}

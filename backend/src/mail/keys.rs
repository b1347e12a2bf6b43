//! Keys of the server for mails: links to stop them, and hashes by which they are counted.

use crate::server_key::{Secrets, ServerKeyError, derive_mac, mac_of};
use base::encoding::{base64url, decode_base64url};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use store::Store;

/// The name of the secret in the database.
const SECRET: &str = "mail_key";

/// The keys of this server, one for each purpose.
#[derive(Clone)]
pub(crate) struct MailKeys {
    stops: Hmac<Sha256>,
    /// Of links that were mailed before the secret was changed.
    previous_stops: Option<Hmac<Sha256>>,
    addresses: Hmac<Sha256>,
}

impl MailKeys {
    /// Derives the keys from the operator's secret, or else from one in the database, which is created on first use.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        let secrets = secrets.of(store, SECRET).await?;
        Ok(Self::from_secrets(&secrets.current, secrets.previous.as_deref()))
    }

    fn from_secrets(current: &str, previous: Option<&str>) -> Self {
        let stops = |secret: &str| derive_mac(secret, "pulsen mail stop key");
        Self {
            stops: stops(current),
            previous_stops: previous.map(stops),
            addresses: derive_mac(current, "pulsen mail address key"),
        }
    }

    /// Returns the token that stops the mails to the address with a hash. It opens no chat: providers of mail call the link
    /// that holds it, and may write it down.
    pub(super) fn stop_token(&self, feedback_id: &str, address_hash: &str) -> String {
        base64url(
            &stop_mac(&self.stops, feedback_id, address_hash)
                .finalize()
                .into_bytes(),
        )
    }

    /// Returns whether a text is such a token, in a time that does not depend on how much of it is right.
    pub(crate) fn is_stop_token(&self, text: &str, feedback_id: &str, address_hash: &str) -> bool {
        let bytes = decode_base64url(text).unwrap_or_default();
        let mut accepted = std::iter::once(&self.stops).chain(&self.previous_stops);
        accepted.any(|key| {
            stop_mac(key, feedback_id, address_hash)
                .verify_slice(&bytes)
                .is_ok()
        })
    }

    /// Returns the hash by which the mails to an address are counted, however its letters are written.
    pub(crate) fn hash_address(&self, address: &str) -> String {
        let address = address.to_ascii_lowercase();
        base64url(&mac_of(&self.addresses, &[&address]).finalize().into_bytes())
    }
}

fn stop_mac(key: &Hmac<Sha256>, feedback_id: &str, address_hash: &str) -> Hmac<Sha256> {
    mac_of(key, &[feedback_id, address_hash])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_token_is_good_for_one_address_of_one_chat() {
        let keys = MailKeys::from_secrets("s", None);
        let token = keys.stop_token("f", "a");
        assert!(keys.is_stop_token(&token, "f", "a"));
        for (feedback_id, address_hash) in [("g", "a"), ("f", "b"), ("fa", "")] {
            assert!(!keys.is_stop_token(&token, feedback_id, address_hash));
        }
        assert!(!keys.is_stop_token("", "f", "a"));
        assert!(!MailKeys::from_secrets("t", None).is_stop_token(&token, "f", "a"));
        assert!(MailKeys::from_secrets("t", Some("s")).is_stop_token(&token, "f", "a"));
    }

    #[test]
    fn one_address_has_one_hash() {
        let keys = MailKeys::from_secrets("s", None);
        assert_eq!(
            keys.hash_address("Ada@example.com"),
            keys.hash_address("ada@example.com")
        );
        assert_ne!(
            keys.hash_address("ada@example.com"),
            keys.hash_address("eve@example.com")
        );
    }
}

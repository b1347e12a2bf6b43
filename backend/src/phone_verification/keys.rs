//! What the database holds instead of codes, numbers and devices: hashes under keys of this server. Six digits are guessed
//! in no time from a hash without a key.

use super::proof::VerifiedNumber;
use crate::server_key::{Secrets, ServerKeyError, derive_mac, mac_of};
use base::encoding::{base64url, decode_base64url};
use base::time::Millis;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use store::Store;

/// The name of the secret in the database.
const SECRET: &str = "phone_verification_key";

/// The keys of this server, one for each purpose.
#[derive(Clone)]
pub(crate) struct PhoneKeys {
    codes: Hmac<Sha256>,
    senders: Hmac<Sha256>,
    proofs: Hmac<Sha256>,
}

impl PhoneKeys {
    /// Derives the keys from the operator's secret, or else from one in the database, which is created on first use.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        Ok(Self::from_secret(&secrets.current(store, SECRET).await?))
    }

    pub(super) fn from_secret(secret: &str) -> Self {
        Self {
            codes: derive_mac(secret, "pulsen verification code key"),
            senders: derive_mac(secret, "pulsen verification sender key"),
            proofs: derive_mac(secret, "pulsen verified number key"),
        }
    }

    /// Returns the hash of the code of a verification.
    pub(crate) fn hash_code(&self, verification_id: &str, code: &str) -> String {
        base64url(
            &mac_of(&self.codes, &[verification_id, code])
                .finalize()
                .into_bytes(),
        )
    }

    /// Returns whether a text is the code of a verification, in a time that does not depend on how much of it is right.
    pub(crate) fn is_code(&self, text: &str, verification_id: &str, hash: &str) -> bool {
        let hash = decode_base64url(hash).unwrap_or_default();
        mac_of(&self.codes, &[verification_id, text])
            .verify_slice(&hash)
            .is_ok()
    }

    /// Returns the hash of a number, a device or a network address, by which its messages are counted.
    pub(crate) fn hash_sender(&self, kind: &str, value: &str) -> String {
        base64url(&mac_of(&self.senders, &[kind, value]).finalize().into_bytes())
    }

    /// Signs a verified number.
    pub(crate) fn prove(&self, number: &VerifiedNumber<'_>, now: Millis) -> String {
        number.prove(&self.proofs, now)
    }

    /// Returns whether a text proves that a number is verified, and still does at a moment.
    pub(crate) fn is_proof(&self, text: &str, number: &VerifiedNumber<'_>, now: Millis) -> bool {
        number.is_proven_by(text, &self.proofs, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_of_codes_depend_on_secret_verification_and_code() {
        let keys = PhoneKeys::from_secret("s");
        let hash = keys.hash_code("v", "123456");
        assert!(keys.is_code("123456", "v", &hash));
        assert!(!keys.is_code("123457", "v", &hash));
        assert!(!keys.is_code("123456", "w", &hash));
        assert!(!keys.is_code("23456", "v1", &hash), "lengths count");
        assert!(!PhoneKeys::from_secret("t").is_code("123456", "v", &hash));
        assert!(!keys.is_code("123456", "v", ""));
        assert_ne!(keys.hash_sender("device", "x"), keys.hash_sender("number", "x"));
    }
}

//! The proof of a verified number: what the server signs when a code was right, and requires of a submission with that
//! number (docs/api.md#proof-of-a-number).

use crate::server_key::mac_of;
use base::encoding::{base64url, decode_base64url};
use base::time::{DAY, Millis};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// How long a proof is accepted: feedback that was completed without a network is sent days later.
const PROOF_LIFETIME: Millis = 7 * DAY;

/// Length of the time at the beginning of a proof, in bytes.
const TIME_LENGTH: usize = 8;

/// A number, and for whom it was verified. A proof for another visitor, node or question proves nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct VerifiedNumber<'a> {
    /// In the format of E.164.
    pub(crate) address: &'a str,
    pub(crate) device_id: &'a str,
    pub(crate) node_id: &'a str,
    pub(crate) question_id: &'a str,
}

impl VerifiedNumber<'_> {
    /// Returns the proof: its last moment and a hash over that and all fields, in base64url.
    pub(super) fn prove(&self, key: &Hmac<Sha256>, now: Millis) -> String {
        let expires_at = now.saturating_add(PROOF_LIFETIME).to_be_bytes();
        let hash = self.mac(key, &expires_at).finalize().into_bytes();
        base64url(&[&expires_at[..], &hash[..]].concat())
    }

    pub(super) fn is_proven_by(&self, text: &str, key: &Hmac<Sha256>, now: Millis) -> bool {
        let bytes = decode_base64url(text).unwrap_or_default();
        let Some((expires_at, hash)) = bytes.split_first_chunk::<TIME_LENGTH>() else {
            return false;
        };
        self.mac(key, expires_at).verify_slice(hash).is_ok() && now < Millis::from_be_bytes(*expires_at)
    }

    fn mac(&self, key: &Hmac<Sha256>, expires_at: &[u8; TIME_LENGTH]) -> Hmac<Sha256> {
        let fields = [self.address, self.device_id, self.node_id, self.question_id];
        let mut mac = mac_of(key, &fields);
        mac.update(expires_at);
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phone_verification::PhoneKeys;

    const NUMBER: VerifiedNumber<'_> = VerifiedNumber {
        address: "+905321234567",
        device_id: "d",
        node_id: "n",
        question_id: "q",
    };

    #[test]
    fn a_proof_is_for_one_number_device_node_and_question_until_it_expires() {
        let keys = PhoneKeys::from_secret("s");
        let proof = keys.prove(&NUMBER, 0);
        assert!(keys.is_proof(&proof, &NUMBER, PROOF_LIFETIME - 1));
        assert!(!keys.is_proof(&proof, &NUMBER, PROOF_LIFETIME), "expired");
        assert!(!PhoneKeys::from_secret("t").is_proof(&proof, &NUMBER, 0));
        for other in [
            VerifiedNumber {
                address: "+905321234568",
                ..NUMBER
            },
            VerifiedNumber {
                device_id: "e",
                ..NUMBER
            },
            VerifiedNumber {
                node_id: "o",
                ..NUMBER
            },
            VerifiedNumber {
                question_id: "r",
                ..NUMBER
            },
            VerifiedNumber {
                device_id: "dn",
                node_id: "",
                ..NUMBER
            },
        ] {
            assert!(!keys.is_proof(&proof, &other, 0), "{other:?}");
        }
    }

    #[test]
    fn a_changed_proof_proves_nothing() {
        let keys = PhoneKeys::from_secret("s");
        let proof = keys.prove(&NUMBER, 0);
        let bytes = decode_base64url(&proof).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(!keys.is_proof(&base64url(&changed), &NUMBER, 0), "byte {at}");
        }
        for wrong in [
            "",
            "x",
            &proof[..proof.len() - 4],
            &format!("{proof}AAAA"),
            &proof[..10],
        ] {
            assert!(!keys.is_proof(wrong, &NUMBER, 0), "{wrong}");
        }
    }
}

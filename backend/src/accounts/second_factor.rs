//! Codes that change every 30 seconds (RFC 6238), and those that stand in for them (docs/staff.md#second-factor).
//!
//! What codes are computed from is derived from the server's secret and a seed in the database: with the database alone nobody can
//! compute any, if the operator has given the server a secret.

use crate::server_key::{PurposeSecrets, Secrets, ServerKeyError, derive_mac, mac_of};
use base::time::Millis;
use hmac::{Hmac, Mac};
use ring::hmac::{HMAC_SHA1_FOR_LEGACY_USE_ONLY, Key, sign};
use sha2::Sha256;
use store::{Store, User};

/// The name of its secret in the database, and what the key is derived for.
const SECRET: &str = "second_factors";

/// What authenticator apps show beside the address.
const ISSUER: &str = "Pulsen";

/// Bytes of a secret: those of a hash of SHA-1, as RFC 4226 recommends. Other hashes are not known to all apps.
const SECRET_LENGTH: usize = 20;

/// How long a code is shown, in milliseconds.
const STEP: Millis = 30_000;

/// How many steps a clock may be wrong by.
const TOLERANCE: i64 = 1;

/// Digits of a code, and how many codes there are.
const DIGITS: usize = 6;
const CODES: u32 = 1_000_000;

/// How many recovery codes somebody gets, the bytes of one, and how many characters stand together in it.
const RECOVERY_CODES: usize = 10;
const RECOVERY_LENGTH: usize = 10;
const RECOVERY_GROUP: usize = 4;

/// What somebody types as the second factor.
pub(crate) enum Code {
    Timed(u32),
    Recovery(String),
}

/// Computes codes.
pub(crate) struct SecondFactors {
    current: Hmac<Sha256>,
    previous: Option<Hmac<Sha256>>,
}

impl Code {
    /// Reads a code; spaces and hyphens do not matter.
    pub(crate) fn read(text: &str) -> Self {
        let text: String = text
            .chars()
            .filter(|character| !" -".contains(*character))
            .collect();
        match text.parse() {
            Ok(number) if text.len() == DIGITS => Self::Timed(number),
            _ => Self::Recovery(text.to_ascii_lowercase()),
        }
    }
}

impl SecondFactors {
    /// Uses the operator's secret, or else a key in the database, which is created on first use.
    pub(crate) async fn new(store: &Store, secrets: &Secrets) -> Result<Self, ServerKeyError> {
        let PurposeSecrets { current, previous } = secrets.of(store, SECRET).await?;
        Ok(Self {
            current: derive_mac(&current, SECRET),
            previous: previous.map(|previous| derive_mac(&previous, SECRET)),
        })
    }

    /// Returns the secret of a seed in Base32, and the address that apps read from a QR code.
    pub(crate) fn describe(&self, user: &User, seed: &str) -> (String, String) {
        let secret = base32(&secret(&self.current, &user.id, seed));
        let mut uri = format!("otpauth://totp/{ISSUER}:");
        uri.extend(url::form_urlencoded::byte_serialize(user.email.as_bytes()));
        uri.push_str(&format!("?secret={secret}&issuer={ISSUER}"));
        (secret, uri)
    }

    /// Returns the step to which a code of a seed belongs, if it is one of about now.
    pub(crate) fn step_of(&self, user_id: &str, seed: &str, code: u32, now: Millis) -> Option<i64> {
        let present = now.div_euclid(STEP);
        let macs = [Some(&self.current), self.previous.as_ref()];
        macs.into_iter().flatten().find_map(|mac| {
            let key = Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, &secret(mac, user_id, seed));
            let mut steps = present - TOLERANCE..=present + TOLERANCE;
            steps.find(|step| code_of(&key, *step) == code)
        })
    }
}

fn secret(mac: &Hmac<Sha256>, user_id: &str, seed: &str) -> Vec<u8> {
    let hash = mac_of(mac, &[user_id, seed]).finalize().into_bytes();
    hash.iter().copied().take(SECRET_LENGTH).collect()
}

/// Computes the code of a step (RFC 4226, section 5.3).
fn code_of(key: &Key, step: i64) -> u32 {
    let hash = sign(key, &step.to_be_bytes());
    let hash = hash.as_ref();
    let offset = usize::from(hash.last().copied().unwrap_or_default() & 0xf);
    let bytes = hash.iter().skip(offset).take(4);
    let number = bytes.fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
    (number & 0x7fff_ffff) % CODES
}

/// Returns new recovery codes.
pub(crate) fn new_recovery_codes() -> Result<Vec<String>, getrandom::Error> {
    (0..RECOVERY_CODES)
        .map(|_| {
            let mut bytes = [0; RECOVERY_LENGTH];
            getrandom::fill(&mut bytes)?;
            let characters: Vec<char> = base32(&bytes).to_ascii_lowercase().chars().collect();
            let groups: Vec<String> = characters.chunks(RECOVERY_GROUP).map(String::from_iter).collect();
            Ok(groups.join("-"))
        })
        .collect()
}

/// Returns the hash that is stored of a recovery code. A fast hash is enough, because 80 random bits cannot be guessed.
pub(crate) fn recovery_hash(user_id: &str, code: &str) -> String {
    let code: String = code.chars().filter(|character| *character != '-').collect();
    crate::staff::hash_token(&format!("{user_id}:{code}"))
}

/// Writes bytes in Base32 (RFC 4648), without padding.
fn base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bit = |index: usize| {
        let byte = bytes.get(index / 8).copied().unwrap_or_default();
        usize::from(byte >> (7 - index % 8) & 1)
    };
    let values = (0..bytes.len() * 8).step_by(5);
    values
        .map(|first| (first..first + 5).fold(0, |value, index| value << 1 | bit(index)))
        .filter_map(|value| ALPHABET.get(value).copied().map(char::from))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_standard() {
        // RFC 6238, appendix B, of which six digits are used.
        let key = Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, b"12345678901234567890");
        for (seconds, code) in [
            (59, 287_082),
            (1_111_111_109, 81_804),
            (1_111_111_111, 50_471),
            (1_234_567_890, 5_924),
            (2_000_000_000, 279_037),
            (20_000_000_000, 353_130),
        ] {
            assert_eq!(code_of(&key, seconds / 30), code);
        }
    }

    #[test]
    fn base32_is_that_of_the_standard() {
        // RFC 4648, section 10.
        for (text, encoded) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(base32(text.as_bytes()), encoded);
        }
    }

    #[test]
    fn a_code_of_a_minute_ago_is_worth_nothing() {
        let factors = |secret: &str, previous: Option<&str>| SecondFactors {
            current: derive_mac(secret, SECRET),
            previous: previous.map(|secret| derive_mac(secret, SECRET)),
        };
        let now = 1_000 * STEP + 7;
        let mac = derive_mac("s", SECRET);
        let key = Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, &secret(&mac, "ann", "seed"));
        let step = |factors: &SecondFactors, step| factors.step_of("ann", "seed", code_of(&key, step), now);
        let own = factors("s", None);
        for known in 999..=1_001 {
            assert_eq!(step(&own, known), Some(known));
        }
        assert_eq!(step(&own, 998), None);
        assert_eq!(step(&own, 1_002), None);
        assert_eq!(own.step_of("bob", "seed", code_of(&key, 1_000), now), None);
        assert_eq!(own.step_of("ann", "other", code_of(&key, 1_000), now), None);
        // After another secret was given to the server.
        assert_eq!(step(&factors("t", None), 1_000), None);
        assert_eq!(step(&factors("t", Some("s")), 1_000), Some(1_000));
    }

    #[test]
    fn recovery_codes_are_told_from_others_and_read_with_spaces() {
        let codes = new_recovery_codes().unwrap();
        assert_eq!(codes.len(), 10);
        let code = &codes[0];
        assert_eq!(code.len(), 19, "{code}");
        let Code::Recovery(read) = Code::read(&format!(" {}", code.to_uppercase())) else {
            panic!("a recovery code has letters");
        };
        assert_eq!(recovery_hash("ann", &read), recovery_hash("ann", code));
        assert_ne!(recovery_hash("bob", &read), recovery_hash("ann", code));
        assert!(matches!(Code::read("012 345"), Code::Timed(12_345)));
        assert!(matches!(Code::read("12345"), Code::Recovery(_)));
    }
}

//! What all signatures have in common: a JWS in its compact form that is valid now, and understood whole.

use crate::null_character::replace_null;
use crate::time::{DAY, Millis, now};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use tracing::warn;

/// Anyone who signs for longer cannot take back what they signed: only another key ends it.
const LONG_LIFE: Millis = 366 * DAY;

/// Most nodes and widgets of which it is remembered that the log has warned of them.
const MOST_WARNED: usize = 1_000;

/// What is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SignedThing {
    Link,
    Attributes,
}

/// Returns the rules for a signature of this algorithm: `exp` and `nbf` hold to the second, by the server's clock.
pub(super) fn validation(algorithm: Algorithm) -> Validation {
    let mut validation = Validation::new(algorithm);
    validation.leeway = 0;
    validation.validate_nbf = true;
    validation
}

/// Returns the claims of a signature that a key has made; `None` if it is not valid.
pub(super) fn verify_jws<T: DeserializeOwned>(
    signature: &str,
    key: &DecodingKey,
    validation: &Validation,
) -> Option<T> {
    read_jws(signature, key, validation).ok()
}

/// Returns the claims of a signature that a key has made, or why it is not valid, without anything of what it says.
///
/// One with `crit` is refused: its signer demands that the extensions are understood, and none is (RFC 7515, section 4.1.11).
pub(super) fn read_jws<T: DeserializeOwned>(
    signature: &str,
    key: &DecodingKey,
    validation: &Validation,
) -> Result<T, String> {
    let token = decode::<Box<RawValue>>(signature, key, validation).map_err(|error| error.to_string())?;
    if token.header.crit.is_some() {
        return Err("it wants extensions to be understood".into());
    }
    let mut claims = String::from(Box::<str>::from(token.claims)).into_bytes();
    replace_null(&mut claims);
    serde_json::from_slice(&claims).map_err(|_| "its claims are of other types".into())
}

/// Returns whether something signed that expires then, in seconds since 1970, is valid for more than a year from now.
pub fn has_long_life(expires_in_seconds: u64) -> bool {
    let expires_at = Millis::try_from(expires_in_seconds.saturating_mul(1000)).unwrap_or(Millis::MAX);
    expires_at > now().saturating_add(LONG_LIFE)
}

/// Says so once for each node or widget.
pub(super) fn warn_of_long_life(what: SignedThing, of: &str, expires_in_seconds: u64) {
    static WARNED: Mutex<BTreeSet<(SignedThing, String)>> = Mutex::new(BTreeSet::new());
    if !has_long_life(expires_in_seconds) {
        return;
    }
    let mut warned = WARNED.lock().unwrap_or_else(PoisonError::into_inner);
    if warned.len() >= MOST_WARNED || !warned.insert((what, of.to_owned())) {
        return;
    }
    match what {
        SignedThing::Link => warn!(
            node_id = of,
            "signed link valid for more than a year; use a shorter expiry"
        ),
        SignedThing::Attributes => warn!(
            widget_code = of,
            "signed attributes valid for more than a year; use a shorter expiry"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jsonwebtoken::{EncodingKey, Header, encode};
    use serde_json::{Value, json};

    const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";

    fn verify(header: &Header, claims: &Value) -> bool {
        let signature = encode(header, claims, &EncodingKey::from_secret(SECRET)).unwrap();
        let key = DecodingKey::from_secret(SECRET);
        verify_jws::<Value>(&signature, &key, &validation(Algorithm::HS256)).is_some()
    }

    fn seconds(from_now: Millis) -> u64 {
        u64::try_from(now() / 1000 + from_now).unwrap()
    }

    #[test]
    fn a_signature_is_not_valid_before_its_time() {
        let header = Header::new(Algorithm::HS256);
        let exp = seconds(3_600);
        for (nbf, is_valid) in [
            (json!(seconds(-1)), true),
            (json!(seconds(600)), false),
            (json!("never"), false),
        ] {
            assert_eq!(
                verify(&header, &json!({"exp": exp, "nbf": nbf})),
                is_valid,
                "{nbf}"
            );
        }
    }

    #[test]
    fn unknown_critical_headers_are_refused() {
        let claims = json!({"exp": seconds(60)});
        let plain = Header::new(Algorithm::HS256);
        assert!(verify(&plain, &claims));
        for names in [vec![], vec!["b64".to_owned()], vec!["exp".to_owned()]] {
            let header = Header {
                crit: Some(names.clone()),
                ..plain.clone()
            };
            assert!(!verify(&header, &claims), "{names:?}");
        }
    }

    #[test]
    fn more_than_a_year_is_long() {
        assert!(!has_long_life(seconds(365 * 24 * 3_600)));
        assert!(has_long_life(seconds(367 * 24 * 3_600)));
        assert!(has_long_life(u64::MAX));
    }
}

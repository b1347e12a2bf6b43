//! Signed links: JWS under a key of the operator's (docs/api.md#link-signatures).

use super::jws::{SignedThing, validation, verify_jws, warn_of_long_life};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, encode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The longest signature in bytes.
const MAX_LENGTH: usize = 8 * 1024;

/// What a link's signature says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LinkClaims {
    pub node_id: String,
    /// When it expires, in seconds since 1970.
    pub exp: u64,
    /// Before which it is not valid yet, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nbf: Option<u64>,
    /// What is known of anyone who gets the link.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub customer: Map<String, Value>,
}

/// The keys that verify the links of a node: more than one while keys are rotated.
pub struct PublicKeys(Vec<(Algorithm, DecodingKey)>);

/// A key that signs links.
pub struct PrivateKey(Algorithm, EncodingKey);

/// Why a key cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("not one or more PEM keys for Ed25519, P-256 or RSA with at least 2048 bits")]
pub struct KeyError;

impl PublicKeys {
    /// Parses PEM blocks (`PUBLIC KEY`), one after another.
    ///
    /// # Errors
    /// There is none, or one of them is another kind of key.
    pub fn parse(pem: &str) -> Result<Self, KeyError> {
        let keys = pem_blocks(pem, "PUBLIC KEY")?.into_iter().map(|(block, der)| {
            let algorithm = algorithm_of(&der)?;
            let block = block.as_bytes();
            let key = match algorithm {
                Algorithm::EdDSA => DecodingKey::from_ed_pem(block),
                Algorithm::ES256 => DecodingKey::from_ec_pem(block),
                _ => DecodingKey::from_rsa_pem(block),
            };
            Ok((algorithm, key.map_err(|_| KeyError)?))
        });
        keys.collect::<Result<_, _>>().map(Self)
    }

    /// Returns the claims of a signature for a node that one of the keys has made and that is valid now.
    ///
    /// The key decides the algorithm: what a signature says of its own must agree with it.
    pub fn verify(&self, signature: &str, node_id: &str) -> Option<LinkClaims> {
        if signature.len() > MAX_LENGTH {
            return None;
        }
        let claims = self.0.iter().find_map(|(algorithm, key)| {
            let mut validation = validation(*algorithm);
            validation.validate_aud = false;
            verify_jws::<LinkClaims>(signature, key, &validation)
        })?;
        if claims.node_id != node_id {
            return None;
        }
        warn_of_long_life(SignedThing::Link, node_id, claims.exp);
        Some(claims)
    }
}

impl PrivateKey {
    /// Parses one PEM block (`PRIVATE KEY`, which is PKCS #8).
    ///
    /// # Errors
    /// There is none, or it is another kind of key.
    pub fn parse(pem: &str) -> Result<Self, KeyError> {
        let (block, der) = pem_blocks(pem, "PRIVATE KEY")?
            .into_iter()
            .next()
            .ok_or(KeyError)?;
        let algorithm = algorithm_of(&der)?;
        let block = block.as_bytes();
        let key = match algorithm {
            Algorithm::EdDSA => EncodingKey::from_ed_pem(block),
            Algorithm::ES256 => EncodingKey::from_ec_pem(block),
            _ => EncodingKey::from_rsa_pem(block),
        };
        Ok(Self(algorithm, key.map_err(|_| KeyError)?))
    }

    /// Returns the signature over these claims.
    pub fn sign(&self, claims: &LinkClaims) -> Result<String, jsonwebtoken::errors::Error> {
        encode(&Header::new(self.0), claims, &self.1)
    }
}

/// Returns the PEM blocks of a text, each with its content; an error for a text that holds anything else.
fn pem_blocks(text: &str, label: &str) -> Result<Vec<(String, Vec<u8>)>, KeyError> {
    let (begin, end) = (
        format!("-----BEGIN {label}-----"),
        format!("-----END {label}-----"),
    );
    let mut blocks = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (body, after) = rest
            .strip_prefix(begin.as_str())
            .and_then(|rest| rest.split_once(end.as_str()))
            .ok_or(KeyError)?;
        let body: String = body.split_whitespace().collect();
        let der = STANDARD.decode(&body).map_err(|_| KeyError)?;
        blocks.push((format!("{begin}\n{body}\n{end}\n"), der));
        rest = after.trim_start();
    }
    if blocks.is_empty() {
        Err(KeyError)
    } else {
        Ok(blocks)
    }
}

/// The shortest RSA keys with 2048 bits, public and private ones.
const MIN_RSA_LENGTH: usize = 290;

/// Object identifiers in DER.
const ED25519: &[u8] = &[0x06, 0x03, 0x2b, 0x65, 0x70];
const P256: &[u8] = &[0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
const RSA: &[u8] = &[0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];

/// The identifier of a key's algorithm is within its first bytes.
const IDENTIFIER_LENGTH: usize = 32;

/// Returns the one algorithm that a key may be used with.
fn algorithm_of(der: &[u8]) -> Result<Algorithm, KeyError> {
    let start = der.get(..IDENTIFIER_LENGTH).ok_or(KeyError)?;
    let names = |identifier: &[u8]| start.windows(identifier.len()).any(|bytes| bytes == identifier);
    if names(ED25519) {
        Ok(Algorithm::EdDSA)
    } else if names(P256) {
        Ok(Algorithm::ES256)
    } else if names(RSA) && der.len() >= MIN_RSA_LENGTH {
        Ok(Algorithm::RS256)
    } else {
        Err(KeyError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::now;
    use serde_json::json;

    macro_rules! key {
        ($name:literal) => {
            (
                include_str!(concat!("../../../tests/data/keys/", $name, ".pem")),
                include_str!(concat!("../../../tests/data/keys/", $name, ".pub.pem")),
            )
        };
    }

    const ED: (&str, &str) = key!("ed25519");
    const EC: (&str, &str) = key!("p256");
    const RS: (&str, &str) = key!("rsa");
    const OTHER: (&str, &str) = key!("other");

    fn claims(node_id: &str, seconds_left: i64) -> LinkClaims {
        let exp = u64::try_from(now() / 1000 + seconds_left).unwrap();
        let customer = json!({"email": "ada@example.com"}).as_object().unwrap().clone();
        LinkClaims {
            node_id: node_id.into(),
            exp,
            nbf: None,
            customer,
        }
    }

    fn sign(private: &str, claims: &LinkClaims) -> String {
        PrivateKey::parse(private).unwrap().sign(claims).unwrap()
    }

    fn verify(public: &str, signature: &str) -> Option<LinkClaims> {
        PublicKeys::parse(public).unwrap().verify(signature, "n")
    }

    #[test]
    fn each_kind_of_key_signs_and_verifies() {
        for (private, public) in [ED, EC, RS] {
            let claims = claims("n", 60);
            let signature = sign(private, &claims);
            assert_eq!(verify(public, &signature), Some(claims));
        }
    }

    #[test]
    fn forged_expired_and_swapped_signatures_are_invalid() {
        let valid = sign(ED.0, &claims("n", 60));
        assert!(verify(ED.1, &valid).is_some());
        assert_eq!(verify(OTHER.1, &valid), None, "another key");
        assert_eq!(verify(EC.1, &valid), None, "another kind of key");
        assert_eq!(verify(ED.1, &sign(ED.0, &claims("n", -1))), None, "expired");
        assert_eq!(
            verify(ED.1, &sign(ED.0, &claims("m", 60))),
            None,
            "another node's"
        );

        let [header, payload, signature] = valid.split('.').collect::<Vec<_>>()[..] else {
            panic!("{valid}")
        };
        let other = sign(ED.0, &claims("m", 60));
        let other_payload = other.split('.').nth(1).unwrap();
        for forged in [
            format!("{header}.{other_payload}.{signature}"),
            format!("{header}.{payload}."),
            format!("{header}.{payload}"),
            format!("{valid}.x"),
            format!("{valid}{}", "A".repeat(MAX_LENGTH)),
            String::new(),
        ] {
            assert_eq!(verify(ED.1, &forged), None, "{forged}");
        }
    }

    #[test]
    fn the_key_decides_the_algorithm() {
        let base64 = |text: String| base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(text);
        let payload = base64(serde_json::to_string(&claims("n", 60)).unwrap());
        for (_, public) in [ED, EC, RS] {
            let none = format!("{}.{payload}.", base64(r#"{"alg":"none"}"#.into()));
            assert_eq!(verify(public, &none), None, "none");
            // The public key as if it were a shared secret.
            for secret in [public, public.trim()] {
                let key = EncodingKey::from_secret(secret.as_bytes());
                let signature = encode(&Header::new(Algorithm::HS256), &claims("n", 60), &key).unwrap();
                assert_eq!(verify(public, &signature), None, "HS256");
            }
        }
        let key = EncodingKey::from_rsa_pem(RS.0.as_bytes()).unwrap();
        let signature = encode(&Header::new(Algorithm::PS256), &claims("n", 60), &key).unwrap();
        assert_eq!(
            verify(RS.1, &signature),
            None,
            "another algorithm of the same key"
        );
    }

    #[test]
    fn a_signature_must_expire_and_name_a_node() {
        let key = EncodingKey::from_ed_pem(ED.0.as_bytes()).unwrap();
        for claims in [
            json!({"node_id": "n"}),
            json!({"exp": 9_999_999_999_u64}),
            json!({"node_id": "n", "exp": "never"}),
            json!({"node_id": "n", "exp": 9_999_999_999_u64, "nbf": 9_999_999_998_u64}),
        ] {
            let signature = encode(&Header::new(Algorithm::EdDSA), &claims, &key).unwrap();
            assert_eq!(verify(ED.1, &signature), None, "{claims}");
        }
        let critical = Header {
            crit: Some(vec!["exp".to_owned()]),
            ..Header::new(Algorithm::EdDSA)
        };
        let signature = encode(&critical, &claims("n", 60), &key).unwrap();
        assert_eq!(
            verify(ED.1, &signature),
            None,
            "an extension that nobody understands"
        );
    }

    #[test]
    fn keys_are_rotated_by_a_list() {
        let both = format!("{}\n{}", OTHER.1, EC.1);
        for private in [OTHER.0, EC.0] {
            assert!(verify(&both, &sign(private, &claims("n", 60))).is_some());
        }
        assert_eq!(verify(&both, &sign(ED.0, &claims("n", 60))), None);
    }

    #[test]
    fn other_keys_and_texts_are_refused() {
        let short = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----";
        for wrong in ["", "key", short, ED.0, &format!("{} and more", ED.1)] {
            assert!(PublicKeys::parse(wrong).is_err(), "{wrong}");
        }
        assert!(PrivateKey::parse(ED.1).is_err());
    }
}

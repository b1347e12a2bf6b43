//! ID tokens: a provider of OpenID Connect says who has signed in there (docs/staff.md#single-sign-on).

use super::jws::{read_jws, validation};
use crate::encoding::decode_base64url;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, decode_header};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The longest token in bytes: some list all groups of a person.
const MAX_LENGTH: usize = 32 * 1024;

/// Seconds by which the provider's clock may differ from ours.
const LEEWAY: u64 = 60;

/// The fewest bytes of an RSA key's modulus: 2048 bits.
const MIN_RSA_LENGTH: usize = 256;

/// Most keys of a provider that are kept.
const MOST_KEYS: usize = 100;

/// The keys of a provider with which it may sign tokens: RSA keys for RS256, P-256 keys for ES256. Others are left out.
pub struct ProviderKeys(Vec<ProviderKey>);

struct ProviderKey {
    id: Option<String>,
    algorithm: Algorithm,
    key: DecodingKey,
}

/// What a token has to say.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedToken<'a> {
    /// Who issues it, exactly.
    pub issuer: &'a str,
    /// For whom: the id of this server at the provider.
    pub client_id: &'a str,
    /// What ties it to one sign-in.
    pub nonce: &'a str,
}

/// Why a token says nothing.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdTokenFault {
    /// It is no JWS, or is too long.
    #[error("the ID token cannot be read")]
    Unreadable,
    /// Signed otherwise than with RS256 or ES256, or not at all.
    #[error("the ID token is not signed with RS256 or ES256")]
    Algorithm,
    /// None of the provider's keys has the name and the kind that the token wants.
    #[error("the ID token is signed with a key that the provider does not list")]
    UnknownKey,
    /// Signature, issuer, audience or time.
    #[error("the ID token is not valid: {0}")]
    Invalid(String),
    /// It belongs to another sign-in.
    #[error("the ID token is of another sign-in")]
    Nonce,
    /// It is for several, and this server did not ask for it.
    #[error("the ID token was issued to another client")]
    AuthorizedParty,
}

/// The document has no list of keys.
#[derive(Debug, thiserror::Error)]
#[error("the provider's keys cannot be read")]
pub struct KeySetError;

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<Value>,
}

impl ProviderKeys {
    /// Reads a JWK set. Keys of other kinds, and those that are too short, are left out.
    ///
    /// # Errors
    /// It is no JWK set.
    pub fn parse(document: &[u8]) -> Result<Self, KeySetError> {
        let set: KeySet = serde_json::from_slice(document).map_err(|_| KeySetError)?;
        let keys = set.keys.into_iter().take(MOST_KEYS);
        let keys = keys.filter_map(|key| usable(&serde_json::from_value(key).ok()?));
        Ok(Self(keys.collect()))
    }

    /// Returns how many keys can be used.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the claims of a token that one of the keys has made, that is valid now, and says what is expected.
    ///
    /// # Errors
    /// [`IdTokenFault::UnknownKey`] if newer keys may verify it; everything else stays wrong.
    pub fn verify(
        &self,
        token: &str,
        expected: ExpectedToken<'_>,
    ) -> Result<Map<String, Value>, IdTokenFault> {
        let (algorithm, id) = header_of(token)?;
        let mut result = Err(IdTokenFault::UnknownKey);
        for key in &self.0 {
            let is_meant = id.is_none() || key.id.is_none() || key.id == id;
            if key.algorithm != algorithm || !is_meant {
                continue;
            }
            result = verify_by(key, token, expected);
            if result.is_ok() {
                break;
            }
        }
        let claims = result?;
        if claims.get("nonce").and_then(Value::as_str) != Some(expected.nonce) {
            return Err(IdTokenFault::Nonce);
        }
        let is_for_several = claims
            .get("aud")
            .and_then(Value::as_array)
            .is_some_and(|audience| audience.len() > 1);
        match claims.get("azp") {
            Some(party) if party == expected.client_id => Ok(claims),
            None if !is_for_several => Ok(claims),
            _ => Err(IdTokenFault::AuthorizedParty),
        }
    }
}

/// Returns the algorithm and the name of the key that a token claims.
fn header_of(token: &str) -> Result<(Algorithm, Option<String>), IdTokenFault> {
    if token.len() > MAX_LENGTH {
        return Err(IdTokenFault::Unreadable);
    }
    // The library knows no `none`, and cannot read a header with it.
    let header = decode_header(token).map_err(|_| IdTokenFault::Unreadable)?;
    match header.alg {
        Algorithm::RS256 | Algorithm::ES256 => Ok((header.alg, header.kid)),
        _ => Err(IdTokenFault::Algorithm),
    }
}

fn verify_by(
    key: &ProviderKey,
    token: &str,
    expected: ExpectedToken<'_>,
) -> Result<Map<String, Value>, IdTokenFault> {
    let mut validation = validation(key.algorithm);
    validation.leeway = LEEWAY;
    validation.set_issuer(&[expected.issuer]);
    validation.set_audience(&[expected.client_id]);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    read_jws(token, &key.key, &validation).map_err(IdTokenFault::Invalid)
}

/// Returns a key with the one algorithm that it may be used with; `None` for one that signs no tokens that are accepted.
fn usable(key: &Jwk) -> Option<ProviderKey> {
    let (algorithm, named) = match &key.algorithm {
        AlgorithmParameters::RSA(parameters) => {
            let modulus = decode_base64url(&parameters.n)?;
            let length = modulus.iter().skip_while(|byte| **byte == 0).count();
            (length >= MIN_RSA_LENGTH).then_some((Algorithm::RS256, KeyAlgorithm::RS256))?
        }
        AlgorithmParameters::EllipticCurve(parameters) if parameters.curve == EllipticCurve::P256 => {
            (Algorithm::ES256, KeyAlgorithm::ES256)
        }
        _ => return None,
    };
    let common = &key.common;
    let signs = common
        .public_key_use
        .as_ref()
        .is_none_or(|purpose| *purpose == PublicKeyUse::Signature);
    let fits = common.key_algorithm.is_none_or(|algorithm| algorithm == named);
    if !signs || !fits {
        return None;
    }
    Some(ProviderKey {
        id: common.key_id.clone(),
        algorithm,
        key: DecodingKey::from_jwk(key).ok()?,
    })
}

#[cfg(test)]
mod tests;

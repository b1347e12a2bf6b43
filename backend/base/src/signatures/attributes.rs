//! Signed attributes: JWS under the secret that a widget shares with its host's server (docs/api.md#widget-attributes).

use super::jws::{SignedThing, validation, verify_jws, warn_of_long_life};
use crate::secret_source::{SecretSource, SecretUse};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, encode};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// The longest signature in bytes: attributes of 16 KiB in base64, and the rest.
const MAX_LENGTH: usize = 32 * 1024;

/// The fewest bytes of a secret: as many as HS256 has.
pub const MIN_SECRET_LENGTH: usize = 32;

/// What a host's server says about a visitor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttributeClaims {
    /// When it expires, in seconds since 1970.
    pub exp: u64,
    /// Before which they are not valid yet, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nbf: Option<u64>,
    #[serde(default)]
    pub attributes: Map<String, Value>,
    /// Who the visitor is: `external_id`, `email`, ….
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub customer: Map<String, Value>,
}

/// Claims with the widget that they are for.
#[derive(Serialize)]
struct AddressedClaims<'a> {
    aud: &'a str,
    #[serde(flatten)]
    claims: &'a AttributeClaims,
}

/// The secrets of a widget: more than one while they are rotated. A record has one text or a list.
#[derive(Default)]
pub struct Secrets(Vec<SecretSource>);

impl Secrets {
    /// Creates the list of one secret.
    pub fn one(secret: impl Into<String>) -> Self {
        Self(vec![SecretSource::Literal(secret.into())])
    }

    /// Returns the claims of a signature for a widget that one of the secrets has made and that is valid now.
    ///
    /// The algorithm is HS256, whatever the signature says of its own.
    pub fn verify(&self, signature: &str, widget_code: &str) -> Option<AttributeClaims> {
        if signature.len() > MAX_LENGTH {
            return None;
        }
        let mut validation = validation(Algorithm::HS256);
        validation.set_audience(&[widget_code]);
        validation.set_required_spec_claims(&["exp", "aud"]);
        let secrets = self.0.iter().filter_map(|secret| secret.read(SecretUse::Widget));
        let secrets = secrets.filter(|secret| secret.len() >= MIN_SECRET_LENGTH);
        let mut keys = secrets.map(|secret| DecodingKey::from_secret(secret.as_bytes()));
        let claims: AttributeClaims = keys.find_map(|key| verify_jws(signature, &key, &validation))?;
        warn_of_long_life(SignedThing::Attributes, widget_code, claims.exp);
        Some(claims)
    }

    /// Returns the signature over these claims, by the first secret. This is what a host's server does.
    pub fn sign(
        &self,
        widget_code: &str,
        claims: &AttributeClaims,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        let secret = self.0.first().and_then(|secret| secret.read(SecretUse::Widget));
        let secret = secret.unwrap_or_default();
        let claims = AddressedClaims {
            aud: widget_code,
            claims,
        };
        encode(
            &Header::new(Algorithm::HS256),
            &claims,
            &EncodingKey::from_secret(secret.as_bytes()),
        )
    }
}

impl<'de> Deserialize<'de> for Secrets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum OneOrMore {
            One(SecretSource),
            More(Vec<SecretSource>),
        }
        Ok(Self(match OneOrMore::deserialize(deserializer)? {
            OneOrMore::One(secret) => vec![secret],
            OneOrMore::More(secrets) => secrets,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::base64url;
    use crate::time::now;
    use serde_json::json;

    const SECRET: &str = "0123456789abcdef0123456789abcdef";
    const OTHER: &str = "fedcba9876543210fedcba9876543210";
    const CODE: &str = "PSN-TEST001";

    fn claims(seconds_left: i64) -> AttributeClaims {
        let object = |value: Value| value.as_object().unwrap().clone();
        AttributeClaims {
            exp: u64::try_from(now() / 1000 + seconds_left).unwrap(),
            nbf: None,
            attributes: object(json!({"plan": "gold", "cart": {"items": [1, 2]}})),
            customer: object(json!({"external_id": "42"})),
        }
    }

    fn sign(secret: &str, code: &str, claims: &AttributeClaims) -> String {
        Secrets::one(secret).sign(code, claims).unwrap()
    }

    fn verify(signature: &str) -> Option<AttributeClaims> {
        Secrets::one(SECRET).verify(signature, CODE)
    }

    #[test]
    fn forged_expired_and_swapped_signatures_are_invalid() {
        let claims = claims(60);
        let valid = sign(SECRET, CODE, &claims);
        assert_eq!(verify(&valid), Some(claims.clone()));
        assert_eq!(verify(&sign(OTHER, CODE, &claims)), None, "under another secret");
        assert_eq!(
            verify(&sign(SECRET, "PSN-TEST002", &claims)),
            None,
            "for another widget"
        );
        assert_eq!(
            verify(&sign(SECRET, CODE, &super::tests::claims(-1))),
            None,
            "expired"
        );
        let (signed, _) = valid.rsplit_once('.').unwrap();
        for forged in [
            format!("{signed}."),
            signed.to_owned(),
            format!("{valid}A"),
            String::new(),
        ] {
            assert_eq!(verify(&forged), None, "{forged}");
        }
        assert_eq!(verify(&format!("{valid}{}", "A".repeat(MAX_LENGTH))), None);
    }

    #[test]
    fn the_algorithm_is_hs256() {
        let body = json!({"aud": CODE, "exp": claims(60).exp, "attributes": {"plan": "gold"}});
        let none = format!(
            "{}.{}.",
            base64url(br#"{"alg":"none"}"#),
            base64url(body.to_string().as_bytes())
        );
        assert_eq!(verify(&none), None, "none");
        let rsa = EncodingKey::from_rsa_pem(include_bytes!("../../../tests/data/keys/rsa.pem")).unwrap();
        let signature = encode(&Header::new(Algorithm::RS256), &body, &rsa).unwrap();
        assert_eq!(verify(&signature), None, "RS256");
        let public = include_str!("../../../tests/data/keys/rsa.pub.pem");
        assert_eq!(
            Secrets::one(public).verify(&signature, CODE),
            None,
            "RS256 with its public key as the secret"
        );
        let long = EncodingKey::from_secret(SECRET.as_bytes());
        let signature = encode(&Header::new(Algorithm::HS512), &body, &long).unwrap();
        assert_eq!(verify(&signature), None, "HS512");
    }

    #[test]
    fn a_signature_must_expire_and_name_its_widget() {
        let key = EncodingKey::from_secret(SECRET.as_bytes());
        let exp = claims(60).exp;
        for body in [
            json!({"aud": CODE, "attributes": {}}),
            json!({"exp": exp, "attributes": {}}),
            json!({"aud": CODE, "exp": exp, "nbf": exp - 1, "attributes": {}}),
            json!({"aud": CODE, "exp": "never", "attributes": {}}),
            json!({"aud": CODE, "exp": exp, "attributes": [1]}),
        ] {
            let signature = encode(&Header::new(Algorithm::HS256), &body, &key).unwrap();
            assert_eq!(verify(&signature), None, "{body}");
        }
        let critical = Header {
            crit: Some(vec!["exp".to_owned()]),
            ..Header::new(Algorithm::HS256)
        };
        let body = json!({"aud": CODE, "exp": exp, "attributes": {}});
        let signature = encode(&critical, &body, &key).unwrap();
        assert_eq!(verify(&signature), None, "an extension that nobody understands");
    }

    #[test]
    fn secrets_are_rotated_by_a_list() {
        let read = |value: Value| serde_json::from_value::<Secrets>(value).unwrap();
        let both = read(json!([OTHER, SECRET]));
        for secret in [OTHER, SECRET] {
            assert!(both.verify(&sign(secret, CODE, &claims(60)), CODE).is_some());
        }
        let one = read(json!(SECRET));
        assert!(one.verify(&sign(OTHER, CODE, &claims(60)), CODE).is_none());
        assert!(
            Secrets::default()
                .verify(&sign("", CODE, &claims(60)), CODE)
                .is_none()
        );
        assert!(
            Secrets::one("")
                .verify(&sign("", CODE, &claims(60)), CODE)
                .is_none(),
            "no secret"
        );
    }
}

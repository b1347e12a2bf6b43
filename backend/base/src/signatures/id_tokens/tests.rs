use super::*;
use crate::encoding::base64url;
use crate::time::now;
use jsonwebtoken::{EncodingKey, Header, encode};
use serde_json::json;

const RSA: &str = include_str!("../../../../tests/data/keys/rsa.pem");
const EC: &str = include_str!("../../../../tests/data/keys/p256.pem");

const EXPECTED: ExpectedToken<'static> = ExpectedToken {
    issuer: "https://id.example",
    client_id: "pulsen",
    nonce: "n-1",
};

fn rsa() -> EncodingKey {
    EncodingKey::from_rsa_pem(RSA.as_bytes()).unwrap()
}

fn ec() -> EncodingKey {
    EncodingKey::from_ec_pem(EC.as_bytes()).unwrap()
}

fn jwk(key: &EncodingKey, algorithm: Algorithm, id: &str) -> Value {
    let mut jwk = serde_json::to_value(Jwk::from_encoding_key(key, algorithm).unwrap()).unwrap();
    jwk["kid"] = json!(id);
    jwk
}

fn keys_of(keys: &[Value]) -> ProviderKeys {
    ProviderKeys::parse(json!({"keys": keys}).to_string().as_bytes()).unwrap()
}

fn keys() -> ProviderKeys {
    keys_of(&[
        json!({"kty": "AKP", "alg": "ML-DSA-65", "pub": "AA", "kid": "of tomorrow"}),
        jwk(&rsa(), Algorithm::RS256, "r"),
        jwk(&ec(), Algorithm::ES256, "e"),
    ])
}

fn seconds(from_now: i64) -> i64 {
    now() / 1000 + from_now
}

fn claims() -> Value {
    json!({
        "iss": "https://id.example", "aud": "pulsen", "sub": "42", "nonce": "n-1",
        "exp": seconds(300), "iat": seconds(0),
    })
}

fn sign(claims: &Value, key: &EncodingKey, algorithm: Algorithm, id: &str) -> String {
    let header = Header {
        kid: Some(id.to_owned()),
        ..Header::new(algorithm)
    };
    encode(&header, claims, key).unwrap()
}

fn verify(claims: &Value) -> Result<Map<String, Value>, IdTokenFault> {
    keys().verify(&sign(claims, &rsa(), Algorithm::RS256, "r"), EXPECTED)
}

fn with(name: &str, value: Value) -> Value {
    let mut claims = claims();
    claims[name] = value;
    claims
}

fn is_invalid(result: &Result<Map<String, Value>, IdTokenFault>) -> bool {
    matches!(result, Err(IdTokenFault::Invalid(_)))
}

#[test]
fn tokens_of_both_kinds_of_keys_are_read() {
    assert_eq!(keys().count(), 2, "keys that nobody knows do not matter");
    assert_eq!(verify(&claims()).unwrap()["sub"], "42");
    let token = sign(&claims(), &ec(), Algorithm::ES256, "e");
    assert_eq!(keys().verify(&token, EXPECTED).unwrap()["sub"], "42");
    // Without a name, the key that fits is found.
    let token = encode(&Header::new(Algorithm::ES256), &claims(), &ec()).unwrap();
    assert!(keys().verify(&token, EXPECTED).is_ok());
}

#[test]
fn tokens_for_others_and_of_another_time_are_refused() {
    for (name, value) in [
        ("iss", json!("https://id.example/")),
        ("iss", json!("https://evil.example")),
        ("iss", Value::Null),
        ("aud", json!("another")),
        ("aud", json!(["another"])),
        ("aud", json!([])),
        ("aud", json!({"pulsen": true})),
        ("aud", Value::Null),
        ("sub", Value::Null),
        ("exp", json!(seconds(-120))),
        ("exp", json!("never")),
        ("exp", Value::Null),
        ("nbf", json!(seconds(600))),
    ] {
        let result = verify(&with(name, value.clone()));
        assert!(is_invalid(&result), "{name} {value}: {result:?}");
    }
    assert!(verify(&with("exp", json!(seconds(-30)))).is_ok(), "clocks differ");
}

#[test]
fn a_token_belongs_to_one_sign_in() {
    for nonce in [json!("n-2"), json!(""), json!(1), Value::Null] {
        assert_eq!(verify(&with("nonce", nonce)), Err(IdTokenFault::Nonce));
    }
}

#[test]
fn a_token_for_several_names_this_server() {
    let several = with("aud", json!(["another", "pulsen"]));
    let refused = Err(IdTokenFault::AuthorizedParty);
    assert_eq!(verify(&several), refused);
    for (party, is_valid) in [("pulsen", true), ("another", false)] {
        for mut claims in [several.clone(), claims()] {
            claims["azp"] = json!(party);
            assert_eq!(verify(&claims).is_ok(), is_valid, "{claims}");
        }
    }
    assert!(verify(&with("aud", json!(["pulsen"]))).is_ok());
}

#[test]
fn what_was_changed_says_nothing() {
    let token = sign(&claims(), &rsa(), Algorithm::RS256, "r");
    let [header, payload, signature] = token.split('.').collect::<Vec<_>>()[..] else {
        panic!("{token}")
    };
    let other = sign(&with("sub", json!("43")), &rsa(), Algorithm::RS256, "r");
    let other_payload = other.split('.').nth(1).unwrap();
    for forged in [
        format!("{header}.{other_payload}.{signature}"),
        format!("{header}.{payload}."),
        format!("{header}.{payload}"),
        format!("{token}A"),
        format!("{token}{}", "A".repeat(MAX_LENGTH)),
        String::new(),
    ] {
        assert!(keys().verify(&forged, EXPECTED).is_err(), "{forged}");
    }
}

#[test]
fn only_two_algorithms_sign() {
    let payload = base64url(claims().to_string().as_bytes());
    for none in ["none", "None", "NONE", ""] {
        let header = base64url(json!({"alg": none, "kid": "r"}).to_string().as_bytes());
        let result = keys().verify(&format!("{header}.{payload}."), EXPECTED);
        assert_eq!(result, Err(IdTokenFault::Unreadable), "{none}");
    }
    // The public key as if it were a shared secret.
    let public = include_str!("../../../../tests/data/keys/rsa.pub.pem");
    let shared = EncodingKey::from_secret(public.as_bytes());
    for (algorithm, key) in [
        (Algorithm::HS256, &shared),
        (Algorithm::PS256, &rsa()),
        (Algorithm::RS512, &rsa()),
    ] {
        let token = sign(&claims(), key, algorithm, "r");
        assert_eq!(
            keys().verify(&token, EXPECTED),
            Err(IdTokenFault::Algorithm),
            "{algorithm:?}"
        );
    }
}

#[test]
fn only_keys_of_the_provider_sign() {
    let other = jwk(&rsa(), Algorithm::RS256, "other");
    let token = sign(&claims(), &rsa(), Algorithm::RS256, "r");
    let unknown = Err(IdTokenFault::UnknownKey);
    assert_eq!(keys_of(&[]).verify(&token, EXPECTED), unknown);
    assert_eq!(keys_of(&[other]).verify(&token, EXPECTED), unknown);
    for (field, value) in [("use", "enc"), ("alg", "RS512"), ("alg", "RSA-OAEP")] {
        let mut key = jwk(&rsa(), Algorithm::RS256, "r");
        key[field] = json!(value);
        assert_eq!(
            keys_of(&[key]).verify(&token, EXPECTED),
            unknown,
            "{field} {value}"
        );
    }
    // A key of 1,024 bits, and the provider's secret.
    let short = json!({"kty": "RSA", "kid": "r", "n": base64url(&[0xc1; 128]), "e": "AQAB"});
    let padded = [vec![0; 128], vec![0xc1; 128]].concat();
    let padded = json!({"kty": "RSA", "kid": "r", "n": base64url(&padded), "e": "AQAB"});
    let secret = json!({"kty": "oct", "kid": "r", "k": base64url(&[7; 32])});
    assert_eq!(keys_of(&[short, padded, secret]).count(), 0);
    for wrong in ["", "[]", "{}", r#"{"keys": 1}"#] {
        assert!(ProviderKeys::parse(wrong.as_bytes()).is_err(), "{wrong}");
    }
}

#[test]
fn a_token_that_wants_extensions_to_be_understood_is_refused() {
    let header = Header {
        crit: Some(vec!["exp".to_owned()]),
        ..Header::new(Algorithm::RS256)
    };
    let token = encode(&header, &claims(), &rsa()).unwrap();
    assert!(is_invalid(&keys().verify(&token, EXPECTED)));
}

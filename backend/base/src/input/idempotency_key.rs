//! The header `Idempotency-Key` (docs/api.md#idempotency).

use http::HeaderMap;
use uuid::{Uuid, Variant};

/// The `Idempotency-Key` is not a UUID of versions 1 to 5.
#[derive(Debug, PartialEq, Eq)]
pub struct IdempotencyKeyError;

/// Returns the key of a request in lower case; `None` if the request has none.
pub fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, IdempotencyKeyError> {
    let Some(key) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let uuid = key.to_str().ok().and_then(parse_key);
    Ok(Some(uuid.ok_or(IdempotencyKeyError)?.to_string()))
}

/// Parses a UUID of versions 1 to 5, as RFC 4122 writes it: in five groups with hyphens, in either case.
pub fn parse_key(text: &str) -> Option<Uuid> {
    let uuid = Uuid::try_parse(text).ok()?;
    let is_hyphenated = text.len() == uuid::fmt::Hyphenated::LENGTH;
    let is_known = matches!(uuid.get_version_num(), 1..=5) && uuid.get_variant() == Variant::RFC4122;
    (is_hyphenated && is_known).then_some(uuid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_uuids_of_versions_1_to_5() {
        for version in '0'..='9' {
            let text = format!("0d9a9f32-2c0c-{version}e5a-9a3c-7f0e9a6f2b11");
            assert_eq!(
                parse_key(&text).is_some(),
                ('1'..='5').contains(&version),
                "{text}"
            );
        }
        for variant in "0123456789abcdef".chars() {
            let text = format!("0d9a9f32-2c0c-4e5a-{variant}a3c-7f0e9a6f2b11");
            assert_eq!(parse_key(&text).is_some(), "89ab".contains(variant), "{text}");
        }
        let upper = parse_key("0D9A9F32-2C0C-4E5A-9A3C-7F0E9A6F2B11").map(|key| key.to_string());
        assert_eq!(upper.as_deref(), Some("0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11"));
        for text in [
            "",
            "again",
            "0d9a9f322c0c4e5a9a3c7f0e9a6f2b11",
            "{0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11}",
            "urn:uuid:0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11",
            "00000000-0000-0000-0000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff",
        ] {
            assert_eq!(parse_key(text), None, "{text}");
        }
    }
}

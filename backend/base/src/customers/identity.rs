//! Who a customer is (docs/api.md#verified-customers).

use super::fields::{Fields, ID_LENGTH};
use crate::encoding::base64url;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The fields that name a person, in the order in which they count.
const NAMES: [&str; 2] = ["external_id", "id"];

/// Returns a key for the person whom proven fields name; `None` where they name nobody.
///
/// It is a hash, so that it tells nothing that the flow has masked.
pub fn verified_customer(proven: &Fields) -> Option<String> {
    NAMES.into_iter().find_map(|name| {
        let value = name_in(proven, name)?;
        let hash = Sha256::new()
            .chain_update(name)
            .chain_update("\0")
            .chain_update(value);
        Some(base64url(&hash.finalize()))
    })
}

/// Returns the id of the customer whom a feedback names, if it can be one that a visit got.
pub fn customer_id(customer: &Value) -> Option<String> {
    let id = customer.get("id")?.as_str()?;
    (1..=ID_LENGTH).contains(&id.len()).then(|| id.to_owned())
}

/// Returns whether new fields name another person than the known ones.
pub fn is_another_person(known: &Fields, new: &Fields) -> bool {
    ["external_id", "user_id"].into_iter().any(|name| {
        let (before, now) = (name_in(known, name), name_in(new, name));
        before.is_some() && now.is_some() && before != now
    })
}

/// Signed fields may hold an id as a number.
fn name_in(fields: &Fields, name: &str) -> Option<String> {
    match fields.get(name)? {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(value: Value) -> Fields {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn the_external_id_names_a_customer_before_the_id() {
        let key = |value: Value| verified_customer(&fields(value));
        let both = key(json!({"external_id": "42", "id": "c"}));
        assert!(both.is_some());
        assert_eq!(both, key(json!({"external_id": 42, "email": "ada@example.com"})));
        assert_ne!(both, key(json!({"id": "42"})), "another kind of name");
        assert_ne!(both, key(json!({"external_id": "43"})));
        assert_eq!(key(json!({"email": "ada@example.com", "external_id": ""})), None);
    }

    #[test]
    fn two_people_have_different_names() {
        let known = fields(json!({"external_id": "1", "email": "a"}));
        assert!(is_another_person(&known, &fields(json!({"external_id": "2"}))));
        for same in [
            json!({"external_id": "1"}),
            json!({"user_id": "2"}),
            json!({"email": "b"}),
        ] {
            assert!(!is_another_person(&known, &fields(same)));
        }
    }
}

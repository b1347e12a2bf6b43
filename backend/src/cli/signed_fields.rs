//! What a command signs about a visitor: JSON objects, of whose fields none is mistyped.

use base::customers::{CUSTOMER_ID, field_names};
use engine::nearest;
use serde_json::{Map, Value};

/// Reads a JSON object of any fields.
///
/// # Errors
/// It is no JSON object.
pub(super) fn parse_object(text: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(text).map_err(|error| format!("a JSON object is expected: {error}"))
}

/// Reads the fields of a customer.
///
/// # Errors
/// It is no JSON object, or has a field that no customer has.
pub(super) fn parse_customer(text: &str) -> Result<Map<String, Value>, String> {
    let customer = parse_object(text)?;
    let known = || field_names().chain([CUSTOMER_ID]);
    match customer.keys().find(|name| !known().any(|field| field == *name)) {
        None => Ok(customer),
        Some(name) => Err(match nearest(name, known()) {
            Some(field) => format!("a customer has no field `{name}`; did you mean `{field}`?"),
            None => format!(
                "a customer has no field `{name}`, but {}",
                known().collect::<Vec<_>>().join(", ")
            ),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_no_customer_has_is_refused() {
        let read = |text: &str| parse_customer(text).map(|customer| customer.len());
        assert_eq!(
            read(r#"{"id": "c", "email": "a@x.example", "schema": {}}"#),
            Ok(3)
        );
        let mistyped = read(r#"{"emial": "a@x.example"}"#).unwrap_err();
        assert!(mistyped.contains("did you mean `email`?"), "{mistyped}");
        let unknown = read(r#"{"shoe_size": 7}"#).unwrap_err();
        assert!(unknown.contains("external_id, user_id"), "{unknown}");
        assert!(read("[]").is_err());
    }
}

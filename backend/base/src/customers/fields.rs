//! The fields of a customer, and what they may hold (docs/api.md#customers).

use crate::input::fault::{Fault, FaultKey, Faults};
use engine::{contact_text, dialed};
use serde_json::{Map, Value};

/// Fields of a customer by name.
pub type Fields = Map<String, Value>;

/// The field with what a host says beyond the others.
pub const CUSTOM_ATTRIBUTES: &str = "custom_attributes";

/// The fields by which a host says who a visitor is. Answers say the others as well.
pub const IDENTITY: [&str; 3] = ["external_id", "user_id", CUSTOM_ATTRIBUTES];

/// Most bytes of a customer as JSON.
pub const CUSTOMER_LENGTH: usize = 16 * 1024;

/// Most bytes of an id.
pub(super) const ID_LENGTH: usize = 128;

/// Most characters of a name, an address, and of the name of an attribute.
const TEXT_LENGTH: usize = 200;

/// Most members of `schema` and of `custom_attributes`.
const MEMBERS: usize = 100;

/// What a field holds.
#[derive(Clone, Copy)]
enum Kind {
    Id,
    Text,
    Year,
    /// Texts by the key of a question.
    Texts,
    /// Any JSON by name.
    Attributes,
}

impl Kind {
    /// Returns how many bytes of JSON a value of another kind may have in its place.
    fn most_bytes(self) -> usize {
        match self {
            Self::Id | Self::Year => ID_LENGTH,
            Self::Text => TEXT_LENGTH,
            Self::Texts | Self::Attributes => CUSTOMER_LENGTH,
        }
    }
}

const FIELDS: [(&str, Kind); 9] = [
    ("external_id", Kind::Id),
    ("user_id", Kind::Id),
    ("email", Kind::Text),
    ("name", Kind::Text),
    ("phone_number", Kind::Text),
    ("gender", Kind::Text),
    ("birth_year", Kind::Year),
    ("schema", Kind::Texts),
    (CUSTOM_ATTRIBUTES, Kind::Attributes),
];

/// Returns the names of the fields that a customer may have, without the id that a visit gives.
pub fn field_names() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(name, _)| *name)
}

/// The id that a visit gives.
pub const CUSTOMER_ID: &str = "id";

/// Takes the fields of a customer out of a body without nulls. Other members are ignored, and empty ones say nothing.
///
/// # Errors
/// Each field that has the wrong type or is too long.
pub(super) fn read_fields(body: &Fields) -> Result<Fields, Faults> {
    let mut fields = Fields::new();
    let mut faults = Faults::default();
    for (name, kind) in FIELDS {
        let Some(value) = body.get(name).filter(|value| !is_empty(value)) else {
            continue;
        };
        match check(kind, value) {
            Ok(()) => drop(fields.insert(name.into(), value.clone())),
            Err((key, detail)) => faults.push(Fault::at(&format!("/{name}"), key, detail)),
        }
    }
    clean_contacts(&mut fields);
    if !is_short_enough(&fields) {
        let detail = format!("at most {CUSTOMER_LENGTH} bytes of JSON are expected in all");
        faults.push(Fault::at("", FaultKey::TooLong, detail));
    }
    faults.into_result().map(|()| fields)
}

/// Bounds the fields of the customer that a feedback describes, which are stored as they are claimed, whatever their types. What else is in
/// it is bounded only by the length of it all.
///
/// # Errors
/// Adds each field that is too long.
pub fn check_described(customer: &Fields, pointer: &str, faults: &mut Faults) {
    let own_id = (CUSTOMER_ID, Kind::Id);
    for (name, kind) in FIELDS.into_iter().chain([own_id]) {
        let Some(value) = customer.get(name) else {
            continue;
        };
        let detail = match check(kind, value) {
            Err((FaultKey::TooLong, detail)) => detail,
            Err(_) if value.to_string().len() > kind.most_bytes() => {
                format!("at most {} bytes of JSON are expected", kind.most_bytes())
            }
            _ => continue,
        };
        faults.push(Fault::at(&format!("{pointer}/{name}"), FaultKey::TooLong, detail));
    }
}

/// Replaces what only looks like an e-mail address by what it is, and a phone number by what is dialed: people are found by them,
/// in whatever way they are written.
pub fn clean_contacts(fields: &mut Fields) {
    for (name, clean) in [
        ("email", contact_text as fn(&str) -> String),
        ("phone_number", dialed),
    ] {
        if let Some(Value::String(text)) = fields.get_mut(name) {
            *text = clean(text);
        }
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::String(text) => text.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// Returns whether the fields are within the limit of a customer.
pub(super) fn is_short_enough(fields: &Fields) -> bool {
    // The writer of JSON fails only where memory does.
    serde_json::to_string(fields).is_ok_and(|json| json.len() <= CUSTOMER_LENGTH)
}

fn check(kind: Kind, value: &Value) -> Result<(), (FaultKey, String)> {
    let wrong = |expected: &str| Err((FaultKey::WrongType, format!("{expected} is expected")));
    let long = |expected: String| Err((FaultKey::TooLong, format!("{expected} are expected at most")));
    match (kind, value) {
        (Kind::Id, Value::String(id)) if id.len() > ID_LENGTH => long(format!("{ID_LENGTH} bytes")),
        (Kind::Text, Value::String(text)) if text.chars().count() > TEXT_LENGTH => {
            long(format!("{TEXT_LENGTH} characters"))
        }
        (Kind::Id | Kind::Text, Value::String(_)) => Ok(()),
        (Kind::Id | Kind::Text, _) => wrong("a text"),
        (Kind::Year, Value::Number(year)) if year.as_u64().is_some_and(|year| (1..=9999).contains(&year)) => {
            Ok(())
        }
        (Kind::Year, _) => wrong("a year from 1 to 9999"),
        (Kind::Texts | Kind::Attributes, Value::Object(members)) if members.len() > MEMBERS => {
            long(format!("{MEMBERS} members"))
        }
        (Kind::Texts | Kind::Attributes, Value::Object(members))
            if members.keys().any(|name| name.chars().count() > TEXT_LENGTH) =>
        {
            long(format!("names of {TEXT_LENGTH} characters"))
        }
        (Kind::Texts, Value::Object(members)) if !members.values().all(Value::is_string) => {
            wrong("an object of texts")
        }
        (Kind::Texts | Kind::Attributes, Value::Object(_)) => Ok(()),
        (Kind::Texts | Kind::Attributes, _) => wrong("an object"),
    }
}

/// Adds fields to what is known: each replaces the one before it, and members of objects are added to those of before.
pub fn merge_fields(known: &mut Fields, new: &Fields) {
    for (name, value) in new {
        match (known.get_mut(name), value) {
            (Some(Value::Object(before)), Value::Object(members)) => {
                before.extend(members.iter().map(|(name, value)| (name.clone(), value.clone())));
            }
            _ => drop(known.insert(name.clone(), value.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(value: Value) -> Fields {
        value.as_object().unwrap().clone()
    }

    fn faults(body: Value) -> Vec<(String, &'static str)> {
        let faults = read_fields(&fields(body)).err();
        let listed = faults.iter().flat_map(|faults| faults.listed());
        listed
            .map(|fault| (fault.pointer.clone(), fault.key.into_str()))
            .collect()
    }

    #[test]
    fn known_fields_are_taken_and_empty_ones_left_out() {
        let body = json!({
            "node_id": "n", "device_id": "d", "email": "\u{FEFF}ada＠example.com\u{200B}", "name": "", "schema": {}, "birth_year": 1990,
            "phone_number": "0090 (532) 111-22 33", "custom_attributes": {"cart": {"items": [1]}}, "anything": 1,
        });
        let expected = json!({"email": "ada@example.com", "birth_year": 1990, "phone_number": "+905321112233", "custom_attributes": {"cart": {"items": [1]}}});
        assert_eq!(read_fields(&fields(body)), Ok(fields(expected)));
    }

    #[test]
    fn every_field_is_bounded() {
        let wide: Fields = (0..101).map(|n| (n.to_string(), json!("x"))).collect();
        for (field, value, key) in [
            ("external_id", json!("x".repeat(129)), "too_long"),
            ("user_id", json!(7), "wrong_type"),
            ("email", json!("x".repeat(201)), "too_long"),
            ("name", json!(["Ada"]), "wrong_type"),
            ("birth_year", json!(0), "wrong_type"),
            ("birth_year", json!("1990"), "wrong_type"),
            ("schema", json!({"plan": 1}), "wrong_type"),
            ("schema", json!({"x".repeat(201): "y"}), "too_long"),
            ("custom_attributes", json!([]), "wrong_type"),
            ("custom_attributes", Value::Object(wide), "too_long"),
        ] {
            assert_eq!(faults(json!({ field: value })), [(format!("/{field}"), key)]);
        }
        // Characters, not bytes.
        assert_eq!(faults(json!({"name": "ğ".repeat(200)})), []);
        let all = json!({"custom_attributes": {"a": "x".repeat(CUSTOMER_LENGTH)}});
        assert_eq!(faults(all), [(String::new(), "too_long")]);
    }

    #[test]
    fn claimed_fields_are_bounded_in_every_type_of_feedback() {
        let claimed =
            json!({"external_id": {"a": "x".repeat(200)}, "email": ["x".repeat(300)], "name": ["Ada"]});
        let mut faults = Faults::default();
        check_described(&fields(claimed), "/customer", &mut faults);
        let listed: Vec<_> = faults.listed().iter().map(|fault| &*fault.pointer).collect();
        assert_eq!(listed, ["/customer/external_id", "/customer/email"]);
    }

    #[test]
    fn new_fields_replace_and_new_members_are_added() {
        let mut known =
            fields(json!({"email": "a", "name": "Ada", "custom_attributes": {"x": 1, "y": {"z": 1}}}));
        merge_fields(
            &mut known,
            &fields(json!({"email": "b", "custom_attributes": {"y": {}, "w": 3}})),
        );
        assert_eq!(
            Value::Object(known),
            json!({"email": "b", "name": "Ada", "custom_attributes": {"x": 1, "y": {}, "w": 3}})
        );
    }
}

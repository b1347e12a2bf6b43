//! Reading JSON with errors that name the place, and writing it so that equal content gives equal text.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

/// A value of the wrong type, and its place in the document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct JsonError {
    /// JSON pointer (RFC 6901); empty for the whole document.
    pub(crate) pointer: String,
    pub(crate) message: String,
}

/// Reads an object into a struct. Null means absent: remove null members first ([`drop_nulls`]).
///
/// # Errors
/// The first value of the wrong type.
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Result<T, JsonError> {
    // Serde would also take a list, as the fields in their order.
    if !value.is_object() {
        return Err(JsonError {
            pointer: String::new(),
            message: "an object is expected".into(),
        });
    }
    serde_path_to_error::deserialize(value).map_err(|error| JsonError {
        pointer: pointer(error.path()),
        message: error.inner().to_string(),
    })
}

/// Removes members that are null, at any depth: null means absent. Items of lists keep their places.
pub(crate) fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(drop_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

/// Writes a value with sorted keys and without white space: equal content gives equal text.
pub(crate) fn canonical(value: &mut Value) -> String {
    value.sort_all_objects();
    value.to_string()
}

/// Writes a value. Its type must always have a form in JSON: no map with other keys than texts.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    // Fails for such a map only.
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// Appends a key or an index to a JSON pointer (RFC 6901).
pub(crate) fn push_pointer(pointer: &mut String, step: &str) {
    pointer.push('/');
    pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => push_pointer(&mut pointer, &index.to_string()),
            Segment::Map { key } => push_pointer(&mut pointer, key),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    pointer
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn errors_name_the_place_of_a_wrong_value() {
        let error = read::<engine::Feedback>(json!({"responses": [{}, {"body": 7}]})).unwrap_err();
        assert_eq!(error.pointer, "/responses/1/body");
        assert!(error.message.contains("expected a string"), "{}", error.message);
    }

    #[test]
    fn equal_content_gives_equal_text() {
        let mut value = json!({"b": [{"y": 1, "x": null}, null], "a": "ü"});
        drop_nulls(&mut value);
        assert_eq!(canonical(&mut value), r#"{"a":"ü","b":[{"y":1},null]}"#);
    }
}

//! Reading JSON so that people learn what was wrong and where, and writing it so that equal content is equal text.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

/// A value of the wrong kind, and where it stands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Misread {
    /// JSON pointer (RFC 6901); empty for the whole document.
    pub(crate) pointer: String,
    /// What is wrong there.
    pub(crate) message: String,
}

/// Reads an object into a struct. Null members are to be removed first ([`drop_nulls`]): they mean absent.
///
/// # Errors
/// The first value of the wrong kind.
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Result<T, Misread> {
    // A list would be taken too, as the fields in their order: nobody means that.
    if !value.is_object() {
        return Err(Misread {
            pointer: String::new(),
            message: "an object is expected".into(),
        });
    }
    serde_path_to_error::deserialize(value).map_err(|error| Misread {
        pointer: pointer(error.path()),
        message: error.inner().to_string(),
    })
}

/// Removes members that are null, at any depth: null means absent (wire.md). Items of lists keep their places.
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

/// Writes a value with sorted keys and no white space: equal content gives equal text.
pub(crate) fn canonical(mut value: Value) -> String {
    value.sort_all_objects();
    value.to_string()
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
            Segment::Map { key } => {
                pointer.push('/');
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            }
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
    fn names_the_place_of_a_wrong_value() {
        let misread = read::<engine::Feedback>(json!({"responses": [{}, {"body": 7}]})).unwrap_err();
        assert_eq!(misread.pointer, "/responses/1/body");
        assert!(
            misread.message.contains("expected a string"),
            "{}",
            misread.message
        );
    }

    #[test]
    fn equal_content_is_equal_text() {
        let mut one = json!({"b": [{"y": 1, "x": null}, null], "a": "ü"});
        drop_nulls(&mut one);
        assert_eq!(canonical(one), r#"{"a":"ü","b":[{"y":1},null]}"#);
    }
}

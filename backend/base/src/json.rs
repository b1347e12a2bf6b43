//! Reading JSON with errors that name the place, and writing it so that equal content gives equal text.

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_path_to_error::Segment;
use std::fmt::{self, Write as _};
use std::marker::PhantomData;

/// A value of the wrong type, and its place in the document.
#[derive(Debug, PartialEq, Eq)]
pub struct JsonError {
    /// JSON pointer (RFC 6901); empty for the whole document.
    pub pointer: String,
    pub message: String,
}

/// Reads an object into a struct. Null means absent: remove null members first ([`drop_nulls`]).
///
/// # Errors
/// The first value of the wrong type.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, JsonError> {
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

/// Why a text is not read.
#[derive(Debug, PartialEq, Eq)]
pub enum TextError {
    /// It is not JSON; the parser's message.
    Syntax(String),
    Type(JsonError),
}

/// Reads the text of an object into a struct, without a tree of it. Members that the struct does not have are skipped.
///
/// # Errors
/// The text is not JSON; else the first value of the wrong type, or a member that is there twice.
pub fn read_text<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T, TextError> {
    match serde_json::from_slice::<Object<T>>(json) {
        Ok(Object(read)) => return Ok(read),
        Err(error) if !error.is_data() => return Err(TextError::Syntax(error.to_string())),
        Err(_) => {}
    }
    // What follows the wrong value may not be JSON.
    serde_json::from_slice::<IgnoredAny>(json).map_err(|error| TextError::Syntax(error.to_string()))?;
    // To know the place costs time, so only texts that are wrong are read again for it.
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    match serde_path_to_error::deserialize::<_, Object<T>>(&mut deserializer) {
        Ok(Object(read)) => Ok(read),
        Err(error) => Err(TextError::Type(JsonError {
            pointer: pointer(error.path()),
            message: start_of(error.inner()),
        })),
    }
}

/// Most characters of the parser's message about a wrong value, which repeats the value: as many as anybody is shown.
const MAX_MESSAGE: usize = 500;

/// Writes the start of a message that may be some megabytes long.
fn start_of(error: &serde_json::Error) -> String {
    struct Start(String);

    impl fmt::Write for Start {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let room = MAX_MESSAGE.saturating_sub(self.0.chars().count());
            self.0.extend(text.chars().take(room));
            Ok(())
        }
    }

    let mut start = Start(String::new());
    // Writing to memory does not fail.
    let _ = write!(start, "{error}");
    start.0
}

/// Reads an object only. For a struct, serde would also take a list, as the fields in their order.
#[derive(Debug)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
            type Value = Object<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(members)).map(Object)
            }
        }

        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

/// Removes members that are null, at any depth: null means absent. Items of lists keep their places.
pub fn drop_nulls(value: &mut Value) {
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
pub fn canonical(value: &mut Value) -> String {
    value.sort_all_objects();
    value.to_string()
}

/// Writes a value. Its type must always have a form in JSON: no map with other keys than texts.
pub fn to_text(value: &impl Serialize) -> String {
    // Fails for such a map only.
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// Appends a key or an index to a JSON pointer (RFC 6901).
pub fn push_pointer(pointer: &mut String, step: &str) {
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
    fn a_text_is_read_as_a_tree_is() {
        let read = |text: &str| read_text::<engine::Feedback>(text.as_bytes());
        assert_eq!(read(r#"{"device_id":"d"}"#).unwrap().device_id, "d");
        assert!(matches!(read(r#"{"device_id":7"#), Err(TextError::Syntax(_))));
        let pointer_of = |text: &str| match read(text).unwrap_err() {
            TextError::Type(error) => error.pointer,
            TextError::Syntax(message) => panic!("{message}"),
        };
        assert_eq!(pointer_of("[]"), "");
        assert_eq!(
            pointer_of(r#"{"responses":[{},{"body":7}]}"#),
            "/responses/1/body"
        );
        let long = format!(r#"{{"flow_revision":"{}"}}"#, "ü".repeat(10_000));
        let Err(TextError::Type(error)) = read(&long) else {
            panic!()
        };
        assert_eq!(error.message.chars().count(), MAX_MESSAGE);
    }

    #[test]
    fn equal_content_gives_equal_text() {
        let mut value = json!({"b": [{"y": 1, "x": null}, null], "a": "ü"});
        drop_nulls(&mut value);
        assert_eq!(canonical(&mut value), r#"{"a":"ü","b":[{"y":1},null]}"#);
    }
}

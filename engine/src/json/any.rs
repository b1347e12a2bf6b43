//! JSON that the engine passes on as it came.

#[cfg(feature = "check")]
use super::pointer::unescaped;
use super::reader::{Reader, Result};
use crate::sorted_map::SortedMap;
use serde::{Serialize, Serializer};

/// Any JSON value. Members that are null are left out, as everywhere, and the others are sorted by name.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    Null,
    Boolean(bool),
    Number(f64),
    Text(Box<str>),
    List(Vec<Self>),
    Object(SortedMap<Self>),
}

impl Reader<'_> {
    /// Reads any value.
    pub(crate) fn any(&mut self) -> Result<Json> {
        if self.null() {
            return Ok(Json::Null);
        }
        Ok(match self.peek() {
            Some(b'{') => {
                let mut members = SortedMap::new();
                self.object(&mut |r, key| {
                    members.insert(key, r.any()?);
                    Ok(())
                })?;
                Json::Object(members)
            }
            Some(b'[') => Json::List(self.list(Self::any)?),
            Some(b'"') => Json::Text(self.string()?),
            Some(b't' | b'f') => Json::Boolean(self.boolean()?),
            _ => Json::Number(self.number()?),
        })
    }
}

#[cfg(feature = "check")]
impl Json {
    /// Returns the member of an object.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.get(name),
            _ => None,
        }
    }

    /// Returns what a JSON pointer leads to.
    pub(crate) fn pointer(&self, pointer: &str) -> Option<&Self> {
        let mut steps = pointer.split('/').skip(1);
        steps.try_fold(self, |value, step| match value {
            Self::Object(members) => members.get(&unescaped(step)),
            Self::List(values) => values.get(step.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// Returns the text, if it is one.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the items, if it is a list.
    pub(crate) fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Boolean(value) => value.serialize(serializer),
            Self::Number(value) => value.serialize(serializer),
            Self::Text(value) => value.serialize(serializer),
            Self::List(values) => values.serialize(serializer),
            Self::Object(members) => members.serialize(serializer),
        }
    }
}

#[cfg(feature = "native")]
impl<'de> serde::Deserialize<'de> for Json {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        serde_json::Value::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(feature = "native")]
impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        use serde_json::Value;
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Boolean(value),
            Value::Number(number) => Self::Number(number.as_f64().unwrap_or_default()),
            Value::String(text) => Self::Text(text.into()),
            Value::Array(values) => Self::List(values.into_iter().map(Self::from).collect()),
            Value::Object(members) => {
                let mut sorted = SortedMap::new();
                for (key, value) in members {
                    sorted.insert(&key, Self::from(value));
                }
                Self::Object(sorted)
            }
        }
    }
}

#[cfg(all(test, feature = "native"))]
mod tests {
    use super::*;

    #[test]
    fn writing_round_trips() {
        let text = r#"{"a":"é\n","empty":{},"z":[true,null,{"deep":[[-1.5]]}]}"#;
        let value = Reader::new(text, crate::native()).any().unwrap();
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        assert_eq!(serde_json::from_str::<Json>(text).unwrap(), value.clone());
        assert!(Reader::new("[1,", crate::native()).any().is_err());
    }
}

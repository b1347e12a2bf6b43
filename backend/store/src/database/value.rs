//! The parameters of statements.

use base::null_character::without_null;

/// A parameter. What operators and their systems write may have a U+0000, which PostgreSQL cannot store: on both databases it is
/// replaced, so that nothing depends on the database. A parameter keeps its type when it is null, which PostgreSQL needs to know.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
    Real(Option<f64>),
    Boolean(bool),
}

impl Value {
    /// Returns the bytes that it takes beside its own place.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Text(Some(text)) => text.len(),
            _ => 0,
        }
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(without_null(text)))
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        text.clone().into()
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Self::Text(text.map(without_null))
    }
}

impl From<&Option<String>> for Value {
    fn from(text: &Option<String>) -> Self {
        text.clone().into()
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Integer(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Self::Integer(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Real(Some(number))
    }
}

impl From<Option<f64>> for Value {
    fn from(number: Option<f64>) -> Self {
        Self::Real(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        i64::from(number).into()
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_postgresql_cannot_store_are_changed() {
        assert_eq!(Value::from("a\0b"), Value::from("a\u{FFFD}b"));
        assert_eq!(Value::from(Some("\0".to_owned())), Value::from("\u{FFFD}"));
    }
}

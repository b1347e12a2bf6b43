//! The parameters of statements.

/// A parameter. It keeps its type when it is null, which PostgreSQL needs to know.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::store) enum Value {
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

/// PostgreSQL cannot store U+0000 in a text. On both databases it becomes U+FFFD, so that nothing depends on the database.
fn storable(mut text: String) -> String {
    if text.contains('\0') {
        text = text.replace('\0', "\u{FFFD}");
    }
    text
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(storable(text)))
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
        Self::Text(text.map(storable))
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

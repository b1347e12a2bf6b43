//! A value of the source, with the pointer that the report names.

use serde_json::Value;

#[derive(Clone)]
pub(crate) struct Node<'a> {
    pub(crate) value: &'a Value,
    pub(crate) pointer: String,
}

impl<'a> Node<'a> {
    pub(crate) fn root(value: &'a Value) -> Self {
        let pointer = String::new();
        Self { value, pointer }
    }

    /// Returns a member of an object; `null` counts as absent.
    pub(crate) fn get(&self, name: &str) -> Option<Self> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        Some(self.inner(value, name))
    }

    fn inner(&self, value: &'a Value, step: &str) -> Self {
        let step = step.replace('~', "~0").replace('/', "~1");
        let pointer = format!("{}/{step}", self.pointer);
        Node { value, pointer }
    }

    /// Returns the items of a list.
    pub(crate) fn list(&self) -> impl Iterator<Item = Self> {
        let items = self.value.as_array().map_or(&[][..], |items| items);
        let at = |(index, value): (usize, &'a Value)| self.inner(value, &index.to_string());
        items.iter().enumerate().map(at)
    }

    /// Returns the items of a list that is a member.
    pub(crate) fn items(&self, name: &str) -> Vec<Self> {
        self.get(name).map_or_else(Vec::new, |list| list.list().collect())
    }

    pub(crate) fn members(&self) -> impl Iterator<Item = (&'a str, Self)> {
        let members = self.value.as_object().into_iter().flatten();
        members.map(|(name, value)| (name.as_str(), self.inner(value, name)))
    }

    /// Returns a text that is a member.
    pub(crate) fn str(&self, name: &str) -> Option<&'a str> {
        self.value.get(name)?.as_str()
    }

    /// Returns the text of a member that is a text, a number or a boolean.
    pub(crate) fn word(&self, name: &str) -> Option<String> {
        word_of(self.value.get(name)?)
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.value.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Returns a number, also one that is written as a text.
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        number_of(self.value.get(name)?)
    }

    pub(crate) fn count(&self, name: &str) -> Option<u32> {
        let number = self.number(name)?;
        (0.0..=1e6).contains(&number).then_some(number as u32)
    }

    /// Returns the names of all members that are not among these words.
    pub(crate) fn others(&self, known: &str) -> Vec<&'a str> {
        let members = self.members().map(|(name, _)| name);
        members
            .filter(|name| !known.split_whitespace().any(|known| known == *name))
            .collect()
    }
}

/// Returns the text of a text, a number or a boolean.
pub(crate) fn word_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.as_f64().map_or_else(|| number.to_string(), shortest)),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

pub(crate) fn number_of(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite() && number.abs() <= 1e15)
}

/// Writes a number as flows compare it: without a fraction that is zero.
pub(crate) fn shortest(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        format!("{number:.0}")
    } else {
        number.to_string()
    }
}

//! A map as a sorted vector.
//!
//! Flows hold hundreds of small maps, such as texts by language, that are built once and read often. A sorted vector is
//! the fastest structure for that, and adds little code to the WebAssembly file.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Values by text key, in the order of the keys.
#[derive(Debug, Clone, PartialEq)]
pub struct SortedMap<V>(Vec<(Box<str>, V)>);

impl<V> Default for SortedMap<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V> SortedMap<V> {
    /// Returns an empty map.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Returns the value of `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&V> {
        self.entry(key).map(|(_, value)| value)
    }

    /// Returns the value of `key` with the map's own key.
    pub(crate) fn entry(&self, key: &str) -> Option<(&str, &V)> {
        let at = self.0.binary_search_by(|(k, _)| (**k).cmp(key)).ok()?;
        self.0.get(at).map(|(key, value)| (&**key, value))
    }

    /// Returns the value of `key` for changing it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut V> {
        let at = self.0.binary_search_by(|(k, _)| (**k).cmp(key)).ok()?;
        self.0.get_mut(at).map(|(_, value)| value)
    }

    /// Sets the value of `key` and returns the previous one.
    pub fn insert(&mut self, key: &str, value: V) -> Option<V> {
        match self.0.binary_search_by(|(k, _)| (**k).cmp(key)) {
            Ok(at) => self.0.get_mut(at).map(|(_, old)| std::mem::replace(old, value)),
            Err(at) => {
                self.0.insert(at, (key.into(), value));
                None
            }
        }
    }

    /// Iterates over keys and values by ascending key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.0.iter().map(|(key, value)| (&**key, value))
    }

    /// Returns the number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the map is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<V: Serialize> Serialize for SortedMap<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

#[cfg(feature = "native")]
impl<'de, V: serde::Deserialize<'de>> serde::Deserialize<'de> for SortedMap<V> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = std::collections::BTreeMap::<String, V>::deserialize(deserializer)?;
        let mut pairs = Self::new();
        for (key, value) in map {
            pairs.insert(&key, value);
        }
        Ok(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_one_value_per_key_in_key_order() {
        let mut pairs = SortedMap::new();
        assert_eq!(pairs.insert("tr", 1), None);
        assert_eq!(pairs.insert("en", 2), None);
        assert_eq!(pairs.insert("tr", 3), Some(1));
        assert_eq!(pairs.iter().collect::<Vec<_>>(), [("en", &2), ("tr", &3)]);
        assert_eq!(pairs.get("de"), None);
    }
}

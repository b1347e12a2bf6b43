//! A map as a sorted vector, for few keys that are not texts; `sorted_map` is for those that are.
//!
//! The trees and tables of the standard library take several times its code in the WebAssembly, for each type of key.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Values by key, in the order of the keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for OrderedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> OrderedMap<K, V> {
    /// Returns an empty map.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Iterates over keys and values by ascending key.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// Returns whether the map is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: Ord, V> OrderedMap<K, V> {
    /// Returns the value of `key`.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&V> {
        let at = self.place_of(key).ok()?;
        self.0.get(at).map(|(_, value)| value)
    }

    /// Sets the value of `key`.
    pub fn insert(&mut self, key: K, value: V) {
        match self.place_of(&key) {
            Ok(at) => {
                if let Some((_, known)) = self.0.get_mut(at) {
                    *known = value;
                }
            }
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    /// Returns the value of `key`, which `value` makes if there is none.
    pub(crate) fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let at = self.place_of(&key).unwrap_or_else(|at| {
            self.0.insert(at, (key, value()));
            at
        });
        #[expect(clippy::indexing_slicing, reason = "it is there, or was inserted above")]
        &mut self.0[at].1
    }

    fn place_of(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(key))
    }
}

impl<K: Serialize, V: Serialize> Serialize for OrderedMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_one_value_per_key_in_key_order() {
        let mut map = OrderedMap::new();
        map.insert(7, "seven");
        map.insert(3, "tree");
        map.insert(3, "three");
        assert_eq!(*map.get_or_insert_with(7, || "new"), "seven");
        assert_eq!(*map.get_or_insert_with(5, || "five"), "five");
        assert_eq!(
            map.iter().collect::<Vec<_>>(),
            [(&3, &"three"), (&5, &"five"), (&7, &"seven")]
        );
        assert_eq!(map.get(&4), None);
    }
}

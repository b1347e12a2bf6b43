//! Keeps what is made from imported records, until the next import of any process.

use crate::cached_records::record_versions::RecordVersion;
use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

/// Values of one state of the records. Clones of a value should be cheap, such as an `Arc`.
///
/// Keep only what exists: a stranger can ask for any number of things that do not.
pub(crate) struct RecordCache<K, V> {
    kept: RwLock<Kept<K, V>>,
    capacity: usize,
}

struct Kept<K, V> {
    /// Absent while nothing is kept.
    version: Option<RecordVersion>,
    values: HashMap<K, V>,
}

impl<K: Eq + Hash, V: Clone> RecordCache<K, V> {
    /// Keeps at most so many values. Beyond that all are dropped, which needs no bookkeeping in every request.
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        let values = HashMap::new();
        Self {
            kept: RwLock::new(Kept {
                version: None,
                values,
            }),
            capacity,
        }
    }

    /// Returns a value if it was made from this state of the records.
    pub(crate) fn get<Q>(&self, version: RecordVersion, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        if kept.version != Some(version) {
            return None;
        }
        kept.values.get(key).cloned()
    }

    /// Keeps a value, and drops those of other states. The version must have been asked for before the value was loaded:
    /// should an import come between the two, the value is newer than its version says, and is dropped early.
    pub(crate) fn keep(&self, version: RecordVersion, key: K, value: V) {
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if kept.version != Some(version) || kept.values.len() >= self.capacity {
            kept.values.clear();
            kept.version = Some(version);
        }
        kept.values.insert(key, value);
    }
}

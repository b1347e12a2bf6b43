//! The imported records that every submission needs, in memory until the next import.

use crate::records::{ChatSettings, FeedbackNode};
use crate::store::cached_records::record_cache::RecordCache;
use crate::time::Millis;
use std::sync::Arc;

/// How many nodes, and how many newest revisions, stay in memory.
const CAPACITY: usize = 1_024;

/// Imported records in memory.
pub(in crate::store) struct KeptRecords {
    pub(in crate::store) targets: RecordCache<String, Arc<KeptTarget>>,
    pub(in crate::store) newest_revisions: RecordCache<String, u32>,
}

/// A node with the ids of all flows that it has or had, and when an import gave it another one.
pub(in crate::store) struct KeptTarget {
    pub(in crate::store) node: Arc<FeedbackNode>,
    pub(in crate::store) chat: Arc<ChatSettings>,
    pub(in crate::store) flows: Vec<(String, Option<Millis>)>,
    /// Whether it has widgets, and each of them accepts only what is signed about its visitors.
    pub(in crate::store) takes_only_signed: bool,
}

impl Default for KeptRecords {
    fn default() -> Self {
        Self {
            targets: RecordCache::with_capacity(CAPACITY),
            newest_revisions: RecordCache::with_capacity(CAPACITY),
        }
    }
}

//! The imported records that every submission needs, in memory until the next import.

use super::record_cache::RecordCache;
use crate::records::{ChatSettings, FeedbackNode};
use crate::time::Millis;
use std::sync::Arc;

/// How many nodes, and how many newest revisions, stay in memory.
const CAPACITY: usize = 1_024;

/// Imported records in memory.
pub(super) struct KeptRecords {
    pub(super) targets: RecordCache<String, Arc<KeptTarget>>,
    pub(super) newest_revisions: RecordCache<String, u32>,
}

/// A node with the ids of all flows that it has or had, and when an import gave it another one.
pub(super) struct KeptTarget {
    pub(super) node: Arc<FeedbackNode>,
    pub(super) chat: Arc<ChatSettings>,
    pub(super) flows: Vec<(String, Option<Millis>)>,
}

impl Default for KeptRecords {
    fn default() -> Self {
        Self {
            targets: RecordCache::with_capacity(CAPACITY),
            newest_revisions: RecordCache::with_capacity(CAPACITY),
        }
    }
}

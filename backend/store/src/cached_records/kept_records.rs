//! The imported records that every submission needs, in memory until the next import.

use crate::cached_records::record_cache::RecordCache;
use base::records::{ChatSettings, FeedbackNode};
use base::time::Millis;
use std::sync::Arc;

/// How many nodes, and how many newest revisions, stay in memory.
const CAPACITY: usize = 1_024;

/// Imported records in memory.
pub(crate) struct KeptRecords {
    pub(crate) targets: RecordCache<String, Arc<KeptTarget>>,
    pub(crate) newest_revisions: RecordCache<String, u32>,
}

/// A node with the ids of all flows that it has or had, and when an import gave it another one.
pub(crate) struct KeptTarget {
    pub(crate) node: Arc<FeedbackNode>,
    pub(crate) chat: Arc<ChatSettings>,
    pub(crate) flows: Vec<(String, Option<Millis>)>,
    /// Whether it has widgets, and each of them accepts only what is signed about its visitors.
    pub(crate) takes_only_signed: bool,
}

impl Default for KeptRecords {
    fn default() -> Self {
        Self {
            targets: RecordCache::with_capacity(CAPACITY),
            newest_revisions: RecordCache::with_capacity(CAPACITY),
        }
    }
}

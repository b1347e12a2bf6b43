//! What reads feedback as staff see it.

use super::device_hash::DeviceHashes;
use crate::flows::Flows;
use std::sync::Arc;
use store::Store;

/// The database, the flows that were answered, and the hashes that stand for devices.
#[derive(Clone)]
pub(crate) struct FeedbackReader {
    pub(crate) store: Arc<Store>,
    pub(crate) flows: Arc<Flows>,
    pub(crate) device_hashes: DeviceHashes,
}

impl FeedbackReader {
    pub(crate) fn new(store: &Arc<Store>, flows: &Arc<Flows>, device_hashes: &DeviceHashes) -> Self {
        Self {
            store: Arc::clone(store),
            flows: Arc::clone(flows),
            device_hashes: device_hashes.clone(),
        }
    }
}

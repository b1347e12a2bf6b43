//! Exports that are made beside requests, and kept as files for a week (docs/results.md#kept-exports).
//!
//! Orders are rows; any server takes one that is due (`worker`). The file is in the storage of uploads, in parts (`file`), so that a
//! large export needs no more memory than a small one.

mod file;
mod worker;

pub(crate) use worker::start_exports;

use crate::disk_room::DiskRoom;
use crate::staff::FeedbackReader;
use crate::uploads::{FileStorage, StorageUnavailable};
use axum::body::Bytes;
use base::time::{DAY, Millis};
use futures_util::stream::try_unfold;
use futures_util::{Stream, TryStreamExt};
use std::sync::Arc;
use tokio::sync::Notify;
use tracing::warn;

/// How long an export is kept: from the order on until it is made, and from then on.
pub(crate) const EXPORT_LIFE: Millis = 7 * DAY;

/// The exports of this process.
pub(crate) struct KeptExports {
    reader: FeedbackReader,
    storage: Arc<FileStorage>,
    room: Arc<DiskRoom>,
    ordered: Arc<Notify>,
    removed: Arc<Notify>,
}

impl KeptExports {
    pub(crate) fn new(reader: FeedbackReader, storage: Arc<FileStorage>, room: Arc<DiskRoom>) -> Self {
        Self {
            reader,
            storage,
            room,
            ordered: Arc::default(),
            removed: Arc::default(),
        }
    }

    /// Has it looked now what is to be made.
    pub(crate) fn note_order(&self) {
        self.ordered.notify_one();
    }

    /// Has it looked now what is to be deleted.
    pub(crate) fn note_removal(&self) {
        self.removed.notify_one();
    }

    /// Returns the file whose parts have these keys, read as fast as it is sent. It ends early, with an error, where a part is gone.
    pub(crate) fn read(
        self: &Arc<Self>,
        keys: Vec<String>,
    ) -> impl Stream<Item = Result<Bytes, StorageUnavailable>> + Send + 'static {
        let parts = try_unfold(
            (Arc::clone(self), keys.into_iter()),
            async |(exports, mut keys)| {
                let Some(key) = keys.next() else { return Ok(None) };
                let Some(content) = exports.storage.get(&key).await? else {
                    warn!("a part of an export is gone; response cut off");
                    return Err(StorageUnavailable);
                };
                Ok(Some((content.into_bytes(), (exports, keys))))
            },
        );
        parts.try_flatten()
    }
}

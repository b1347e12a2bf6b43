//! Deletes uploads that no feedback has taken in time, and counts the others.

use super::error::RoundError;
use super::export_parts::delete_released_exports;
use super::largest_sources::expire_largest;
use super::storage::FileStorage;
use crate::background::Task;
use base::panics::TaskError;
use base::telemetry::unclaimed_upload_bytes;
use base::time::{Millis, now};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use store::{Expired, ExpiredUpload, Store};
use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tracing::info;

/// How often expired uploads are looked for.
const INTERVAL: Duration = Duration::from_mins(1);

/// How long an expired upload is left alone: a feedback that another server stores may have taken it by a clock that is
/// behind.
const MARGIN: Millis = 60 * 1000;

/// How many are deleted before their rows are.
const BATCH: u32 = 100;

/// How long files may keep a round waiting that then cannot be deleted: a storage that is unavailable is not asked for each.
const RETRY_FOR: Duration = Duration::from_secs(5);

/// Counts what no feedback has taken, and has it deleted when it has expired or takes too much room.
pub(super) struct Expiry {
    /// About as many as there are: as many as at the last round, and those that were counted since.
    unclaimed_bytes: AtomicU64,
    /// Of all that no feedback has taken, in bytes.
    room: u64,
    wake: Arc<Notify>,
}

impl Expiry {
    /// `room` is for all that no feedback has taken, in bytes.
    pub(super) fn new(room: u64) -> Self {
        Self {
            unclaimed_bytes: AtomicU64::new(0),
            room,
            wake: Arc::default(),
        }
    }

    /// Returns the task whose rounds are [`Expiry::delete`].
    pub(super) fn task(&self) -> Task {
        Task {
            name: "expired uploads",
            wake: Arc::clone(&self.wake),
            stop_limit: Some(Duration::ZERO),
        }
    }

    /// Deletes what has expired, and first what takes too much room. Returns the pause until the next round.
    pub(super) async fn delete(
        &self,
        store: &Store,
        storage: &Arc<FileStorage>,
    ) -> Result<Duration, RoundError> {
        let left = expire_largest(store, half_of(self.room)).await?;
        delete_expired(store, storage).await?;
        unclaimed_upload_bytes(left);
        self.unclaimed_bytes.store(left, Relaxed);
        Ok(INTERVAL)
    }

    /// Starts a round now.
    pub(super) fn wake(&self) {
        self.wake.notify_one();
    }

    /// Returns whether the room is full: of all uploads that no feedback has taken, about as they were at the last round and
    /// with those that were counted since.
    pub(super) fn is_full(&self) -> bool {
        self.unclaimed_bytes.load(Relaxed) >= self.room
    }

    /// Counts a new upload. Starts a round if the room has become half full.
    pub(super) fn count(&self, bytes: u64) {
        let before = self.unclaimed_bytes.fetch_add(bytes, Relaxed);
        let half = half_of(self.room);
        if before <= half && before.saturating_add(bytes) > half {
            self.wake();
        }
    }
}

fn half_of(room: u64) -> u64 {
    room / 2
}

/// Deletes each expired upload: first the file, then the row. Whenever the process ends in between, the row is still there
/// and the next round deletes both again.
pub(crate) async fn delete_expired(store: &Store, storage: &Arc<FileStorage>) -> Result<(), RoundError> {
    let files = Arc::clone(storage);
    let stale = spawn_blocking(move || files.delete_stale_files()).await;
    stale.map_err(TaskError::io).flatten()?;
    delete_all(store, storage, Expired::Before(now() - MARGIN)).await
}

/// Deletes the uploads that an order has erased, and the exports that went with it.
pub(crate) async fn delete_erased(
    store: &Store,
    storage: &FileStorage,
    erasure_id: &str,
) -> Result<(), RoundError> {
    let uploads = delete_all(store, storage, Expired::ByOrder(erasure_id)).await;
    delete_released_exports(store, storage, Some(erasure_id)).await?;
    uploads
}

/// Deletes all of these uploads. A file that cannot be deleted holds up no other.
async fn delete_all(store: &Store, storage: &FileStorage, which: Expired<'_>) -> Result<(), RoundError> {
    let mut last = ExpiredUpload::default();
    let (mut failed, mut lost) = (None, Duration::ZERO);
    while lost < RETRY_FOR {
        let uploads = store.expired_uploads(which, &last, BATCH).await?;
        let Some(end) = uploads.last() else { break };
        last = end.clone();
        let mut deleted = Vec::with_capacity(uploads.len());
        for upload in uploads {
            let begun = Instant::now();
            match storage.delete(&upload.storage_key).await {
                Ok(()) => deleted.push(upload.id),
                Err(error) => {
                    failed = Some(error);
                    lost += begun.elapsed();
                    if lost >= RETRY_FOR {
                        break;
                    }
                }
            }
        }
        if !deleted.is_empty() {
            info!(number = deleted.len(), "expired uploads deleted");
            store.forget_uploads(deleted).await?;
        }
    }
    match failed {
        None => Ok(()),
        Some(error) => Err(error.into()),
    }
}

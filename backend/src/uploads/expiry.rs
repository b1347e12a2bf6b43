//! Deletes uploads that no feedback has taken in time, and counts the others.

use super::storage::FileStorage;
use crate::panics::TaskError;
use crate::store::{Expired, ExpiredUpload, Store};
use crate::time::{Millis, now};
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::{AbortHandle, spawn_blocking};
use tracing::{error, info};

/// How often expired uploads are looked for.
const INTERVAL: Duration = Duration::from_mins(1);

/// How long an expired upload is left alone: a feedback that another server stores may have taken it by a clock that is
/// behind.
const MARGIN: Millis = 60 * 1000;

/// How many are deleted before their rows are.
const BATCH: u32 = 100;

/// How long files may keep a round waiting that then cannot be deleted: a storage that is away is not asked for each.
const PATIENCE: Duration = Duration::from_secs(5);

/// The task that deletes expired uploads.
pub(super) struct Expiry {
    unclaimed_bytes: Arc<AtomicU64>,
    wake: Arc<Notify>,
    task: AbortHandle,
}

impl Expiry {
    /// Starts with what has expired while no server ran.
    pub(super) fn start(store: Arc<Store>, storage: Arc<FileStorage>) -> Self {
        let unclaimed_bytes = Arc::new(AtomicU64::new(0));
        let wake = Arc::new(Notify::new());
        let (count, woken) = (Arc::clone(&unclaimed_bytes), Arc::clone(&wake));
        let task = tokio::spawn(async move {
            loop {
                let (store, storage) = (Arc::clone(&store), Arc::clone(&storage));
                // In a task of its own: should it panic, the next round begins all the same.
                let round = tokio::spawn(async move {
                    delete_expired(&store, &storage).await?;
                    Ok::<_, RoundError>(store.unclaimed_bytes().await?)
                });
                match round.await {
                    Ok(Ok(bytes)) => count.store(bytes, Relaxed),
                    Ok(Err(RoundError)) => {}
                    Err(error) => {
                        error!(error = %TaskError::from(error), "the deletion of expired uploads failed")
                    }
                }
                // Ends early when something is removed.
                let _ = tokio::time::timeout(INTERVAL, woken.notified()).await;
            }
        });
        Self {
            unclaimed_bytes,
            wake,
            task: task.abort_handle(),
        }
    }

    /// Starts a round now.
    pub(super) fn wake(&self) {
        self.wake.notify_one();
    }

    /// Returns the bytes of all uploads that no feedback has taken, about as they were at the last round and with those
    /// that were counted since.
    pub(super) fn unclaimed_bytes(&self) -> u64 {
        self.unclaimed_bytes.load(Relaxed)
    }

    /// Counts a new upload.
    pub(super) fn count(&self, bytes: u64) {
        self.unclaimed_bytes.fetch_add(bytes, Relaxed);
    }

    pub(super) fn stop(&self) {
        self.task.abort();
    }
}

impl Drop for Expiry {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A round could not be finished; the log has the reason. The next one goes on with the rest.
pub(crate) struct RoundError;

/// Deletes each expired upload: first the file, then the row. Whenever the process ends in between, the row is still there
/// and the next round deletes both again.
pub(crate) async fn delete_expired(store: &Store, storage: &Arc<FileStorage>) -> Result<(), RoundError> {
    let files = Arc::clone(storage);
    let stale = spawn_blocking(move || files.delete_stale_files()).await;
    stale.map_err(TaskError::io).flatten()?;
    delete_all(store, storage, Expired::Before(now() - MARGIN)).await
}

/// Deletes the uploads that an order has erased.
pub(crate) async fn delete_erased(
    store: &Store,
    storage: &FileStorage,
    erasure_id: &str,
) -> Result<(), RoundError> {
    delete_all(store, storage, Expired::ByOrder(erasure_id)).await
}

/// Deletes all of these uploads. A file that cannot be deleted holds up no other.
async fn delete_all(store: &Store, storage: &FileStorage, which: Expired<'_>) -> Result<(), RoundError> {
    let mut last = ExpiredUpload::default();
    let (mut failed, mut lost) = (None, Duration::ZERO);
    while lost < PATIENCE {
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
                    if lost >= PATIENCE {
                        break;
                    }
                }
            }
        }
        if !deleted.is_empty() {
            info!(number = deleted.len(), "deleted expired uploads");
            store.forget_uploads(deleted).await?;
        }
    }
    match failed {
        None => Ok(()),
        Some(error) => Err(error.into()),
    }
}

impl<E: Debug> From<E> for RoundError {
    fn from(error: E) -> Self {
        error!(?error, "expired uploads could not be deleted");
        Self
    }
}

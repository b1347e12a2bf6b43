//! Carries out what there is to erase, for as long as the server runs.

use super::eraser::{Eraser, ErasureError, ErasureProgress};
use super::retention::erase_old;
use crate::background::{Background, Task};
use crate::uploads::Uploads;
use base::time::now;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{ErasurePlace, Store};
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// How often it is looked for what could not be erased before, or was ordered by another process.
const INTERVAL: Duration = Duration::from_mins(1);

/// How soon it is tried again to remove what is erased from the files of the database, where a reader was in the way.
const WIPE_INTERVAL: Duration = Duration::from_secs(5);

/// How often it is looked for what is older than its node keeps it.
const RETENTION_INTERVAL: Duration = Duration::from_hours(1);

/// How often it is looked for files that belong to nothing: the storage lists all files for that.
const STRAYS_INTERVAL: Duration = Duration::from_hours(24);

/// How long one order is worked on before it is looked at whether the server stops.
const TURN: Duration = Duration::from_secs(2);

/// For how long files may fail to be deleted in one round, so that those of later orders get their turn, unless the storage is unavailable.
const RETRY_FOR: Duration = Duration::from_secs(30);

/// What erasing needs.
#[derive(Clone)]
struct Parts {
    store: Arc<Store>,
    eraser: Arc<Eraser>,
}

/// Starts carrying out orders, with what an earlier process has begun, and the work of the same kind that nobody orders. When the
/// server stops, each ends after the part under way.
pub(crate) fn start_erasure(
    background: &mut Background,
    store: &Arc<Store>,
    eraser: &Arc<Eraser>,
    uploads: &Arc<Uploads>,
) {
    let parts = Parts {
        store: Arc::clone(store),
        eraser: Arc::clone(eraser),
    };
    let orders = Task {
        name: "erasure",
        wake: Arc::clone(&eraser.wake),
        stop_limit: None,
    };
    let ordered = parts.clone();
    background.start(orders, move |round| erase(ordered.clone(), round.stopping));
    let retention = Task {
        name: "retention",
        wake: Arc::default(),
        stop_limit: None,
    };
    background.start(retention, move |round| forget_old(parts.clone(), round.stopping));
    // The storage may take long to list its files, and nobody waits for that.
    let strays = Task {
        name: "orphaned files",
        wake: Arc::default(),
        stop_limit: Some(Duration::ZERO),
    };
    let uploads = Arc::clone(uploads);
    background.start(strays, move |_| delete_strays(Arc::clone(&uploads)));
}

/// Deletes files that belong to nothing. A failure waits as long as the next look: each one lists the whole storage.
async fn delete_strays(uploads: Arc<Uploads>) -> Result<Duration, Infallible> {
    if let Err(error) = uploads.delete_strays().await {
        warn!(%error, "orphaned-file scan failed; retry in a day");
    }
    Ok(STRAYS_INTERVAL)
}

/// Carries out all orders.
async fn erase(parts: Parts, stopping: CancellationToken) -> Result<Duration, ErasureError> {
    // All rows first, since the storage of files may be unavailable, and takes long to say so.
    let with_files = erase_rows(&parts, &stopping).await?;
    erase_files(&parts, with_files, &stopping).await?;
    if !stopping.is_cancelled() && !parts.eraser.wipe_if_due().await? {
        warn!("database log in use; will retry to empty it");
    }
    Ok(if parts.eraser.is_wipe_due() {
        WIPE_INTERVAL
    } else {
        INTERVAL
    })
}

/// Erases what is older than it may be kept.
async fn forget_old(parts: Parts, stopping: CancellationToken) -> Result<Duration, ErasureError> {
    let Parts { store, eraser } = parts;
    let forgotten = store.forget_erased_chats(now()).await;
    forgotten.map_err(ErasureError::Busy)?;
    let forgotten = store.forget_old_receipts(now()).await;
    forgotten.map_err(ErasureError::Busy)?;
    erase_old(&store, &eraser, &stopping).await?;
    if eraser.is_wipe_due() {
        eraser.wake.notify_one();
    }
    Ok(RETENTION_INTERVAL)
}

/// Erases the rows of all orders, and returns the orders that may have files.
async fn erase_rows(parts: &Parts, stopping: &CancellationToken) -> Result<Vec<String>, ErasureError> {
    let mut with_files = Vec::new();
    let mut last = ErasurePlace::default();
    loop {
        let orders = parts.store.unfinished_erasures(&last).await?;
        let Some(end) = orders.last() else {
            return Ok(with_files);
        };
        last = end.clone();
        for ErasurePlace { id, .. } in orders {
            match erase_rows_of(parts, &id, stopping).await {
                Ok(ErasureProgress::Erased) => parts.eraser.note_erased(),
                Ok(ErasureProgress::FilesLeft) => with_files.push(id),
                Ok(ErasureProgress::RowsLeft) => return Ok(with_files),
                Err(error) => go_on_after(error, &id)?,
            }
        }
    }
}

/// Erases the rows of an order until none is left, or the server stops.
async fn erase_rows_of(
    parts: &Parts,
    id: &str,
    stopping: &CancellationToken,
) -> Result<ErasureProgress, ErasureError> {
    while !stopping.is_cancelled() {
        let progress = parts.eraser.erase_rows(id, Some(Instant::now() + TURN)).await?;
        if progress != ErasureProgress::RowsLeft {
            return Ok(progress);
        }
    }
    Ok(ErasureProgress::RowsLeft)
}

/// Deletes the files of orders whose rows are gone. What cannot be deleted is tried again with the next round.
async fn erase_files(
    parts: &Parts,
    orders: Vec<String>,
    stopping: &CancellationToken,
) -> Result<(), ErasureError> {
    let mut lost = Duration::ZERO;
    for id in orders {
        if stopping.is_cancelled() || lost > RETRY_FOR {
            break;
        }
        let begun = Instant::now();
        match parts.eraser.erase_files(&id).await {
            Ok(ErasureProgress::Erased) => parts.eraser.note_erased(),
            Ok(_) => lost += begun.elapsed(),
            Err(error) => go_on_after(error, &id)?,
        }
    }
    Ok(())
}

/// Returns the error if the next orders would meet the same.
fn go_on_after(error: ErasureError, order: &str) -> Result<(), ErasureError> {
    if matches!(error, ErasureError::Busy(_)) {
        return Err(error);
    }
    warn!(%error, %order, "erasure order failed; will retry");
    Ok(())
}

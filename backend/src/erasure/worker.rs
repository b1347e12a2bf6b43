//! Carries out what there is to erase, for as long as the server runs.

use super::eraser::{Eraser, ErasureError, ErasureProgress};
use super::retention::erase_old;
use crate::uploads::Uploads;
use base::panics::TaskError;
use base::time::now;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{ErasurePlace, Store};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing::{error, warn};

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
const PATIENCE: Duration = Duration::from_secs(30);

/// What the task that carries out orders uses.
#[derive(Clone)]
struct Parts {
    store: Arc<Store>,
    eraser: Arc<Eraser>,
}

/// The tasks that erase.
pub(crate) struct ErasureWorker {
    stopping: watch::Sender<bool>,
    tasks: [JoinHandle<()>; 2],
}

impl ErasureWorker {
    /// Starts with what an earlier process has begun.
    pub(crate) fn start(store: &Arc<Store>, eraser: &Arc<Eraser>, uploads: &Arc<Uploads>) -> Self {
        let (stopping, stopped) = watch::channel(false);
        let parts = Parts {
            store: Arc::clone(store),
            eraser: Arc::clone(eraser),
        };
        let orders = tokio::spawn(erase_in_rounds(parts, stopped.clone()));
        // Beside it: the storage may take long to list its files, and nobody waits for that.
        let strays = tokio::spawn(delete_strays_in_rounds(Arc::clone(uploads), stopped));
        Self {
            stopping,
            tasks: [orders, strays],
        }
    }

    /// Ends after the part under way.
    pub(crate) async fn stop(self) {
        self.stopping.send_replace(true);
        for task in self.tasks {
            if let Err(error) = task.await {
                error!(error = %TaskError::from(error), "erasure task failed");
            }
        }
    }
}

async fn erase_in_rounds(parts: Parts, mut stopped: watch::Receiver<bool>) {
    let mut retention = Due::every(RETENTION_INTERVAL);
    while !*stopped.borrow() {
        // In a task of its own: should it panic, the next round begins all the same.
        let round = tokio::spawn(erase(parts.clone(), stopped.clone(), retention.is_due()));
        match round.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => warn!(%error, "erasure incomplete; will retry"),
            Err(error) => error!(error = %TaskError::from(error), "erasure round failed"),
        }
        let pause = if parts.eraser.is_wipe_due() {
            WIPE_INTERVAL
        } else {
            INTERVAL
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = parts.eraser.wake.notified() => {}
            _ = stopped.wait_for(|stopping| *stopping) => {}
        }
    }
}

async fn delete_strays_in_rounds(uploads: Arc<Uploads>, mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        let round = tokio::spawn(delete_strays(Arc::clone(&uploads), stopped.clone()));
        if let Err(error) = round.await {
            error!(error = %TaskError::from(error), "orphaned-file cleanup failed");
        }
        // Ends early when the server stops.
        let _ = tokio::time::timeout(STRAYS_INTERVAL, stopped.wait_for(|stopping| *stopping)).await;
    }
}

/// When something is done that is done from time to time, the first time at once.
struct Due {
    interval: Duration,
    last: Option<Instant>,
}

impl Due {
    fn every(interval: Duration) -> Self {
        Self { interval, last: None }
    }

    /// Returns whether it is time. If so, the next time is an interval later.
    fn is_due(&mut self) -> bool {
        let is_due = self.last.is_none_or(|last| last.elapsed() >= self.interval);
        if is_due {
            self.last = Some(Instant::now());
        }
        is_due
    }
}

/// Deletes files that belong to nothing, until that is done or the server stops.
async fn delete_strays(uploads: Arc<Uploads>, mut stopped: watch::Receiver<bool>) {
    tokio::select! {
        deleted = uploads.delete_strays() => if let Err(error) = deleted {
            warn!(%error, "orphaned-file scan failed; retry in a day");
        },
        _ = stopped.wait_for(|stopping| *stopping) => {}
    }
}

/// Carries out all orders, and what retention asks for if that is due.
async fn erase(
    parts: Parts,
    stopped: watch::Receiver<bool>,
    is_retention_due: bool,
) -> Result<(), ErasureError> {
    // All rows first, since the storage of files may be away, and takes long to say so.
    let with_files = erase_rows(&parts, &stopped).await?;
    if is_retention_due {
        let forgotten = parts.store.forget_erased_chats(now()).await;
        forgotten.map_err(ErasureError::Busy)?;
        let forgotten = parts.store.forget_old_receipts(now()).await;
        forgotten.map_err(ErasureError::Busy)?;
        erase_old(&parts.store, &parts.eraser, &stopped).await?;
    }
    erase_files(&parts, with_files, &stopped).await?;
    if !*stopped.borrow() && !parts.eraser.wipe_if_due().await? {
        warn!("database log in use; will retry to empty it");
    }
    Ok(())
}

/// Erases the rows of all orders, and returns the orders that may have files.
async fn erase_rows(parts: &Parts, stopped: &watch::Receiver<bool>) -> Result<Vec<String>, ErasureError> {
    let mut with_files = Vec::new();
    let mut last = ErasurePlace::default();
    loop {
        let orders = parts.store.unfinished_erasures(&last).await?;
        let Some(end) = orders.last() else {
            return Ok(with_files);
        };
        last = end.clone();
        for ErasurePlace { id, .. } in orders {
            match erase_rows_of(parts, &id, stopped).await {
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
    stopped: &watch::Receiver<bool>,
) -> Result<ErasureProgress, ErasureError> {
    while !*stopped.borrow() {
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
    stopped: &watch::Receiver<bool>,
) -> Result<(), ErasureError> {
    let mut lost = Duration::ZERO;
    for id in orders {
        if *stopped.borrow() || lost > PATIENCE {
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

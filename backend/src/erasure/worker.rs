//! Carries out what there is to erase, for as long as the server runs.

use super::eraser::{ErasureError, ErasureProgress};
use super::retention::erase_old;
use crate::http::AppState;
use crate::panics::TaskError;
use crate::time::now;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing::{error, warn};

/// How often it is looked for what could not be erased before, or was ordered by another process.
const INTERVAL: Duration = Duration::from_mins(1);

/// How often it is looked for what is older than its node keeps it.
const RETENTION_INTERVAL: Duration = Duration::from_hours(1);

/// How often it is looked for files that belong to nothing: the storage lists all files for that.
const STRAYS_INTERVAL: Duration = Duration::from_hours(24);

/// How long one order is worked on before it is looked at whether the server stops.
const TURN: Duration = Duration::from_secs(2);

/// The task that erases.
pub(crate) struct ErasureWorker {
    stopping: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl ErasureWorker {
    /// Starts with what an earlier process has begun.
    pub(crate) fn start(app: &Arc<AppState>) -> Self {
        let (stopping, mut stopped) = watch::channel(false);
        let app = Arc::clone(app);
        let task = tokio::spawn(async move {
            let (mut retention, mut strays) = (Due::every(RETENTION_INTERVAL), Due::every(STRAYS_INTERVAL));
            while !*stopped.borrow() {
                // In a task of its own: should it panic, the next round begins all the same.
                let round = tokio::spawn(erase(Arc::clone(&app), stopped.clone(), retention.is_due()));
                match round.await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => warn!(%error, "not everything could be erased; it is tried again"),
                    Err(error) => error!(error = %TaskError::from(error), "a round of erasing failed"),
                }
                if strays.is_due() {
                    delete_strays(&app, stopped.clone()).await;
                }
                tokio::select! {
                    () = tokio::time::sleep(INTERVAL) => {}
                    () = app.eraser.wake.notified() => {}
                    _ = stopped.wait_for(|stopping| *stopping) => {}
                }
            }
        });
        Self { stopping, task }
    }

    /// Ends after the part under way.
    pub(crate) async fn stop(self) {
        self.stopping.send_replace(true);
        if let Err(error) = self.task.await {
            error!(error = %TaskError::from(error), "the task that erases failed");
        }
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
async fn delete_strays(app: &AppState, mut stopped: watch::Receiver<bool>) {
    tokio::select! {
        deleted = app.uploads.delete_strays() => if let Err(error) = deleted {
            warn!(%error, "files that belong to nothing could not be looked for; the next attempt is in a day");
        },
        _ = stopped.wait_for(|stopping| *stopping) => {}
    }
}

/// Carries out an order; returns whether everything is erased.
async fn carry_out(
    app: &AppState,
    order: &str,
    stopped: &watch::Receiver<bool>,
) -> Result<bool, ErasureError> {
    while !*stopped.borrow() {
        match app.eraser.carry_out(order, Some(Instant::now() + TURN)).await? {
            ErasureProgress::RowsLeft => {}
            // They are tried again with the next round: a storage that is away may take long to say so.
            ErasureProgress::FilesLeft => return Ok(false),
            ErasureProgress::Erased => return Ok(true),
        }
    }
    Ok(false)
}

/// Carries out all orders, and what retention asks for if that is due.
async fn erase(
    app: Arc<AppState>,
    stopped: watch::Receiver<bool>,
    is_retention_due: bool,
) -> Result<(), ErasureError> {
    let mut has_erased = false;
    for order in app.store.unfinished_erasures().await? {
        match carry_out(&app, &order, &stopped).await {
            Ok(is_erased) => has_erased |= is_erased,
            // The next orders would meet the same.
            Err(error @ ErasureError::Busy(_)) => return Err(error),
            Err(error) => warn!(%error, %order, "an order to erase failed; it is tried again"),
        }
    }
    if is_retention_due {
        let forgotten = app.store.forget_erased_chats(now()).await;
        forgotten.map_err(ErasureError::Busy)?;
        let forgotten = app.store.forget_old_receipts(now()).await;
        forgotten.map_err(ErasureError::Busy)?;
        has_erased |= erase_old(&app.store, &stopped).await?;
    }
    if has_erased && !*stopped.borrow() {
        app.uploads.delete_released();
        if !app.eraser.wipe().await? {
            warn!("the log of the database is in use by others; it is emptied later");
        }
    }
    Ok(())
}

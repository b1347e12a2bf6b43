//! Keeps the index of feedback, for as long as the server runs (docs/results.md#index).

use super::index_portion::Portion;
use super::indexed::indexed;
use crate::staff::FeedbackReader;
use base::panics::TaskError;
use std::time::{Duration, Instant};
use store::{FeedbackFilter, IndexBatch, ListCursor, NodeScope, StoreError, WriteError};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing::{error, warn};

/// How often it is looked for changes.
const INTERVAL: Duration = Duration::from_millis(500);

/// How long it rests after a failure, so that a database that is unavailable is not in the log all the time.
const PAUSE: Duration = Duration::from_secs(5);

/// The task that keeps the index.
pub(crate) struct IndexWorker {
    stopping: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl IndexWorker {
    /// Starts with what has changed since the index was written last.
    pub(crate) fn start(reader: FeedbackReader) -> Self {
        let (stopping, mut stopped) = watch::channel(false);
        let task = tokio::spawn(async move {
            while !*stopped.borrow() {
                // In a task of its own: should it panic, the next round begins all the same.
                let round = tokio::spawn(catch_up(reader.clone(), stopped.clone()));
                let pause = match round.await {
                    Ok(Ok(())) => INTERVAL,
                    Ok(Err(error)) => {
                        warn!(%error, "feedback indexing failed; will retry");
                        PAUSE
                    }
                    Err(error) => {
                        error!(error = %TaskError::from(error), "feedback indexing round failed");
                        PAUSE
                    }
                };
                // Ends early when the server stops.
                let _ = tokio::time::timeout(pause, stopped.wait_for(|stopping| *stopping)).await;
            }
        });
        Self { stopping, task }
    }

    /// Ends after the present transaction. What is missing follows after the next start.
    pub(crate) async fn stop(self) {
        self.stopping.send_replace(true);
        let _ = self.task.await;
    }
}

/// Brings everything that has changed into the index. It rests as long as it has worked, so that visitors have the database at
/// least half of the time.
async fn catch_up(reader: FeedbackReader, mut stopped: watch::Receiver<bool>) -> Result<(), StoreError> {
    let mut portion = Portion::default();
    while !*stopped.borrow() {
        let begun = Instant::now();
        let Some((batch, is_last)) = next_batch(&reader, portion).await? else {
            return Ok(());
        };
        let last = batch.until.feedback_id.clone();
        let mut rest = None;
        match reader.store.index(batch).await {
            Ok(_) => {
                if !portion.is_whole() {
                    error!(feedback = last, "feedback indexed only in part");
                }
                if is_last {
                    return Ok(());
                }
                portion = Portion::default();
            }
            Err(WriteError::Unwritable) => {
                warn!(
                    last,
                    ?portion,
                    "writing index changes failed; retrying with fewer"
                );
                portion = portion.smaller();
            }
            Err(error) => {
                warn!(?error, "writing the feedback index failed");
                // A small part may be written in time where a large one was not.
                portion = portion.shorter();
                rest = Some(PAUSE);
            }
        }
        let rest = rest.unwrap_or_else(|| begun.elapsed());
        let _ = tokio::time::timeout(rest, stopped.wait_for(|stopping| *stopping)).await;
    }
    Ok(())
}

/// Returns the next changes, if there are any, and whether these are all.
async fn next_batch(
    reader: &FeedbackReader,
    portion: Portion,
) -> Result<Option<(IndexBatch, bool)>, StoreError> {
    let after = reader.store.last_indexed_change().await?;
    let everything = FeedbackFilter::of(NodeScope::All);
    let part = reader
        .store
        .changed_feedbacks(&everything, after.place, Some(&after), portion.length())
        .await?;
    let Some(last) = part.rows.last() else {
        return Ok(None);
    };
    let until = ListCursor {
        place: last.updated_at,
        feedback_id: last.id.clone(),
    };
    let is_last = part.rows.len() < portion.length() as usize && part.looked_at_until.is_none();
    let mut feedbacks = Vec::with_capacity(part.rows.len());
    for row in &part.rows {
        let flow = match reader
            .flows
            .revision(&reader.store, &row.flow_id, row.flow_revision)
            .await
        {
            Ok(flow) => flow,
            Err(error @ StoreError::Document { .. }) => {
                warn!(%error, "flow unreadable; answers indexed by ids only");
                None
            }
            Err(error) => return Err(error),
        };
        feedbacks.extend(portion.of(indexed(row, flow.as_deref(), &reader.device_hashes)));
    }
    let batch = IndexBatch {
        after,
        until,
        feedbacks,
    };
    Ok(Some((batch, is_last)))
}

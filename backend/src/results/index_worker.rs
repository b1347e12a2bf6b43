//! Keeps the index of feedback, for as long as the server runs (docs/results.md#index).

use super::index_portion::Portion;
use super::indexed::indexed;
use crate::background::{Background, Task};
use crate::staff::FeedbackReader;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{FeedbackFilter, IndexBatch, ListCursor, NodeScope, StoreError, WriteError};
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

/// How often it is looked for changes.
const INTERVAL: Duration = Duration::from_millis(500);

/// How long it rests after a transaction that failed, so that a database that is unavailable is not in the log all the time.
const PAUSE: Duration = Duration::from_secs(5);

/// Starts keeping the index, with what has changed since it was written last. When the server stops, it ends after the present
/// transaction; what is missing follows after the next start.
pub(crate) fn start_index(background: &mut Background, reader: FeedbackReader) {
    let task = Task {
        name: "feedback index",
        wake: Arc::default(),
        stop_limit: None,
    };
    background.start(task, move |round| catch_up(reader.clone(), round.stopping));
}

/// Brings everything that has changed into the index. It rests as long as it has worked, so that visitors have the database at
/// least half of the time.
async fn catch_up(reader: FeedbackReader, stopping: CancellationToken) -> Result<Duration, StoreError> {
    let mut portion = Portion::default();
    while !stopping.is_cancelled() {
        let begun = Instant::now();
        let Some((batch, is_last)) = next_batch(&reader, portion).await? else {
            return Ok(INTERVAL);
        };
        let last = batch.until.feedback_id.clone();
        let mut rest = None;
        match reader.store.index(batch).await {
            Ok(_) => {
                if !portion.is_whole() {
                    error!(feedback = last, "feedback indexed only in part");
                }
                if is_last {
                    return Ok(INTERVAL);
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
        let _ = tokio::time::timeout(rest, stopping.cancelled()).await;
    }
    Ok(INTERVAL)
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

//! The feedback of an export, read part by part: there may be more than fits into memory.

use super::export_error::ExportError;
use std::sync::Arc;
use store::{FeedbackFilter, FeedbackRow, Store, StoreError};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;

/// Most feedbacks that are read at a time. Those with long texts are fewer.
const PART_LENGTH: u32 = 1_000;

/// The feedback of an export, part by part, the newest first. While one is written, the next ones are read.
pub(super) struct ExportRows {
    parts: Receiver<Result<Vec<FeedbackRow>, StoreError>>,
    reader: JoinHandle<()>,
    read: u64,
}

impl ExportRows {
    /// Begins to read what fits a filter. It ends by itself when nobody takes the parts any more.
    pub(super) fn read(store: Arc<Store>, filter: FeedbackFilter) -> Self {
        let (sender, parts) = channel(1);
        Self {
            parts,
            reader: tokio::spawn(read_parts(store, filter, sender)),
            read: 0,
        }
    }

    /// Returns how many feedbacks there were in the parts until now.
    pub(super) fn read_until_now(&self) -> u64 {
        self.read
    }

    /// Returns the next part, which has at least one feedback; `None` after the last.
    pub(super) async fn next(&mut self) -> Result<Option<Vec<FeedbackRow>>, ExportError> {
        if let Some(part) = self.parts.recv().await {
            let part = part?;
            self.read += part.len() as u64;
            return Ok(Some(part));
        }
        // What ended too early is not complete.
        (&mut self.reader).await.map_err(|_| ExportError::Panicked)?;
        Ok(None)
    }
}

async fn read_parts(
    store: Arc<Store>,
    filter: FeedbackFilter,
    parts: Sender<Result<Vec<FeedbackRow>, StoreError>>,
) {
    let mut before = None;
    loop {
        let part = match store.newest_feedbacks(&filter, before, PART_LENGTH).await {
            Ok(part) => part,
            Err(error) => {
                // Nobody has to be told if nobody waits.
                let _ = parts.send(Err(error)).await;
                return;
            }
        };
        let is_full = part.rows.len() == PART_LENGTH as usize;
        let last = part.rows.last().filter(|_| is_full).map(|row| row.seq);
        before = last.or(part.looked_at_until);
        let is_closed = !part.rows.is_empty() && parts.send(Ok(part.rows)).await.is_err();
        if is_closed || before.is_none() {
            return;
        }
    }
}

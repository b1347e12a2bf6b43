//! Brings chats back that staff put off until a time, for as long as the server runs (docs/staff.md#snooze).

use crate::background::{Background, Task};
use base::time::now;
use std::sync::Arc;
use std::time::Duration;
use store::{Store, StoreError};
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// How often it is looked whether the time of a chat has come.
const INTERVAL: Duration = Duration::from_secs(1);

/// How long it rests after a transaction that failed.
const PAUSE: Duration = Duration::from_secs(5);

/// Starts bringing chats back.
pub(crate) fn start_snoozes(background: &mut Background, store: Arc<Store>) {
    let task = Task {
        name: "snoozed chats",
        wake: Arc::default(),
        stop_limit: Some(Duration::ZERO),
    };
    background.start(task, move |round| end_snoozes(Arc::clone(&store), round.stopping));
}

/// Looks before it writes: mostly no chat's time has come.
async fn end_snoozes(store: Arc<Store>, stopping: CancellationToken) -> Result<Duration, StoreError> {
    while !stopping.is_cancelled() && store.has_ended_snoozes(now()).await? {
        if let Err(error) = store.end_snoozes(now()).await {
            warn!(?error, "ending snoozes failed; will retry");
            return Ok(PAUSE);
        }
    }
    Ok(INTERVAL)
}

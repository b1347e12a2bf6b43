//! Tells the visitors who have a chat open that something is new in it.
//!
//! One task does it for all chats, one after the other: so an older state of a chat can never overtake a newer one, and
//! a chat that changes faster than it can be told is told its newest state.

use super::notifier::Notifier;
use super::socket::{REPLY_CREATED, room};
use crate::chat::State;
use crate::store::{Store, StoreError};
use socketioxide::{BroadcastError, SocketIo};
use std::sync::Arc;
use std::time::Duration;
use tracing::warn;

/// How long one event may take to leave. Within one process it takes no time; what carries it to others may hang.
const EMIT_LIMIT: Duration = Duration::from_secs(2);

/// Why something was not told. It goes to the log, and nowhere else.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Emit(#[from] BroadcastError),
}

/// Emits until the notifier ends.
pub(super) async fn run(notifier: Arc<Notifier>, store: Arc<Store>, io: SocketIo) {
    while let Some(changed) = notifier.next_changed().await {
        for feedback_id in changed {
            match tokio::time::timeout(EMIT_LIMIT, emit(&store, &io, &feedback_id)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => warn!(%error, "a reply could not be told"),
                Err(_) => warn!("a reply could not be told in time"),
            }
        }
    }
}

/// The whole timeline goes out, as the event's receivers expect (specification, section 4.6); but only where there are
/// any.
async fn emit(store: &Store, io: &SocketIo, feedback_id: &str) -> Result<(), Failure> {
    let Some(epoch) = store.chat_epoch(feedback_id).await? else {
        return Ok(());
    };
    let room = room(feedback_id, epoch);
    if io.within(room.clone()).sockets().is_empty() {
        return Ok(());
    }
    if let Some(state) = State::load(store, feedback_id).await? {
        io.within(room).emit(REPLY_CREATED, &state).await?;
    }
    Ok(())
}

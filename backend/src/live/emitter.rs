//! Sends changed chats to the visitors who follow them.
//!
//! One task sends all chats, one after the other, so that an older state of a chat never overtakes a newer one.

use super::notifier::Notifier;
use super::socket::{REPLY_CREATED, room};
use crate::chat::ChatState;
use crate::store::{Store, StoreError};
use socketioxide::{BroadcastError, SocketError, SocketIo};
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout};
use tracing::warn;

/// How long one chat may take. Within one process it takes no time; a transport to other processes may hang.
const EMIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Why a change was not delivered to everybody.
#[derive(Debug, thiserror::Error)]
pub(super) enum EmitError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Broadcast(#[from] BroadcastError),
}

/// Calls `emit` for each changed chat until the notifier is closed. If that fails, the chat is sent again after a delay, as
/// it is by then.
pub(super) async fn run<F: Future<Output = Result<(), EmitError>>>(
    notifier: &Notifier,
    retry_delay: Duration,
    emit: impl Fn(String) -> F,
) {
    let mut failed = BTreeSet::new();
    let mut retry_at = Instant::now();
    loop {
        let changed = tokio::select! {
            changed = notifier.next_changed() => changed,
            () = sleep_until(retry_at), if !failed.is_empty() => Some(std::mem::take(&mut failed)),
        };
        let Some(changed) = changed else { return };
        for feedback_id in changed {
            match timeout(EMIT_TIMEOUT, emit(feedback_id.clone())).await {
                Ok(Ok(())) => {
                    failed.remove(&feedback_id);
                    continue;
                }
                Ok(Err(error)) => warn!(%error, "a live update was not delivered; it is sent again"),
                Err(_) => warn!("a live update was not delivered in time; it is sent again"),
            }
            if failed.is_empty() {
                retry_at = Instant::now() + retry_delay;
            }
            failed.insert(feedback_id);
        }
    }
}

/// Sends the whole state of a chat, as receivers of the event expect, if anybody follows it.
pub(super) async fn emit(store: &Store, io: &SocketIo, feedback_id: String) -> Result<(), EmitError> {
    let Some(epoch) = store.chat_epoch(&feedback_id).await? else {
        return Ok(());
    };
    let room = room(&feedback_id, epoch);
    if io.within(room.clone()).sockets().is_empty() {
        return Ok(());
    }
    let Some(state) = ChatState::load(store, &feedback_id).await? else {
        return Ok(());
    };
    match io.within(room).emit(REPLY_CREATED, &state).await {
        // A connection that was closed meanwhile needs nothing: its client connects again and asks by its cursor.
        Err(BroadcastError::Socket(errors)) if errors.iter().all(is_closed) => Ok(()),
        sent => Ok(sent?),
    }
}

fn is_closed(error: &SocketError) -> bool {
    matches!(error, SocketError::Closed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::ready;
    use std::sync::Mutex;

    #[tokio::test]
    async fn sends_again_what_could_not_be_delivered() {
        let notifier = Notifier::default();
        let sent = Mutex::new(Vec::new());
        let emit = |feedback_id: String| {
            let mut sent = sent.lock().unwrap();
            sent.push(feedback_id.clone());
            let attempts = sent.iter().filter(|id| **id == feedback_id).count();
            ready(match (feedback_id.as_str(), attempts) {
                ("fails twice", 1) => Err(StoreError::Database(sqlx::Error::PoolTimedOut).into()),
                ("fails twice", 2) => {
                    Err(BroadcastError::Socket(vec![SocketError::InternalChannelFull]).into())
                }
                ("fails twice", _) => {
                    notifier.close();
                    Ok(())
                }
                _ => Ok(()),
            })
        };
        notifier.chat_changed("fails twice");
        notifier.chat_changed("works");
        run(&notifier, Duration::ZERO, emit).await;
        let sent = sent.into_inner().unwrap();
        assert_eq!(sent, ["fails twice", "works", "fails twice", "fails twice"]);
    }
}

//! The event that brings a chat's change to those who follow it.

use super::followers::Followers;
use crate::chat::ChatState;
use crate::store::{ChatChange, Store, StoreError};
use crate::time::now;
use socketioxide::{BroadcastError, SocketError, SocketIo};
use tracing::warn;

/// The event with the new state of a chat.
const REPLY_CREATED: &str = "reply_created";

/// Why a change was not delivered to everybody.
#[derive(Debug, thiserror::Error)]
pub(super) enum EmitError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Broadcast(#[from] BroadcastError),
}

/// What a follower gets of a chat that changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// What has changed since the event before. Its cost does not depend on the length of the chat.
    Changes,
    /// The newest items, whatever the client knows.
    Whole,
}

impl Form {
    pub(super) const ALL: [Self; 2] = [Self::Changes, Self::Whole];

    /// Returns the room of those who follow a chat in this form. It contains the epoch of the chat's token, so that a revoked
    /// one gets no more events.
    pub(super) fn room(self, feedback_id: &str, epoch: i64) -> String {
        let form = match self {
            Self::Changes => "changes",
            Self::Whole => "whole",
        };
        format!("chat:{feedback_id}:{epoch}:{form}")
    }
}

/// Sends a change of a chat to those who follow it in this process.
pub(super) async fn emit(
    store: &Store,
    io: &SocketIo,
    followers: &Followers,
    feedback_id: &str,
    change: ChatChange,
) -> Result<(), EmitError> {
    let Some(first) = change.first_position.filter(|_| followers.has(feedback_id)) else {
        return Ok(());
    };
    let Some(epoch) = store.chat_epoch(feedback_id).await? else {
        return Ok(());
    };
    let mut position = None;
    for form in Form::ALL {
        let room = form.room(feedback_id, epoch);
        if io.within(room.clone()).sockets().is_empty() {
            continue;
        }
        let state = match form {
            Form::Changes => ChatState::load_after(store, feedback_id, first - 1).await?,
            Form::Whole => ChatState::load(store, feedback_id).await?,
        };
        let Some(state) = state else { return Ok(()) };
        match io.within(room).emit(REPLY_CREATED, &state).await {
            // A connection that was closed meanwhile needs nothing: its client connects again and asks by its cursor.
            Err(BroadcastError::Socket(errors)) if errors.iter().all(is_closed) => {}
            sent => sent?,
        }
        position = Some(position.map_or(state.position(), |other: i64| other.min(state.position())));
    }
    if let Some(position) = position {
        followers.note_sent(feedback_id, position);
        if followers.is_watched(feedback_id)
            && let Err(error) = store.note_chat_seen(feedback_id, position, now()).await
        {
            // At worst a mail tells of what is known.
            warn!(?error, "that a customer has seen a chat could not be noted");
        }
    }
    Ok(())
}

pub(super) fn is_closed(error: &SocketError) -> bool {
    matches!(error, SocketError::Closed)
}

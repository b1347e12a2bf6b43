//! The event that brings a chat's change to those who follow it.

use super::access::{Access, Form};
use super::followers::Followers;
use crate::chat::ChatState;
use serde_json::json;
use socketioxide::{BroadcastError, SocketError, SocketIo};
use store::{ChatChange, ChatKeys, Store, StoreError};
use strum::VariantArray;
use tracing::warn;

/// The event with the new state of a chat.
const REPLY_CREATED: &str = "reply_created";

/// The event that a chat is gone, for customers and staff.
pub(super) const CHAT_ERASED: &str = "chat_erased";

/// Why a change was not delivered to everybody.
#[derive(Debug, thiserror::Error)]
pub(super) enum EmitError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Broadcast(#[from] BroadcastError),
}

/// Sends a change of a chat to those who follow it in this process.
pub(super) async fn emit(
    store: &Store,
    io: &SocketIo,
    followers: &Followers,
    feedback_id: &str,
    change: ChatChange,
) -> Result<(), EmitError> {
    if !followers.has(feedback_id) {
        return Ok(());
    }
    if change.is_erased {
        return tell_that_it_is_gone(store, io, feedback_id).await;
    }
    let keys = store.chat_keys(feedback_id).await?;
    end_outdated(io, followers, feedback_id, keys).await?;
    let (Some(first), Some(keys)) = (change.first_position, keys) else {
        return Ok(());
    };
    let mut position = None;
    for &form in Form::VARIANTS {
        let rooms: Vec<_> = Access::all(keys)
            .map(|access| form.room(feedback_id, access))
            .collect();
        if io.within(rooms.clone()).sockets().is_empty() {
            continue;
        }
        let state = match form {
            Form::Changes => ChatState::load_after(store, feedback_id, first - 1).await?,
            Form::Whole => ChatState::load(store, feedback_id).await?,
        };
        let Some(state) = state else { return Ok(()) };
        match io.within(rooms).emit(REPLY_CREATED, &state).await {
            // A connection that was closed meanwhile needs nothing: its client connects again and asks by its cursor.
            Err(BroadcastError::Socket(errors)) if errors.iter().all(is_closed) => {}
            sent => sent?,
        }
        position = Some(position.map_or(state.position(), |other: i64| other.min(state.position())));
    }
    if let Some(position) = position {
        // That it is sent does not say that it arrives: up to where it is seen, the page tells.
        followers.note_sent(feedback_id, position);
    }
    Ok(())
}

/// Tells those who follow a chat that it is gone, and ends that.
async fn tell_that_it_is_gone(store: &Store, io: &SocketIo, feedback_id: &str) -> Result<(), EmitError> {
    let Some(chat) = store.erased_chat(feedback_id).await? else {
        return Ok(());
    };
    let rooms: Vec<_> = Access::all(chat.keys())
        .flat_map(|access| {
            Form::VARIANTS
                .iter()
                .map(move |form| form.room(feedback_id, access))
        })
        .collect();
    match io
        .within(rooms.clone())
        .emit(CHAT_ERASED, &json!({ "feedback_id": feedback_id }))
        .await
    {
        Err(BroadcastError::Socket(errors)) if errors.iter().all(is_closed) => {}
        sent => sent?,
    }
    for room in rooms {
        if let Err(error) = io.within(room.clone()).leave(room).await {
            warn!(%error, "leaving the rooms of a deleted chat failed");
        }
    }
    Ok(())
}

/// Disconnects those who follow a chat by tokens that no longer open it. Their clients connect again, which gives them nothing.
///
/// # Errors
/// Not all of them were disconnected.
async fn end_outdated(
    io: &SocketIo,
    followers: &Followers,
    feedback_id: &str,
    keys: Option<ChatKeys>,
) -> Result<(), BroadcastError> {
    for access in followers.outdated(feedback_id, keys) {
        let rooms: Vec<_> = Form::VARIANTS
            .iter()
            .map(|form| form.room(feedback_id, access))
            .collect();
        io.within(rooms).disconnect().await?;
    }
    Ok(())
}

pub(super) fn is_closed(error: &SocketError) -> bool {
    matches!(error, SocketError::Closed)
}

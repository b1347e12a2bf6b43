//! The event that brings a chat's change to the staff who follow the inbox.

use super::change_queue::ChangeQueue;
use super::staff_room::StaffRooms;
use super::thread_events::{CHAT_ERASED, is_closed};
use crate::staff::InboxItem;
use crate::store::{ChatChange, Store, StoreError};
use serde_json::json;
use socketioxide::{BroadcastError, SocketIo};
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::sleep;
use tracing::warn;

/// The event with the inbox's item of a chat that has changed.
const INBOX_CHANGED: &str = "inbox_changed";

/// How many chats are read with one statement.
const AT_ONCE: usize = 100;

/// Before what could not be sent is sent again.
const SEND_AGAIN: Duration = Duration::from_secs(1);

/// Of how many chats it is known what was sent last.
const KNOWN: usize = 10_000;

/// Sends changes to the staff who follow the inbox, until the queue is closed. What comes meanwhile is sent together, and no
/// change is sent twice.
pub(super) async fn send_inbox(store: &Store, io: &SocketIo, staff: &StaffRooms, queue: &ChangeQueue) {
    // By feedback id, the number of the change that was sent.
    let mut sent = HashMap::new();
    while let Some(changes) = queue.take().await {
        if staff.is_empty() {
            continue;
        }
        if sent.len() > KNOWN {
            sent.clear();
        }
        let changes: Vec<_> = changes.into_iter().collect();
        let mut undelivered = Vec::new();
        for changes in changes.chunks(AT_ONCE) {
            match send(store, io, staff, changes, &mut sent).await {
                Ok(slow) => undelivered.extend(slow),
                Err(error) => {
                    warn!(%error, "staff were not told of changes; they are told again");
                    undelivered.extend_from_slice(changes);
                }
            }
        }
        if !undelivered.is_empty() {
            sleep(SEND_AGAIN).await;
            for (feedback_id, change) in undelivered {
                queue.add(&feedback_id, change);
            }
        }
    }
}

/// Sends the items of these chats, and returns the changes that did not reach everybody.
async fn send(
    store: &Store,
    io: &SocketIo,
    staff: &StaffRooms,
    changes: &[(String, ChatChange)],
    sent: &mut HashMap<String, i64>,
) -> Result<Vec<(String, ChatChange)>, StoreError> {
    let mut undelivered = tell_what_is_gone(store, io, staff, changes).await?;
    let ids: Vec<&str> = changes.iter().map(|(id, _)| id.as_str()).collect();
    for item in InboxItem::load(store, &ids).await? {
        if sent.get(item.feedback_id()) == Some(&item.change_number()) {
            continue;
        }
        let rooms = staff.rooms_of(store, item.node_id()).await?;
        if rooms.is_empty() {
            continue;
        }
        match io.within(rooms).emit(INBOX_CHANGED, &item).await {
            Err(BroadcastError::Socket(errors)) if errors.iter().all(is_closed) => {}
            Ok(()) => {}
            Err(error) => {
                warn!(%error, "a change of the inbox did not reach everybody; it is sent again");
                undelivered.push((item.feedback_id().to_owned(), ChatChange::default()));
                continue;
            }
        }
        sent.insert(item.feedback_id().to_owned(), item.change_number());
    }
    Ok(undelivered)
}

/// Tells staff which chats are gone, and returns those of which not everybody was told.
async fn tell_what_is_gone(
    store: &Store,
    io: &SocketIo,
    staff: &StaffRooms,
    changes: &[(String, ChatChange)],
) -> Result<Vec<(String, ChatChange)>, StoreError> {
    let mut undelivered = Vec::new();
    for (feedback_id, change) in changes.iter().filter(|(_, change)| change.is_erased) {
        let Some(chat) = store.erased_chat(feedback_id).await? else {
            continue;
        };
        let rooms = staff.rooms_of(store, &chat.node_id).await?;
        if rooms.is_empty() {
            continue;
        }
        let event = json!({ "feedback_id": feedback_id, "node_id": chat.node_id });
        match io.within(rooms).emit(CHAT_ERASED, &event).await {
            Err(BroadcastError::Socket(errors)) if errors.iter().all(is_closed) => {}
            Ok(()) => {}
            Err(error) => {
                warn!(%error, "not everybody was told that a chat is gone; they are told again");
                undelivered.push((feedback_id.clone(), *change));
            }
        }
    }
    Ok(undelivered)
}

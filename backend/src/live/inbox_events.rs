//! The event that brings a chat's change to the staff who follow the inbox.

use super::change_queue::ChangeQueue;
use super::staff_room::StaffRooms;
use super::thread_events::is_closed;
use crate::staff::InboxItem;
use crate::store::{ChatChange, Store, StoreError};
use socketioxide::{BroadcastError, SocketIo};
use std::time::Duration;
use tokio::time::sleep;
use tracing::warn;

/// The event with the inbox's item of a chat that has changed.
const INBOX_CHANGED: &str = "inbox_changed";

/// How many chats are read with one statement.
const AT_ONCE: usize = 100;

/// Before what could not be sent is sent again.
const SEND_AGAIN: Duration = Duration::from_secs(1);

/// Sends changes to the staff who follow the inbox, until the queue is closed. What comes meanwhile is sent together.
pub(super) async fn send_inbox(store: &Store, io: &SocketIo, staff: &StaffRooms, queue: &ChangeQueue) {
    while let Some(changes) = queue.take().await {
        if staff.is_empty() {
            continue;
        }
        let ids: Vec<&str> = changes.keys().map(String::as_str).collect();
        let mut delivered = true;
        for ids in ids.chunks(AT_ONCE) {
            if let Err(error) = send(store, io, staff, ids).await {
                warn!(%error, "staff were not told of a change; they are told again");
                delivered = false;
                for feedback_id in ids {
                    queue.add(feedback_id, ChatChange::default());
                }
            }
        }
        if !delivered {
            sleep(SEND_AGAIN).await;
        }
    }
}

async fn send(store: &Store, io: &SocketIo, staff: &StaffRooms, ids: &[&str]) -> Result<(), StoreError> {
    for item in InboxItem::load(store, ids).await? {
        let rooms = staff.rooms_of(store, item.node_id()).await?;
        if rooms.is_empty() {
            continue;
        }
        match io.within(rooms).emit(INBOX_CHANGED, &item).await {
            Err(BroadcastError::Socket(errors)) if errors.iter().all(is_closed) => {}
            Ok(()) => {}
            // Somebody's queue is full: it fetches the inbox when it is there again.
            Err(error) => warn!(%error, "a change of the inbox did not reach everybody"),
        }
    }
    Ok(())
}

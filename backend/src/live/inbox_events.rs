//! The events that bring changes of chats to the staff who follow the inbox.

use super::staff_room::StaffRooms;
use super::thread_events::{CHAT_ERASED, EmitError};
use crate::staff::InboxItem;
use serde::Serialize;
use serde_json::json;
use socketioxide::extract::SocketRef;
use socketioxide::socket::Sid;
use socketioxide::{SendError, SocketError, SocketIo};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::{ChatChange, ChatChanges, Store, StoreError};
use tracing::{error, info};

/// The event with the inbox's item of a chat that has changed.
const INBOX_CHANGED: &str = "inbox_changed";

/// Of how many chats it is known what was sent last.
const KNOWN: usize = 10_000;

/// The change number of a chat that is gone, which is its last.
const GONE: i64 = i64::MAX;

/// Sends changes to the staff who follow the inbox: each change once to each of them.
pub(super) struct InboxEvents {
    store: Arc<Store>,
    io: SocketIo,
    staff: Arc<StaffRooms>,
    /// By feedback id.
    sent: Mutex<HashMap<String, Sent>>,
}

/// What was sent last of a chat.
struct Sent {
    change_number: i64,
    /// The sockets whose queues were full. A slow one must not have everybody else told again.
    behind: Vec<Sid>,
}

impl InboxEvents {
    pub(super) fn new(store: Arc<Store>, io: SocketIo, staff: Arc<StaffRooms>) -> Self {
        Self {
            store,
            io,
            staff,
            sent: Mutex::default(),
        }
    }

    /// Sends the items of changed chats, and returns the changes that did not reach everybody.
    pub(super) async fn emit(&self, changes: ChatChanges) -> Result<ChatChanges, EmitError> {
        let mut undelivered = ChatChanges::new();
        if self.staff.is_empty() {
            return Ok(undelivered);
        }
        for (feedback_id, change) in changes.iter().filter(|(_, change)| change.is_erased) {
            let Some(chat) = self.store.erased_chat(feedback_id).await? else {
                continue;
            };
            let event = json!({ "feedback_id": feedback_id, "node_id": chat.node_id });
            let place = (feedback_id.as_str(), chat.node_id.as_str(), GONE);
            if !self.send(place, CHAT_ERASED, &event).await? {
                undelivered.insert(feedback_id.clone(), *change);
            }
        }
        let changed = changes.iter().filter(|(_, change)| !change.is_erased);
        let ids: Vec<&str> = changed.map(|(id, _)| id.as_str()).collect();
        for item in InboxItem::load(&self.store, &ids).await? {
            let place = (item.feedback_id(), item.node_id(), item.change_number());
            if !self.send(place, INBOX_CHANGED, &item).await? {
                undelivered.insert(item.feedback_id().to_owned(), ChatChange::default());
            }
        }
        if !undelivered.is_empty() {
            info!("inbox update delivery incomplete; will retry");
        }
        Ok(undelivered)
    }

    /// Sends a change of a chat to those who were not sent it, and returns whether it has reached everybody.
    async fn send(
        &self,
        (feedback_id, node_id, change_number): (&str, &str, i64),
        event: &str,
        data: &impl Serialize,
    ) -> Result<bool, StoreError> {
        let rooms = self.staff.rooms_of(&self.store, node_id).await?;
        if rooms.is_empty() {
            return Ok(true);
        }
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = sent.get(feedback_id);
        let earlier = earlier.filter(|earlier| earlier.change_number == change_number);
        let lacks_it = |socket: &SocketRef| earlier.is_none_or(|earlier| earlier.behind.contains(&socket.id));
        let sockets = self.io.within(rooms).sockets().into_iter();
        let full = sockets
            .filter(lacks_it)
            .filter(|socket| is_full(socket, event, data));
        let behind: Vec<Sid> = full.map(|socket| socket.id).collect();
        let has_reached_all = behind.is_empty();
        if sent.len() > KNOWN {
            sent.retain(|_, sent| !sent.behind.is_empty());
        }
        let now = Sent {
            change_number,
            behind,
        };
        sent.insert(feedback_id.to_owned(), now);
        Ok(has_reached_all)
    }
}

/// Sends an event to a socket, and returns whether its queue is too full for that. One that was closed meanwhile needs nothing: its
/// client connects again and asks by its cursor.
fn is_full(socket: &SocketRef, event: &str, data: &impl Serialize) -> bool {
    match socket.emit(event, data) {
        Ok(()) | Err(SendError::Socket(SocketError::Closed)) => false,
        Err(SendError::Socket(SocketError::InternalChannelFull)) => true,
        Err(error) => {
            error!(%error, "staff event serialization failed");
            false
        }
    }
}

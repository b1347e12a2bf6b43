//! Subscriptions to chats (docs/api.md#socket).

use super::access::{Access, Form};
use super::followed_chats::FollowedChats;
use super::followers::Followers;
use super::refusal::Refusal;
use super::seen_marks::Seen;
use super::signals::Signals;
use crate::chat::ChatTokens;
use serde::Deserialize;
use socketioxide::extract::SocketRef;
use std::sync::{Arc, Weak};
use store::{ChatCursor, Store};

/// The data of a subscription to a chat.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChatSubscription {
    feedback_id: String,
    #[serde(default)]
    token: String,
    /// The cursor that the client knows, if it wants only what changes.
    after: Option<String>,
    /// Whether the visitor has the chat before their eyes.
    #[serde(default)]
    watching: bool,
}

/// Decides who follows a chat.
pub(super) struct ChatRooms {
    /// Weak, so that a connection does not keep the database open.
    pub(super) store: Weak<Store>,
    pub(super) chat_tokens: ChatTokens,
    pub(super) followers: Arc<Followers>,
    pub(super) signals: Arc<Signals>,
}

impl ChatRooms {
    /// Lets a socket follow a chat, and returns how far each side has seen it. A socket that follows it already gets what it
    /// asks for from now on.
    pub(super) async fn subscribe(
        &self,
        socket: &SocketRef,
        followed: &FollowedChats,
        request: &ChatSubscription,
    ) -> Result<Option<Seen>, Refusal> {
        let form = match request.after.as_deref().map(str::parse::<ChatCursor>) {
            None => Form::Whole,
            Some(Ok(_)) => Form::Changes,
            Some(Err(_)) => return Err(Refusal::InvalidRequest),
        };
        // Nothing that cannot be a token is looked up.
        if !ChatTokens::has_form(&request.token) {
            return Err(Refusal::InvalidToken);
        }
        let feedback_id = &request.feedback_id;
        let keys = self.store()?.chat_keys(feedback_id).await?;
        let Some(keys) = keys else {
            return Err(self.why_not(request).await?);
        };
        let kind = self.chat_tokens.kind_of(&request.token, feedback_id, keys);
        let access = Access::new(kind.ok_or(Refusal::InvalidToken)?, keys);
        if !followed.has_room(&request.feedback_id) {
            return Err(Refusal::TooManyRooms);
        }
        // The client fetches what there is after it is here; and before the room is joined, since an event that finds nobody
        // here is not made.
        let position = self.store()?.chat_position(&request.feedback_id).await?;
        followed.insert(
            &request.feedback_id,
            access,
            self.followers.follow(
                &request.feedback_id,
                access,
                position.unwrap_or_default(),
                request.watching,
            ),
        );
        let room = form.room(&request.feedback_id, access);
        socket.join(room.clone());
        leave(socket, &request.feedback_id, Some(&room));
        if !socket.connected() {
            leave(socket, &request.feedback_id, None);
        }
        Ok(self.signals.seen(&request.feedback_id))
    }

    /// Returns why nothing is followed. Only those who have had the right token learns that the chat is erased.
    async fn why_not(
        &self,
        ChatSubscription {
            feedback_id, token, ..
        }: &ChatSubscription,
    ) -> Result<Refusal, Refusal> {
        let erased = self.store()?.erased_chat(feedback_id).await?;
        let was_right = erased.is_some_and(|chat| {
            self.chat_tokens
                .kind_of(token, feedback_id, chat.keys())
                .is_some()
        });
        Ok(if was_right {
            Refusal::ChatErased
        } else {
            Refusal::InvalidToken
        })
    }

    pub(super) fn store(&self) -> Result<Arc<Store>, Refusal> {
        self.store.upgrade().ok_or(Refusal::Busy)
    }
}

/// Ends the subscription of a socket to a chat.
pub(super) fn unsubscribe(socket: &SocketRef, followed: &FollowedChats, feedback_id: &str) {
    leave(socket, feedback_id, None);
    followed.remove(feedback_id);
}

/// Leaves the rooms of a chat, whatever their form and what gave access to them, but for one.
fn leave(socket: &SocketRef, feedback_id: &str, kept: Option<&str>) {
    let prefix = format!("chat:{feedback_id}:");
    let rooms: Vec<_> = socket
        .rooms()
        .into_iter()
        .filter(|room| room.starts_with(&prefix) && kept != Some(room))
        .collect();
    socket.leave(rooms);
}

//! The chats that one socket follows.

use super::followers::Following;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How many chats one connection may follow; a page follows one.
const CHATS_LIMIT: usize = 8;

/// The chats that one socket follows, each with the epoch of the token.
#[derive(Default)]
pub(super) struct FollowedChats(Mutex<HashMap<String, (i64, Following)>>);

impl FollowedChats {
    /// Returns whether the socket may follow a chat.
    pub(super) fn has_room(&self, feedback_id: &str) -> bool {
        let chats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        chats.len() < CHATS_LIMIT || chats.contains_key(feedback_id)
    }

    pub(super) fn insert(&self, feedback_id: &str, epoch: i64, following: Following) {
        let mut chats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        chats.insert(feedback_id.to_owned(), (epoch, following));
    }

    /// Returns the epoch of the token with which a chat is followed.
    pub(super) fn epoch(&self, feedback_id: &str) -> Option<i64> {
        let chats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        chats.get(feedback_id).map(|(epoch, _)| *epoch)
    }

    pub(super) fn remove(&self, feedback_id: &str) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(feedback_id);
    }

    /// Ends all subscriptions.
    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

//! The chats that one socket follows.

use super::access::Access;
use super::followers::Following;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How many chats one connection may follow; a page follows one.
const CHATS_LIMIT: usize = 8;

/// The chats that one socket follows, each with what gave it access.
#[derive(Default)]
pub(super) struct FollowedChats(Mutex<HashMap<String, (Access, Following)>>);

impl FollowedChats {
    /// Returns whether the socket may follow a chat.
    pub(super) fn has_room(&self, feedback_id: &str) -> bool {
        let chats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        chats.len() < CHATS_LIMIT || chats.contains_key(feedback_id)
    }

    pub(super) fn insert(&self, feedback_id: &str, access: Access, following: Following) {
        let mut chats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        chats.insert(feedback_id.to_owned(), (access, following));
    }

    /// Returns what gave access to a chat that is followed.
    pub(super) fn access(&self, feedback_id: &str) -> Option<Access> {
        let chats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        chats.get(feedback_id).map(|(access, _)| *access)
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

//! Who follows which chat in this process, and before whose eyes it is.

use super::access::Access;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::ChatKeys;

/// Counts the sockets of each chat. Holds no chat without one, so it is as bounded as they are.
#[derive(Default)]
pub(super) struct Followers {
    chats: Mutex<HashMap<String, Counts>>,
}

#[derive(Default)]
struct Counts {
    /// By what each socket has access.
    sockets: Vec<Access>,
    watching: usize,
    /// Up to which those sockets have been sent the chat, or have fetched it.
    position: i64,
}

/// A socket that follows a chat. Dropping it ends that.
pub(super) struct Following {
    followers: Arc<Followers>,
    feedback_id: String,
    access: Access,
    is_watching: bool,
}

impl Followers {
    /// Adds a socket that follows a chat from a position on, and says whether its visitor has the chat before their eyes.
    pub(super) fn follow(
        self: &Arc<Self>,
        feedback_id: &str,
        access: Access,
        position: i64,
        is_watching: bool,
    ) -> Following {
        let mut chats = self.lock();
        let new = || Counts {
            position,
            ..Counts::default()
        };
        let counts = chats.entry(feedback_id.to_owned()).or_insert_with(new);
        counts.sockets.push(access);
        counts.watching += usize::from(is_watching);
        drop(chats);
        Following {
            followers: Arc::clone(self),
            feedback_id: feedback_id.to_owned(),
            access,
            is_watching,
        }
    }

    /// Returns by what sockets follow a chat that gives no access with these keys, each once; without keys it is all.
    pub(super) fn outdated(&self, feedback_id: &str, keys: Option<ChatKeys>) -> Vec<Access> {
        let chats = self.lock();
        let mut outdated = Vec::new();
        for access in chats.get(feedback_id).map_or(&[][..], |counts| &counts.sockets) {
            let is_good = keys.is_some_and(|keys| access.is_good(keys));
            if !is_good && !outdated.contains(access) {
                outdated.push(*access);
            }
        }
        outdated
    }

    /// Returns whether anybody follows a chat.
    pub(super) fn has(&self, feedback_id: &str) -> bool {
        self.lock().contains_key(feedback_id)
    }

    /// Returns whether the customer of a chat has it before their eyes.
    pub(super) fn is_watched(&self, feedback_id: &str) -> bool {
        self.lock()
            .get(feedback_id)
            .is_some_and(|counts| counts.watching > 0)
    }

    /// Returns the chats that are watched.
    pub(super) fn watched(&self) -> Vec<String> {
        let chats = self.lock();
        let watched = chats.iter().filter(|(_, counts)| counts.watching > 0);
        watched.map(|(feedback_id, _)| feedback_id.clone()).collect()
    }

    /// Notes up to which position the followers of a chat have been sent it.
    pub(super) fn note_sent(&self, feedback_id: &str, position: i64) {
        if let Some(counts) = self.lock().get_mut(feedback_id) {
            counts.position = counts.position.max(position);
        }
    }

    /// Returns up to which position the followers of a chat have been sent it; `None` if nobody follows it.
    pub(super) fn position(&self, feedback_id: &str) -> Option<i64> {
        self.lock().get(feedback_id).map(|counts| counts.position)
    }

    /// Returns the followed chats with the positions up to which they have been sent.
    pub(super) fn positions(&self) -> HashMap<String, i64> {
        let chats = self.lock();
        chats
            .iter()
            .map(|(feedback_id, counts)| (feedback_id.clone(), counts.position))
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Counts>> {
        self.chats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let mut chats = self.followers.lock();
        if let Some(counts) = chats.get_mut(&self.feedback_id) {
            if let Some(index) = counts.sockets.iter().position(|access| *access == self.access) {
                counts.sockets.swap_remove(index);
            }
            counts.watching -= usize::from(self.is_watching);
            if counts.sockets.is_empty() {
                chats.remove(&self.feedback_id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::TokenKind;

    #[test]
    fn a_chat_is_followed_until_its_last_socket_leaves() {
        let followers = Arc::new(Followers::default());
        let keys = ChatKeys {
            epoch: 0,
            email_number: Some(1),
        };
        let own = Access::new(TokenKind::Chat, keys);
        let link = Access::new(TokenKind::MailedLink, keys);
        let state = || (followers.has("a"), followers.is_watched("a"));
        assert_eq!(state(), (false, false));
        let one = followers.follow("a", own, 3, false);
        assert_eq!(state(), (true, false));
        let other = followers.follow("a", link, 5, true);
        assert_eq!(
            (state(), followers.watched()),
            ((true, true), vec!["a".to_owned()])
        );
        let position = || followers.position("a");
        assert_eq!(position(), Some(3), "one of them may know no more");
        followers.note_sent("a", 4);
        followers.note_sent("a", 2);
        assert_eq!(position(), Some(4));
        assert_eq!(followers.positions()["a"], 4);
        assert_eq!(followers.outdated("a", Some(keys)), []);
        let ended = ChatKeys {
            email_number: Some(2),
            ..keys
        };
        assert_eq!(followers.outdated("a", Some(ended)), [link]);
        assert_eq!(followers.outdated("a", None), [own, link]);
        drop(other);
        assert_eq!(followers.outdated("a", Some(ended)), []);
        assert_eq!(state(), (true, false));
        drop(one);
        assert_eq!((state(), position()), ((false, false), None));
        assert!(followers.lock().is_empty());
    }
}

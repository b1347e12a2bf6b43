//! What a transaction changed in chats, as it is announced after the commit.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The changes of a transaction, by the feedback ids of the chats.
pub type ChatChanges = BTreeMap<String, ChatChange>;

/// How a chat changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChatChange {
    /// The first position that is new; `None` if nothing changed in the thread, only what staff see of the chat in their
    /// list, or who has access to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_position: Option<i64>,
    /// Whether tokens of the chat may have become worthless.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_end_access: bool,
    /// Whether the chat is gone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_erased: bool,
}

/// Called after the commit for each chat that changed.
pub(crate) type OnChatChanged = dyn Fn(&str, ChatChange) + Send + Sync;

impl ChatChange {
    /// A change of the thread from this position on.
    pub fn from_position(first: i64) -> Self {
        Self {
            first_position: Some(first),
            ..Self::default()
        }
    }

    /// A change after which tokens of the chat may be worthless.
    pub fn of_access() -> Self {
        Self {
            may_end_access: true,
            ..Self::default()
        }
    }

    /// The end of a chat that is gone.
    pub fn erased() -> Self {
        Self {
            is_erased: true,
            ..Self::default()
        }
    }

    /// Returns both changes as one.
    fn merge(self, other: Self) -> Self {
        Self {
            first_position: match (self.first_position, other.first_position) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            },
            is_erased: self.is_erased || other.is_erased,
            may_end_access: self.may_end_access || other.may_end_access,
        }
    }
}

/// Adds a change to those that wait.
pub fn add_change(changes: &mut ChatChanges, feedback_id: &str, change: ChatChange) {
    if let Some(earlier) = changes.get_mut(feedback_id) {
        *earlier = earlier.merge(change);
    } else {
        changes.insert(feedback_id.to_owned(), change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_a_chat_become_one_from_the_first_position_on() {
        let mut changes = ChatChanges::new();
        for (id, change) in [
            ("a", ChatChange::default()),
            ("a", ChatChange::from_position(4)),
            ("a", ChatChange::from_position(3)),
            ("a", ChatChange::default()),
            ("b", ChatChange::of_access()),
            ("b", ChatChange::default()),
            ("c", ChatChange::erased()),
            ("c", ChatChange::default()),
        ] {
            add_change(&mut changes, id, change);
        }
        let expected = [
            ("a".to_owned(), ChatChange::from_position(3)),
            ("b".to_owned(), ChatChange::of_access()),
            ("c".to_owned(), ChatChange::erased()),
        ];
        assert_eq!(changes, expected.into());
    }
}

//! The part of a chat that changes; the payload of `reply_created` (docs/chat.md#live-updates).

use super::timeline::{Person, TimelineItem};
use crate::records::{ChatSettings, FeedbackNode};
use crate::store::{ChatRow, ChatStatus, MessageRow, Store, StoreError};
use serde::Serialize;

/// The current state of a chat.
#[derive(Debug, Serialize)]
pub(crate) struct ChatState {
    feedback_id: String,
    status: ChatStatus,
    chat_rating_enabled: bool,
    /// Always empty: ratings are not accepted yet.
    chat_ratings: [(); 0],
    timeline_items: Vec<TimelineItem>,
    /// The timeline items are all those between this position and the cursor.
    timeline_after: i64,
    /// The value of `after` for what comes later.
    cursor: String,
    #[serde(skip)]
    position: i64,
}

impl ChatState {
    /// Loads a chat with all its messages; `None` if there is no such chat.
    ///
    /// # Errors
    /// The database failed, or contains a document that cannot be read.
    pub(crate) async fn load(store: &Store, feedback_id: &str) -> Result<Option<Self>, StoreError> {
        Self::load_after(store, feedback_id, 0).await
    }

    /// Loads a chat with its messages after a position.
    ///
    /// # Errors
    /// The database failed, or contains a document that cannot be read.
    pub(crate) async fn load_after(
        store: &Store,
        feedback_id: &str,
        after: i64,
    ) -> Result<Option<Self>, StoreError> {
        let Some((chat, messages)) = store.chat(feedback_id, after).await? else {
            return Ok(None);
        };
        let (_, settings) = load_node(store, &chat).await?;
        let customer = Person::from_customer(chat.customer.as_deref());
        Ok(Some(Self::new(&chat, messages, after, &customer, &settings)))
    }

    pub(super) fn new(
        chat: &ChatRow,
        messages: Vec<MessageRow>,
        after: i64,
        customer: &Person,
        settings: &ChatSettings,
    ) -> Self {
        Self {
            feedback_id: chat.feedback_id.clone(),
            status: chat.status,
            chat_rating_enabled: settings.rating_enabled,
            chat_ratings: [],
            timeline_items: messages
                .into_iter()
                .map(|row| TimelineItem::new(row, customer))
                .collect(),
            timeline_after: after,
            cursor: chat.position.to_string(),
            position: chat.position,
        }
    }

    /// Returns the position of the chat: the `cursor` as a number.
    pub(crate) fn position(&self) -> i64 {
        self.position
    }
}

/// Loads the node of a chat and its chat settings.
pub(super) async fn load_node(
    store: &Store,
    chat: &ChatRow,
) -> Result<(FeedbackNode, ChatSettings), StoreError> {
    let node = store.node_with_chat(&chat.node_id).await?;
    node.ok_or_else(|| missing("the node of the feedback", chat))
}

/// The error for a row that foreign keys guarantee.
pub(super) fn missing(what: &str, chat: &ChatRow) -> StoreError {
    StoreError::Document {
        what: format!("{what} `{}`", chat.feedback_id),
        message: "it does not exist".into(),
    }
}

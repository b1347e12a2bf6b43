//! A chat in the inbox of staff (docs/staff.md#inbox).

use crate::chat::Person;
use base::time::{Millis, to_rfc3339};
use serde::Serialize;
use store::{Actor, ChatCursor, ChatStatus, History, InboxRow, Store, StoreError};
use utoipa::ToSchema;

/// How many characters of the last message are shown.
const PREVIEW_LENGTH: usize = 120;

/// A chat as the inbox and its live events show it. Times are RFC 3339.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct InboxItem {
    feedback_id: String,
    node_id: String,
    status: ChatStatus,
    /// The position of the chat.
    cursor: String,
    created_at: String,
    updated_at: String,
    #[schema(required = true)]
    queued_at: Option<String>,
    /// Since when the customer waits for an answer, while the chat continues.
    #[schema(required = true)]
    waiting_since: Option<String>,
    /// Messages of the customer that staff have not read, at most 100.
    unread: u32,
    #[schema(required = true)]
    assigned_to: Option<String>,
    #[schema(required = true)]
    accepted_by: Option<String>,
    #[schema(required = true)]
    closed_by: Option<String>,
    /// Until when staff put it off.
    #[schema(required = true)]
    snoozed_until: Option<String>,
    /// Those of its feedback, in alphabetical order.
    tags: Vec<String>,
    customer: Person,
    /// The latest one.
    #[schema(required = true)]
    rating: Option<i64>,
    #[schema(required = true)]
    last_message: Option<MessagePreview>,
    #[serde(skip)]
    change_number: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
struct MessagePreview {
    actor: Actor,
    /// The name of the staff member.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The beginning of the message.
    body: String,
    created_at: String,
}

impl InboxItem {
    /// Loads those of these chats that there are, as the inbox has them now, in any order.
    pub(crate) async fn load(store: &Store, feedback_ids: &[&str]) -> Result<Vec<Self>, StoreError> {
        let rows = store.inbox_rows(feedback_ids).await?;
        Ok(rows
            .into_iter()
            .map(|row| Self::new(row, store.history()))
            .collect())
    }

    /// Builds the item of a row of a database with this history.
    pub(crate) fn new(row: InboxRow, history: History) -> Self {
        let is_going = matches!(row.status, ChatStatus::Open | ChatStatus::Queued);
        let time = |at: Option<Millis>| at.filter(|_| is_going).map(to_rfc3339);
        let last = row.last_actor.zip(row.last_body).zip(row.last_created_at);
        Self {
            cursor: ChatCursor::new(row.position, history).to_string(),
            change_number: row.change_number,
            created_at: to_rfc3339(row.created_at),
            updated_at: to_rfc3339(row.updated_at),
            queued_at: time(row.queued_at),
            waiting_since: time(row.waiting_since),
            unread: row.unread,
            snoozed_until: row.snoozed_until.map(to_rfc3339),
            tags: row.tags,
            customer: Person::from_customer(row.customer.as_deref()),
            rating: row.rating,
            last_message: last.map(|((actor, body), created_at)| MessagePreview {
                actor,
                name: row.last_author,
                body: body.chars().take(PREVIEW_LENGTH).collect(),
                created_at: to_rfc3339(created_at),
            }),
            feedback_id: row.feedback_id,
            node_id: row.node_id,
            status: row.status,
            assigned_to: row.assigned_to,
            accepted_by: row.accepted_by,
            closed_by: row.closed_by,
        }
    }

    pub(crate) fn feedback_id(&self) -> &str {
        &self.feedback_id
    }

    /// Returns the place of this state of the chat among all changes of chats.
    pub(crate) fn change_number(&self) -> i64 {
        self.change_number
    }

    /// Returns the node that the chat belongs to.
    pub(crate) fn node_id(&self) -> &str {
        &self.node_id
    }
}

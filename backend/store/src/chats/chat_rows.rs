//! The rows of chats.

use crate::database::{QueryBuilder, Transaction, bind_by_name};
use crate::error::StoreError;
use crate::job::chat_status::ChatStatus;
use base::time::Millis;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use utoipa::ToSchema;

/// Who wrote a message.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, sqlx::Type, ToSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = ChatActor)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Actor {
    Customer,
    Staff,
}

bind_by_name!(Actor);

/// A chat, with what its feedback says about the customer.
#[derive(Debug, FromRow)]
pub struct ChatRow {
    pub feedback_id: String,
    pub node_id: String,
    pub status: ChatStatus,
    /// Raised by one with each message, each note, each rating and each change of status.
    pub position: i64,
    pub created_at: Millis,
    pub updated_at: Millis,
    /// When it began to wait for staff to accept it.
    pub queued_at: Option<Millis>,
    /// Since when the customer waits for an answer.
    pub waiting_since: Option<Millis>,
    /// A JSON object.
    pub customer: Option<String>,
    pub has_ratings: bool,
}

/// Where a chat belongs, and how it stands.
#[derive(Debug, FromRow)]
pub struct ChatSummaryRow {
    pub node_id: String,
    pub status: ChatStatus,
    pub position: i64,
}

/// What a conversation shows of the feedback with which it began.
#[derive(Debug, FromRow)]
pub struct ChatFeedbackRow {
    pub flow_id: String,
    #[sqlx(try_from = "i64")]
    pub flow_revision: u32,
    pub language_id: Option<String>,
    /// A JSON list.
    pub responses: String,
}

/// A chat that begins with its feedback.
pub(crate) struct NewChat<'a> {
    pub(crate) feedback_id: &'a str,
    pub(crate) node_id: &'a str,
    /// Whether it waits for staff to accept it.
    pub(crate) is_queued: bool,
    /// The hash of the address that it begins from.
    pub(crate) address_hash: Option<&'a str>,
    pub(crate) created_at: Millis,
}

impl NewChat<'_> {
    pub(crate) fn status(&self) -> ChatStatus {
        if self.is_queued {
            ChatStatus::Queued
        } else {
            ChatStatus::Open
        }
    }
}

/// Inserts chats with one statement.
pub(crate) async fn insert(transaction: &mut Transaction, chats: &[NewChat<'_>]) -> Result<(), StoreError> {
    if chats.is_empty() {
        return Ok(());
    }
    let mut insert = QueryBuilder::new(
        "INSERT INTO chats
             (feedback_id, node_id, status, position, created_at, updated_at, queued_at, waiting_since,
              address_hash) ",
    );
    insert.push_values(chats, |row, chat| {
        row.push_bind(chat.feedback_id.to_owned());
        row.push_bind(chat.node_id.to_owned());
        row.push_bind(chat.status());
        row.push_bind(0_i64);
        row.push_bind(chat.created_at);
        row.push_bind(chat.created_at);
        let queued_at = chat.is_queued.then_some(chat.created_at);
        row.push_bind(queued_at);
        row.push_bind(queued_at);
        row.push_bind(chat.address_hash.map(str::to_owned));
    });
    insert.build().execute(transaction).await?;
    Ok(())
}

//! The rows of chats.

use crate::store::database::{QueryBuilder, Transaction, Value};
use crate::store::error::StoreError;
use crate::store::job::chat_status::ChatStatus;
use crate::time::Millis;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use utoipa::ToSchema;

/// Who wrote a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = ChatActor)]
pub(crate) enum Actor {
    Customer,
    Staff,
}

impl From<Actor> for Value {
    fn from(actor: Actor) -> Self {
        match actor {
            Actor::Customer => "customer".into(),
            Actor::Staff => "staff".into(),
        }
    }
}

/// A chat, with what its feedback says about the customer.
#[derive(Debug, FromRow)]
pub(crate) struct ChatRow {
    pub(crate) feedback_id: String,
    pub(crate) node_id: String,
    pub(crate) status: ChatStatus,
    /// Raised by one with each message, each note, each rating and each change of status.
    pub(crate) position: i64,
    pub(crate) created_at: Millis,
    pub(crate) updated_at: Millis,
    /// When it began to wait for staff to accept it.
    pub(crate) queued_at: Option<Millis>,
    /// Since when the customer waits for an answer.
    pub(crate) waiting_since: Option<Millis>,
    /// A JSON object.
    pub(crate) customer: Option<String>,
    pub(crate) has_ratings: bool,
}

/// Where a chat belongs, and how it stands.
#[derive(Debug, FromRow)]
pub(crate) struct ChatSummaryRow {
    pub(crate) node_id: String,
    pub(crate) status: ChatStatus,
    pub(crate) position: i64,
}

/// What a conversation shows of the feedback with which it began.
#[derive(Debug, FromRow)]
pub(crate) struct ChatFeedbackRow {
    pub(crate) flow_id: String,
    #[sqlx(try_from = "i64")]
    pub(crate) flow_revision: u32,
    pub(crate) language_id: Option<String>,
    /// A JSON list.
    pub(crate) responses: String,
}

/// A chat that begins with its feedback.
pub(in crate::store) struct NewChat<'a> {
    pub(in crate::store) feedback_id: &'a str,
    pub(in crate::store) node_id: &'a str,
    /// Whether it waits for staff to accept it.
    pub(in crate::store) is_queued: bool,
    /// The hash of the address that it begins from.
    pub(in crate::store) address_hash: Option<&'a str>,
    pub(in crate::store) created_at: Millis,
}

impl NewChat<'_> {
    pub(in crate::store) fn status(&self) -> ChatStatus {
        if self.is_queued {
            ChatStatus::Queued
        } else {
            ChatStatus::Open
        }
    }
}

/// Inserts chats with one statement.
pub(in crate::store) async fn insert(
    transaction: &mut Transaction,
    chats: &[NewChat<'_>],
) -> Result<(), StoreError> {
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

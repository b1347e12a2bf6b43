//! What is written in chats, within the writer's transaction.
//!
//! Whether a chat takes a message is decided by the statement that writes it, so nothing can come between.

use super::chat_status::{self, StatusChange};
use super::chats::{Actor, ChatStatus, MessageRow};
use super::idempotency::{self, IdempotencyKey, NewKey};
use super::{Store, StoreError, WriteError};
use crate::time::Millis;
use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;

/// A message, ready to be stored.
#[derive(Debug, Clone)]
pub(crate) struct NewMessage {
    pub(crate) feedback_id: String,
    /// Its id, should it become a new message.
    pub(crate) id: String,
    pub(crate) from: Sender,
    pub(crate) body: String,
    pub(crate) client_key: Option<String>,
    /// Tells a repeat of the same request.
    pub(crate) key: Option<IdempotencyKey>,
    /// By the server's clock.
    pub(crate) created_at: Millis,
}

/// Who writes a message, and whose idempotency keys count.
#[derive(Debug, Clone)]
pub(crate) enum Sender {
    /// The visitor, on a device.
    Customer { device_id: String },
    /// A member of staff, by the token's name.
    Staff { name: String },
}

/// Something to write about a chat.
#[derive(Debug)]
pub(super) enum ChatWrite {
    Message(NewMessage),
    Status(StatusChange),
}

/// What was written.
#[derive(Debug)]
pub(super) enum ChatWritten {
    Message(MessageRow),
    Status(ChatStatus),
}

/// Why nothing was written about a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChatRefused {
    /// There is no such chat.
    Unknown,
    /// The chat stands in a way in which this cannot be done.
    NotOpen(ChatStatus),
    /// The key has been used for another request.
    OtherRequest,
}

/// What became of a write in a committed transaction.
pub(super) type ChatOutcome = Result<ChatWritten, ChatRefused>;

/// What is kept of the answer to a message.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct MessageAnswer {
    feedback_id: String,
    position: i64,
}

impl Store {
    /// Stores a message and returns it after the commit; for a repeat, the one that is stored already.
    ///
    /// # Errors
    /// The queue is full, the server is stopping, or the database failed. A refusal is not an error of the store.
    pub(crate) async fn add_message(
        &self,
        message: NewMessage,
    ) -> Result<Result<MessageRow, ChatRefused>, WriteError> {
        Ok(match self.writer.chat(ChatWrite::Message(message)).await? {
            Ok(ChatWritten::Message(message)) => Ok(message),
            // A message is answered with a message.
            Ok(ChatWritten::Status(_)) => return Err(WriteError::Failed),
            Err(refused) => Err(refused),
        })
    }
}

/// Writes in order; the outcomes are in the same order.
pub(super) async fn write(
    transaction: &mut SqliteConnection,
    writes: &[ChatWrite],
) -> Result<Vec<ChatOutcome>, StoreError> {
    let mut outcomes = Vec::with_capacity(writes.len());
    for write in writes {
        outcomes.push(match write {
            ChatWrite::Message(message) => write_message(transaction, message)
                .await?
                .map(ChatWritten::Message),
            ChatWrite::Status(change) => chat_status::write(transaction, change)
                .await?
                .map(ChatWritten::Status),
        });
    }
    Ok(outcomes)
}

async fn write_message(
    transaction: &mut SqliteConnection,
    new: &NewMessage,
) -> Result<Result<MessageRow, ChatRefused>, StoreError> {
    // First of all: a repeat gets its answer also after the chat has ended.
    if let Some(key) = &new.key {
        let wanted = [(new.from.scope(), key.key.as_str())];
        let known = idempotency::find::<MessageAnswer>(transaction, new.from.route(), &wanted).await?;
        if let Some(stored) = known.into_values().next() {
            return if stored.fingerprint == key.fingerprint {
                Ok(Ok(stored_message(transaction, &stored.answer).await?))
            } else {
                Ok(Err(ChatRefused::OtherRequest))
            };
        }
    }
    let (first, second) = new.from.may_write_in();
    // The clock may have been set back, or another request been faster: in a chat time does not run backwards.
    let written: Option<(i64, Millis)> = sqlx::query_as(
        "UPDATE chats SET position = position + 1,
             updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END
         WHERE feedback_id = $1 AND status IN ($3, $4) RETURNING position, updated_at",
    )
    .bind(&new.feedback_id)
    .bind(new.created_at)
    .bind(first)
    .bind(second)
    .fetch_optional(&mut *transaction)
    .await?;
    let Some((position, created_at)) = written else {
        return Ok(Err(refusal(transaction, &new.feedback_id).await?));
    };
    let message = MessageRow {
        position,
        id: new.id.clone(),
        actor: new.from.actor(),
        author: new.from.author(),
        body: new.body.clone(),
        client_key: new.client_key.clone(),
        created_at,
    };
    sqlx::query(
        "INSERT INTO chat_messages (feedback_id, position, id, actor, author, body, client_key, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&new.feedback_id)
    .bind(position)
    .bind(&message.id)
    .bind(message.actor)
    .bind(&message.author)
    .bind(&message.body)
    .bind(&message.client_key)
    .bind(message.created_at)
    .execute(&mut *transaction)
    .await?;
    if let Some(key) = &new.key {
        let answer = MessageAnswer {
            feedback_id: new.feedback_id.clone(),
            position,
        };
        let key = NewKey {
            device_id: new.from.scope(),
            key,
            answer,
            created_at: new.created_at,
        };
        idempotency::insert(transaction, new.from.route(), &[key]).await?;
    }
    Ok(Ok(message))
}

async fn stored_message(
    transaction: &mut SqliteConnection,
    answer: &MessageAnswer,
) -> Result<MessageRow, StoreError> {
    let message = sqlx::query_as(
        "SELECT position, id, actor, author, body, client_key, created_at FROM chat_messages
         WHERE feedback_id = $1 AND position = $2",
    )
    .bind(&answer.feedback_id)
    .bind(answer.position)
    .fetch_one(transaction)
    .await?;
    Ok(message)
}

/// Why a chat was not written to.
pub(super) async fn refusal(
    transaction: &mut SqliteConnection,
    feedback_id: &str,
) -> Result<ChatRefused, StoreError> {
    let status = sqlx::query_scalar("SELECT status FROM chats WHERE feedback_id = $1")
        .bind(feedback_id)
        .fetch_optional(transaction)
        .await?;
    Ok(status.map_or(ChatRefused::Unknown, ChatRefused::NotOpen))
}

impl Sender {
    fn actor(&self) -> Actor {
        match self {
            Self::Customer { .. } => Actor::Customer,
            Self::Staff { .. } => Actor::Staff,
        }
    }

    fn author(&self) -> Option<String> {
        match self {
            Self::Customer { .. } => None,
            Self::Staff { name } => Some(name.clone()),
        }
    }

    /// How a chat may stand for this side to write in it.
    fn may_write_in(&self) -> (ChatStatus, ChatStatus) {
        match self {
            Self::Customer { .. } => (ChatStatus::Open, ChatStatus::Open),
            Self::Staff { .. } => (ChatStatus::Open, ChatStatus::Queued),
        }
    }

    /// The route that this side's idempotency keys belong to.
    fn route(&self) -> &'static str {
        match self {
            Self::Customer { .. } => "chat_messages",
            Self::Staff { .. } => "staff_chat_messages",
        }
    }

    /// Within the route, what keeps the keys of different clients apart.
    fn scope(&self) -> &str {
        match self {
            Self::Customer { device_id } => device_id,
            Self::Staff { name } => name,
        }
    }
}

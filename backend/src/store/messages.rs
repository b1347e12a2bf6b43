//! The job that stores a chat message.
//!
//! The statement that raises the chat's position also decides whether the chat takes a message, so that nothing can come
//! between the decision and the message.

use super::chat_refusal::{ChatRefusal, refusal};
use super::chat_rows::{Actor, ChatStatus, MessageRow};
use super::database::{Transaction, query};
use super::error::StoreError;
use super::idempotency::{IdempotencyKey, IdempotentRequest, Receipts, Route};
use super::writer::{JobError, SingleJob, WriteTransaction};
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// A message that can be stored if its chat takes messages.
#[derive(Debug, Clone)]
pub(crate) struct NewMessage {
    pub(crate) feedback_id: String,
    /// The id of the message if it becomes a new one.
    pub(crate) new_id: String,
    pub(crate) sender: Sender,
    pub(crate) body: String,
    pub(crate) client_key: Option<String>,
    pub(crate) key: Option<IdempotencyKey>,
    /// By the server's clock.
    pub(crate) created_at: Millis,
}

/// Who writes a message. Idempotency keys count within one sender.
#[derive(Debug, Clone)]
pub(crate) enum Sender {
    Customer {
        device_id: String,
    },
    Staff {
        /// The name of the staff token.
        name: String,
    },
}

/// The result of a stored message, for repeats.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct MessageReceipt {
    feedback_id: String,
    position: i64,
}

impl SingleJob for NewMessage {
    type Reply = MessageRow;
    type Refusal = ChatRefusal;

    fn bytes(&self) -> usize {
        let client_key = self.client_key.as_ref().map_or(0, String::len);
        self.feedback_id.len() + self.body.len() + client_key + self.sender.client().len()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<MessageRow, JobError<ChatRefusal>> {
        write(transaction, self).await
    }
}

async fn write(
    transaction: &mut WriteTransaction,
    new: &NewMessage,
) -> Result<MessageRow, JobError<ChatRefusal>> {
    let connection = transaction.connection();
    let (client, key) = (new.sender.client(), new.key.as_ref());
    let wanted: Vec<_> = key.map(|key| (client, key)).into_iter().collect();
    let mut receipts = Receipts::load(&mut *connection, new.sender.route(), &wanted).await?;
    // Before all other checks: a repeat gets its receipt even after the chat has ended.
    match receipts.classify(client, key) {
        IdempotentRequest::New => {}
        IdempotentRequest::Repeat(receipt) => return Ok(stored_message(connection, &receipt).await?),
        IdempotentRequest::KeyReused => return Err(JobError::Refused(ChatRefusal::KeyReused)),
    }
    let Some((position, created_at)) = advance(connection, new).await? else {
        return Err(JobError::Refused(refusal(connection, &new.feedback_id).await?));
    };
    let message = MessageRow {
        position,
        id: new.new_id.clone(),
        actor: new.sender.actor(),
        author: new.sender.author(),
        body: new.body.clone(),
        client_key: new.client_key.clone(),
        created_at,
    };
    insert(connection, &new.feedback_id, &message).await?;
    let receipt = MessageReceipt {
        feedback_id: new.feedback_id.clone(),
        position,
    };
    receipts.add(client, key, receipt, new.created_at);
    receipts.store(connection).await?;
    transaction.mark_chat_changed(&new.feedback_id, position);
    Ok(message)
}

/// Raises the chat's position and returns it with the time of the message; `None` if the chat takes no message.
async fn advance(
    connection: &mut Transaction,
    new: &NewMessage,
) -> Result<Option<(i64, Millis)>, StoreError> {
    let (first, second) = new.sender.writable_statuses();
    // Times in a chat never decrease, even if the clock was set back or another request was faster.
    let advanced = query(
        "UPDATE chats SET position = position + 1,
             updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END
         WHERE feedback_id = $1 AND status IN ($3, $4) RETURNING position, updated_at",
    )
    .bind(&new.feedback_id)
    .bind(new.created_at)
    .bind(first)
    .bind(second)
    .fetch_optional(connection)
    .await?;
    Ok(advanced)
}

async fn insert(
    connection: &mut Transaction,
    feedback_id: &str,
    message: &MessageRow,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO chat_messages (feedback_id, position, id, actor, author, body, client_key, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(feedback_id)
    .bind(message.position)
    .bind(&message.id)
    .bind(message.actor)
    .bind(&message.author)
    .bind(&message.body)
    .bind(&message.client_key)
    .bind(message.created_at)
    .execute(connection)
    .await?;
    Ok(())
}

async fn stored_message(
    connection: &mut Transaction,
    receipt: &MessageReceipt,
) -> Result<MessageRow, StoreError> {
    let message = query(
        "SELECT position, id, actor, author, body, client_key, created_at FROM chat_messages
         WHERE feedback_id = $1 AND position = $2",
    )
    .bind(&receipt.feedback_id)
    .bind(receipt.position)
    .fetch_one(connection)
    .await?;
    Ok(message)
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

    fn writable_statuses(&self) -> (ChatStatus, ChatStatus) {
        match self {
            Self::Customer { .. } => (ChatStatus::Open, ChatStatus::Open),
            Self::Staff { .. } => (ChatStatus::Open, ChatStatus::Queued),
        }
    }

    fn route(&self) -> Route {
        match self {
            Self::Customer { .. } => Route::CustomerMessages,
            Self::Staff { .. } => Route::StaffMessages,
        }
    }

    /// Returns the client within which idempotency keys count.
    fn client(&self) -> &str {
        match self {
            Self::Customer { device_id } => device_id,
            Self::Staff { name } => name,
        }
    }
}

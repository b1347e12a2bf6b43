//! The job that stores a chat message.
//!
//! The statement that raises the chat's position also decides whether the chat takes a message, so that nothing can come
//! between the decision and the message.

use super::chat_refusal::{ChatRefusal, refusal};
use super::chat_rows::Actor;
use super::database::{Transaction, query};
use super::error::StoreError;
use super::idempotency::{IdempotencyKey, IdempotentRequest, Receipts, Route};
use super::message_rows::{self, MessageKind, MessageRow};
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
    pub(crate) kind: MessageKind,
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
    let mut receipts: Receipts<MessageReceipt> =
        Receipts::load(&mut *connection, new.sender.route(), &wanted).await?;
    // Before all other checks: a repeat gets its receipt even after the chat has ended.
    match receipts.classify(client, key) {
        IdempotentRequest::New => {}
        IdempotentRequest::Repeat(receipt) => {
            let stored = message_rows::select_one(&receipt.feedback_id, receipt.position);
            return Ok(stored.fetch_one(connection).await?);
        }
        IdempotentRequest::KeyReused => return Err(JobError::Refused(ChatRefusal::KeyReused)),
    }
    let Some((position, created_at)) = advance(connection, new).await? else {
        return Err(JobError::Refused(refusal(connection, &new.feedback_id).await?));
    };
    let message = MessageRow {
        position,
        id: new.new_id.clone(),
        kind: new.kind,
        actor: new.sender.actor(),
        author: new.sender.author(),
        body: new.body.clone(),
        client_key: new.client_key.clone(),
        upload_id: None,
        created_at,
    };
    message_rows::insert(connection, &new.feedback_id, &message).await?;
    let receipt = MessageReceipt {
        feedback_id: new.feedback_id.clone(),
        position,
    };
    receipts.add(client, key, receipt, new.created_at);
    receipts.store(connection).await?;
    transaction.mark_chat_changed(&new.feedback_id);
    Ok(message)
}

/// Raises the chat's position and returns it with the time of the message; `None` if the chat takes no message.
async fn advance(
    connection: &mut Transaction,
    new: &NewMessage,
) -> Result<Option<(i64, Millis)>, StoreError> {
    // Times in a chat never decrease, even if the clock was set back or another request was faster.
    let advance = match (new.kind, &new.sender) {
        (MessageKind::Note, _) => query(
            "UPDATE chats SET position = position + 1,
                 updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END
             WHERE feedback_id = $1 RETURNING position, updated_at",
        ),
        (MessageKind::Message, Sender::Customer { .. }) => query(
            "UPDATE chats SET position = position + 1, last_customer_position = position + 1,
                 updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END,
                 waiting_since = COALESCE(waiting_since, CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END)
             WHERE feedback_id = $1 AND status = 'open' RETURNING position, updated_at",
        ),
        // Who replies to a queued chat accepts it.
        (MessageKind::Message, Sender::Staff { .. }) => query(
            "UPDATE chats SET position = position + 1, status = 'open', queued_at = NULL, waiting_since = NULL,
                 updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END
             WHERE feedback_id = $1 AND status IN ('open', 'queued') RETURNING position, updated_at",
        ),
    };
    Ok(advance
        .bind(&new.feedback_id)
        .bind(new.created_at)
        .fetch_optional(connection)
        .await?)
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

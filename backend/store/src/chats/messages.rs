//! The job that stores a chat message.
//!
//! The transaction holds the write lock, so that nothing can come between the decision whether the chat takes a message and the
//! message.

use crate::chats::chat_queue::announce_moving_up;
use crate::chats::chat_refusal::ChatRefusal;
use crate::chats::chat_rows::Actor;
use crate::chats::message_rows::{self, MessageKind, MessageRow};
use crate::database::{Db, Transaction, query};
use crate::error::StoreError;
use crate::job::chat_status::ChatStatus;
use crate::job::webhook_outbox::{Event, EventType};
use crate::job::{Job, JobError, WriteTransaction};
use crate::mail::chat_emails;
use crate::receipts::idempotency::{IdempotencyKey, IdempotentRequest, Receipts, Route};
use crate::staff_audit::{self, ActBy, StaffAct};
use crate::uploads::upload_claims;
use base::time::Millis;
use serde::{Deserialize, Serialize};

/// The position from which on a chat takes nothing more: nobody reads so long a conversation.
const MOST_ITEMS: i64 = 10_000;

/// A message that can be stored if its chat takes messages.
#[derive(Debug, Clone)]
pub struct NewMessage {
    pub feedback_id: String,
    /// The id of the message if it becomes a new one.
    pub new_id: String,
    pub sender: Sender,
    pub kind: MessageKind,
    pub body: String,
    /// The file that is sent with it. A repeat takes no further one.
    pub upload_id: Option<String>,
    /// Whether customers cannot write because the node does not operate.
    pub is_outside_hours: bool,
    pub client_key: Option<String>,
    pub key: Option<IdempotencyKey>,
    /// By the server's clock.
    pub created_at: Millis,
}

/// Who writes a message. Idempotency keys count within one sender.
#[derive(Debug, Clone)]
pub enum Sender {
    Customer {
        device_id: String,
        /// The hash by which staff know the device that the chat began on.
        device_hash: String,
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

/// Decides whether a message with this key is new, a repeat, or another request with a used key. A repeat returns the message.
pub(crate) async fn classify(
    db: &Db,
    sender: &Sender,
    key: &IdempotencyKey,
) -> Result<IdempotentRequest<MessageRow>, StoreError> {
    let client = sender.client();
    let receipts: Receipts<MessageReceipt> = Receipts::load(db, sender.route(), &[(client, key)]).await?;
    Ok(match receipts.classify(client, Some(key)) {
        IdempotentRequest::New => IdempotentRequest::New,
        IdempotentRequest::KeyReused => IdempotentRequest::KeyReused,
        IdempotentRequest::Repeat(receipt) => {
            let stored = message_rows::select_one(&receipt.feedback_id, receipt.position);
            IdempotentRequest::Repeat(stored.fetch_one(db).await?)
        }
    })
}

impl Job for NewMessage {
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
    let (client, key) = (new.sender.client(), new.key.as_ref());
    let wanted: Vec<_> = key.map(|key| (client, key)).into_iter().collect();
    let mut receipts: Receipts<MessageReceipt> =
        Receipts::load(transaction.connection(), new.sender.route(), &wanted).await?;
    // Before all other checks: a repeat gets its receipt even after the chat has ended.
    match receipts.classify(client, key) {
        IdempotentRequest::New => {}
        IdempotentRequest::Repeat(receipt) => {
            let stored = message_rows::select_one(&receipt.feedback_id, receipt.position);
            return Ok(stored.fetch_one(transaction.connection()).await?);
        }
        IdempotentRequest::KeyReused => return Err(JobError::Refused(ChatRefusal::KeyReused)),
    }
    // What is refused must leave nothing behind, so everything is decided before anything is written.
    let status = match admit(transaction.connection(), new).await? {
        Ok(status) => status,
        Err(refusal) => return Err(JobError::Refused(refusal)),
    };
    if new.accepts_the_chat() {
        announce_moving_up(transaction, &new.feedback_id).await?;
    }
    let connection = transaction.connection();
    let (position, created_at) = advance(connection, new).await?;
    let message = MessageRow {
        position,
        id: new.new_id.clone(),
        kind: new.kind,
        actor: new.sender.actor(),
        author: new.sender.author(),
        avatar: None,
        body: new.body.clone(),
        client_key: new.client_key.clone(),
        upload_id: new.upload_id.clone(),
        created_at,
    };
    message_rows::insert(connection, &new.feedback_id, &message).await?;
    if let Some(upload_id) = &new.upload_id {
        upload_claims::take_in_chat(connection, upload_id, &new.feedback_id).await?;
    }
    let receipt = MessageReceipt {
        feedback_id: new.feedback_id.clone(),
        position,
    };
    receipts.add(client, key, &new.feedback_id, receipt, new.created_at);
    receipts.store(connection).await?;
    if message.actor == Actor::Staff && message.kind == MessageKind::Message {
        chat_emails::note_reply(connection, &new.feedback_id, created_at).await?;
    }
    if let Sender::Staff { name } = &new.sender {
        let by = ActBy {
            staff: name.clone(),
            at: created_at,
        };
        let act = match new.kind {
            MessageKind::Message => StaffAct::Reply,
            MessageKind::Note => StaffAct::Note,
        };
        staff_audit::add_for_chat(connection, &by, act, &new.feedback_id, Some(message.id.clone())).await?;
    }
    note_events(transaction, new, status, &message);
    transaction.mark_chat_changed(&new.feedback_id, position);
    Ok(message)
}

/// Notes what webhooks are notified of: no notes.
fn note_events(
    transaction: &mut WriteTransaction,
    new: &NewMessage,
    before: ChatStatus,
    stored: &MessageRow,
) {
    if new.kind == MessageKind::Note {
        return;
    }
    let (id, position, at) = (&new.feedback_id, stored.position, stored.created_at);
    if before == ChatStatus::Queued && new.accepts_the_chat() {
        transaction.note_event(Event::of_status(id, ChatStatus::Open, position, at));
    }
    transaction.note_event(Event::of_chat(EventType::ChatMessage, id, position, at));
}

/// Returns whether the node of a chat takes nothing of the device, or of the address, on which it began.
async fn is_blocked(
    connection: &mut Transaction,
    feedback_id: &str,
    device_hash: &str,
    at: Millis,
) -> Result<bool, StoreError> {
    let is_blocked = query(
        "SELECT EXISTS (SELECT 1 FROM blocked_devices JOIN chats ON chats.node_id = blocked_devices.node_id
             WHERE chats.feedback_id = $1 AND device_hash = $2)
         OR EXISTS (SELECT 1 FROM blocked_addresses JOIN chats ON chats.node_id = blocked_addresses.node_id
                 AND chats.address_hash = blocked_addresses.address_hash
             WHERE chats.feedback_id = $1 AND ends_at > $3)",
    )
    .bind(feedback_id)
    .bind(device_hash)
    .bind(at)
    .scalar(connection)
    .await?;
    Ok(is_blocked)
}

/// Returns the status in which the chat takes the message, or why it does not.
async fn admit(
    connection: &mut Transaction,
    new: &NewMessage,
) -> Result<Result<ChatStatus, ChatRefusal>, StoreError> {
    let chat: Option<(ChatStatus, i64)> = query("SELECT status, position FROM chats WHERE feedback_id = $1")
        .bind(&new.feedback_id)
        .fetch_optional(&mut *connection)
        .await?;
    let Some((status, position)) = chat else {
        return Ok(Err(ChatRefusal::UnknownChat));
    };
    if let Sender::Customer { device_hash, .. } = &new.sender
        && is_blocked(connection, &new.feedback_id, device_hash, new.created_at).await?
    {
        return Ok(Err(ChatRefusal::DeviceBlocked));
    }
    if let Some(refusal) = new
        .sender
        .refusal(new.kind, status, position, new.is_outside_hours)
    {
        return Ok(Err(refusal));
    }
    Ok(match &new.upload_id {
        Some(id) if !upload_claims::is_free(connection, id, new.created_at).await? => {
            Err(ChatRefusal::AttachmentLost)
        }
        _ => Ok(status),
    })
}

/// Raises the chat's position and returns it with the time of the message.
async fn advance(connection: &mut Transaction, new: &NewMessage) -> Result<(i64, Millis), StoreError> {
    // Times in a chat never decrease, even if the clock was set back or another request was faster.
    let advance = match (new.kind, &new.sender) {
        (MessageKind::Note, _) => query(
            "UPDATE chats SET position = position + 1,
                 updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END
             WHERE feedback_id = $1 RETURNING position, updated_at",
        ),
        (MessageKind::Message, Sender::Customer { .. }) => query(
            "UPDATE chats SET position = position + 1, last_customer_position = position + 1, snoozed_until = NULL,
                 updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END,
                 waiting_since = COALESCE(waiting_since, CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END)
             WHERE feedback_id = $1 RETURNING position, updated_at",
        ),
        // Who replies to a queued chat accepts it, and has read what they answer.
        (MessageKind::Message, Sender::Staff { .. }) => query(
            "UPDATE chats SET position = position + 1, status = 'open', queued_at = NULL, waiting_since = NULL,
                 staff_read_position = position + 1,
                 accepted_by = CASE WHEN status = 'queued' THEN $3 ELSE accepted_by END,
                 assigned_to = CASE WHEN status = 'queued' THEN COALESCE(assigned_to, $3) ELSE assigned_to END,
                 updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END
             WHERE feedback_id = $1 RETURNING position, updated_at",
        ),
    };
    let advance = advance.bind(&new.feedback_id).bind(new.created_at);
    let advance = match (new.kind, &new.sender) {
        (MessageKind::Message, Sender::Staff { name }) => advance.bind(name),
        _ => advance,
    };
    Ok(advance.fetch_one(connection).await?)
}

impl NewMessage {
    fn accepts_the_chat(&self) -> bool {
        matches!(self.sender, Sender::Staff { .. }) && self.kind == MessageKind::Message
    }
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

    /// Returns why a chat takes nothing of this kind from the sender at present; `None` if it does.
    pub fn refusal(
        &self,
        kind: MessageKind,
        status: ChatStatus,
        position: i64,
        is_outside_hours: bool,
    ) -> Option<ChatRefusal> {
        let takes = match (self, kind) {
            (_, MessageKind::Note) => true,
            (Self::Customer { .. }, _) => status == ChatStatus::Open,
            (Self::Staff { .. }, _) => matches!(status, ChatStatus::Open | ChatStatus::Queued),
        };
        if !takes {
            Some(ChatRefusal::WrongStatus(status))
        } else if position >= MOST_ITEMS {
            Some(ChatRefusal::Full)
        } else if is_outside_hours && matches!(self, Self::Customer { .. }) {
            Some(ChatRefusal::OutsideHours)
        } else {
            None
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
            Self::Customer { device_id, .. } => device_id,
            Self::Staff { name } => name,
        }
    }
}

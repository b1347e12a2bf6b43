//! The job with which a visitor begins the chat that the end of their flow offers (docs/flows.md#cards-that-open-a-chat).

use crate::blocks::{blocked_addresses, blocked_devices};
use crate::chats::chat_queue;
use crate::chats::chat_rows::{self, NewChat};
use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::job::webhook_outbox::Event;
use crate::job::{Job, JobError, WriteTransaction};
use base::records::QueueRule;
use base::time::{DAY, Millis};

/// How long after the feedback its chat can be begun. Anyone who comes back later gives another feedback.
const LIFE: Millis = DAY;

/// Begins the chat of a complete feedback.
#[derive(Debug, Clone)]
pub struct ChatStart {
    pub feedback_id: String,
    /// The epoch of a new chat's token.
    pub first_epoch: i64,
    /// When the chat has to wait.
    pub queue: QueueRule,
    /// The hash by which staff know the device that the feedback was given on.
    pub device_hash: String,
    /// The hash by which staff know the address; `None` where it says nothing about the client.
    pub address_hash: Option<String>,
    pub at: Millis,
}

/// Why no chat was begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChatStartRefusal {
    /// The feedback or its chat is erased, staff have ended the chat's first tokens, or it is too late.
    Over,
    /// The node takes nothing of this device, or of this address.
    SenderBlocked,
}

impl Job for ChatStart {
    type Reply = ();
    type Refusal = ChatStartRefusal;

    /// A chat that has begun already is left unchanged: its token is the one that a new chat would have.
    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<ChatStartRefusal>> {
        let feedback: Option<(String, Option<i64>)> = query(
            "SELECT node_id, chat_epoch FROM feedbacks WHERE id = $1 AND completed_at > $2
                 AND NOT EXISTS (SELECT 1 FROM erased_chats WHERE feedback_id = $1)",
        )
        .bind(&self.feedback_id)
        .bind(self.at - LIFE)
        .fetch_optional(transaction.connection())
        .await?;
        let Some((node_id, epoch)) = feedback else {
            return Err(JobError::Refused(ChatStartRefusal::Over));
        };
        if self.is_blocked(transaction.connection(), &node_id).await? {
            return Err(JobError::Refused(ChatStartRefusal::SenderBlocked));
        }
        match epoch {
            None => Ok(self.begin(transaction, &node_id).await?),
            Some(epoch) if epoch == self.first_epoch => Ok(()),
            Some(_) => Err(JobError::Refused(ChatStartRefusal::Over)),
        }
    }
}

impl ChatStart {
    async fn is_blocked(&self, connection: &mut Transaction, node_id: &str) -> Result<bool, StoreError> {
        let device = (node_id, self.device_hash.as_str());
        if !blocked_devices::blocked_among(&mut *connection, &[device])
            .await?
            .is_empty()
        {
            return Ok(true);
        }
        let Some(address_hash) = self.address_hash.as_deref() else {
            return Ok(false);
        };
        let address = (node_id, address_hash);
        let blocked = blocked_addresses::blocked_among(connection, &[address], self.at).await?;
        Ok(!blocked.is_empty())
    }

    async fn begin(&self, transaction: &mut WriteTransaction, node_id: &str) -> Result<(), StoreError> {
        let connection = transaction.connection();
        let address_hash = self.address_hash.as_deref();
        let chat = NewChat {
            feedback_id: &self.feedback_id,
            node_id,
            is_queued: chat_queue::has_to_wait(connection, node_id, self.queue, address_hash).await?,
            address_hash,
            created_at: self.at,
        };
        query("UPDATE feedbacks SET chat_epoch = $2 WHERE id = $1")
            .bind(&self.feedback_id)
            .bind(self.first_epoch)
            .execute(&mut *connection)
            .await?;
        let begun = Event::of_status(&self.feedback_id, chat.status(), 0, self.at);
        chat_rows::insert(connection, &[chat]).await?;
        transaction.note_event(begun);
        transaction.mark_inbox_changed(&self.feedback_id);
        Ok(())
    }
}

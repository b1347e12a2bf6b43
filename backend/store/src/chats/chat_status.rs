//! The job with which the customer ends a chat (docs/chat.md#status). What staff do is in `staff_acts`.

use crate::chats::chat_queue::announce_moving_up;
use crate::chats::chat_refusal::{ChatRefusal, refusal};
use crate::database::query;
use crate::job::chat_status::ChatStatus;
use crate::job::webhook_outbox::Event;
use crate::job::{Job, JobError, WriteTransaction};
use base::time::Millis;

/// The customer ends an open chat, or leaves the queue.
#[derive(Debug, Clone)]
pub struct ChatArchive {
    pub feedback_id: String,
    pub at: Millis,
}

impl Job for ChatArchive {
    type Reply = ChatStatus;
    type Refusal = ChatRefusal;

    /// Returns the new status. A chat that has it already is left unchanged.
    async fn run(&self, transaction: &mut WriteTransaction) -> Result<ChatStatus, JobError<ChatRefusal>> {
        announce_moving_up(transaction, &self.feedback_id).await?;
        let position: Option<i64> = query(
            "UPDATE chats SET status = 'archived', queued_at = NULL, snoozed_until = NULL, over_since = $2, position = position + 1,
                 updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END
             WHERE feedback_id = $1 AND status IN ('open', 'queued') RETURNING position",
        )
        .bind(&self.feedback_id)
        .bind(self.at)
        .scalar_optional(transaction.connection())
        .await?;
        if let Some(position) = position {
            let archived = Event::of_status(&self.feedback_id, ChatStatus::Archived, position, self.at);
            transaction.note_event(archived);
            transaction.mark_chat_changed(&self.feedback_id, position);
            return Ok(ChatStatus::Archived);
        }
        match refusal(transaction.connection(), &self.feedback_id).await? {
            ChatRefusal::WrongStatus(ChatStatus::Archived) => Ok(ChatStatus::Archived),
            refusal => Err(JobError::Refused(refusal)),
        }
    }
}

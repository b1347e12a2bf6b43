//! The job that changes a chat's status (docs/chat.md#status).

use super::chat_refusal::{ChatRefusal, refusal};
use super::chat_rows::ChatStatus;
use super::database::query;
use super::writer::{JobError, SingleJob, WriteTransaction};
use crate::time::Millis;

/// A change of a chat's status.
#[derive(Debug, Clone)]
pub(crate) struct StatusChange {
    pub(crate) feedback_id: String,
    pub(crate) action: StatusAction,
    pub(crate) at: Millis,
}

/// What customer and staff can do with a chat as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatusAction {
    /// The customer ends an open chat.
    Archive,
    /// Staff end an open or queued chat.
    Close,
    /// Staff open a chat that is queued or over.
    Reopen,
}

impl StatusAction {
    fn target(self) -> ChatStatus {
        match self {
            Self::Archive => ChatStatus::Archived,
            Self::Close => ChatStatus::Closed,
            Self::Reopen => ChatStatus::Open,
        }
    }

    /// Returns the statuses that the action may start from, repeated up to the number of placeholders in the statement.
    fn sources(self) -> [ChatStatus; 3] {
        match self {
            Self::Archive => [ChatStatus::Open; 3],
            Self::Close => [ChatStatus::Open, ChatStatus::Queued, ChatStatus::Queued],
            Self::Reopen => [ChatStatus::Queued, ChatStatus::Closed, ChatStatus::Archived],
        }
    }
}

impl SingleJob for StatusChange {
    type Reply = ChatStatus;
    type Refusal = ChatRefusal;

    fn bytes(&self) -> usize {
        self.feedback_id.len()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<ChatStatus, JobError<ChatRefusal>> {
        change(transaction, self).await
    }
}

/// Returns the new status. A chat that has it already is left unchanged.
async fn change(
    transaction: &mut WriteTransaction,
    change: &StatusChange,
) -> Result<ChatStatus, JobError<ChatRefusal>> {
    let target = change.action.target();
    let [first, second, third] = change.action.sources();
    let changed = query(
        "UPDATE chats SET status = $2, position = position + 1, queued_at = NULL,
             updated_at = CASE WHEN updated_at > $3 THEN updated_at ELSE $3 END
         WHERE feedback_id = $1 AND status IN ($4, $5, $6)",
    )
    .bind(&change.feedback_id)
    .bind(target)
    .bind(change.at)
    .bind(first)
    .bind(second)
    .bind(third)
    .execute(transaction.connection())
    .await?;
    if changed > 0 {
        transaction.mark_chat_changed(&change.feedback_id);
        return Ok(target);
    }
    match refusal(transaction.connection(), &change.feedback_id).await? {
        ChatRefusal::WrongStatus(status) if status == target => Ok(target),
        refusal => Err(JobError::Refused(refusal)),
    }
}

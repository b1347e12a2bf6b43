//! How a chat is ended and goes on.

use super::chat_writes::{ChatRefused, ChatWrite, ChatWritten, refusal};
use super::chats::ChatStatus;
use super::{Store, StoreError, WriteError};
use crate::time::Millis;
use sqlx::SqliteConnection;

/// Something that one side does with a chat as a whole.
#[derive(Debug, Clone)]
pub(crate) struct StatusChange {
    pub(crate) feedback_id: String,
    pub(crate) act: StatusAct,
    pub(crate) at: Millis,
}

/// What can be done with a chat (specification, section 4.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatusAct {
    /// By the customer: an open chat is over.
    Archive,
    /// By staff: a chat is over.
    Close,
    /// By staff: a chat goes on.
    Reopen,
}

impl Store {
    /// Changes a chat's status and returns the new one after the commit. A chat that stands there already stays so.
    ///
    /// # Errors
    /// The queue is full, the server is stopping, or the database failed. A refusal is not an error of the store.
    pub(crate) async fn change_chat(
        &self,
        change: StatusChange,
    ) -> Result<Result<ChatStatus, ChatRefused>, WriteError> {
        Ok(match self.writer.chat(ChatWrite::Status(change)).await? {
            Ok(ChatWritten::Status(status)) => Ok(status),
            Ok(ChatWritten::Message(_)) => return Err(WriteError::Failed),
            Err(refused) => Err(refused),
        })
    }
}

/// Changes the status where the chat stands as it has to; leaves a chat alone that stands there already.
pub(super) async fn write(
    transaction: &mut SqliteConnection,
    change: &StatusChange,
) -> Result<Result<ChatStatus, ChatRefused>, StoreError> {
    let to = change.act.leads_to();
    let [first, second, third] = change.act.leads_from();
    let changed = sqlx::query(
        "UPDATE chats SET status = $2, position = position + 1,
             updated_at = CASE WHEN updated_at > $3 THEN updated_at ELSE $3 END
         WHERE feedback_id = $1 AND status IN ($4, $5, $6)",
    )
    .bind(&change.feedback_id)
    .bind(to)
    .bind(change.at)
    .bind(first)
    .bind(second)
    .bind(third)
    .execute(&mut *transaction)
    .await?;
    if changed.rows_affected() > 0 {
        return Ok(Ok(to));
    }
    Ok(match refusal(transaction, &change.feedback_id).await? {
        ChatRefused::NotOpen(status) if status == to => Ok(to),
        refused => Err(refused),
    })
}

impl StatusAct {
    fn leads_to(self) -> ChatStatus {
        match self {
            Self::Archive => ChatStatus::Archived,
            Self::Close => ChatStatus::Closed,
            Self::Reopen => ChatStatus::Open,
        }
    }

    fn leads_from(self) -> [ChatStatus; 3] {
        match self {
            Self::Archive => [ChatStatus::Open; 3],
            Self::Close => [ChatStatus::Open, ChatStatus::Queued, ChatStatus::Queued],
            Self::Reopen => [ChatStatus::Queued, ChatStatus::Closed, ChatStatus::Archived],
        }
    }
}

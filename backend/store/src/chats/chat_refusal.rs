//! Why a chat cannot be written to.

use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::job::chat_status::ChatStatus;

/// Why a message or a change of status was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChatRefusal {
    /// There is no such chat.
    UnknownChat,
    /// The chat has a status that does not allow it.
    WrongStatus(ChatStatus),
    /// The idempotency key was used for another request.
    KeyReused,
    /// The node takes nothing of the customer's device.
    DeviceBlocked,
    /// The node does not operate now.
    OutsideHours,
    /// The chat has all the items that it may have.
    Full,
    /// The file of the message is gone before the message could take it.
    AttachmentLost,
}

/// Returns why a conditional update matched no chat.
pub(crate) async fn refusal(
    transaction: &mut Transaction,
    feedback_id: &str,
) -> Result<ChatRefusal, StoreError> {
    let status = query("SELECT status FROM chats WHERE feedback_id = $1")
        .bind(feedback_id)
        .scalar_optional(transaction)
        .await?;
    Ok(status.map_or(ChatRefusal::UnknownChat, ChatRefusal::WrongStatus))
}

//! Why a chat cannot be written to.

use super::chat_rows::ChatStatus;
use sqlx::SqliteConnection;

/// Why a message or a change of status was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChatRefusal {
    /// There is no such chat.
    UnknownChat,
    /// The chat has a status that does not allow it.
    WrongStatus(ChatStatus),
    /// The idempotency key was used for another request.
    KeyReused,
}

/// Returns why a conditional update matched no chat.
pub(super) async fn refusal(
    transaction: &mut SqliteConnection,
    feedback_id: &str,
) -> Result<ChatRefusal, sqlx::Error> {
    let status = sqlx::query_scalar("SELECT status FROM chats WHERE feedback_id = $1")
        .bind(feedback_id)
        .fetch_optional(transaction)
        .await?;
    Ok(status.map_or(ChatRefusal::UnknownChat, ChatRefusal::WrongStatus))
}

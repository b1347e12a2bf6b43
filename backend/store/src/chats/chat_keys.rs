//! What decides which tokens open a chat (docs/api.md#chat-tokens).

use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use base::records::ChatSettings;
use base::time::{DAY, Millis, now};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// Decides which tokens open a chat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow, Serialize, Deserialize)]
pub struct ChatKeys {
    /// Of its own token, and of every link. Raising it ends all of them.
    pub epoch: i64,
    /// Of the links that were mailed and still work; `None` if no address was ever left.
    pub email_number: Option<i64>,
}

#[derive(FromRow)]
struct KeysRow {
    #[sqlx(flatten)]
    keys: ChatKeys,
    node_id: String,
    over_since: Option<Millis>,
}

impl Store {
    /// Returns what decides which tokens open a chat; `None` if none does: there is no such feedback, it has no chat, or the
    /// chat has been over for too long.
    pub async fn chat_keys(&self, feedback_id: &str) -> Result<Option<ChatKeys>, StoreError> {
        let row: Option<KeysRow> = query(
            "SELECT chat_epoch AS epoch, chat_emails.number AS email_number, chats.node_id, chats.over_since
             FROM feedbacks JOIN chats ON chats.feedback_id = feedbacks.id
                 LEFT JOIN chat_emails ON chat_emails.feedback_id = feedbacks.id
             WHERE id = $1 AND chat_epoch IS NOT NULL",
        )
        .bind(feedback_id)
        .fetch_optional(&self.db)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let has_ended = self.have_tokens_ended(&row.node_id, row.over_since).await?;
        Ok((!has_ended).then_some(row.keys))
    }

    /// Returns whether the tokens of a node's chat have ended, which is over since a time, or is not over.
    pub(crate) async fn have_tokens_ended(
        &self,
        node_id: &str,
        over_since: Option<Millis>,
    ) -> Result<bool, StoreError> {
        let Some(over_since) = over_since else {
            return Ok(false);
        };
        let node = self.node_with_chat(node_id).await?;
        let days = node.map_or_else(ChatSettings::default_token_days, |(_, settings)| {
            settings.token_days()
        });
        Ok(now() >= over_since + Millis::from(days) * DAY)
    }
}

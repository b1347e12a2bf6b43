//! How soon the staff of a node have answered its last chats (docs/chat.md#reply-time).

use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use base::time::Millis;

/// How many of a node's last chats are looked at. Those without a reply do not count.
const CHATS_READ: u32 = 200;

/// How many of those count.
const CHATS_COUNTED: u32 = 50;

/// A first reply counts up to this position of its chat: a chat may hold many messages that no reply has followed.
const LAST_POSITION: i64 = 50;

/// When a chat began, and when staff first replied in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct FirstReply {
    pub began_at: Millis,
    pub replied_at: Millis,
}

impl Store {
    /// Returns the first replies in those of a node's last chats that have one, the last changed chat first: at most fifty.
    pub async fn first_replies(&self, node_id: &str) -> Result<Vec<FirstReply>, StoreError> {
        let replies = query(
            "SELECT began_at, replied_at FROM
                 (SELECT recent.created_at AS began_at, recent.updated_at AS changed_at,
                      (SELECT chat_messages.created_at FROM chat_messages
                       WHERE chat_messages.feedback_id = recent.feedback_id AND chat_messages.position <= $3
                           AND actor = 'staff' AND kind = 'message'
                       ORDER BY chat_messages.position LIMIT 1) AS replied_at
                  FROM (SELECT feedback_id, created_at, updated_at FROM chats WHERE node_id = $1
                        ORDER BY updated_at DESC LIMIT $2) AS recent) AS replied
             WHERE replied_at IS NOT NULL ORDER BY changed_at DESC LIMIT $4",
        )
        .bind(node_id)
        .bind(CHATS_READ)
        .bind(LAST_POSITION)
        .bind(CHATS_COUNTED)
        .fetch_all(&self.db)
        .await?;
        Ok(replies)
    }
}

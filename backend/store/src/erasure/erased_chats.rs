//! Chats that are gone: who has a token of one, or follows it, is told so instead of nothing (docs/deletion.md#erased-chats).

use crate::chats::chat_keys::ChatKeys;
use crate::database::{QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::WriteError;
use crate::list_cursor::ListCursor;
use crate::node_scope::NodeScope;
use crate::sweeps::SWEPT_AT_ONCE;
use base::time::{DAY, Millis};
use sqlx::FromRow;
use std::convert::Infallible;

/// How long a chat is remembered as gone. After that its token is one like any other wrong one.
const LIFE: Millis = 365 * DAY;

/// A chat that is gone.
#[derive(Debug, FromRow)]
pub struct ErasedChat {
    pub node_id: String,
    epoch: i64,
    email_number: Option<i64>,
}

impl ErasedChat {
    /// Returns what decided which tokens opened it.
    pub fn keys(&self) -> ChatKeys {
        ChatKeys {
            epoch: self.epoch,
            email_number: self.email_number,
        }
    }
}

impl Store {
    /// Returns a chat that is gone; `None` if it is not, or never was.
    pub async fn erased_chat(&self, feedback_id: &str) -> Result<Option<ErasedChat>, StoreError> {
        let chat = query("SELECT node_id, epoch, email_number FROM erased_chats WHERE feedback_id = $1")
            .bind(feedback_id)
            .fetch_optional(&self.db)
            .await?;
        Ok(chat)
    }

    /// Returns at most `limit` chats of these nodes that have gone since a cursor of changes, the earliest first, each by its own cursor.
    pub async fn chats_erased_since(
        &self,
        since: &ListCursor,
        nodes: &NodeScope,
        limit: u32,
    ) -> Result<Vec<ListCursor>, StoreError> {
        let mut select = QueryBuilder::new(
            "SELECT change_number, feedback_id FROM erased_chats WHERE (change_number, feedback_id) > (",
        );
        select.push_bind(since.place).push(", ");
        select.push_bind(since.feedback_id.clone()).push(")");
        nodes.push_to(&mut select, " AND node_id");
        select.push(" ORDER BY change_number, feedback_id LIMIT ");
        select.push_bind(i64::from(limit));
        let rows: Vec<(i64, String)> = select.build().fetch_all(&self.db).await?;
        let cursors = rows.into_iter();
        Ok(cursors
            .map(|(place, feedback_id)| ListCursor { place, feedback_id })
            .collect())
    }

    /// Forgets chats that have been gone for long. The one with the last change stays, since later changes are counted from it.
    pub async fn forget_erased_chats(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        let part = query(
            "DELETE FROM erased_chats WHERE feedback_id IN (SELECT feedback_id FROM erased_chats
                 WHERE erased_at < $1 AND change_number < (SELECT MAX(change_number) FROM erased_chats) LIMIT $2)",
        );
        self.sweep(part.bind(now - LIFE).bind(SWEPT_AT_ONCE)).await
    }
}

//! Where chats stand: what live updates have to know of them (docs/chat.md#live-updates).

use super::change_numbers;
use super::chats::ChatKeys;
use super::database::{QueryBuilder, query};
use super::error::StoreError;
use super::handle::Store;
use sqlx::FromRow;

/// Where a chat stands.
#[derive(Debug, FromRow)]
pub(crate) struct ChatPlace {
    #[sqlx(flatten)]
    pub(crate) keys: ChatKeys,
    pub(crate) node_id: String,
    pub(crate) position: i64,
}

impl Store {
    /// Returns where a chat stands; `None` if there is no such chat.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn chat_place(&self, feedback_id: &str) -> Result<Option<ChatPlace>, StoreError> {
        let place = query(
            "SELECT chat_epoch AS epoch, chat_emails.number AS email_number, chats.node_id, chats.position
             FROM chats JOIN feedbacks ON feedbacks.id = chats.feedback_id
                 LEFT JOIN chat_emails ON chat_emails.feedback_id = chats.feedback_id
             WHERE chats.feedback_id = $1 AND chat_epoch IS NOT NULL",
        )
        .bind(feedback_id)
        .fetch_optional(&self.db)
        .await?;
        Ok(place)
    }

    /// Returns the number of the last change of a chat, also of one that is gone; 0 if there is none.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn last_change_number(&self) -> Result<i64, StoreError> {
        change_numbers::last(&self.db).await
    }

    /// Returns at most `limit` chats that have changed after a change, the earliest first, each with the number of its last
    /// change.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn chats_changed_after(
        &self,
        change_number: i64,
        limit: u32,
    ) -> Result<Vec<(String, i64)>, StoreError> {
        let changed = query(
            "SELECT feedback_id, change_number FROM chats WHERE change_number > $1
             ORDER BY change_number LIMIT $2",
        )
        .bind(change_number)
        .bind(i64::from(limit))
        .fetch_all(&self.db)
        .await?;
        Ok(changed)
    }

    /// Returns the positions of those of these chats that there are.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn chat_positions(
        &self,
        feedback_ids: &[&str],
    ) -> Result<Vec<(String, i64)>, StoreError> {
        if feedback_ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = QueryBuilder::new("SELECT chats.feedback_id, chats.position FROM (");
        query.push_values(feedback_ids, |row, id| row.push_bind((*id).to_owned()));
        query.push(") AS listed JOIN chats ON chats.feedback_id = listed.column1");
        Ok(query.build().fetch_all(&self.db).await?)
    }
}

//! Reads of one chat.

use super::chat_rows::{ChatRow, MessageRow};
use super::database::{QueryBuilder, query};
use super::error::StoreError;
use super::handle::Store;
use crate::records::FeedbackNode;

impl Store {
    /// Returns the epoch of a chat's token; `None` if there is no such feedback or it has no chat.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn chat_epoch(&self, feedback_id: &str) -> Result<Option<i64>, StoreError> {
        let epoch: Option<Option<i64>> = query(
            "SELECT chat_epoch FROM feedbacks JOIN chats ON chats.feedback_id = feedbacks.id WHERE id = $1",
        )
        .bind(feedback_id)
        .scalar_optional(&self.db)
        .await?;
        Ok(epoch.flatten())
    }

    /// Returns the node that a chat belongs to; `None` if there is no such chat.
    ///
    /// # Errors
    /// The database failed, or contains a record that cannot be read.
    pub(crate) async fn node_of_chat(&self, feedback_id: &str) -> Result<Option<FeedbackNode>, StoreError> {
        let node_id: Option<String> = query("SELECT node_id FROM chats WHERE feedback_id = $1")
            .bind(feedback_id)
            .scalar_optional(&self.db)
            .await?;
        match node_id {
            Some(node_id) => self.node(&node_id).await,
            None => Ok(None),
        }
    }

    /// Returns the current position of a chat; `None` if there is no such chat.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn chat_position(&self, feedback_id: &str) -> Result<Option<i64>, StoreError> {
        let position = query("SELECT position FROM chats WHERE feedback_id = $1")
            .bind(feedback_id)
            .scalar_optional(&self.db)
            .await?;
        Ok(position)
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

    /// Returns a chat and its messages after a position, both from one snapshot; `None` if there is no such chat.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn chat(
        &self,
        feedback_id: &str,
        after: i64,
    ) -> Result<Option<(ChatRow, Vec<MessageRow>)>, StoreError> {
        let mut snapshot = self.db.begin_snapshot().await?;
        let chat: Option<ChatRow> = query(
            "SELECT chats.feedback_id, chats.node_id, chats.status, chats.position, chats.created_at,
                 chats.updated_at, flow_id, flow_revision, language_id, responses,
                 customer
             FROM chats JOIN feedbacks ON feedbacks.id = chats.feedback_id WHERE chats.feedback_id = $1",
        )
        .bind(feedback_id)
        .fetch_optional(&mut snapshot)
        .await?;
        let Some(chat) = chat else { return Ok(None) };
        let messages = query(
            "SELECT position, id, actor, author, body, client_key, created_at FROM chat_messages
             WHERE feedback_id = $1 AND position > $2 ORDER BY position",
        )
        .bind(feedback_id)
        .bind(after)
        .fetch_all(&mut snapshot)
        .await?;
        snapshot.commit().await?;
        Ok(Some((chat, messages)))
    }
}

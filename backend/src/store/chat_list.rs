//! The list of chats for staff.

use super::chat_rows::{Actor, ChatStatus};
use super::database::QueryBuilder;
use super::error::StoreError;
use super::handle::Store;
use super::list_cursor::ListCursor;
use super::node_scope::NodeScope;
use crate::time::Millis;
use sqlx::FromRow;

/// A chat in the list, with its last message.
#[derive(Debug, FromRow)]
pub(crate) struct ListedChat {
    pub(crate) feedback_id: String,
    pub(crate) node_id: String,
    pub(crate) status: ChatStatus,
    pub(crate) created_at: Millis,
    pub(crate) updated_at: Millis,
    pub(crate) last_actor: Option<Actor>,
    pub(crate) last_author: Option<String>,
    pub(crate) last_body: Option<String>,
    pub(crate) last_created_at: Option<Millis>,
}

impl Store {
    /// Returns at most `limit` chats after the cursor, the most recently changed one first.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn chats(
        &self,
        nodes: &NodeScope,
        status: Option<ChatStatus>,
        after: Option<&ListCursor>,
        limit: u32,
    ) -> Result<Vec<ListedChat>, StoreError> {
        let mut query = QueryBuilder::new(
            "SELECT chats.feedback_id, chats.node_id, chats.status, chats.created_at, chats.updated_at,
                 last.actor AS last_actor, last.author AS last_author, last.body AS last_body,
                 last.created_at AS last_created_at
             FROM chats LEFT JOIN chat_messages AS last ON last.feedback_id = chats.feedback_id
                 AND last.position = (SELECT MAX(position) FROM chat_messages
                     WHERE feedback_id = chats.feedback_id AND kind = 'message')
             WHERE 1 = 1",
        );
        if let Some(after) = after {
            query.push(" AND (chats.updated_at, chats.feedback_id) < (");
            query.push_bind(after.updated_at).push(", ");
            query.push_bind(after.feedback_id.clone()).push(")");
        }
        nodes.push_to(&mut query, " AND chats.node_id");
        if let Some(status) = status {
            query.push(" AND chats.status = ").push_bind(status);
        }
        query
            .push(" ORDER BY chats.updated_at DESC, chats.feedback_id DESC LIMIT ")
            .push_bind(i64::from(limit));
        Ok(query.build().fetch_all(&self.db).await?)
    }
}

//! Where chats stand: what live updates have to know of them (docs/chat.md#live-updates).

use crate::chats::chat_keys::ChatKeys;
use crate::database::{QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::list_cursor::ListCursor;
use base::time::Millis;
use sqlx::FromRow;

/// Where a chat stands.
#[derive(Debug)]
pub struct ChatPlace {
    /// `None` if its tokens have ended.
    pub keys: Option<ChatKeys>,
    pub node_id: String,
    pub position: i64,
}

#[derive(FromRow)]
struct PlaceRow {
    #[sqlx(flatten)]
    keys: ChatKeys,
    node_id: String,
    position: i64,
    over_since: Option<Millis>,
}

/// A chat that has changed.
#[derive(Debug, FromRow)]
pub struct ChangedChat {
    pub feedback_id: String,
    /// Of its last change.
    change_number: i64,
    pub is_queued: bool,
    pub is_erased: bool,
}

impl ChangedChat {
    /// Returns the cursor of what has changed after it.
    pub fn cursor(&self) -> ListCursor {
        ListCursor {
            place: self.change_number,
            feedback_id: self.feedback_id.clone(),
        }
    }
}

impl Store {
    /// Returns where a chat stands; `None` if there is no such chat.
    pub async fn chat_place(&self, feedback_id: &str) -> Result<Option<ChatPlace>, StoreError> {
        let row: Option<PlaceRow> = query(
            "SELECT chat_epoch AS epoch, chat_emails.number AS email_number, chats.node_id, chats.position,
                 chats.over_since
             FROM chats JOIN feedbacks ON feedbacks.id = chats.feedback_id
                 LEFT JOIN chat_emails ON chat_emails.feedback_id = chats.feedback_id
             WHERE chats.feedback_id = $1 AND chat_epoch IS NOT NULL",
        )
        .bind(feedback_id)
        .fetch_optional(&self.db)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let has_ended = self.have_tokens_ended(&row.node_id, row.over_since).await?;
        Ok(Some(ChatPlace {
            keys: (!has_ended).then_some(row.keys),
            node_id: row.node_id,
            position: row.position,
        }))
    }

    /// Returns at most `limit` chats that have changed after a cursor, the earliest change first, also those that are gone.
    pub async fn chats_changed_after(
        &self,
        cursor: &ListCursor,
        limit: u32,
    ) -> Result<Vec<ChangedChat>, StoreError> {
        let changed = query(
            "SELECT feedback_id, change_number, status = 'queued' AS is_queued, FALSE AS is_erased FROM chats
             WHERE (change_number, feedback_id) > ($1, $2)
             UNION ALL SELECT feedback_id, change_number, FALSE, TRUE FROM erased_chats
             WHERE (change_number, feedback_id) > ($1, $2)
             ORDER BY change_number, feedback_id LIMIT $3",
        )
        .bind(cursor.place)
        .bind(&cursor.feedback_id)
        .bind(i64::from(limit))
        .fetch_all(&self.db)
        .await?;
        Ok(changed)
    }

    /// Returns the positions of those of these chats that there are.
    pub async fn chat_positions(&self, feedback_ids: &[&str]) -> Result<Vec<(String, i64)>, StoreError> {
        if feedback_ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = QueryBuilder::new("SELECT chats.feedback_id, chats.position FROM (");
        query.push_values(feedback_ids, |row, id| row.push_bind((*id).to_owned()));
        query.push(") AS listed JOIN chats ON chats.feedback_id = listed.column1");
        Ok(query.build().fetch_all(&self.db).await?)
    }
}

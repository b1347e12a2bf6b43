//! Where chats stand: what live updates have to know of them (docs/chat.md#live-updates).

use super::database::QueryBuilder;
use super::error::StoreError;
use super::handle::Store;

impl Store {
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

//! Reads chats from beginning to end, for transcripts.

use crate::chats::message_rows::{self, MessageRow};
use crate::error::StoreError;
use crate::handle::Store;
use crate::uploads::upload_reads::uploads_by_id;
use crate::uploads::upload_rows::StoredUpload;
use std::collections::HashMap;

/// Messages and notes in their order, and the files that were sent with them, by their ids.
pub(crate) type TranscriptPart = (Vec<MessageRow>, HashMap<String, StoredUpload>);

impl Store {
    /// Returns the first of a chat's messages and notes after a position, at most `limit`, up to another position.
    pub async fn transcript_part(
        &self,
        feedback_id: &str,
        after: i64,
        until: i64,
        limit: u32,
    ) -> Result<TranscriptPart, StoreError> {
        let mut snapshot = self.db.begin_snapshot().await?;
        let mut select = message_rows::select();
        select.push("feedback_id = ").push_bind(feedback_id);
        select.push(" AND position > ").push_bind(after);
        select.push(" AND position <= ").push_bind(until);
        select.push(" ORDER BY position LIMIT ").push_bind(limit);
        let messages: Vec<MessageRow> = select.build().fetch_all(&mut snapshot).await?;
        let upload_ids: Vec<&str> = messages
            .iter()
            .filter_map(|message| message.upload_id.as_deref())
            .collect();
        let uploads = uploads_by_id(&mut snapshot, &upload_ids).await?;
        snapshot.commit().await?;
        Ok((messages, uploads))
    }
}

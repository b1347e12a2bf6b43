//! Reads of orders to erase, of what decides them, and of what nodes keep for some days only.

use super::requests::{self, Erasure};
use crate::records::Retention;
use crate::store::database::query;
use crate::store::error::{StoreError, parse_document};
use crate::store::handle::Store;
use serde::Deserialize;

impl Store {
    /// Returns an order; `None` if there is none with this id.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn erasure(&self, id: &str) -> Result<Option<Erasure>, StoreError> {
        requests::load(&self.db, id).await
    }

    /// Returns the ids of at most 100 orders that are not carried out to their end, the earliest first.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn unfinished_erasures(&self) -> Result<Vec<String>, StoreError> {
        let ids: Vec<(String,)> =
            query("SELECT id FROM erasures WHERE wiped_at IS NULL ORDER BY requested_at, id LIMIT 100")
                .fetch_all(&self.db)
                .await?;
        Ok(ids.into_iter().map(|(id,)| id).collect())
    }

    /// Returns the last order that was about a feedback.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn erasure_of_feedback(&self, feedback_id: &str) -> Result<Option<Erasure>, StoreError> {
        let id: Option<String> = query(
            "SELECT id FROM erasures WHERE kind = 'feedback' AND subject = $1 ORDER BY requested_at DESC, id DESC LIMIT 1",
        )
        .bind(feedback_id)
        .scalar_optional(&self.db)
        .await?;
        match id {
            Some(id) => self.erasure(&id).await,
            None => Ok(None),
        }
    }

    /// Returns the node of a customer; `None` if there is no such customer.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn node_id_of_customer(&self, id: &str) -> Result<Option<String>, StoreError> {
        let node_id = query("SELECT node_id FROM customers WHERE id = $1")
            .bind(id)
            .scalar_optional(&self.db)
            .await?;
        Ok(node_id)
    }

    /// Returns whether there are erased rows whose files are not deleted yet.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn has_released_uploads(&self) -> Result<bool, StoreError> {
        let has = query(
            "SELECT EXISTS (SELECT 1 FROM uploads WHERE feedback_id IS NULL AND expires_at = 0 AND device_id = '')",
        )
        .scalar(&self.db)
        .await?;
        Ok(has)
    }

    /// Returns the nodes that keep something for some days only.
    ///
    /// # Errors
    /// The database failed, or contains a record that cannot be read.
    pub(crate) async fn retentions(&self) -> Result<Vec<(String, Retention)>, StoreError> {
        #[derive(Deserialize)]
        struct RetentionMember {
            #[serde(default)]
            retention: Retention,
        }
        let records: Vec<(String, String)> =
            query("SELECT id, record FROM nodes WHERE record LIKE '%\"retention\"%' ORDER BY id")
                .fetch_all(&self.db)
                .await?;
        let read = |(id, record): (String, String)| {
            let member: RetentionMember = parse_document(&record, || format!("the node `{id}`"))?;
            Ok((id, member.retention))
        };
        records.into_iter().map(read).collect()
    }
}

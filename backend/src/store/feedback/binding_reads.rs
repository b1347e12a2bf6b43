//! Reads of what was looked up for answers.

use crate::store::database::query;
use crate::store::error::StoreError;
use crate::store::feedback::bindings::Binding;
use crate::store::handle::Store;
use crate::time::now;

impl Store {
    /// Returns the binding data with these ids that has not expired; without any ids, the database is not asked.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn bindings(&self, ids: &[&str]) -> Result<Vec<Binding>, StoreError> {
        let mut bindings = Vec::new();
        for id in ids {
            let found = query(
                "SELECT id, device_id, node_id, flow_id, question_id, answer_hash, data
                 FROM bindings WHERE id = $1 AND expires_at > $2",
            )
            .bind(*id)
            .bind(now())
            .fetch_optional(&self.db)
            .await?;
            bindings.extend(found);
        }
        Ok(bindings)
    }
}

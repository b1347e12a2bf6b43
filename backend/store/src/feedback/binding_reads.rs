//! Reads of what was looked up for answers.

use crate::database::query;
use crate::error::StoreError;
use crate::feedback::bindings::Binding;
use crate::handle::Store;
use base::time::now;

impl Store {
    /// Returns the binding data with these ids that has not expired; without any ids, the database is not asked.
    pub async fn bindings(&self, ids: &[&str]) -> Result<Vec<Binding>, StoreError> {
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

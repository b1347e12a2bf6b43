//! Reads how much of a node's quota is used (docs/widget.md#quota).

use crate::records::Quota;
use crate::store::database::query;
use crate::store::error::StoreError;
use crate::store::handle::Store;

impl Store {
    /// Returns whether a node has all the feedback that its quota allows.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn is_quota_used_up(&self, node_id: &str, quota: Quota) -> Result<bool, StoreError> {
        let used: i64 = query(
            "SELECT COALESCE(
                 (SELECT used FROM quota_counts WHERE node_id = $1 AND period = $2 AND starts_at = $3),
                 (SELECT COUNT(*) FROM feedbacks WHERE node_id = $1 AND status = 'complete' AND completed_at >= $3))",
        )
        .bind(node_id)
        .bind(quota.period)
        .bind(quota.starts_at)
        .scalar(&self.db)
        .await?;
        Ok(used >= i64::from(quota.limit))
    }
}

//! Reads how much of a node's quota is used (docs/widget.md#quota).

use crate::database::query;
use crate::error::StoreError;
use crate::feedback::quotas::remove_old_shares;
use crate::handle::Store;
use crate::job::WriteError;
use crate::sweeps::SWEPT_AT_ONCE;
use base::records::Quota;
use std::convert::Infallible;

impl Store {
    /// Returns whether a sender, named by their hash, has used as much of a node's quota as one may.
    pub async fn is_share_used_up(
        &self,
        node_id: &str,
        quota: Quota,
        sender_hash: &str,
    ) -> Result<bool, StoreError> {
        let used: Option<i64> = query(
            "SELECT used FROM quota_shares
             WHERE node_id = $1 AND period = $2 AND starts_at = $3 AND sender_hash = $4",
        )
        .bind(node_id)
        .bind(quota.period)
        .bind(quota.starts_at)
        .bind(sender_hash)
        .scalar_optional(&self.db)
        .await?;
        Ok(used.is_some_and(|used| used >= i64::from(quota.per_address)))
    }

    /// Removes what senders have used of quotas that started over.
    pub(crate) async fn remove_old_quota_shares(&self) -> Result<(), WriteError<Infallible>> {
        self.sweep(remove_old_shares(SWEPT_AT_ONCE)).await
    }

    /// Returns whether a node has all the feedback that its quota allows.
    pub async fn is_quota_used_up(&self, node_id: &str, quota: Quota) -> Result<bool, StoreError> {
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

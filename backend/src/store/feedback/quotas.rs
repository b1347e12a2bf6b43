//! Counts the feedback of nodes with a quota, as transactions write it (docs/widget.md#quota).

use crate::records::Quota;
use crate::store::database::{Transaction, query};

/// Takes one feedback off a node's quota. Returns false if the quota is used up.
///
/// The first count of a period includes the feedback that is stored already.
pub(in crate::store) async fn take(
    transaction: &mut Transaction,
    node_id: &str,
    quota: Quota,
) -> Result<bool, sqlx::Error> {
    if raise(transaction, node_id, quota).await? {
        return Ok(true);
    }
    if is_counted(transaction, node_id, quota).await? {
        return Ok(false);
    }
    query(
        "INSERT INTO quota_counts (node_id, period, starts_at, used)
         SELECT $1, $2, $3, COUNT(*) FROM feedbacks
         WHERE node_id = $1 AND status = 'complete' AND completed_at >= $3
         ON CONFLICT DO NOTHING",
    )
    .bind(node_id)
    .bind(quota.period)
    .bind(quota.starts_at)
    .execute(&mut *transaction)
    .await?;
    raise(transaction, node_id, quota).await
}

async fn is_counted(transaction: &mut Transaction, node_id: &str, quota: Quota) -> Result<bool, sqlx::Error> {
    query("SELECT EXISTS (SELECT 1 FROM quota_counts WHERE node_id = $1 AND period = $2 AND starts_at = $3)")
        .bind(node_id)
        .bind(quota.period)
        .bind(quota.starts_at)
        .scalar(transaction)
        .await
}

async fn raise(transaction: &mut Transaction, node_id: &str, quota: Quota) -> Result<bool, sqlx::Error> {
    let raised = query(
        "UPDATE quota_counts SET used = used + 1
         WHERE node_id = $1 AND period = $2 AND starts_at = $3 AND used < $4",
    )
    .bind(node_id)
    .bind(quota.period)
    .bind(quota.starts_at)
    .bind(i64::from(quota.limit))
    .execute(transaction)
    .await?;
    Ok(raised > 0)
}

/// Gives back what was taken for a feedback that is not stored after all.
pub(in crate::store) async fn give_back(
    transaction: &mut Transaction,
    node_id: &str,
    quota: Quota,
) -> Result<(), sqlx::Error> {
    query("UPDATE quota_counts SET used = used - 1 WHERE node_id = $1 AND period = $2 AND starts_at = $3")
        .bind(node_id)
        .bind(quota.period)
        .bind(quota.starts_at)
        .execute(transaction)
        .await?;
    Ok(())
}

//! Counts the feedback of nodes with a quota, as transactions write it (docs/widget.md#quota).

use crate::database::{Query, Transaction, query};
use base::records::Quota;

/// A quota that a feedback counts for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedQuota {
    pub quota: Quota,
    /// The hash of anyone who sends it; `None` where nothing is known of them.
    pub sender_hash: Option<String>,
}

impl CountedQuota {
    /// Adds the sender to a quota; `None` where there is none.
    pub fn of(quota: Option<Quota>, sender_hash: Option<String>) -> Option<Self> {
        quota.map(|quota| Self { quota, sender_hash })
    }
}

/// What became of a feedback that counts for a quota.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Take {
    Counted,
    UsedUp,
    /// The sender has used as much of it as one may.
    ShareUsedUp,
}

/// Takes one feedback off a node's quota, and off what its sender may use of it.
///
/// The first count of a period includes the feedback that is stored already; the shares of senders begin with nothing.
pub(crate) async fn take(
    transaction: &mut Transaction,
    node_id: &str,
    counted: &CountedQuota,
) -> Result<Take, sqlx::Error> {
    if !raise_share(transaction, node_id, counted).await? {
        return Ok(Take::ShareUsedUp);
    }
    if take_whole(transaction, node_id, counted.quota).await? {
        return Ok(Take::Counted);
    }
    lower_share(transaction, node_id, counted).await?;
    Ok(Take::UsedUp)
}

async fn take_whole(transaction: &mut Transaction, node_id: &str, quota: Quota) -> Result<bool, sqlx::Error> {
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
pub(crate) async fn give_back(
    transaction: &mut Transaction,
    node_id: &str,
    counted: &CountedQuota,
) -> Result<(), sqlx::Error> {
    query("UPDATE quota_counts SET used = used - 1 WHERE node_id = $1 AND period = $2 AND starts_at = $3")
        .bind(node_id)
        .bind(counted.quota.period)
        .bind(counted.quota.starts_at)
        .execute(&mut *transaction)
        .await?;
    lower_share(transaction, node_id, counted).await
}

async fn raise_share(
    transaction: &mut Transaction,
    node_id: &str,
    counted: &CountedQuota,
) -> Result<bool, sqlx::Error> {
    let Some(sender_hash) = &counted.sender_hash else {
        return Ok(true);
    };
    let raised = query(
        "INSERT INTO quota_shares (node_id, period, starts_at, sender_hash, used) VALUES ($1, $2, $3, $4, 1)
         ON CONFLICT (node_id, period, starts_at, sender_hash) DO UPDATE SET used = quota_shares.used + 1
         WHERE quota_shares.used < $5",
    )
    .bind(node_id)
    .bind(counted.quota.period)
    .bind(counted.quota.starts_at)
    .bind(sender_hash)
    .bind(i64::from(counted.quota.per_address))
    .execute(transaction)
    .await?;
    Ok(raised > 0)
}

async fn lower_share(
    transaction: &mut Transaction,
    node_id: &str,
    counted: &CountedQuota,
) -> Result<(), sqlx::Error> {
    let Some(sender_hash) = &counted.sender_hash else {
        return Ok(());
    };
    query(
        "UPDATE quota_shares SET used = used - 1
         WHERE node_id = $1 AND period = $2 AND starts_at = $3 AND sender_hash = $4",
    )
    .bind(node_id)
    .bind(counted.quota.period)
    .bind(counted.quota.starts_at)
    .bind(sender_hash)
    .execute(transaction)
    .await?;
    Ok(())
}

/// Returns the statement that removes shares of periods after which another one has begun: at most so many of them.
pub(crate) fn remove_old_shares(at_once: i64) -> Query {
    query(
        "DELETE FROM quota_shares WHERE seq IN
             (SELECT seq FROM quota_shares AS shares WHERE EXISTS (SELECT 1 FROM quota_counts AS counts
                  WHERE counts.node_id = shares.node_id AND counts.period = shares.period
                      AND counts.starts_at > shares.starts_at)
              LIMIT $1)",
    )
    .bind(at_once)
}

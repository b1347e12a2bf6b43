//! Uploads that a feedback takes, in the transaction that stores the feedback (docs/api.md#uploads-of-a-feedback), or a message
//! of its chat.

use crate::database::{QueryBuilder, Transaction, query};
use crate::error::StoreError;
use crate::uploads::upload_rows::UNCLAIMED_LIFE;
use base::time::Millis;
use std::collections::HashSet;

/// A file in the answers of a feedback.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadClaim {
    /// The position of its response item.
    pub position: usize,
    pub upload_id: String,
    pub question_id: String,
}

/// The feedback that claims uploads.
pub(crate) struct Claimant<'a> {
    pub(crate) device_id: &'a str,
    pub(crate) node_id: &'a str,
    pub(crate) received_at: Millis,
}

/// Returns the positions of the claims that name no upload which this feedback may take: one of its device, for its node
/// and this question, that is stored and has not expired. `continues` keeps what it has taken before.
pub(crate) async fn find_unknown(
    transaction: &mut Transaction,
    claims: &[UploadClaim],
    claimant: &Claimant<'_>,
    continues: Option<&str>,
) -> Result<Vec<usize>, StoreError> {
    if claims.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = QueryBuilder::new("SELECT uploads.id FROM (");
    select.push_values(claims, |row, claim| {
        row.push_bind(claim.upload_id.clone());
        row.push_bind(claim.question_id.clone());
    });
    select.push(
        ") AS claimed JOIN uploads ON uploads.id = claimed.column1 AND uploads.question_id = claimed.column2
         WHERE stored_at IS NOT NULL AND device_id = ",
    );
    select.push_bind(claimant.device_id);
    select.push(" AND node_id = ").push_bind(claimant.node_id);
    select.push(" AND (feedback_id IS NULL AND expires_at > ");
    select.push_bind(claimant.received_at);
    select.push(" OR feedback_id = ");
    // No feedback has the empty id.
    select.push_bind(continues.unwrap_or_default().to_owned());
    select.push(")");
    let known: Vec<(String,)> = select.build().fetch_all(transaction).await?;
    let known: HashSet<String> = known.into_iter().map(|(id,)| id).collect();
    let unknown = claims.iter().filter(|claim| !known.contains(&claim.upload_id));
    Ok(unknown.map(|claim| claim.position).collect())
}

/// Gives uploads to a feedback.
pub(crate) async fn take(
    transaction: &mut Transaction,
    claims: &[UploadClaim],
    feedback_id: &str,
) -> Result<(), StoreError> {
    if claims.is_empty() {
        return Ok(());
    }
    // Nobody has to know any more where it came from.
    let mut update = QueryBuilder::new("UPDATE uploads SET source = '', feedback_id = ");
    update.push_bind(feedback_id.to_owned());
    update.push(" WHERE id IN ");
    push_ids(&mut update, claims);
    update.build().execute(transaction).await?;
    Ok(())
}

/// Returns whether a message may take an upload: it is stored, nothing has taken it, and it has not expired.
pub(crate) async fn is_free(
    transaction: &mut Transaction,
    upload_id: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let is_free = query(
        "SELECT EXISTS (SELECT 1 FROM uploads
         WHERE id = $1 AND stored_at IS NOT NULL AND feedback_id IS NULL AND expires_at > $2)",
    )
    .bind(upload_id)
    .bind(now)
    .scalar(transaction)
    .await?;
    Ok(is_free)
}

/// Gives an upload to the feedback in whose chat it was sent.
pub(crate) async fn take_in_chat(
    transaction: &mut Transaction,
    upload_id: &str,
    feedback_id: &str,
) -> Result<(), StoreError> {
    query("UPDATE uploads SET source = '', feedback_id = $2 WHERE id = $1")
        .bind(upload_id)
        .bind(feedback_id)
        .execute(transaction)
        .await?;
    Ok(())
}

/// Releases the uploads that a feedback has taken and no longer names. The visitor may have gone back, and may come again.
pub(crate) async fn release_others(
    transaction: &mut Transaction,
    claims: &[UploadClaim],
    feedback_id: &str,
    now: Millis,
) -> Result<(), StoreError> {
    // Where it came from is not known any more: from then on the device counts.
    let mut update =
        QueryBuilder::new("UPDATE uploads SET feedback_id = NULL, source = device_id, expires_at = ");
    update.push_bind(now + UNCLAIMED_LIFE);
    update
        .push(" WHERE feedback_id = ")
        .push_bind(feedback_id.to_owned());
    if !claims.is_empty() {
        update.push(" AND id NOT IN ");
        push_ids(&mut update, claims);
    }
    update.build().execute(transaction).await?;
    Ok(())
}

fn push_ids(query: &mut QueryBuilder, claims: &[UploadClaim]) {
    query.push("(SELECT column1 FROM (");
    query.push_values(claims, |row, claim| row.push_bind(claim.upload_id.clone()));
    query.push(") AS claimed)");
}

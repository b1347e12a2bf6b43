//! What drafts were published as, so that a repeat publishes nothing once more (docs/records.md#publishing).

use super::drafts::REPEATS_KNOWN_FOR;
use super::record_jobs::PutRecord;
use super::standing::number;
use crate::database::{Query, Transaction, query};
use crate::error::StoreError;
use crate::handle::Store;
use base::time::Millis;

impl Store {
    /// Returns what the draft of a flow with this version was published as; `None` if it was not, or long ago.
    pub async fn published_draft(
        &self,
        flow_id: &str,
        version: &str,
    ) -> Result<Option<PutRecord>, StoreError> {
        let known: Option<(i64, bool)> = select(flow_id, version).fetch_optional(&self.db).await?;
        Ok(known.map(put_record))
    }
}

/// As [`Store::published_draft`].
pub(super) async fn published(
    transaction: &mut Transaction,
    flow_id: &str,
    version: &str,
) -> Result<Option<PutRecord>, StoreError> {
    let known: Option<(i64, bool)> = select(flow_id, version).fetch_optional(transaction).await?;
    Ok(known.map(put_record))
}

/// Writes down what a draft was published as, and forgets what was long ago.
pub(super) async fn remember(
    transaction: &mut Transaction,
    (flow_id, version): (&str, &str),
    put: &PutRecord,
    now: Millis,
) -> Result<(), StoreError> {
    query("DELETE FROM published_drafts WHERE published_at < $1")
        .bind(now - REPEATS_KNOWN_FOR)
        .execute(&mut *transaction)
        .await?;
    query(
        "INSERT INTO published_drafts (flow_id, version, revision, is_changed, published_at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(flow_id)
    .bind(version)
    .bind(put.revision)
    .bind(put.is_changed)
    .bind(now)
    .execute(transaction)
    .await?;
    Ok(())
}

fn select(flow_id: &str, version: &str) -> Query {
    query("SELECT revision, is_changed FROM published_drafts WHERE flow_id = $1 AND version = $2")
        .bind(flow_id)
        .bind(version)
}

fn put_record((revision, is_changed): (i64, bool)) -> PutRecord {
    PutRecord {
        revision: number(revision),
        is_changed,
        warnings: Vec::new(),
    }
}

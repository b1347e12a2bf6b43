//! Reads of uploads.

use crate::database::{Executor, QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::uploads::upload_rows::{StoredUpload, UploadOwner, UploadQuotas, may_upload};
use base::time::Millis;
use sqlx::FromRow;
use std::collections::HashMap;

/// Uploads whose files are to be deleted.
#[derive(Debug, Clone, Copy)]
pub enum Expired<'a> {
    /// What has expired before a time.
    Before(Millis),
    /// What an order has erased.
    ByOrder(&'a str),
}

/// An upload whose file is to be deleted.
#[derive(Debug, Clone, Default, FromRow)]
pub struct ExpiredUpload {
    expires_at: Millis,
    pub id: String,
    pub storage_key: String,
}

impl Store {
    /// Returns whether the quotas of an upload allow one more file of this size.
    pub async fn may_upload(
        &self,
        owner: &UploadOwner,
        size: u64,
        quotas: UploadQuotas,
        now: Millis,
    ) -> Result<bool, StoreError> {
        Ok(may_upload(&self.db, owner, size, quotas, now).await?)
    }

    /// Returns whether a feedback of this device can name an upload: it has not expired, or a partial save has taken it.
    pub async fn can_name_upload(&self, id: &str, device_id: &str, now: Millis) -> Result<bool, StoreError> {
        let can_name = query(
            "SELECT EXISTS (SELECT 1 FROM uploads LEFT JOIN feedbacks ON feedbacks.id = uploads.feedback_id
             WHERE uploads.id = $1 AND uploads.device_id = $2 AND stored_at IS NOT NULL
             AND (uploads.feedback_id IS NULL AND expires_at > $3 OR feedbacks.status = 'partial'))",
        )
        .bind(id)
        .bind(device_id)
        .bind(now)
        .scalar(&self.db)
        .await?;
        Ok(can_name)
    }

    /// Returns an upload that a feedback has taken, any or this one.
    pub async fn claimed_upload(
        &self,
        id: &str,
        feedback_id: Option<&str>,
    ) -> Result<Option<StoredUpload>, StoreError> {
        let upload = query(
            "SELECT id, name, size, type, width, height, storage_key FROM uploads
             WHERE id = $1 AND feedback_id = COALESCE($2, feedback_id)",
        )
        .bind(id)
        .bind(feedback_id.map(str::to_owned))
        .fetch_optional(&self.db)
        .await?;
        Ok(upload)
    }

    /// Returns the id of the node that an upload belongs to; `None` if no feedback has taken it.
    pub async fn node_id_of_upload(&self, id: &str) -> Result<Option<String>, StoreError> {
        let node_id = query("SELECT node_id FROM uploads WHERE id = $1 AND feedback_id IS NOT NULL")
            .bind(id)
            .scalar_optional(&self.db)
            .await?;
        Ok(node_id)
    }

    /// Returns the uploads that these feedbacks have taken, by their ids.
    pub async fn uploads_of(
        &self,
        feedback_ids: &[&str],
    ) -> Result<HashMap<String, StoredUpload>, StoreError> {
        if feedback_ids.is_empty() {
            return Ok(HashMap::new());
        }
        let mut select = select_for(feedback_ids);
        select.push("uploads.feedback_id = listed.column1");
        Ok(by_id(select.build().fetch_all(&self.db).await?))
    }

    /// Returns at most `limit` of these uploads, after one.
    pub async fn expired_uploads(
        &self,
        which: Expired<'_>,
        after: &ExpiredUpload,
        limit: u32,
    ) -> Result<Vec<ExpiredUpload>, StoreError> {
        let mut select = QueryBuilder::new(
            "SELECT expires_at, id, storage_key FROM uploads WHERE feedback_id IS NULL AND ",
        );
        match which {
            Expired::Before(time) => select.push("expires_at < ").push_bind(time),
            Expired::ByOrder(id) => select.push("erasure_id = ").push_bind(id),
        };
        select
            .push(" AND (expires_at, id) > (")
            .push_bind(after.expires_at);
        select.push(", ").push_bind(&after.id);
        select.push(") ORDER BY expires_at, id LIMIT ").push_bind(limit);
        Ok(select.build().fetch_all(&self.db).await?)
    }

    /// Returns whether an order has erased uploads, or parts of exports, whose rows are still there, since their files are.
    pub async fn has_erased_files(&self, erasure_id: &str) -> Result<bool, StoreError> {
        let has = query(
            "SELECT EXISTS (SELECT 1 FROM uploads WHERE erasure_id = $1)
                 OR EXISTS (SELECT 1 FROM export_parts WHERE erasure_id = $1)",
        )
        .bind(erasure_id);
        Ok(has.scalar(&self.db).await?)
    }

    /// Returns the bytes of all uploads that no feedback has taken, by their source.
    pub async fn unclaimed_bytes(&self, now: Millis) -> Result<Vec<(String, u64)>, StoreError> {
        let sources: Vec<(String, i64)> = query(
            "SELECT source, CAST(SUM(size) AS BIGINT) FROM uploads
             WHERE feedback_id IS NULL AND expires_at > $1 GROUP BY source",
        )
        .bind(now)
        .fetch_all(&self.db)
        .await?;
        let sources = sources.into_iter();
        Ok(sources
            .map(|(source, bytes)| (source, bytes.unsigned_abs()))
            .collect())
    }

    /// Returns the stored uploads of a source that no feedback has taken, the oldest first, each with its bytes.
    pub async fn unclaimed_of_source(
        &self,
        source: &str,
        now: Millis,
    ) -> Result<Vec<(String, u64)>, StoreError> {
        let uploads: Vec<(String, i64)> = query(
            "SELECT id, size FROM uploads
             WHERE source = $1 AND feedback_id IS NULL AND expires_at > $2 AND stored_at IS NOT NULL
             ORDER BY created_at, id",
        )
        .bind(source)
        .bind(now)
        .fetch_all(&self.db)
        .await?;
        let uploads = uploads.into_iter();
        Ok(uploads.map(|(id, size)| (id, size.unsigned_abs())).collect())
    }
}

/// Returns these uploads by their ids.
pub(crate) async fn uploads_by_id(
    executor: impl Into<Executor<'_>>,
    ids: &[&str],
) -> Result<HashMap<String, StoredUpload>, StoreError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut select = select_for(ids);
    select.push("uploads.id = listed.column1");
    Ok(by_id(select.build().fetch_all(executor).await?))
}

/// Begins a statement that reads uploads for listed ids; what ties them to the list follows.
fn select_for(ids: &[&str]) -> QueryBuilder {
    let mut select =
        QueryBuilder::new("SELECT uploads.id, name, size, type, width, height, storage_key FROM (");
    select.push_values(ids, |row, id| row.push_bind((*id).to_owned()));
    select.push(") AS listed JOIN uploads ON ");
    select
}

fn by_id(uploads: Vec<StoredUpload>) -> HashMap<String, StoredUpload> {
    let with_id = uploads.into_iter().map(|upload| (upload.id.clone(), upload));
    with_id.collect()
}

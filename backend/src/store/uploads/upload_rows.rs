//! The rows of uploads, and the job that changes them (docs/api.md#uploads).
//!
//! A row is inserted before its file is stored and deleted after it. It can be claimed by a feedback (`upload_claims`) once
//! its file is stored, until it expires.

use crate::store::database::{Executor, QueryBuilder, Transaction, query};
use crate::store::writer::{JobError, SingleJob, WriteTransaction};
use crate::time::{DAY, Millis};
use sqlx::FromRow;

/// Time after which an upload that no feedback has taken expires.
pub(in crate::store) const UNCLAIMED_LIFE: Millis = DAY;

/// The period in which the uploads of a device count towards its quota.
const QUOTA_PERIOD: Millis = 60 * 60 * 1000;

/// Expired since ever: what is removed shall not wait for the others.
const AT_ONCE: Millis = 0;

/// A stored file.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub(crate) struct StoredUpload {
    pub(crate) id: String,
    /// For display.
    pub(crate) name: String,
    /// In bytes.
    #[sqlx(try_from = "i64")]
    pub(crate) size: u64,
    #[sqlx(rename = "type")]
    pub(crate) media_type: String,
    /// In pixels, of an image.
    pub(crate) width: Option<i64>,
    pub(crate) height: Option<i64>,
    pub(crate) storage_key: String,
}

/// Whose an upload is, and what for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UploadOwner {
    pub(crate) device_id: String,
    pub(crate) node_id: String,
    /// `None` for a file that is sent in a chat.
    pub(crate) question_id: Option<String>,
}

/// What a device may have uploaded within an hour that no feedback has taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UploadQuota {
    pub(crate) files: u32,
    pub(crate) bytes: u64,
}

/// An upload whose file is about to be stored.
#[derive(Debug)]
pub(crate) struct NewUpload {
    pub(crate) upload: StoredUpload,
    pub(crate) owner: UploadOwner,
    pub(crate) created_at: Millis,
    /// When it expires unless its file is stored by then.
    pub(crate) expires_at: Millis,
    pub(crate) quota: UploadQuota,
}

/// A change of an upload that no feedback has taken.
#[derive(Debug)]
pub(in crate::store) enum UploadChange {
    /// Inserts the row, if the device's quota allows it.
    Begin(NewUpload),
    /// Notes that the file is stored.
    Finish { id: String, at: Millis },
    /// Lets one of this device expire now.
    Remove { id: String, device_id: String },
    /// Deletes rows whose files have been deleted.
    Forget { ids: Vec<String> },
}

/// Why the stored data rules a change out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UploadRefusal {
    /// The device has no such upload, or a feedback has taken it, or it has expired.
    Unknown,
    /// The device has uploaded too much that no feedback has taken.
    TooMany,
}

impl SingleJob for UploadChange {
    type Reply = ();
    type Refusal = UploadRefusal;

    fn bytes(&self) -> usize {
        match self {
            Self::Begin(NewUpload { upload, owner, .. }) => [
                &upload.id,
                &upload.name,
                &upload.media_type,
                &upload.storage_key,
                &owner.device_id,
                &owner.node_id,
            ]
            .into_iter()
            .chain(&owner.question_id)
            .map(String::len)
            .sum(),
            Self::Finish { id, .. } => id.len(),
            Self::Remove { id, device_id } => id.len() + device_id.len(),
            Self::Forget { ids } => ids.iter().map(String::len).sum(),
        }
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<UploadRefusal>> {
        self.carry_out(transaction.connection()).await
    }
}

impl UploadChange {
    async fn carry_out(&self, connection: &mut Transaction) -> Result<(), JobError<UploadRefusal>> {
        let changed = match self {
            Self::Begin(new) => {
                let owner = &new.owner;
                if !may_upload(
                    &mut *connection,
                    &owner.device_id,
                    new.upload.size,
                    new.quota,
                    new.created_at,
                )
                .await?
                {
                    return Err(JobError::Refused(UploadRefusal::TooMany));
                }
                insert(connection, new).await?
            }
            Self::Finish { id, at } => {
                query(
                    "UPDATE uploads SET stored_at = $2, expires_at = $3
                     WHERE id = $1 AND stored_at IS NULL AND feedback_id IS NULL AND expires_at > $2",
                )
                .bind(id)
                .bind(*at)
                .bind(at + UNCLAIMED_LIFE)
                .execute(connection)
                .await?
            }
            Self::Remove { id, device_id } => {
                query(
                    "UPDATE uploads SET expires_at = $3
                     WHERE id = $1 AND device_id = $2 AND feedback_id IS NULL AND expires_at > $3",
                )
                .bind(id)
                .bind(device_id)
                .bind(AT_ONCE)
                .execute(connection)
                .await?
            }
            Self::Forget { ids } => {
                let mut delete = QueryBuilder::new(
                    "DELETE FROM uploads WHERE feedback_id IS NULL AND id IN (SELECT column1 FROM (",
                );
                delete.push_values(ids, |row, id| row.push_bind(id.clone()));
                delete.push(") AS listed)");
                delete.build().execute(connection).await?;
                return Ok(());
            }
        };
        if changed == 0 {
            return Err(JobError::Refused(UploadRefusal::Unknown));
        }
        Ok(())
    }
}

async fn insert(connection: &mut Transaction, new: &NewUpload) -> Result<u64, sqlx::Error> {
    let NewUpload { upload, owner, .. } = new;
    query(
        "INSERT INTO uploads (id, device_id, node_id, question_id, name, size, type, width, height, storage_key,
             created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(&upload.id)
    .bind(&owner.device_id)
    .bind(&owner.node_id)
    .bind(&owner.question_id)
    .bind(&upload.name)
    .bind(i64::try_from(upload.size).unwrap_or(i64::MAX))
    .bind(&upload.media_type)
    .bind(upload.width)
    .bind(upload.height)
    .bind(&upload.storage_key)
    .bind(new.created_at)
    .bind(new.expires_at)
    .execute(connection)
    .await
}

/// Returns whether the quota of a device allows one more file of this size.
pub(in crate::store) async fn may_upload<'e>(
    executor: impl Into<Executor<'e>>,
    device_id: &str,
    size: u64,
    quota: UploadQuota,
    now: Millis,
) -> Result<bool, sqlx::Error> {
    let (files, bytes): (i64, i64) = query(
        "SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM uploads
         WHERE device_id = $1 AND created_at > $2 AND feedback_id IS NULL AND expires_at > $3",
    )
    .bind(device_id)
    .bind(now - QUOTA_PERIOD)
    .bind(now)
    .fetch_one(executor)
    .await?;
    let (files, bytes) = (files.unsigned_abs(), bytes.unsigned_abs());
    Ok(files < u64::from(quota.files) && bytes.saturating_add(size) <= quota.bytes)
}

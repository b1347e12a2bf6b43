//! The rows of uploads, and the job that changes them (docs/api.md#uploads).
//!
//! A row is inserted before its file is stored and deleted after it. It can be claimed by a feedback (`upload_claims`) once
//! its file is stored, until it expires.

use crate::database::{Executor, QueryBuilder, Transaction, query};
use crate::job::{Job, JobError, WriteTransaction};
use base::time::{DAY, Millis};
use sqlx::FromRow;

/// Time after which an upload that no feedback has taken expires.
pub(crate) const UNCLAIMED_LIFE: Millis = DAY;

/// The period in which the uploads of a device count towards its quota.
const QUOTA_PERIOD: Millis = 60 * 60 * 1000;

/// Expired since ever: what is removed shall not wait for the others.
const AT_ONCE: Millis = 0;

/// A stored file.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct StoredUpload {
    pub id: String,
    /// For display.
    pub name: String,
    /// In bytes.
    #[sqlx(try_from = "i64")]
    pub size: u64,
    #[sqlx(rename = "type")]
    pub media_type: String,
    /// In pixels, of an image.
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub storage_key: String,
}

/// Whose an upload is, and what for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadOwner {
    pub device_id: String,
    pub node_id: String,
    /// `None` for a file that is sent in a chat.
    pub question_id: Option<String>,
    /// Where it comes from, as a hash.
    pub source: String,
}

impl UploadOwner {
    /// Returns whether the file is sent in a chat.
    pub fn is_in_chat(&self) -> bool {
        self.question_id.is_none()
    }
}

/// What may be stored of somebody that no feedback has taken.
#[derive(Debug, Clone, Copy)]
pub struct UploadQuota {
    pub files: u32,
    pub bytes: u64,
}

/// An upload whose file is about to be stored.
#[derive(Debug)]
pub struct NewUpload {
    pub upload: StoredUpload,
    pub owner: UploadOwner,
    pub created_at: Millis,
    /// When it expires unless its file is stored by then.
    pub expires_at: Millis,
    pub quotas: UploadQuotas,
}

/// The quotas of an upload.
#[derive(Debug, Clone, Copy)]
pub struct UploadQuotas {
    /// Of its device or chat, within an hour.
    pub device: UploadQuota,
    /// Of its source; `None` for anyone who may write in a chat, which takes the file at once.
    pub source: Option<UploadQuota>,
}

/// A change of an upload that no feedback has taken.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "few wait at a time, and most are the large one"
)]
pub(crate) enum UploadChange {
    /// Inserts the row, if the device's quota allows it.
    Begin(NewUpload),
    /// Notes that the file is stored.
    Finish { id: String, at: Millis },
    /// Lets one of this device expire now.
    Remove { id: String, device_id: String },
    /// Lets some expire now.
    Expire { ids: Vec<String> },
    /// Deletes rows whose files have been deleted.
    Forget { ids: Vec<String> },
}

/// Why the stored data rules a change out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadRefusal {
    /// The device has no such upload, or a feedback has taken it, or it has expired.
    Unknown,
    /// The device, or its source, has uploaded too much that no feedback has taken.
    TooMany,
}

impl Job for UploadChange {
    type Reply = ();
    type Refusal = UploadRefusal;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<UploadRefusal>> {
        self.carry_out(transaction.connection()).await
    }
}

impl UploadChange {
    async fn carry_out(&self, connection: &mut Transaction) -> Result<(), JobError<UploadRefusal>> {
        let changed = match self {
            Self::Begin(new) => {
                let size = new.upload.size;
                if !may_upload(&mut *connection, &new.owner, size, new.quotas, new.created_at).await? {
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
            Self::Expire { ids } => {
                let mut update = QueryBuilder::new("UPDATE uploads SET expires_at = ");
                update.push_bind(AT_ONCE);
                push_unclaimed(&mut update, ids);
                update.build().execute(connection).await?;
                return Ok(());
            }
            Self::Forget { ids } => {
                let mut delete = QueryBuilder::new("DELETE FROM uploads");
                push_unclaimed(&mut delete, ids);
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

/// Limits a statement to these uploads, as far as nothing has taken them.
fn push_unclaimed(statement: &mut QueryBuilder, ids: &[String]) {
    statement.push(" WHERE feedback_id IS NULL AND id IN (SELECT column1 FROM (");
    statement.push_values(ids, |row, id| row.push_bind(id.clone()));
    statement.push(") AS listed)");
}

async fn insert(connection: &mut Transaction, new: &NewUpload) -> Result<u64, sqlx::Error> {
    let NewUpload { upload, owner, .. } = new;
    query(
        "INSERT INTO uploads (id, device_id, node_id, question_id, name, size, type, width, height, storage_key,
             created_at, expires_at, source)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
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
    .bind(&owner.source)
    .execute(connection)
    .await
}

/// Returns whether the quotas of an upload allow one more file of this size.
pub(crate) async fn may_upload<'e>(
    executor: impl Into<Executor<'e>>,
    owner: &UploadOwner,
    size: u64,
    quotas: UploadQuotas,
    now: Millis,
) -> Result<bool, sqlx::Error> {
    let counts: UnclaimedCounts = query(
        "SELECT device.files AS device_files, device.bytes AS device_bytes,
             source.files AS source_files, source.bytes AS source_bytes
         FROM (SELECT COUNT(*) AS files, CAST(COALESCE(SUM(size), 0) AS BIGINT) AS bytes FROM uploads
             WHERE device_id = $1 AND created_at > $2 AND feedback_id IS NULL AND expires_at > $3) AS device,
         (SELECT COUNT(*) AS files, CAST(COALESCE(SUM(size), 0) AS BIGINT) AS bytes FROM uploads
             WHERE source = $4 AND feedback_id IS NULL AND expires_at > $3) AS source",
    )
    .bind(&owner.device_id)
    .bind(now - QUOTA_PERIOD)
    .bind(now)
    .bind(&owner.source)
    .fetch_one(executor)
    .await?;
    let of_device = quotas
        .device
        .allows(counts.device_files, counts.device_bytes, size);
    let of_source = quotas
        .source
        .is_none_or(|quota| quota.allows(counts.source_files, counts.source_bytes, size));
    Ok(of_device && of_source)
}

/// What no feedback has taken.
#[derive(FromRow)]
struct UnclaimedCounts {
    device_files: i64,
    device_bytes: i64,
    source_files: i64,
    source_bytes: i64,
}

impl UploadQuota {
    /// Returns whether one more file of this size is allowed beside those.
    fn allows(self, files: i64, bytes: i64, size: u64) -> bool {
        files.unsigned_abs() < self.files.into() && bytes.unsigned_abs().saturating_add(size) <= self.bytes
    }
}

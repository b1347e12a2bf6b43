//! The job that stores how a kiosk is (docs/kiosk.md#devices).

use crate::database::query;
use crate::error::StoreError;
use crate::job::{BatchedJob, JobResult, WriteTransaction};
use base::time::Millis;
use std::convert::Infallible;

/// Most devices of a node. Beyond that the ones that have been silent for longest are forgotten.
const MOST_DEVICES: i64 = 1_000;

/// What a kiosk says about itself.
#[derive(Debug)]
pub struct DeviceReport {
    pub node_id: String,
    pub device_id: String,
    /// How many feedbacks wait to be sent.
    pub waiting: u32,
    /// How many the server has refused for good.
    pub refused: u32,
    /// When its outbox was emptied last, by its own clock.
    pub last_sync_at: Option<Millis>,
    /// The build of the page that it shows.
    pub version: String,
    pub seen_at: Millis,
}

impl BatchedJob for DeviceReport {
    type Reply = ();
    type Refusal = Infallible;

    async fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> Result<Vec<JobResult<Self>>, StoreError> {
        for job in jobs {
            if upsert(transaction, job).await? {
                forget_silent(transaction, &job.node_id).await?;
            }
        }
        Ok(vec![Ok(()); jobs.len()])
    }
}

/// Stores what a device says; returns whether this is its first report.
async fn upsert(transaction: &mut WriteTransaction, job: &DeviceReport) -> Result<bool, StoreError> {
    let first_seen_at: Millis = query(
        "INSERT INTO devices (node_id, device_id, first_seen_at, seen_at, waiting, refused, last_sync_at, version)
         VALUES ($1, $2, $3, $3, $4, $5, $6, $7)
         ON CONFLICT (node_id, device_id) DO UPDATE
         SET seen_at = excluded.seen_at, waiting = excluded.waiting, refused = excluded.refused,
             last_sync_at = excluded.last_sync_at, version = excluded.version
         RETURNING first_seen_at",
    )
    .bind(&job.node_id)
    .bind(&job.device_id)
    .bind(job.seen_at)
    .bind(i64::from(job.waiting))
    .bind(i64::from(job.refused))
    .bind(job.last_sync_at)
    .bind(&job.version)
    .scalar(transaction.connection())
    .await?;
    Ok(first_seen_at == job.seen_at)
}

/// Forgets the devices of a node that have been silent for longest, where there are too many.
async fn forget_silent(transaction: &mut WriteTransaction, node_id: &str) -> Result<(), StoreError> {
    query(
        "DELETE FROM devices WHERE node_id = $1 AND seq NOT IN
             (SELECT seq FROM devices WHERE node_id = $1 ORDER BY seen_at DESC, seq DESC LIMIT $2)",
    )
    .bind(node_id)
    .bind(MOST_DEVICES)
    .execute(transaction.connection())
    .await?;
    Ok(())
}

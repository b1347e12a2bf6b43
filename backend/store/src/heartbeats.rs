//! The job that proves that the writer can commit: it changes one row of its own.

use crate::database::query;
use crate::error::StoreError;
use crate::job::{BatchedJob, JobResult, WriteTransaction};
use base::time::now;
use std::convert::Infallible;

/// A write that changes nothing but the time of the last such write.
#[derive(Debug)]
pub(super) struct Heartbeat;

impl BatchedJob for Heartbeat {
    type Reply = ();
    type Refusal = Infallible;

    async fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> Result<Vec<JobResult<Self>>, StoreError> {
        if !jobs.is_empty() {
            query(
                "INSERT INTO heartbeats (id, written_at) VALUES (1, $1)
                 ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at",
            )
            .bind(now())
            .execute(transaction.connection())
            .await?;
        }
        Ok(vec![Ok(()); jobs.len()])
    }
}

//! The job that notes when a staff token was used (docs/staff.md#tokens).

use crate::database::query;
use crate::error::StoreError;
use crate::job::{BatchedJob, JobResult, WriteTransaction};
use base::time::Millis;
use std::convert::Infallible;

/// A use of a staff token.
#[derive(Debug)]
pub struct TokenUse {
    /// The name of the token.
    pub name: String,
    pub at: Millis,
}

impl BatchedJob for TokenUse {
    type Reply = ();
    type Refusal = Infallible;

    async fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> Result<Vec<JobResult<Self>>, StoreError> {
        for job in jobs {
            query(
                "UPDATE staff_tokens SET last_used_at = $2
                 WHERE name = $1 AND (last_used_at IS NULL OR last_used_at < $2)",
            )
            .bind(&job.name)
            .bind(job.at)
            .execute(transaction.connection())
            .await?;
        }
        Ok(vec![Ok(()); jobs.len()])
    }
}

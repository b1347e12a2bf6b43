//! Jobs of the writer: what all kinds of them have in common.
//!
//! | module | content |
//! |---|---|
//! | `write_transaction` | the transaction of one group of jobs |
//! | `chat_changes`, `change_numbers` | which chats a transaction has changed, and the numbers that say so |
//! | `chat_status` | the status of a chat, which events name |
//! | `webhook_outbox` | what webhooks are told, written in the same transaction |

pub(crate) mod change_numbers;
pub(crate) mod chat_changes;
pub(crate) mod chat_status;
pub(crate) mod webhook_outbox;
mod write_transaction;

pub(crate) use write_transaction::WriteTransaction;

use crate::error::StoreError;
use std::fmt::{Debug, Display, Formatter};
use std::future::Future;

/// A kind of job for the writer. Jobs are carried out one by one, because each may depend on what the one before it has written.
pub(crate) trait Job: Sized + Send + Sync + 'static {
    /// What the job returns when it was carried out.
    type Reply: Send + 'static;
    /// Why the stored data rules the job out.
    type Refusal: Send + 'static;

    /// Returns the bytes of the job's texts, which it takes in the queue. The default is for those with a few ids: each job counts
    /// with a least weight.
    fn bytes(&self) -> usize {
        0
    }

    /// Carries out one job. An error of the database rolls the transaction back.
    fn run(
        &self,
        transaction: &mut WriteTransaction,
    ) -> impl Future<Output = Result<Self::Reply, JobError<Self::Refusal>>> + Send;
}

/// A kind of job of which many are carried out together, for their number.
pub(crate) trait BatchedJob: Sized + Send + Sync + 'static {
    type Reply: Send + 'static;
    type Refusal: Send + 'static;

    /// As [`Job::bytes`].
    fn bytes(&self) -> usize {
        0
    }

    /// Carries out jobs in their order; the results are in the same order. An error rolls the transaction back.
    fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> impl Future<Output = Result<Vec<JobResult<Self>>, StoreError>> + Send;
}

impl<J: Job> BatchedJob for J {
    type Reply = J::Reply;
    type Refusal = J::Refusal;

    fn bytes(&self) -> usize {
        Job::bytes(self)
    }

    async fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> Result<Vec<JobResult<Self>>, StoreError> {
        let mut results = Vec::with_capacity(jobs.len());
        for job in jobs {
            push_result(&mut results, Job::run(job, transaction).await)?;
        }
        Ok(results)
    }
}

/// The result of one job in a committed transaction.
pub(crate) type JobResult<J> = Result<<J as BatchedJob>::Reply, <J as BatchedJob>::Refusal>;

/// Why a job was not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteError<R> {
    /// The stored data rules it out.
    Refused(R),
    /// Too many jobs are waiting. A repeat after a moment will succeed.
    QueueFull,
    /// The server is stopping, or another job of the group failed badly. A repeat is safe.
    Stopping,
    /// The database failed; the log has the reason.
    Failed,
    /// The database works, but does not take what this job writes; the log has the reason. A repeat fails as well.
    Unwritable,
}

/// Why nothing of a group was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    Unavailable,
    Unwritable,
}

impl<R: Display> Display for WriteError<R> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(formatter),
            Self::QueueFull | Self::Stopping | Self::Failed => {
                formatter.write_str("the database does not take it now; try again")
            }
            Self::Unwritable => formatter.write_str("the database does not take it; the log has the reason"),
        }
    }
}

impl<R: Debug + Display> std::error::Error for WriteError<R> {}

impl<R> From<Failure> for WriteError<R> {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Unavailable => Self::Failed,
            Failure::Unwritable => Self::Unwritable,
        }
    }
}

/// Why one job of a running transaction ended early.
#[derive(Debug)]
pub(crate) enum JobError<R> {
    /// The job is refused; the other jobs of the transaction go on.
    Refused(R),
    /// The transaction must be rolled back.
    Store(StoreError),
}

impl<R> From<StoreError> for JobError<R> {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl<R> From<sqlx::Error> for JobError<R> {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Adds the result of one job to those of the others; an error of the database ends the transaction.
pub(crate) fn push_result<T, R>(
    results: &mut Vec<Result<T, R>>,
    result: Result<T, JobError<R>>,
) -> Result<(), StoreError> {
    match result {
        Ok(reply) => results.push(Ok(reply)),
        Err(JobError::Refused(refusal)) => results.push(Err(refusal)),
        Err(JobError::Store(error)) => return Err(error),
    }
    Ok(())
}

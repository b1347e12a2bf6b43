//! What all kinds of jobs have in common.

use crate::store::chats::change_numbers;
use crate::store::chats::chat_changes::{ChatChange, ChatChanges, add_change};
use crate::store::database::{Db, Transaction};
use crate::store::error::StoreError;
use crate::store::webhooks::webhook_outbox::{self, Event};
use std::future::Future;

/// A kind of job for the writer.
pub(in crate::store) trait JobKind: Sized {
    /// What the job returns when it was carried out.
    type Reply;
    /// Why the stored data rules the job out.
    type Refusal;

    /// Returns the bytes of the job's own texts, which it takes in the queue.
    fn bytes(&self) -> usize;

    /// Carries out jobs in their order; the results are in the same order. An error rolls the transaction back.
    fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> impl Future<Output = Result<Vec<JobResult<Self>>, StoreError>> + Send;
}

/// A kind of job that is carried out one by one, because each depends on what the one before it has written.
pub(in crate::store) trait SingleJob: Sized + Sync {
    type Reply: Send;
    type Refusal: Send;

    /// As [`JobKind::bytes`].
    fn bytes(&self) -> usize;

    /// Carries out one job.
    fn run(
        &self,
        transaction: &mut WriteTransaction,
    ) -> impl Future<Output = Result<Self::Reply, JobError<Self::Refusal>>> + Send;
}

impl<J: SingleJob> JobKind for J {
    type Reply = J::Reply;
    type Refusal = J::Refusal;

    fn bytes(&self) -> usize {
        SingleJob::bytes(self)
    }

    async fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> Result<Vec<JobResult<Self>>, StoreError> {
        let mut results = Vec::with_capacity(jobs.len());
        for job in jobs {
            push_result(&mut results, SingleJob::run(job, transaction).await)?;
        }
        Ok(results)
    }
}

/// The result of one job in a committed transaction.
pub(in crate::store) type JobResult<J> = Result<<J as JobKind>::Reply, <J as JobKind>::Refusal>;

/// Why a job was not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WriteError<R> {
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
pub(super) enum Failure {
    Unavailable,
    Unwritable,
}

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
pub(in crate::store) enum JobError<R> {
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
pub(in crate::store) fn push_result<T, R>(
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

/// Called after the commit for each chat that changed.
pub(super) type OnChatChanged = dyn Fn(&str, ChatChange) + Send + Sync;

/// The transaction of one group of jobs.
pub(in crate::store) struct WriteTransaction {
    transaction: Transaction,
    changed_chats: ChatChanges,
    /// What webhooks are notified of.
    events: Vec<Event>,
}

impl WriteTransaction {
    /// Begins a transaction. It has the write lock, so that what a job reads is still true when it commits.
    pub(super) async fn begin(db: &Db) -> Result<Self, StoreError> {
        Ok(Self {
            transaction: db.begin_write().await?,
            changed_chats: ChatChanges::new(),
            events: Vec::new(),
        })
    }

    pub(in crate::store) fn connection(&mut self) -> &mut Transaction {
        &mut self.transaction
    }

    /// Has a chat announced after the commit; `position` is the first new one.
    pub(in crate::store) fn mark_chat_changed(&mut self, feedback_id: &str, position: i64) {
        add_change(
            &mut self.changed_chats,
            feedback_id,
            ChatChange::from_position(position),
        );
    }

    /// Has a chat announced to staff after the commit: nothing changed that its customer sees.
    pub(in crate::store) fn mark_inbox_changed(&mut self, feedback_id: &str) {
        add_change(&mut self.changed_chats, feedback_id, ChatChange::default());
    }

    /// Has a chat announced after the commit: it is gone.
    pub(in crate::store) fn mark_chat_erased(&mut self, feedback_id: &str) {
        add_change(&mut self.changed_chats, feedback_id, ChatChange::erased());
    }

    /// Has webhooks told of something, if the transaction commits.
    pub(in crate::store) fn note_event(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Has a chat announced after the commit: tokens of it have become worthless.
    pub(in crate::store) fn mark_access_ended(&mut self, feedback_id: &str) {
        add_change(&mut self.changed_chats, feedback_id, ChatChange::of_access());
    }

    /// Commits, and returns the chats that changed.
    pub(super) async fn commit(mut self) -> Result<ChatChanges, StoreError> {
        change_numbers::raise(&mut self.transaction, self.changed_chats.keys()).await?;
        webhook_outbox::write(&mut self.transaction, &self.events).await?;
        self.transaction.commit().await?;
        Ok(self.changed_chats)
    }
}

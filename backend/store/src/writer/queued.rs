//! Queued jobs, each with the channel on which its result is awaited. Those of one kind are carried out together.

use crate::error::StoreError;
use crate::job::{BatchedJob, Failure, JobResult, WriteError, WriteTransaction};
use std::any::Any;
use std::future::Future;
use std::pin::Pin;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// A queued job of any kind.
pub(super) type AnyJob = Box<dyn QueuedJob>;

/// The room that a job takes among those that wait or are being written. Dropping it frees the room.
type Room = OwnedSemaphorePermit;

/// The channel on which the result of a job is awaited.
type ReplyTo<J> = oneshot::Sender<Result<<J as BatchedJob>::Reply, WriteError<<J as BatchedJob>::Refusal>>>;

/// A queued job, whatever its kind.
pub(super) trait QueuedJob: Any + Send {
    /// Makes it the first of the jobs of its kind.
    fn into_list(self: Box<Self>) -> Box<dyn JobList>;
}

/// The jobs of one kind in a group, whatever the kind.
pub(super) trait JobList: Send {
    /// Adds a job, or returns it if it is of another kind.
    fn push(&mut self, job: AnyJob) -> Option<AnyJob>;

    /// Carries out the jobs, and keeps their results until [`JobList::reply`].
    fn run<'a>(
        &'a mut self,
        transaction: &'a mut WriteTransaction,
    ) -> Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send + 'a>>;

    /// Sends each job its result.
    fn reply(self: Box<Self>);

    /// Tells each requester that nothing was written.
    fn fail(self: Box<Self>, failure: Failure);

    /// Takes the jobs apart again.
    fn into_jobs(self: Box<Self>) -> Vec<AnyJob>;
}

/// A job of one kind.
pub(super) struct Queued<J: BatchedJob> {
    pub(super) job: J,
    pub(super) reply_to: ReplyTo<J>,
    pub(super) room: Room,
}

struct Jobs<J: BatchedJob> {
    jobs: Vec<J>,
    waiting: Vec<(ReplyTo<J>, Room)>,
    /// In the order of the jobs; empty until they were carried out.
    results: Vec<JobResult<J>>,
}

impl<J: BatchedJob> QueuedJob for Queued<J> {
    fn into_list(self: Box<Self>) -> Box<dyn JobList> {
        let Self { job, reply_to, room } = *self;
        Box::new(Jobs {
            jobs: vec![job],
            waiting: vec![(reply_to, room)],
            results: Vec::new(),
        })
    }
}

impl<J: BatchedJob> JobList for Jobs<J> {
    fn push(&mut self, job: AnyJob) -> Option<AnyJob> {
        let known: &dyn Any = &*job;
        if !known.is::<Queued<J>>() {
            return Some(job);
        }
        let job: Box<dyn Any> = job;
        if let Ok(queued) = job.downcast::<Queued<J>>() {
            self.jobs.push(queued.job);
            self.waiting.push((queued.reply_to, queued.room));
        }
        None
    }

    fn run<'a>(
        &'a mut self,
        transaction: &'a mut WriteTransaction,
    ) -> Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send + 'a>> {
        Box::pin(async move {
            self.results = J::run(transaction, &self.jobs).await?;
            Ok(())
        })
    }

    fn reply(self: Box<Self>) {
        for ((waiting, _), result) in self.waiting.into_iter().zip(self.results) {
            // Fails if the requester is gone. The commit stands, and a repeat gets the same result.
            let _ = waiting.send(result.map_err(WriteError::Refused));
        }
    }

    fn fail(self: Box<Self>, failure: Failure) {
        for (waiting, _) in self.waiting {
            // Fails if the requester is gone.
            let _ = waiting.send(Err(failure.into()));
        }
    }

    fn into_jobs(self: Box<Self>) -> Vec<AnyJob> {
        let pairs = self.jobs.into_iter().zip(self.waiting);
        pairs
            .map(|(job, (reply_to, room))| Box::new(Queued { job, reply_to, room }) as AnyJob)
            .collect()
    }
}

//! The one writer: commits waiting jobs in groups.
//!
//! A request queues its job and waits. The writer takes all waiting jobs, at most [`BATCH`], writes them in one
//! transaction, commits, and only then replies: a reply means that the data is on disk. The next group gathers in the
//! meantime, so groups grow with the load and the cost of a commit is shared.
//!
//! The writer itself announces the chats that a commit changed: a requester may be gone by then.

mod group;
mod job;
mod kind;
#[cfg(test)]
mod tests;

pub(crate) use kind::WriteError;
pub(super) use kind::{JobError, JobKind, JobResult, WriteTransaction, push_result};

use group::Group;
use job::{Job, Queued};
use sqlx::SqlitePool;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;
use tracing::error;

/// How many jobs may wait. Beyond that the server replies that it is busy instead of letting visitors wait.
const QUEUE_LENGTH: usize = 8_192;

/// Most jobs of one transaction; keeps a commit in the range of milliseconds.
const BATCH: usize = 512;

/// The handle with which jobs are queued.
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
    stop: Arc<Notify>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the writer on its own connection. `on_chat_changed` is called after the commit for each chat that changed.
    pub(super) fn start(pool: SqlitePool, on_chat_changed: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self::with_queue_length(pool, QUEUE_LENGTH, on_chat_changed)
    }

    fn with_queue_length(
        pool: SqlitePool,
        length: usize,
        on_chat_changed: impl Fn(&str) + Send + Sync + 'static,
    ) -> Self {
        let (jobs, queue) = mpsc::channel(length);
        let stop = Arc::new(Notify::new());
        let task = tokio::spawn(run(pool, queue, Arc::clone(&stop), on_chat_changed));
        Self {
            jobs,
            stop,
            task: Mutex::new(Some(task)),
        }
    }

    /// Returns whether the writer still takes jobs.
    pub(super) fn is_open(&self) -> bool {
        !self.jobs.is_closed()
    }

    /// Queues a job and returns its result after the commit. A job that was queued is carried out even if the returned
    /// future is dropped.
    pub(super) async fn write<J: JobKind>(&self, job: J) -> Result<J::Reply, WriteError<J::Refusal>>
    where
        Job: From<Queued<J>>,
    {
        let (reply_to, reply) = oneshot::channel();
        let job = Job::from(Queued { job, reply_to });
        self.jobs.try_send(job).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => WriteError::QueueFull,
            mpsc::error::TrySendError::Closed(_) => WriteError::Stopping,
        })?;
        reply.await.unwrap_or(Err(WriteError::Stopping))
    }

    /// Takes no more jobs, writes those that are queued, and returns when they are committed.
    pub(super) async fn close(&self) {
        self.stop.notify_one();
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task
            && let Err(error) = task.await
        {
            error!(%error, "the writer's task failed");
        }
    }
}

async fn run(
    pool: SqlitePool,
    mut queue: mpsc::Receiver<Job>,
    stop: Arc<Notify>,
    on_chat_changed: impl Fn(&str) + Send + Sync,
) {
    let mut jobs = Vec::with_capacity(BATCH);
    loop {
        tokio::select! {
            () = stop.notified() => queue.close(),
            received = queue.recv_many(&mut jobs, BATCH) => {
                // The queue is closed and empty.
                if received == 0 {
                    break;
                }
                jobs.drain(..).collect::<Group>().write(&pool, &on_chat_changed).await;
            }
        }
    }
    pool.close().await;
}

//! The one writer: commits waiting jobs in groups.
//!
//! A request queues its job and waits. The writer takes all waiting jobs, at most [`BATCH`], writes them in one
//! transaction, commits, and only then replies: a reply means that the data is on disk. The next group gathers in the
//! meantime, so groups grow with the load and the cost of a commit is shared.
//!
//! The writer itself announces the chats that a commit changed: a requester may be gone by then.
//!
//! What must not happen beside a transaction holds the lock of the writer meanwhile ([`Writer::pause`]).
//!
//! Each group is written in a task of its own. One that panics takes nothing but its own jobs with it: they are rolled back
//! and refused, and the writer continues with the next group.

mod group;
mod queued;

use crate::database::Db;
use crate::job::chat_changes::{ChatChange, OnChatChanged};
use crate::job::{BatchedJob, Failure, WriteError};
use base::panics::TaskError;
use base::telemetry::{GroupOutcome, group_written};
use base::time::{Millis, now};
use group::{Group, Outcome};
use queued::{AnyJob, Queued};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{Notify, OwnedMutexGuard, Semaphore, mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tracing::{Instrument, debug_span, error};

/// How many jobs may wait. Beyond that the server replies that it is busy instead of letting visitors wait.
pub(super) const QUEUE_LENGTH: usize = 8_192;

/// Most bytes of jobs that wait or are being written, by their texts. A message of 20 KB takes more memory than an id.
pub(super) const QUEUE_BYTES: usize = 64 * 1024 * 1024;

/// The weight of the smallest job, in bytes: what belongs to it takes memory as well.
const LEAST_WEIGHT: usize = 1024;

/// The time of the last commit if there is none.
const NEVER: Millis = Millis::MIN;

/// Most jobs of one transaction; keeps a commit in the range of milliseconds.
const BATCH: usize = 512;

/// Held while a group is written, or by what must not happen meanwhile.
type WriteLock = Arc<tokio::sync::Mutex<()>>;

/// The handle with which jobs are queued.
pub(super) struct Writer {
    jobs: mpsc::Sender<AnyJob>,
    /// Bytes that further jobs may have.
    pub(super) room: Arc<Semaphore>,
    /// Bytes that jobs may have in all.
    bytes: usize,
    stop: Arc<Notify>,
    last_commit: Arc<AtomicI64>,
    commits: watch::Sender<()>,
    write_lock: WriteLock,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the writer on its own connection. `on_chat_changed` is called after the commit for each chat that changed;
    /// should it panic, the commit stands.
    pub(super) fn start(db: Db, on_chat_changed: impl Fn(&str, ChatChange) + Send + Sync + 'static) -> Self {
        Self::with_queue(db, QUEUE_LENGTH, QUEUE_BYTES, on_chat_changed)
    }

    pub(super) fn with_queue(
        db: Db,
        length: usize,
        bytes: usize,
        on_chat_changed: impl Fn(&str, ChatChange) + Send + Sync + 'static,
    ) -> Self {
        let (jobs, queue) = mpsc::channel(length);
        let stop = Arc::new(Notify::new());
        let last_commit = Arc::new(AtomicI64::new(NEVER));
        let write_lock = WriteLock::default();
        let commits = watch::Sender::new(());
        let task = tokio::spawn(run(
            db,
            queue,
            Arc::clone(&stop),
            Arc::clone(&last_commit),
            Arc::clone(&write_lock),
            commits.clone(),
            Arc::new(on_chat_changed),
        ));
        Self {
            jobs,
            room: Arc::new(Semaphore::new(bytes)),
            bytes,
            stop,
            last_commit,
            commits,
            write_lock,
            task: Mutex::new(Some(task)),
        }
    }

    /// Returns whether the writer takes jobs and has committed at or after this time, without a failure since.
    pub(super) fn has_committed_since(&self, time: Millis) -> bool {
        !self.jobs.is_closed() && self.last_commit.load(Ordering::Relaxed) >= time
    }

    /// Returns what changes with each commit from now on.
    pub(super) fn commits(&self) -> watch::Receiver<()> {
        self.commits.subscribe()
    }

    /// Returns how many jobs wait, and the bytes of those that wait or are being written.
    pub(super) fn queue(&self) -> (usize, usize) {
        let free = self.room.available_permits();
        let jobs = self.jobs.max_capacity().saturating_sub(self.jobs.capacity());
        (jobs, self.bytes.saturating_sub(free))
    }

    /// Queues a job and returns its result after the commit. A job that was queued is carried out even if the returned
    /// future is dropped.
    pub(super) async fn write<J: BatchedJob>(&self, job: J) -> Result<J::Reply, WriteError<J::Refusal>> {
        let weight = u32::try_from(job.bytes().max(LEAST_WEIGHT)).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.room).try_acquire_many_owned(weight);
        let room = room.map_err(|_| WriteError::QueueFull)?;
        let (reply_to, reply) = oneshot::channel();
        let job: AnyJob = Box::new(Queued { job, reply_to, room });
        self.jobs.try_send(job).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => WriteError::QueueFull,
            mpsc::error::TrySendError::Closed(_) => WriteError::Stopping,
        })?;
        let reply = reply.instrument(debug_span!("write")).await;
        reply.unwrap_or(Err(WriteError::Stopping))
    }

    /// Waits until no group is being written. None is until what is returned is dropped: jobs wait, as for a commit.
    pub(super) async fn pause(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.write_lock).lock_owned().await
    }

    /// Takes no more jobs, writes those that are queued, and returns when they are committed.
    pub(super) async fn close(&self) {
        self.stop.notify_one();
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task
            && let Err(error) = task.await
        {
            error!(%error, "writer task failed");
        }
    }
}

async fn run(
    db: Db,
    mut queue: mpsc::Receiver<AnyJob>,
    stop: Arc<Notify>,
    last_commit: Arc<AtomicI64>,
    write_lock: WriteLock,
    commits: watch::Sender<()>,
    on_chat_changed: Arc<OnChatChanged>,
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
                let lock = write_lock.lock().await;
                let group: Group = jobs.drain(..).collect();
                let (db, on_chat_changed) = (db.clone(), Arc::clone(&on_chat_changed));
                let began = Instant::now();
                let write = async move { group.write(&db, &*on_chat_changed).await };
                let span = debug_span!("commit", jobs = received);
                let written = tokio::spawn(write.instrument(span)).await;
                drop(lock);
                let outcome = match &written {
                    Ok(Outcome::Committed) => GroupOutcome::Committed,
                    Ok(Outcome::Unavailable) => GroupOutcome::Unavailable,
                    Err(_) => GroupOutcome::Panicked,
                };
                group_written(received, outcome, began.elapsed());
                match written {
                    Ok(Outcome::Committed) => {
                        last_commit.store(now(), Ordering::Relaxed);
                        commits.send_replace(());
                    }
                    Err(error) => {
                        error!(error = %TaskError::from(error), "group of jobs failed; requesters have to retry");
                        last_commit.store(NEVER, Ordering::Relaxed);
                    }
                    Ok(Outcome::Unavailable) => {
                        last_commit.store(NEVER, Ordering::Relaxed);
                        // They have waited with the others, and would wait again.
                        std::iter::from_fn(|| queue.try_recv().ok()).collect::<Group>().fail(Failure::Unavailable);
                    }
                }
            }
        }
    }
    db.close().await;
}

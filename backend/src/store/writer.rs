//! The one writer: gathers what visitors write and commits it in groups.
//!
//! A request hands its job over and waits. The writer takes all jobs that wait, at most [`BATCH`], writes them in one
//! transaction, commits, and only then answers each: an answer means that the disk has it. While one group is being
//! written the next one gathers, so the groups grow with the load and the cost of a commit is shared.

mod group;

use super::chat_writes::{ChatOutcome, ChatWrite};
use super::customers::NewCustomer;
use super::submissions::{NewFeedback, Receipt, Refused};
use sqlx::SqlitePool;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;
use tracing::error;

/// How many jobs may wait. Beyond that the server says it is busy instead of letting visitors wait for long.
const QUEUE: usize = 8_192;

/// How many jobs one transaction holds at most; keeps a commit in the range of milliseconds.
const BATCH: usize = 512;

/// Why something was not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WriteError {
    /// The queue is full: trying again in a moment helps.
    #[error("the server has more to write than it can take")]
    Full,
    /// The server is stopping.
    #[error("the server is stopping")]
    Closed,
    /// The database failed; the log says how.
    #[error("the database failed")]
    Failed,
}

/// Where what became of a job goes.
type Outcome<T> = oneshot::Sender<Result<T, WriteError>>;

/// Something to write.
enum Job {
    Feedback(Box<NewFeedback>, Outcome<Written>),
    Customer(NewCustomer, Outcome<()>),
    Chat(Box<ChatWrite>, Outcome<ChatOutcome>),
}

/// What became of a feedback in a committed transaction.
pub(super) type Written = Result<Receipt, Refused>;

/// The handle by which jobs reach the writer.
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
    stop: Arc<Notify>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the writer on its own connection.
    pub(super) fn start(pool: SqlitePool) -> Self {
        Self::with_queue(pool, QUEUE)
    }

    fn with_queue(pool: SqlitePool, length: usize) -> Self {
        let (jobs, queue) = mpsc::channel(length);
        let stop = Arc::new(Notify::new());
        let task = tokio::spawn(run(pool, queue, Arc::clone(&stop)));
        Self {
            jobs,
            stop,
            task: Mutex::new(Some(task)),
        }
    }

    /// Whether the writer still takes jobs.
    pub(super) fn is_open(&self) -> bool {
        !self.jobs.is_closed()
    }

    /// Writes a feedback and returns after the commit.
    pub(super) async fn feedback(&self, feedback: NewFeedback) -> Result<Written, WriteError> {
        self.write(|outcome| Job::Feedback(Box::new(feedback), outcome))
            .await
    }

    /// Writes a customer and returns after the commit.
    pub(super) async fn customer(&self, customer: NewCustomer) -> Result<(), WriteError> {
        self.write(|outcome| Job::Customer(customer, outcome)).await
    }

    /// Writes about a chat and returns after the commit.
    pub(super) async fn chat(&self, write: ChatWrite) -> Result<ChatOutcome, WriteError> {
        self.write(|outcome| Job::Chat(Box::new(write), outcome)).await
    }

    /// Takes no more jobs, writes those that were handed over, and returns when they are committed.
    pub(super) async fn close(&self) {
        self.stop.notify_one();
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task
            && let Err(error) = task.await
        {
            error!(%error, "the writer ended before its time");
        }
    }

    async fn write<T>(&self, job: impl FnOnce(Outcome<T>) -> Job) -> Result<T, WriteError> {
        let (outcome, answer) = oneshot::channel();
        self.jobs.try_send(job(outcome)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => WriteError::Full,
            mpsc::error::TrySendError::Closed(_) => WriteError::Closed,
        })?;
        answer.await.unwrap_or(Err(WriteError::Closed))
    }
}

async fn run(pool: SqlitePool, mut queue: mpsc::Receiver<Job>, stop: Arc<Notify>) {
    let mut jobs = Vec::with_capacity(BATCH);
    loop {
        tokio::select! {
            () = stop.notified() => queue.close(),
            received = queue.recv_many(&mut jobs, BATCH) => {
                // Closed and drained: nothing can come any more.
                if received == 0 {
                    break;
                }
                group::write(&pool, std::mem::take(&mut jobs)).await;
            }
        }
    }
    pool.close().await;
}

#[cfg(test)]
mod tests {
    use super::group::{Group, commit, one_by_one};
    use super::*;
    use crate::store::Store;
    use crate::store::database;
    use crate::store::feedbacks::Status;
    use std::path::Path;

    /// A database with one node and flow.
    async fn prepared(folder: &Path) -> SqlitePool {
        drop(database::open(folder).await.unwrap());
        let pool = database::open_writer(folder).await.unwrap();
        sqlx::raw_sql(
            "INSERT INTO flow_revisions VALUES ('f', 1, '{}', 0); INSERT INTO nodes VALUES ('n', 'f', '{}', 0)",
        )
        .execute(&pool)
        .await
        .unwrap();
        pool
    }

    fn feedback(id: &str) -> NewFeedback {
        NewFeedback {
            id: id.into(),
            continues: None,
            key: None,
            once_within: None,
            status: Status::Complete,
            device_id: "d".into(),
            node_id: "n".into(),
            flow_id: "f".into(),
            flow_revision: 1,
            user_id: None,
            language_id: None,
            origin_url: None,
            created_at: None,
            created_offline: false,
            time_spent_in_seconds: 0,
            received_at: 0,
            responses: "[]".into(),
            customer: None,
            tracking: None,
            chat_epoch: None,
        }
    }

    #[tokio::test]
    async fn says_that_it_is_full_and_goes_on_after() {
        let folder = tempfile::tempdir().unwrap();
        let pool = prepared(folder.path()).await;
        let only_connection = pool.acquire().await.unwrap();
        let writer = Writer::with_queue(pool, 1);
        let submit = async |id: &str| writer.feedback(feedback(id)).await;
        let release = async {
            // Whoever found the queue full has been told by now; the others wait for the connection.
            tokio::task::yield_now().await;
            drop(only_connection);
        };
        let (a, b, c, ()) = tokio::join!(submit("a"), submit("b"), submit("c"), release);
        let outcomes = [a, b, c];
        assert!(
            outcomes
                .iter()
                .any(|outcome| matches!(outcome, Err(WriteError::Full))),
            "{outcomes:?}"
        );
        assert!(
            outcomes.iter().any(|outcome| matches!(outcome, Ok(Ok(_)))),
            "{outcomes:?}"
        );
        assert!(matches!(submit("d").await, Ok(Ok(_))));
    }

    #[tokio::test]
    async fn commits_what_was_handed_over_before_it_closes() {
        let folder = tempfile::tempdir().unwrap();
        let writer = Writer::start(prepared(folder.path()).await);
        let submit = async |id: &str| writer.feedback(feedback(id)).await;
        let (a, b, ()) = tokio::join!(submit("a"), submit("b"), writer.close());
        assert!(matches!((a, b), (Ok(Ok(_)), Ok(Ok(_)))));
        assert_eq!(submit("late").await, Err(WriteError::Closed));
        let store = Store::open(folder.path()).await.unwrap();
        assert_eq!(store.feedbacks(None, None, None, 10).await.unwrap().len(), 2);
    }

    #[tokio::test]
    async fn one_that_cannot_be_written_leaves_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let pool = prepared(folder.path()).await;
        let mut no_such_node = feedback("b");
        no_such_node.node_id = "gone".into();
        let group = |feedbacks| Group {
            feedbacks,
            ..Group::default()
        };
        let outcomes = one_by_one(&pool, group(vec![feedback("a"), no_such_node, feedback("c")])).await;
        assert!(matches!(
            outcomes.feedbacks.as_slice(),
            [Ok(Ok(_)), Err(WriteError::Failed), Ok(Ok(_))]
        ));
        assert!(
            commit(&pool, &group(vec![feedback("a")])).await.is_err(),
            "an id is stored once"
        );
    }
}

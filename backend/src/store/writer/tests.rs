//! Tests of the writer.

use super::*;
use crate::store::chat_status::{StatusAction, StatusChange};
use crate::store::database;
use crate::store::feedback_list::FeedbackFilter;
use crate::store::feedback_rows::{FeedbackStatus, NewFeedback};
use crate::store::handle::Store;
use crate::store::messages::{NewMessage, Sender};
use crate::store::submissions::CheckedSubmission;
use std::path::Path;
use std::time::Duration;

/// A database with one node and one flow.
async fn prepare(folder: &Path) -> SqlitePool {
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

fn submission(id: &str) -> CheckedSubmission {
    CheckedSubmission {
        new_id: id.into(),
        continues: None,
        key: None,
        once_within: None,
        quota: None,
        feedback: NewFeedback {
            status: FeedbackStatus::Complete,
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
            customer_verified: false,
            tracking: None,
            chat_epoch: Some(0),
        },
    }
}

fn message(feedback_id: &str) -> NewMessage {
    NewMessage {
        feedback_id: feedback_id.into(),
        new_id: "m".into(),
        sender: Sender::Staff { name: "s".into() },
        body: "Hello".into(),
        client_key: None,
        key: None,
        created_at: 0,
    }
}

/// Polls a request once, which queues its job, and drops it.
async fn queue_and_hang_up<T>(request: impl Future<Output = T>) {
    let hang_up = tokio::time::timeout(Duration::ZERO, request).await;
    assert!(hang_up.is_err(), "the writer cannot have replied yet");
}

#[tokio::test]
async fn reports_a_full_queue_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let pool = prepare(folder.path()).await;
    let only_connection = pool.acquire().await.unwrap();
    let writer = Writer::with_queue_length(pool, 1, |_| {});
    let submit = async |id: &str| writer.write(submission(id)).await;
    let release = async {
        // By now the requests that found the queue full have failed; the others wait for the connection.
        tokio::task::yield_now().await;
        drop(only_connection);
    };
    let (a, b, c, ()) = tokio::join!(submit("a"), submit("b"), submit("c"), release);
    let results = [a, b, c];
    assert!(results.contains(&Err(WriteError::QueueFull)), "{results:?}");
    assert!(results.iter().any(Result::is_ok), "{results:?}");
    assert!(submit("d").await.is_ok());
}

#[tokio::test]
async fn commits_queued_jobs_before_it_closes() {
    let folder = tempfile::tempdir().unwrap();
    let writer = Writer::start(prepare(folder.path()).await, |_| {});
    let submit = async |id: &str| writer.write(submission(id)).await;
    let (a, b, ()) = tokio::join!(submit("a"), submit("b"), writer.close());
    assert!(a.is_ok() && b.is_ok());
    assert_eq!(submit("late").await, Err(WriteError::Stopping));
    let store = Store::open(folder.path()).await.unwrap();
    let stored = store.newest_feedbacks(FeedbackFilter::default(), None, 10).await;
    assert_eq!(stored.unwrap().len(), 2);
}

#[tokio::test]
async fn a_job_that_cannot_be_written_does_not_affect_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let pool = prepare(folder.path()).await;
    let only_connection = pool.acquire().await.unwrap();
    let writer = Writer::start(pool, |_| {});
    let mut unknown_node = submission("b");
    unknown_node.feedback.node_id = "gone".into();
    let release = async { drop(only_connection) };
    let (a, b, c, ()) = tokio::join!(
        writer.write(submission("a")),
        writer.write(unknown_node),
        writer.write(submission("c")),
        release,
    );
    assert!(a.is_ok() && c.is_ok());
    assert_eq!(b, Err(WriteError::Failed));
    assert_eq!(
        writer.write(submission("a")).await,
        Err(WriteError::Failed),
        "an id is stored once"
    );
}

#[tokio::test]
async fn announces_a_commit_whose_requester_hung_up() {
    let folder = tempfile::tempdir().unwrap();
    let pool = prepare(folder.path()).await;
    let (announce, mut announced) = mpsc::unbounded_channel();
    let writer = Writer::start(pool.clone(), move |feedback_id| {
        announce.send(feedback_id.to_owned()).unwrap();
    });
    writer.write(submission("a")).await.unwrap();
    let blocked = pool.acquire().await.unwrap();
    queue_and_hang_up(writer.write(message("a"))).await;
    drop(blocked);
    assert_eq!(announced.recv().await.unwrap(), "a");

    let blocked = pool.acquire().await.unwrap();
    let close = StatusChange {
        feedback_id: "a".into(),
        action: StatusAction::Close,
        at: 0,
    };
    queue_and_hang_up(writer.write(close)).await;
    drop(blocked);
    assert_eq!(announced.recv().await.unwrap(), "a");
}

#[tokio::test]
async fn announces_only_what_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (announce, mut announced) = mpsc::unbounded_channel();
    let writer = Writer::start(prepare(folder.path()).await, move |feedback_id| {
        announce.send(feedback_id.to_owned()).unwrap();
    });
    let reopen = |feedback_id: &str| StatusChange {
        feedback_id: feedback_id.into(),
        action: StatusAction::Reopen,
        at: 0,
    };
    writer.write(submission("a")).await.unwrap();
    writer.write(reopen("a")).await.unwrap();
    assert!(writer.write(message("gone")).await.is_err());
    assert!(announced.try_recv().is_err(), "nothing has changed");
}

#[tokio::test]
async fn each_transaction_changes_feedback_later_than_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let pool = prepare(folder.path()).await;
    let writer = Writer::start(pool.clone(), |_| {});
    writer.write(submission("a")).await.unwrap();
    // As if the clock had been set back since.
    let future = crate::time::now() + 1_000_000;
    sqlx::query("UPDATE feedbacks SET updated_at = $1")
        .bind(future)
        .execute(&pool)
        .await
        .unwrap();
    for id in ["b", "c"] {
        writer.write(submission(id)).await.unwrap();
    }
    let times: Vec<i64> = sqlx::query_scalar("SELECT updated_at FROM feedbacks ORDER BY id")
        .fetch_all(&pool)
        .await
        .unwrap();
    assert_eq!(times, [future, future + 1, future + 2]);
}

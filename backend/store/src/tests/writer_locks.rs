//! Tests of the writer while the database is locked or full.

use super::writer::{lock, prepare, queue_and_hang_up, start, submission};
use crate::database::{DatabaseTimeouts, Db, Location, query};
use crate::heartbeats::Heartbeat;
use crate::job::WriteError;
use crate::writer::{QUEUE_LENGTH, Writer};
use metrics_exporter_prometheus::PrometheusBuilder;

/// Nobody waits for a lock longer than one group does, which is well within the two seconds in which everybody gets a response.
#[tokio::test]
async fn refuses_the_jobs_that_wait_for_a_lock_with_the_first_group_and_recovers() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let _recording = metrics::set_default_local_recorder(&recorder);
    let folder = tempfile::tempdir().unwrap();
    let location = prepare(folder.path())
        .await
        .with_timeouts(DatabaseTimeouts::default());
    let writer = start(&location).await;
    writer.write(submission("first")).await.unwrap();
    assert!(writer.has_committed_since(0));
    let lock = lock(&location).await;
    // Many groups, all in the queue before the writer looks at it.
    for number in 1..QUEUE_LENGTH {
        queue_and_hang_up(writer.write(submission(&format!("s{number}"))));
    }
    assert_eq!(writer.write(submission("last")).await, Err(WriteError::Failed));
    let groups = recorder.handle().render();
    let has_waited_once = groups.contains("pulsen_writer_commit_seconds_count{outcome=\"unavailable\"} 1\n");
    assert!(has_waited_once, "{groups}");
    assert!(!writer.has_committed_since(0), "a failure ends the proof");
    lock.commit().await.unwrap();
    assert!(writer.write(Heartbeat).await.is_ok());
    assert!(writer.has_committed_since(0));
    assert_eq!(stored(&location).await, ["first"]);
}

/// What locks the database in this process keeps jobs waiting as a slow disk does; none is refused.
#[tokio::test]
async fn jobs_wait_while_the_writer_is_paused() {
    let folder = tempfile::tempdir().unwrap();
    let location = prepare(folder.path()).await;
    let writer = start(&location).await;
    let turn = writer.pause().await;
    let lock = lock(&location).await;
    let release = async {
        // Longer than a server's writer would wait for the lock.
        writer_has_given_up(&location).await;
        lock.commit().await.unwrap();
        drop(turn);
    };
    let (written, ()) = tokio::join!(writer.write(submission("a")), release);
    assert!(written.is_ok());
}

#[tokio::test]
async fn a_patient_writer_outlasts_the_lock_that_refuses_others() {
    let folder = tempfile::tempdir().unwrap();
    let location = prepare(folder.path()).await;
    let writer = start(&location).await;
    let lock = lock(&location).await;
    let release = async {
        writer_has_given_up(&location).await;
        lock.commit().await.unwrap();
    };
    let (written, ()) = tokio::join!(writer.write(submission("a")), release);
    assert!(written.is_ok());
}

/// Waits until another writer has been refused by a lock.
async fn writer_has_given_up(location: &Location) {
    let other = start(&location.clone().with_timeouts(DatabaseTimeouts::default())).await;
    assert_eq!(other.write(Heartbeat).await, Err(WriteError::Failed));
}

/// Returns the ids of all feedback.
async fn stored(location: &Location) -> Vec<String> {
    let db = Db::open(location).await.unwrap();
    let ids: Vec<(String,)> = query("SELECT id FROM feedbacks ORDER BY id")
        .fetch_all(&db)
        .await
        .unwrap();
    ids.into_iter().map(|(id,)| id).collect()
}

#[tokio::test]
async fn a_full_disk_refuses_jobs_until_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open_writer(&prepare(folder.path()).await).await.unwrap();
    if matches!(db, Db::Pg(..)) {
        return;
    }
    let writer = Writer::start(db.clone(), |_, _| {});
    writer.write(submission("small")).await.unwrap();
    let limit_pages = async |limit: i64| {
        let sql = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {limit}"));
        let _: (i64,) = query(sql).fetch_one(&db).await.unwrap();
    };
    let mut large = submission("large");
    large.feedback.responses = format!("[\"{}\"]", "x".repeat(100_000));
    // No more than there are.
    limit_pages(1).await;
    assert_eq!(writer.write(large.clone()).await, Err(WriteError::Failed));
    assert!(!writer.has_committed_since(0));
    limit_pages(1_000_000).await;
    assert_eq!(writer.write(large).await.unwrap().id, "large");
}

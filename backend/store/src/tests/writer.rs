//! Tests of the writer.

use crate::chats::chat_status::ChatArchive;
use crate::chats::message_rows::MessageKind;
use crate::chats::messages::{NewMessage, Sender};
use crate::database::test_database::test_location;
use crate::database::{Db, Location, Transaction, query};
use crate::feedback::feedback_filter::FeedbackFilter;
use crate::feedback::feedback_rows::{FeedbackStatus, NewFeedback};
use crate::feedback::scores::Scores;
use crate::feedback::state_times::StateTimes;
use crate::feedback::submissions::CheckedSubmission;
use crate::handle::Store;
use crate::job::WriteError;
use crate::job::chat_changes::ChatChange;
use crate::node_scope::NodeScope;
use crate::receipts::idempotency::IdempotencyKey;
use crate::staff::staff_acts::{ChatAct, ChatActKind};
use crate::staff_audit::ActBy;
use crate::writer::{QUEUE_BYTES, Writer};
use base::records::QueueRule;
use futures_util::FutureExt;
use std::path::Path;
use std::time::Duration;
use tokio::sync::mpsc;

/// Prepares a database with one node and one flow; returns where it is.
pub(super) async fn prepare(folder: &Path) -> Location {
    let location = test_location(folder).await;
    let db = Db::open(&location).await.unwrap();
    for sql in [
        "INSERT INTO flow_revisions VALUES ('f', 1, '{}', 0)",
        "INSERT INTO nodes VALUES ('n', 'f', '{}', 0)",
    ] {
        query(sql).execute(&db).await.unwrap();
    }
    db.close().await;
    location
}

/// Starts a writer.
pub(super) async fn start(location: &Location) -> Writer {
    Writer::start(Db::open_writer(location).await.unwrap(), |_, _| {})
}

/// Takes the write lock, as another process does with it.
pub(super) async fn lock(location: &Location) -> Transaction {
    let db = Db::open(location).await.unwrap();
    db.begin_write().await.unwrap()
}

pub(super) fn submission(id: &str) -> CheckedSubmission {
    CheckedSubmission {
        device_hash: "h".into(),
        address_hash: None,
        uploads: Vec::new(),
        queue: QueueRule::Never,
        offers_chat: false,
        asks_for_files: false,
        new_id: id.into(),
        continues: None,
        key: None,
        once_within: None,
        quota: None,
        weight: None,
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
            state_times: StateTimes::default(),
            scores: Scores::default(),
            reference: None,
            received_at: 0,
            responses: "[]".into(),
            customer: None,
            customer_id: None,
            customer_verified: false,
            attributes_verified: false,
            verified_customer: None,
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
        kind: MessageKind::Message,
        upload_id: None,
        is_outside_hours: false,
        body: "Hello".into(),
        client_key: None,
        key: None,
        created_at: 0,
    }
}

/// Polls a request once, which queues its job, and drops it. The writer gets no turn meanwhile.
pub(super) fn queue_and_hang_up<T>(request: impl Future<Output = T>) {
    let reply = request.now_or_never();
    assert!(reply.is_none(), "the writer cannot have replied yet");
}

#[tokio::test]
async fn reports_a_full_queue_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let location = prepare(folder.path()).await;
    let lock = lock(&location).await;
    let writer = Writer::with_queue(
        Db::open_writer(&location).await.unwrap(),
        1,
        QUEUE_BYTES,
        |_, _| {},
    );
    let submit = async |id: &str| writer.write(submission(id)).await;
    let release = async {
        // By now the requests that found the queue full have failed; the others wait for the lock.
        tokio::task::yield_now().await;
        lock.commit().await.unwrap();
    };
    let (a, b, c, ()) = tokio::join!(submit("a"), submit("b"), submit("c"), release);
    let results = [a, b, c];
    assert!(results.contains(&Err(WriteError::QueueFull)), "{results:?}");
    assert!(results.iter().any(Result::is_ok), "{results:?}");
    assert!(submit("d").await.is_ok());
}

#[tokio::test]
async fn refuses_jobs_of_every_kind_when_those_that_wait_are_too_large() {
    let folder = tempfile::tempdir().unwrap();
    let location = prepare(folder.path()).await;
    let room = 100 * 1024;
    let writer = Writer::with_queue(Db::open_writer(&location).await.unwrap(), 8_192, room, |_, _| {});
    writer.write(submission("chat")).await.unwrap();
    let lock = lock(&location).await;
    let say = async |id: &str| {
        let message = NewMessage {
            new_id: id.into(),
            body: "a".repeat(30 * 1024),
            ..message("chat")
        };
        writer.write(message).await.is_ok()
    };
    let submit = async |id: &str| writer.write(submission(id)).await;
    let release = async {
        tokio::task::yield_now().await;
        lock.commit().await.unwrap();
    };
    // Three messages fit, and a small job beside them.
    let (a, b, c, d, small, ()) = tokio::join!(say("a"), say("b"), say("c"), say("d"), submit("s"), release);
    assert_eq!([a, b, c, d], [true, true, true, false]);
    assert!(small.is_ok());
    // All the room is free again.
    let (a, b, c) = tokio::join!(say("e"), say("f"), say("g"));
    assert!(a && b && c);
    assert_eq!(writer.room.available_permits(), room);
}

#[tokio::test]
async fn commits_queued_jobs_before_it_closes() {
    let folder = tempfile::tempdir().unwrap();
    let location = prepare(folder.path()).await;
    let writer = start(&location).await;
    let submit = async |id: &str| writer.write(submission(id)).await;
    let (a, b, ()) = tokio::join!(submit("a"), submit("b"), writer.close());
    assert!(a.is_ok() && b.is_ok());
    assert_eq!(submit("late").await, Err(WriteError::Stopping));
    let store = Store::open(location).await.unwrap();
    let stored = store
        .newest_feedbacks(&FeedbackFilter::of(NodeScope::All), None, 10)
        .await;
    assert_eq!(stored.unwrap().rows.len(), 2);
}

#[tokio::test]
async fn a_job_that_cannot_be_written_does_not_affect_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let location = prepare(folder.path()).await;
    let lock = lock(&location).await;
    let writer = start(&location).await;
    let mut unknown_node = submission("b");
    unknown_node.feedback.node_id = "gone".into();
    let release = async { lock.commit().await.unwrap() };
    let (a, b, c, ()) = tokio::join!(
        writer.write(submission("a")),
        writer.write(unknown_node),
        writer.write(submission("c")),
        release,
    );
    assert!(a.is_ok() && c.is_ok());
    assert_eq!(b, Err(WriteError::Unwritable));
    assert_eq!(
        writer.write(submission("a")).await,
        Err(WriteError::Unwritable),
        "an id is stored once"
    );
}

/// Waits for the next of several that must come.
async fn next<T>(announced: &mut mpsc::UnboundedReceiver<T>) -> T {
    let announced = tokio::time::timeout(Duration::from_mins(1), announced.recv()).await;
    announced.expect("nothing was announced").unwrap()
}

#[tokio::test]
async fn announces_a_commit_whose_requester_hung_up() {
    let folder = tempfile::tempdir().unwrap();
    let location = prepare(folder.path()).await;
    let (announce, mut announced) = mpsc::unbounded_channel();
    let writer = Writer::start(
        Db::open_writer(&location).await.unwrap(),
        move |feedback_id, change| {
            announce.send((feedback_id.to_owned(), change)).unwrap();
        },
    );
    let expected = |change| ("a".to_owned(), change);
    writer.write(submission("a")).await.unwrap();
    assert_eq!(
        next(&mut announced).await,
        expected(ChatChange::default()),
        "a chat that begins is news for staff"
    );
    let blocked = lock(&location).await;
    queue_and_hang_up(writer.write(message("a")));
    blocked.commit().await.unwrap();
    assert_eq!(next(&mut announced).await, expected(ChatChange::from_position(1)));

    let blocked = lock(&location).await;
    let close = ChatArchive {
        feedback_id: "a".into(),
        at: 0,
    };
    queue_and_hang_up(writer.write(close));
    blocked.commit().await.unwrap();
    assert_eq!(next(&mut announced).await, expected(ChatChange::from_position(2)));
}

#[tokio::test]
async fn announces_only_changes() {
    let folder = tempfile::tempdir().unwrap();
    let (announce, mut announced) = mpsc::unbounded_channel();
    let location = prepare(folder.path()).await;
    let writer = Writer::start(
        Db::open_writer(&location).await.unwrap(),
        move |feedback_id, change| {
            announce.send((feedback_id.to_owned(), change)).unwrap();
        },
    );
    let reopen = |feedback_id: &str| ChatAct {
        feedback_id: feedback_id.into(),
        by: ActBy {
            staff: "s".into(),
            at: 0,
        },
        kind: ChatActKind::Reopen,
    };
    writer.write(submission("a")).await.unwrap();
    next(&mut announced).await;
    writer.write(reopen("a")).await.unwrap();
    assert!(writer.write(message("gone")).await.is_err());
    assert!(announced.try_recv().is_err(), "nothing has changed");
}

#[tokio::test]
async fn a_panic_refuses_its_group_and_the_writer_continues() {
    let folder = tempfile::tempdir().unwrap();
    let location = prepare(folder.path()).await;
    let writer = Writer::start(Db::open_writer(&location).await.unwrap(), |feedback_id, _| {
        assert_ne!(feedback_id, "panics");
    });
    assert_eq!(
        writer.write(submission("panics")).await,
        Err(WriteError::Stopping)
    );
    assert!(!writer.has_committed_since(0));
    assert!(writer.write(submission("a")).await.is_ok());
    assert!(writer.has_committed_since(0));
}

#[tokio::test]
async fn each_transaction_changes_feedback_later_than_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let location = prepare(folder.path()).await;
    let db = Db::open(&location).await.unwrap();
    let writer = start(&location).await;
    writer.write(submission("a")).await.unwrap();
    // As if the clock had been set back since.
    let future = base::time::now() + 1_000_000;
    query("UPDATE feedbacks SET updated_at = $1")
        .bind(future)
        .execute(&db)
        .await
        .unwrap();
    for id in ["b", "c"] {
        writer.write(submission(id)).await.unwrap();
    }
    let times: Vec<(i64,)> = query("SELECT updated_at FROM feedbacks ORDER BY id")
        .fetch_all(&db)
        .await
        .unwrap();
    assert_eq!(times, [(future,), (future + 1,), (future + 2,)]);
}

/// Two processes that write to the same database: a request that reaches both is carried out once, and the times of change
/// increase over both.
#[tokio::test]
async fn two_writers_store_a_repeated_request_once() {
    let folder = tempfile::tempdir().unwrap();
    let location = prepare(folder.path()).await;
    let (one, other) = (start(&location).await, start(&location).await);
    let keyed = |id: String, key: u32| CheckedSubmission {
        key: Some(IdempotencyKey {
            key: key.to_string(),
            fingerprint: "f".into(),
        }),
        ..submission(&id)
    };
    for key in 0..20 {
        let (first, second) = tokio::join!(
            one.write(keyed(format!("a{key}"), key)),
            other.write(keyed(format!("b{key}"), key)),
        );
        assert_eq!(first.unwrap().id, second.unwrap().id, "one of them is a repeat");
    }
    let db = Db::open(&location).await.unwrap();
    let times: Vec<(i64,)> = query("SELECT updated_at FROM feedbacks ORDER BY seq")
        .fetch_all(&db)
        .await
        .unwrap();
    assert_eq!(times.len(), 20);
    assert!(times.is_sorted_by(|one, next| one < next), "{times:?}");
}

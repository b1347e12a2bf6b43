//! Orders end the same wherever they are interrupted.

use super::*;
use crate::database::query;
use crate::database::test_database::test_location;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use crate::staff_audit::ActBy;
use std::path::Path;
use std::sync::Mutex;

/// A device with more feedback than one part erases, one chat with more messages than that, and another device.
async fn open(folder: &Path) -> Store {
    Store::open(test_location(folder).await).await.unwrap()
}

async fn fill(store: &Store) {
    for sql in [
        "INSERT INTO flow_revisions VALUES ('f', 1, '{}', 0)",
        "INSERT INTO nodes VALUES ('n', 'f', '{}', 0)",
        "INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, created_offline,
             time_spent_in_seconds, received_at, updated_at, responses, chat_epoch)
         WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 260)
         SELECT 'f' || n, CASE WHEN n % 10 = 0 THEN 'partial' ELSE 'complete' END,
             CASE WHEN n > 250 THEN 'other' ELSE 'd' END, 'n', 'f', 1, FALSE, 0, n, n, '[]', 0 FROM numbers",
        "INSERT INTO chats (feedback_id, node_id, status, position, created_at, updated_at, change_number)
         SELECT id, 'n', 'open', 0, 0, 0, seq FROM feedbacks WHERE seq % 2 = 1",
        "INSERT INTO chat_messages (feedback_id, position, id, actor, body, created_at)
         WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4100)
         SELECT 'f7', n, 'm' || n, 'customer', 'word' || n, n FROM numbers",
        "INSERT INTO idempotency_keys (route, device_id, key, fingerprint, receipt, created_at, feedback_id)
         SELECT 'feedbacks', device_id, 'key-of-' || id, 'x', '{\"id\":\"' || id || '\"}', 0, id FROM feedbacks",
        "INSERT INTO customers (id, node_id, device_id, created_at) VALUES ('c', 'n', 'd', 0), ('e', 'n', 'other', 0)",
    ] {
        query(sql).execute(&store.db).await.unwrap();
    }
}

/// Everything that the order could have changed.
async fn content(store: &Store) -> Vec<(String, i64)> {
    let mut content = Vec::new();
    for sql in [
        "SELECT 'feedback ' || id, seq FROM feedbacks ORDER BY id",
        "SELECT 'chat ' || feedback_id, position FROM chats ORDER BY feedback_id",
        "SELECT 'message ' || id, position FROM chat_messages ORDER BY id",
        "SELECT 'receipt ' || route || device_id || key || receipt, created_at FROM idempotency_keys ORDER BY route, key",
        "SELECT 'customer ' || id, created_at FROM customers ORDER BY id",
        "SELECT 'gone ' || feedback_id, epoch FROM erased_chats ORDER BY feedback_id",
        "SELECT 'order ' || kind, feedbacks FROM erasures",
    ] {
        let rows: Vec<(String, i64)> = query(sql).fetch_all(&store.db).await.unwrap();
        content.extend(rows);
    }
    content
}

async fn order(store: &Store) -> String {
    let order = NewErasure {
        new_id: "order".into(),
        subject: ErasureSubject::Device("d".into()),
        nodes: NodeScope::All,
        by: ActBy {
            staff: "ann".into(),
            at: 0,
        },
    };
    let id = store.begin_erasure(order).await.unwrap();
    store.resolve_erasure(&id, "d").await.unwrap();
    id
}

/// Carries out so many parts at most; returns how many there were.
async fn carry_out(store: &Store, id: &str, most: usize) -> usize {
    for part in 0..most {
        let step = ErasureStep {
            erasure_id: id.to_owned(),
            device_hash: None,
            at: 1,
        };
        if store.erase_part(step).await.unwrap() == StepOutcome::NoRowsLeft {
            return part + 1;
        }
    }
    most
}

#[tokio::test]
async fn an_order_that_is_interrupted_after_any_part_ends_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    fill(&store).await;
    let id = order(&store).await;
    let parts = carry_out(&store, &id, 100).await;
    let expected = content(&store).await;
    store.close().await;
    assert!(parts >= 6, "{parts} parts");
    let names: Vec<_> = expected.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names.iter().filter(|name| name.starts_with("feedback ")).count(),
        10
    );
    assert!(
        !names
            .iter()
            .any(|name| name.starts_with("message ") || *name == "customer c")
    );
    assert!(names.contains(&"customer e"));
    assert!(!names.iter().any(|name| name.contains("receipt feedbacksd")));
    assert!(expected.contains(&("order device".into(), 250)));

    for interrupted_after in 0..parts {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path()).await;
        fill(&store).await;
        let id = order(&store).await;
        carry_out(&store, &id, interrupted_after).await;
        store.close().await;
        let store = open(folder.path()).await;
        assert_eq!(order(&store).await, id, "the order that is under way");
        assert_eq!(unfinished(&store).await, std::slice::from_ref(&id));
        carry_out(&store, &id, 100).await;
        assert_eq!(content(&store).await, expected, "after {interrupted_after} parts");
        store.close().await;
    }
}

/// Returns the ids of all orders that are not carried out.
async fn unfinished(store: &Store) -> Vec<String> {
    let (mut all, mut last) = (Vec::new(), ErasurePlace::default());
    loop {
        let part = store.unfinished_erasures(&last).await.unwrap();
        let Some(end) = part.last() else { return all };
        last = end.clone();
        all.extend(part.into_iter().map(|order| order.id));
    }
}

#[tokio::test]
async fn orders_behind_hundreds_that_are_stuck_have_their_turn() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let orders = "INSERT INTO erasures (id, kind, requested_by, requested_at)
         WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 250)
         SELECT 'o' || (1000 + n), 'device', 'ann', n / 50 FROM numbers";
    query(orders).execute(&store.db).await.unwrap();
    let expected: Vec<_> = (1001..=1250).map(|number| format!("o{number}")).collect();
    assert_eq!(unfinished(&store).await, expected);
    store.close().await;
}

#[tokio::test]
async fn a_change_after_an_erased_chat_is_behind_every_cursor() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    fill(&store).await;
    let before = store.inbox_end().await.unwrap();
    let id = order(&store).await;
    carry_out(&store, &id, 100).await;
    let after = store.inbox_end().await.unwrap();
    assert!(after.place > before.place, "{before} {after}");
    store.forget_erased_chats(i64::MAX).await.unwrap();
    assert_eq!(store.inbox_end().await.unwrap(), after);
    store.close().await;
}

#[tokio::test]
async fn missed_erasures_appear_once_in_the_changes() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    fill(&store).await;
    let mut cursor = store.inbox_end().await.unwrap();
    let id = order(&store).await;
    carry_out(&store, &id, 100).await;
    let mut found = Vec::new();
    loop {
        // Fewer than one transaction erases, whose changes share a number.
        let page = store.chats_changed_after(&cursor, 7).await.unwrap();
        let Some(last) = page.last() else { break };
        cursor = last.cursor();
        assert!(page.iter().all(|chat| chat.is_erased && !chat.is_queued));
        found.extend(page.into_iter().map(|chat| chat.feedback_id));
    }
    let mut gone: Vec<(String, i64)> = query("SELECT feedback_id, epoch FROM erased_chats")
        .fetch_all(&store.db)
        .await
        .unwrap();
    assert_eq!(gone.len(), 125);
    found.sort_unstable();
    gone.sort_unstable();
    assert!(found.iter().eq(gone.iter().map(|(id, _)| id)), "{found:?}");
    store.close().await;
}

#[tokio::test]
async fn a_device_with_feedback_in_the_index_is_found_without_looking_at_others() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    fill(&store).await;
    query("INSERT INTO feedback_terms (feedback_seq, term) SELECT seq, 'device:h' FROM feedbacks WHERE device_id = 'other'")
        .execute(&store.db)
        .await
        .unwrap();
    let looked_at = Mutex::new(Vec::new());
    let find = async |hash: &str, device: &str| {
        looked_at.lock().unwrap().clear();
        let is_it = |candidate: &str| {
            looked_at.lock().unwrap().push(candidate.to_owned());
            candidate == device
        };
        let found = store.find_device(hash, is_it).await.unwrap();
        (found, looked_at.lock().unwrap().clone())
    };
    let other = "other".to_owned();
    assert_eq!(
        find("h", "other").await,
        (Some(other.clone()), vec![other.clone()])
    );
    // By a hash of another secret, and of a device that is in no index.
    assert_eq!(find("h", "d").await.0, Some("d".to_owned()));
    assert_eq!(find("unknown", "other").await.0, Some(other));
    assert_eq!(find("unknown", "nobody").await.0, None);
    store.close().await;
}

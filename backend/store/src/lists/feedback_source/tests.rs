//! Lists while the index has everything, and while it does not.

use crate::database::test_database::test_location;
use crate::database::{Db, query};
use crate::feedback::feedback_filter::Term;
use crate::feedback::feedback_rows::FeedbackStatus;
use crate::feedback::scores::Scores;
use crate::feedback::state_times::StateTimes;
use crate::handle::Store;
use crate::list_total::{ListTotal, MOST_LOOKED_AT_FOR_TOTAL};
use crate::lists::feedback_source::*;
use crate::results::result_index::{IndexBatch, IndexedFeedback, ResultGroup};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn a_source_narrows_to_a_single_condition_filter() {
    let all = FeedbackFilter::of(NodeScope::All);
    let with_words = FeedbackFilter {
        words: SearchWords::parse("cold"),
        ..all.clone()
    };
    let of_node = FeedbackFilter {
        nodes: NodeScope::of("n"),
        ..with_words.clone()
    };
    for (filter, has_only) in [(all, true), (with_words, true), (of_node, false)] {
        let source = Source::of_index(&filter).unwrap_or(Source::Feedbacks);
        assert_eq!(source.has_only(&filter), has_only, "{filter:?}");
    }
}

#[test]
fn groups_list_their_distinguishing_values() {
    let groups = Source::Groups {
        ids: vec![1],
        last_indexed: None,
    };
    let of_flow = FeedbackFilter {
        is_verified: Some(true),
        ..of_flow(NodeScope::of("n"))
    };
    assert!(groups.has_only(&of_flow));
    assert!(!Source::Feedbacks.has_only(&of_flow));
    let of_a_time = FeedbackFilter {
        received: TimeRange {
            from: Some(0),
            to: None,
        },
        ..of_flow
    };
    assert!(!groups.has_only(&of_a_time));
}

fn of_flow(nodes: NodeScope) -> FeedbackFilter {
    FeedbackFilter {
        flow_id: Some("f".into()),
        ..FeedbackFilter::of(nodes)
    }
}

/// Opens a store with a feedback for each status, of which each changes after the one before.
async fn store_with(folder: &Path, statuses: &[FeedbackStatus]) -> (Store, Db) {
    let location = test_location(folder).await;
    let db = Db::open(&location).await.unwrap();
    for sql in [
        "INSERT INTO flow_revisions VALUES ('f', 1, '{}', 0)",
        "INSERT INTO nodes VALUES ('n', 'f', '{}', 0)",
    ] {
        query(sql).execute(&db).await.unwrap();
    }
    for (status, at) in statuses.iter().zip(1_i64..) {
        query(
            "INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, created_offline,
                 time_spent_in_seconds, received_at, updated_at, responses)
             VALUES ($1, $2, 'd', 'n', 'f', 1, $3, 0, $4, $4, '[]')",
        )
        .bind(at.to_string())
        .bind(*status)
        .bind(false)
        .bind(at)
        .execute(&db)
        .await
        .unwrap();
    }
    (Store::open(location).await.unwrap(), db)
}

/// Indexes the first feedbacks as partial ones.
async fn index(store: &Store, first: i64) {
    let indexed = |seq: i64| IndexedFeedback {
        seq,
        group: ResultGroup {
            flow_id: "f".into(),
            node_id: "n".into(),
            flow_revision: 1,
            language_id: String::new(),
            status: FeedbackStatus::Partial,
            customer_verified: false,
        },
        day: 0,
        time_spent_in_seconds: 0,
        state_times: StateTimes::default(),
        scores: Scores::default(),
        words: None,
        terms: BTreeSet::from([Term::Device("h").text()]),
        answers: Vec::new(),
    };
    let batch = IndexBatch {
        after: ListCursor::START,
        until: ListCursor {
            place: first,
            feedback_id: first.to_string(),
        },
        feedbacks: (1..=first).map(indexed).collect(),
    };
    assert!(store.index(batch).await.unwrap());
}

/// Returns the numbers of a list, read in parts of one; as many as its total says.
async fn list(store: &Store, filter: &FeedbackFilter) -> Vec<i64> {
    let mut seqs = Vec::new();
    let mut before = None;
    loop {
        let part = store.newest_feedbacks(filter, before, 1).await.unwrap();
        seqs.extend(part.rows.iter().map(|row| row.seq));
        before = part.rows.last().map(|row| row.seq).or(part.looked_at_until);
        if before.is_none() {
            break;
        }
    }
    let total = store.feedback_total(filter).await.unwrap();
    assert_eq!((total.count, total.is_capped), (seqs.len() as i64, false));
    seqs
}

#[tokio::test]
async fn lists_have_unindexed_feedback_exactly_once() {
    use FeedbackStatus::Partial;
    let folder = tempfile::tempdir().unwrap();
    let (store, db) = store_with(folder.path(), &[Partial; 4]).await;
    index(&store, 3).await;
    // Two have been completed since they were indexed.
    let complete = "UPDATE feedbacks SET status = 'complete', updated_at = 5 WHERE seq IN (2, 3)";
    query(complete).execute(&db).await.unwrap();
    let all = of_flow(NodeScope::All);
    assert_eq!(list(&store, &all).await, [4, 3, 2, 1]);
    let of_node = of_flow(NodeScope::of("n"));
    assert_eq!(list(&store, &of_node).await, [4, 3, 2, 1]);
    assert_eq!(list(&store, &of_flow(NodeScope::of("m"))).await, [0; 0]);
    let partial = FeedbackFilter {
        status: Some(Partial),
        ..all.clone()
    };
    assert_eq!(list(&store, &partial).await, [4, 1]);
    let of_a_time = FeedbackFilter {
        received: TimeRange {
            from: Some(2),
            to: Some(4),
        },
        ..all
    };
    assert_eq!(list(&store, &of_a_time).await, [3, 2]);
}

#[tokio::test]
async fn lists_of_several_nodes_are_in_one_order() {
    let folder = tempfile::tempdir().unwrap();
    let (store, db) = store_with(folder.path(), &[FeedbackStatus::Complete; 6]).await;
    for sql in [
        "INSERT INTO nodes VALUES ('m', 'f', '{}', 0), ('o', 'f', '{}', 0)",
        "UPDATE feedbacks SET node_id = 'm' WHERE seq % 3 = 1",
        "UPDATE feedbacks SET node_id = 'o' WHERE seq % 3 = 2",
    ] {
        query(sql).execute(&db).await.unwrap();
    }
    let nodes = ["m", "n", "o"].map(str::to_owned);
    let of_three = FeedbackFilter::of(NodeScope::Only(nodes.into()));
    assert_eq!(list(&store, &of_three).await, [6, 5, 4, 3, 2, 1]);
}

#[tokio::test]
async fn totals_are_exact_by_roll_ups_and_else_up_to_what_is_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let (store, db) = store_with(folder.path(), &[FeedbackStatus::Complete]).await;
    let more = MOST_LOOKED_AT_FOR_TOTAL;
    query(
        "INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, created_offline,
             time_spent_in_seconds, received_at, updated_at, responses)
         WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)
         SELECT 'more-' || n, 'complete', 'd', 'n', 'f', 1, created_offline, 0, n % 100, 1, '[]'
         FROM numbers, feedbacks WHERE feedbacks.id = '1'",
    )
    .bind(more)
    .execute(&db)
    .await
    .unwrap();
    let all = FeedbackFilter::of(NodeScope::All);
    let total = async |filter: &FeedbackFilter| store.feedback_total(filter).await.unwrap();
    // The index has none of them yet.
    let capped = ListTotal {
        count: more.into(),
        is_capped: true,
    };
    assert_eq!(total(&all).await, capped);
    let early = FeedbackFilter {
        received: TimeRange {
            from: None,
            to: Some(50),
        },
        ..all.clone()
    };
    let half = ListTotal {
        count: i64::from(more) / 2,
        is_capped: true,
    };
    assert_eq!(total(&early).await, half);
    query("DELETE FROM feedbacks WHERE received_at = 99")
        .execute(&db)
        .await
        .unwrap();
    let exact = ListTotal {
        count: i64::from(more) / 100 * 99 + 1,
        is_capped: false,
    };
    assert_eq!(total(&all).await, exact);
}

#[tokio::test]
async fn a_part_has_a_bounded_number_of_bytes_and_the_list_has_everything() {
    let folder = tempfile::tempdir().unwrap();
    let (store, db) = store_with(folder.path(), &[FeedbackStatus::Complete; 5]).await;
    let long = format!("[{}]", " ".repeat(900_000));
    let lengthen = query("UPDATE feedbacks SET responses = $1 WHERE seq > 1").bind(long);
    lengthen.execute(&db).await.unwrap();
    let all = FeedbackFilter::of(NodeScope::All);

    let (mut lengths, mut seqs, mut before) = (Vec::new(), Vec::new(), None);
    loop {
        let part = store.newest_feedbacks(&all, before, 100).await.unwrap();
        lengths.push(part.rows.len());
        seqs.extend(part.rows.iter().map(|row| row.seq));
        before = part.looked_at_until;
        if before.is_none() {
            break;
        }
    }
    assert_eq!((lengths, seqs), (vec![2, 3], vec![5, 4, 3, 2, 1]));

    let (mut lengths, mut seqs, mut after) = (Vec::new(), Vec::new(), None);
    loop {
        let part = store
            .changed_feedbacks(&all, 0, after.as_ref(), 100)
            .await
            .unwrap();
        lengths.push(part.rows.len());
        seqs.extend(part.rows.iter().map(|row| row.seq));
        after = part.looked_at_until;
        if after.is_none() {
            break;
        }
    }
    assert_eq!((lengths, seqs), (vec![3, 2], vec![1, 2, 3, 4, 5]));
}

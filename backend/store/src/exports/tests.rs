//! Claims of exports, when servers end and orders to erase are under way.

use super::export_jobs::{ClaimedExport, ExportClaim, ExportProgress, NewExport, NewExportPart};
use crate::database::query;
use crate::database::test_database::test_location;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use crate::staff_audit::ActBy;

async fn claimed(store: &Store, now: i64) -> Option<ClaimedExport> {
    let until = now + 10;
    store.claim_export(ExportClaim { now, until }).await.unwrap()
}

async fn says(store: &Store, export: &ClaimedExport, part: &str) -> bool {
    let progress = ExportProgress {
        export: export.clone(),
        now: 20,
        until: 30,
        feedbacks: 1,
        bytes: 5,
        part: Some(NewExportPart {
            storage_key: part.to_owned(),
            position: 0,
            size: 5,
        }),
    };
    store.note_export_progress(progress).await.unwrap()
}

#[tokio::test]
async fn an_export_is_one_servers_and_waits_for_erasing() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(test_location(folder.path()).await).await.unwrap();
    let new = NewExport {
        id: "e".into(),
        owner: "token:ann".into(),
        by: ActBy {
            staff: "ann".into(),
            at: 0,
        },
        nodes: NodeScope::All,
        format: "csv",
        parameters: "{}".into(),
        work: "{}".into(),
        expires_at: 1_000_000,
    };
    store.begin_export(new).await.unwrap();
    query("INSERT INTO erasures (id, kind, requested_by, requested_at) VALUES ('o', 'feedback', 'ann', 0)")
        .execute(&store.db)
        .await
        .unwrap();
    assert!(!store.has_due_exports(10).await.unwrap());
    assert!(
        claimed(&store, 10).await.is_none(),
        "something is still to be erased"
    );
    store.end_erasure("o", 10).await.unwrap();
    assert!(store.has_due_exports(10).await.unwrap());
    let first = claimed(&store, 10).await.unwrap();
    assert!(claimed(&store, 11).await.is_none(), "another server has it");
    assert!(says(&store, &first, "first").await);
    assert_eq!(store.export_parts("e").await.unwrap(), ["first"]);

    let second = claimed(&store, 30).await.unwrap();
    assert_eq!(second.attempts, 2);
    assert!(!says(&store, &first, "late").await, "it was claimed again");
    assert!(store.export_parts("e").await.unwrap().is_empty());
    store.note_export_part("first", 31).await.unwrap();
    assert_eq!(store.released_export_parts(None, 32).await.unwrap(), ["first"]);
    assert!(says(&store, &second, "second").await);
    store.remove_expired_exports(2_000_000).await.unwrap();
    assert!(!says(&store, &second, "third").await, "it is gone");
    // What is on its way to the storage is deleted when it must be there.
    assert_eq!(store.released_export_parts(None, 32).await.unwrap(), ["first"]);
    assert_eq!(
        store.released_export_parts(None, 1_000_000).await.unwrap().len(),
        2
    );
    store
        .forget_export_parts(&["first".into(), "second".into()])
        .await
        .unwrap();
    assert!(
        store
            .released_export_parts(None, 1_000_000)
            .await
            .unwrap()
            .is_empty()
    );
    store.close().await;
}

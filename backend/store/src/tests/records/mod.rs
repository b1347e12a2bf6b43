//! Records that files and the console share.

mod console;
mod dependents;
mod imports;

use crate::database::query;
use crate::database::test_database::test_location;
use crate::staff_audit::{ActBy, AuditFilter, StaffAct};
use crate::{
    ChangedElsewhere, ExpectedRevision, ImportError, ImportOptions, Imported, NodeScope, PutRecord,
    RecordArchive, RecordChange, RecordError, RecordRefusal, Store, WriteError,
};
use base::records::{RecordKind, RecordOwner, RecordSet};
use serde_json::{Value, json};
use std::future::{Future, poll_fn};
use std::path::Path;
use std::pin::pin;
use std::task::Poll;
use tempfile::TempDir;

const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// Records of all kinds, each with this word in it, as a folder has them.
fn folder(word: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, record) in records(word) {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, record.to_string()).unwrap();
    }
    folder
}

fn records(word: &str) -> [(&'static str, Value); 4] {
    [
        (
            "flows/f.json",
            json!({"id": "f", "name": word, "languages": [{"id": "l", "code": "en"}], "states": [
                {"id": "s", "isInitialState": true, "elements": [{"id": "e", "type": "next_page"}]}]}),
        ),
        ("nodes/n.json", json!({"id": "n", "flow_id": "f", "name": word})),
        (
            "widgets/w.json",
            json!({"code": "PSN-TEST001", "node_id": "n", "web_channel": {"name": word}, "secret": SECRET}),
        ),
        (
            "connectors/c.json",
            json!({"id": "c", "url": format!("https://{word}.example/o"), "data": {"x": "/x"}, "headers": {"X-Key": SECRET}}),
        ),
    ]
}

const PLACES: [(RecordKind, &str); 4] = [
    (RecordKind::Flow, "f"),
    (RecordKind::Node, "n"),
    (RecordKind::Widget, "PSN-TEST001"),
    (RecordKind::Connector, "c"),
];

async fn open(data: &Path) -> Store {
    Store::open(test_location(data).await).await.unwrap()
}

async fn import_with(
    store: &Store,
    folder: &TempDir,
    options: ImportOptions,
) -> Result<Imported, ImportError> {
    let mut records = RecordSet::read_folder(folder.path());
    assert_eq!(records.findings, []);
    store.import(&mut records, options).await
}

async fn import(store: &Store, folder: &TempDir) -> Imported {
    import_with(store, folder, ImportOptions::default())
        .await
        .unwrap()
}

fn ann() -> ActBy {
    ActBy {
        staff: "Ann".to_owned(),
        at: 1_000,
    }
}

fn change(kind: RecordKind, record: &Value, expected: ExpectedRevision) -> RecordChange {
    let records = RecordSet::of_text(kind, "", record.to_string());
    assert_eq!(records.findings, []);
    RecordChange {
        records,
        by: ann(),
        scope: NodeScope::All,
        note: Some("Why not".to_owned()),
        expected,
        restores: None,
    }
}

/// Has Ann change a record of [`records`].
async fn put(store: &Store, kind: RecordKind, word: &str) -> Result<PutRecord, RecordError> {
    let at = PLACES.iter().position(|(other, _)| *other == kind).unwrap();
    let (_, record) = &records(word)[at];
    store
        .put_record(change(kind, record, ExpectedRevision::Any))
        .await
}

fn archive_of(kind: RecordKind, id: &str) -> RecordArchive {
    RecordArchive {
        kind,
        id: id.to_owned(),
        by: ann(),
        note: None,
        expected: ExpectedRevision::Any,
    }
}

fn refusal<T: std::fmt::Debug>(outcome: Result<T, RecordError>) -> RecordRefusal {
    match outcome.unwrap_err() {
        RecordError::Write(WriteError::Refused(refusal)) => refusal,
        other => panic!("{other}"),
    }
}

async fn text(store: &Store, kind: RecordKind, id: &str, revision: Option<u32>) -> Value {
    let (_, text) = store.record_text(kind, id, revision).await.unwrap().unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Returns a folder with what takes part, as `pulsen pull` writes it.
async fn pulled(store: &Store) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (kind, _) in PLACES {
        std::fs::create_dir_all(folder.path().join(kind.folder())).unwrap();
        for (at, record) in store.live_records(kind).await.unwrap().iter().enumerate() {
            let path = folder.path().join(kind.folder()).join(format!("{at}.json"));
            std::fs::write(path, &record.text).unwrap();
        }
    }
    folder
}

async fn acts(store: &Store) -> Vec<(StaffAct, String, String)> {
    let filter = AuditFilter {
        nodes: &NodeScope::All,
        feedback_id: None,
        staff: None,
        act: None,
    };
    let rows = store.staff_audit(filter, None, 100).await.unwrap();
    let acts = rows.into_iter().rev();
    acts.map(|row| (row.act, row.staff, row.subject.unwrap_or_default()))
        .collect()
}

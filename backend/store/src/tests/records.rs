//! Records that files and the console share.

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

#[tokio::test]
async fn records_of_all_kinds_have_revisions() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    for folder in [folder("one"), folder("one"), folder("two")] {
        import(&store, &folder).await;
    }
    for (kind, id) in PLACES {
        assert_eq!(put(&store, kind, "three").await.unwrap().revision, 3);
        let revisions = store.record_revisions(kind, id, None, 200).await.unwrap();
        let shown: Vec<_> = revisions
            .iter()
            .map(|one| (one.revision, one.author.as_str(), one.note.as_deref()))
            .collect();
        let import = |revision| (revision, "pulsen import", None);
        assert_eq!(shown, [(3, "Ann", Some("Why not")), import(2), import(1)]);
        let page = store.record_revisions(kind, id, Some(3), 1).await.unwrap();
        assert_eq!(page.iter().map(|one| one.revision).collect::<Vec<_>>(), [2]);
        for (revision, word) in [
            (Some(1), "one"),
            (Some(2), "two"),
            (Some(3), "three"),
            (None, "three"),
        ] {
            let text = text(&store, kind, id, revision).await.to_string();
            assert!(text.contains(word) && !text.contains(SECRET), "{text}");
        }
        assert_eq!(store.record_text(kind, id, Some(4)).await.unwrap(), None);
        let listed = store.listed_record(kind, id).await.unwrap().unwrap();
        assert_eq!((listed.revision, listed.imported_revision), (3, Some(2)));
        assert_eq!((listed.owner, listed.is_archived), (RecordOwner::Files, false));
        assert!(!put(&store, kind, "three").await.unwrap().is_changed);
    }
    let done = acts(&store).await;
    let all = "flow f, node n, widget PSN-TEST001, connector c";
    assert_eq!(
        done[..3],
        [
            (StaffAct::Import, "pulsen import".into(), all.to_owned()),
            (StaffAct::Import, "pulsen import".into(), all.to_owned()),
            (StaffAct::PutRecord, "Ann".into(), "flow f".into()),
        ]
    );
    assert_eq!(done.len(), 6, "what changes nothing is not written down");
}

#[tokio::test]
async fn an_import_leaves_alone_what_the_console_has_changed() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    for (kind, _) in PLACES {
        put(&store, kind, "ann").await.unwrap();
    }
    let names = async || text(&store, RecordKind::Node, "n", None).await["name"].clone();

    import(&store, &folder("ann")).await;
    for (kind, id) in PLACES {
        let listed = store.listed_record(kind, id).await.unwrap().unwrap();
        assert_eq!(
            (listed.revision, listed.imported_revision),
            (2, Some(2)),
            "the files agree"
        );
        put(&store, kind, "ann-again").await.unwrap();
    }

    let two = folder("two");
    let Err(ImportError::ChangedElsewhere(differences)) =
        import_with(&store, &two, ImportOptions::default()).await
    else {
        panic!("it is refused");
    };
    let places: Vec<_> = differences
        .iter()
        .map(|one| (one.kind, one.id.as_str()))
        .collect();
    assert_eq!(places, PLACES);
    assert_eq!(differences[1].author, "Ann");
    assert_eq!(differences[1].stored.as_ref().unwrap()["name"], "ann-again");
    assert_eq!(differences[1].in_files["name"], "two");
    assert_eq!(names().await, "ann-again");

    let with = |changed_elsewhere| ImportOptions {
        changed_elsewhere,
        ..ImportOptions::default()
    };
    let kept = import_with(&store, &two, with(ChangedElsewhere::Keep))
        .await
        .unwrap();
    assert_eq!((kept.kept.len(), kept.nodes), (4, 0));
    assert_eq!(names().await, "ann-again");
    import_with(&store, &two, with(ChangedElsewhere::TakeOver))
        .await
        .unwrap();
    assert_eq!(names().await, "two");
    import(&store, &folder("three")).await;
    assert_eq!(names().await, "three");
}

#[tokio::test]
async fn what_is_kept_is_what_the_rest_refers_to() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    let mut flow = records("ann")[0].1.clone();
    flow["languages"] = json!([{"id": "l", "code": "en"}, {"id": "turkish", "code": "tr"}]);
    store
        .put_record(change(RecordKind::Flow, &flow, ExpectedRevision::Any))
        .await
        .unwrap();
    let keep = ImportOptions {
        changed_elsewhere: ChangedElsewhere::Keep,
        ..ImportOptions::default()
    };
    let two = folder("two");
    let node = json!({"id": "n", "flow_id": "f", "default_language_id": "turkish"});
    std::fs::write(two.path().join("nodes/n.json"), node.to_string()).unwrap();
    for prune in [false, true] {
        import_with(&store, &two, ImportOptions { prune, ..keep })
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn two_who_change_a_record_are_told() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    let node = |name: &str| json!({"id": "n", "flow_id": "f", "name": name});
    let put = async |record: Value, expected| {
        store
            .put_record(change(RecordKind::Node, &record, expected))
            .await
    };
    assert_eq!(
        put(node("two"), ExpectedRevision::Number(1))
            .await
            .unwrap()
            .revision,
        2
    );
    let conflict = RecordRefusal::Conflict { newest: Some(2) };
    assert_eq!(
        refusal(put(node("three"), ExpectedRevision::Number(1)).await),
        conflict
    );
    assert_eq!(
        refusal(put(node("three"), ExpectedRevision::Absent).await),
        conflict
    );
    let other = json!({"id": "other", "flow_id": "f"});
    let missing = RecordRefusal::Conflict { newest: None };
    assert_eq!(
        refusal(put(other.clone(), ExpectedRevision::Number(1)).await),
        missing
    );
    assert_eq!(put(other, ExpectedRevision::Absent).await.unwrap().revision, 1);
    let nowhere = json!({"id": "n", "flow_id": "nowhere"});
    let RecordRefusal::Findings(findings) = refusal(put(nowhere, ExpectedRevision::Any).await) else {
        panic!()
    };
    assert_eq!(findings[0].pointer, "/flow_id");
}

#[tokio::test]
async fn records_of_files_can_be_fixed() {
    let data = tempfile::tempdir().unwrap();
    let mut store = open(data.path()).await;
    import(&store, &folder("one")).await;
    store.fix_imported_records();
    for (kind, id) in PLACES {
        assert_eq!(
            refusal(put(&store, kind, "ann").await),
            RecordRefusal::RecordsAreFiles
        );
        let archived = store.archive_record(archive_of(kind, id)).await;
        assert_eq!(refusal(archived), RecordRefusal::RecordsAreFiles);
    }
    let own = json!({"id": "own", "flow_id": "f"});
    store
        .put_record(change(RecordKind::Node, &own, ExpectedRevision::Any))
        .await
        .unwrap();
    store
        .archive_record(archive_of(RecordKind::Node, "own"))
        .await
        .unwrap();
    import(&store, &folder("two")).await;
}

#[tokio::test]
async fn an_archived_record_takes_no_part_until_it_is_restored() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    let archive = async |kind, id: &str| store.archive_record(archive_of(kind, id)).await;
    let in_use = |kind, id: &str| RecordRefusal::InUse(vec![(kind, id.to_owned())]);
    assert_eq!(
        refusal(archive(RecordKind::Flow, "f").await),
        in_use(RecordKind::Node, "n")
    );
    assert_eq!(
        refusal(archive(RecordKind::Node, "n").await),
        in_use(RecordKind::Widget, "PSN-TEST001")
    );
    assert_eq!(
        refusal(archive(RecordKind::Node, "x").await),
        RecordRefusal::NotFound
    );
    for (kind, id) in PLACES.into_iter().rev() {
        assert_eq!(archive(kind, id).await.unwrap(), 2);
        assert_eq!(refusal(archive(kind, id).await), RecordRefusal::NotFound);
        assert!(store.listed_record(kind, id).await.unwrap().unwrap().is_archived);
        assert_eq!(store.live_records(kind).await.unwrap(), []);
    }
    assert!(store.widget("PSN-TEST001").await.unwrap().is_none());
    let node = store.node("n").await.unwrap();
    assert!(node.is_some(), "its feedback and chats need it");
    assert_eq!(
        text(&store, RecordKind::Node, "n", None).await["status"],
        "inactive"
    );
    let other = json!({"id": "other", "flow_id": "f"});
    let put = store
        .put_record(change(RecordKind::Node, &other, ExpectedRevision::Any))
        .await;
    assert!(
        matches!(refusal(put), RecordRefusal::Findings(_)),
        "there is no such flow any more"
    );

    let Err(ImportError::ChangedElsewhere(differences)) =
        import_with(&store, &folder("one"), ImportOptions::default()).await
    else {
        panic!("the console has archived them");
    };
    assert_eq!(
        differences
            .iter()
            .map(|one| one.stored.clone())
            .collect::<Vec<_>>(),
        vec![None; 4]
    );

    for (kind, id) in &PLACES[..2] {
        let record = text(&store, *kind, id, Some(1)).await;
        let restored = RecordChange {
            restores: Some(1),
            ..change(*kind, &record, ExpectedRevision::Number(2))
        };
        assert_eq!(store.put_record(restored).await.unwrap().revision, 3);
    }
    assert_eq!(
        text(&store, RecordKind::Node, "n", None).await.get("status"),
        None
    );
    let last = acts(&store).await.pop().unwrap();
    assert_eq!(last, (StaffAct::RestoreRecord, "Ann".into(), "node n".into()));
}

#[tokio::test]
async fn secrets_stay_where_they_are() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    let stored = async || -> (String, String) {
        let of = async |sql: &'static str| query(sql).scalar(&store.db).await.unwrap();
        (
            of("SELECT record FROM widgets").await,
            of("SELECT record FROM connectors").await,
        )
    };
    for (kind, id, field) in [
        (RecordKind::Widget, "PSN-TEST001", "secret"),
        (RecordKind::Connector, "c", "headers"),
    ] {
        let mut shown = text(&store, kind, id, None).await;
        assert!(shown[field].to_string().contains(r#"{"stored":true}"#), "{shown}");
        let unchanged = store
            .put_record(change(kind, &shown, ExpectedRevision::Any))
            .await
            .unwrap();
        assert!(!unchanged.is_changed);
        match kind {
            RecordKind::Widget => shown["web_channel"] = json!({"name": "other"}),
            _ => shown["method"] = json!("PUT"),
        }
        assert!(
            store
                .put_record(change(kind, &shown, ExpectedRevision::Any))
                .await
                .unwrap()
                .is_changed
        );
    }
    let (widget, connector) = stored().await;
    assert!(
        widget.contains(SECRET) && connector.contains(SECRET),
        "{widget} {connector}"
    );
    let fresh = json!({"code": "PSN-TEST002", "node_id": "n", "secret": {"stored": true}});
    let put = store
        .put_record(change(RecordKind::Widget, &fresh, ExpectedRevision::Any))
        .await;
    let RecordRefusal::Findings(findings) = refusal(put) else {
        panic!()
    };
    assert_eq!(findings[0].pointer, "/secret");
}

#[tokio::test]
async fn pruning_leaves_alone_what_the_console_made() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    let own = json!({"code": "PSN-OWN0001", "node_id": "n"});
    store
        .put_record(change(RecordKind::Widget, &own, ExpectedRevision::Any))
        .await
        .unwrap();
    let other = tempfile::tempdir().unwrap();
    std::fs::create_dir(other.path().join("flows")).unwrap();
    let flow = records("x")[0]
        .1
        .to_string()
        .replace(r#""id":"f""#, r#""id":"g""#);
    std::fs::write(other.path().join("flows/g.json"), flow).unwrap();
    let prune = ImportOptions {
        prune: true,
        ..ImportOptions::default()
    };
    let pruned = import_with(&store, &other, prune).await.unwrap().pruned;
    assert_eq!(
        (pruned.widgets, pruned.connectors),
        (vec!["PSN-TEST001".to_owned()], vec!["c".to_owned()])
    );
    let needed = [
        (RecordKind::Node, "n".to_owned()),
        (RecordKind::Flow, "f".to_owned()),
    ];
    assert_eq!(pruned.needed, needed);
    assert!(store.widget("PSN-OWN0001").await.unwrap().is_some());
    assert_eq!(
        text(&store, RecordKind::Node, "n", None).await.get("status"),
        None
    );
}

#[tokio::test]
async fn an_import_that_is_cut_off_changes_nothing() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    let two = folder("two");
    let revisions = async || {
        let mut revisions = Vec::new();
        for (kind, id) in PLACES {
            revisions.push(store.listed_record(kind, id).await.unwrap().unwrap().revision);
        }
        revisions
    };
    for steps in 0.. {
        let mut records = RecordSet::read_folder(two.path());
        let mut polls = 0;
        let imported = {
            let mut import = pin!(store.import(&mut records, ImportOptions::default()));
            poll_fn(|context| {
                if polls == steps {
                    return Poll::Ready(None);
                }
                polls += 1;
                import.as_mut().poll(context).map(Some)
            })
            .await
        };
        let found = revisions().await;
        assert!(found == [1; 4] || found == [2; 4], "{found:?}");
        if imported.is_some() {
            assert_eq!(found, [2; 4]);
            break;
        }
    }
}

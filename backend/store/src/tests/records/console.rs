//! What the console does with records.

use super::*;

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
async fn what_refers_to_a_record_keeps_it() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    let put = async |kind, record: &Value| {
        store
            .put_record(change(kind, record, ExpectedRevision::Any))
            .await
            .unwrap();
    };
    let connector = |id: &str, uses: Value| json!({"id": id, "url": "https://a.example/", "data": {"x": "/x"}, "flows": uses});
    let archive = async |kind, id: &str| store.archive_record(archive_of(kind, id)).await;
    let connectors = |ids: &[&str]| {
        RecordRefusal::InUse(
            ids.iter()
                .map(|id| (RecordKind::Connector, (*id).to_owned()))
                .collect(),
        )
    };

    let mut flow = records("one")[0].1.clone();
    flow["id"] = json!("looking-up");
    let question =
        json!({"id": "q", "key": "order", "style": "dynamic_request", "body": "?", "bindingModel": "c2"});
    flow["states"][0]["elements"] = json!([
        {"id": "e", "type": "question", "question": question},
        {"id": "n", "type": "submit", "body": "Go"},
    ]);
    put(RecordKind::Connector, &connector("c2", json!([]))).await;
    put(RecordKind::Connector, &connector("C2", json!([]))).await;
    put(RecordKind::Flow, &flow).await;
    assert_eq!(
        refusal(archive(RecordKind::Connector, "c2").await),
        RecordRefusal::InUse(vec![(RecordKind::Flow, "looking-up".to_owned())])
    );
    archive(RecordKind::Connector, "C2").await.unwrap();

    put(RecordKind::Connector, &connector("c2", json!(["looking-up"]))).await;
    assert_eq!(
        refusal(archive(RecordKind::Flow, "looking-up").await),
        connectors(&["c2"])
    );
    let own = json!({"id": "own", "flow_id": "f"});
    put(RecordKind::Node, &own).await;
    let mut of_node = connector("of-node", json!([]));
    of_node["nodes"] = json!(["own"]);
    put(RecordKind::Connector, &of_node).await;
    assert_eq!(
        refusal(archive(RecordKind::Node, "own").await),
        connectors(&["of-node"])
    );
    archive(RecordKind::Connector, "of-node").await.unwrap();
    archive(RecordKind::Node, "own").await.unwrap();
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
async fn an_archived_record_keeps_its_secrets() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    let pulled = pulled(&store).await;
    let kept = [(RecordKind::Widget, "PSN-TEST001"), (RecordKind::Connector, "c")];
    for (kind, id) in kept {
        store.archive_record(archive_of(kind, id)).await.unwrap();
        let record = text(&store, kind, id, Some(1)).await;
        assert!(!record.to_string().contains(SECRET), "{record}");
        let restored = change(kind, &record, ExpectedRevision::Number(2));
        assert_eq!(store.put_record(restored).await.unwrap().revision, 3);
        store.archive_record(archive_of(kind, id)).await.unwrap();
    }
    assert!(store.connector("c").await.unwrap().is_none());
    let with = |changed_elsewhere| ImportOptions {
        changed_elsewhere,
        ..ImportOptions::default()
    };
    let imported = import_with(&store, &pulled, with(ChangedElsewhere::Keep)).await;
    assert_eq!(imported.unwrap().kept.len(), 2);
    import_with(&store, &pulled, with(ChangedElsewhere::TakeOver))
        .await
        .unwrap();
    for table in ["SELECT record FROM widgets", "SELECT record FROM connectors"] {
        let record: String = query(table).scalar(&store.db).await.unwrap();
        assert!(record.contains(SECRET), "{record}");
    }
    let kept: i64 = query("SELECT COUNT(*) FROM archived_records")
        .scalar(&store.db)
        .await
        .unwrap();
    assert_eq!(kept, 0);
}

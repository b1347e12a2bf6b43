//! What imports do beside the console.

use super::*;

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
    assert_eq!(differences[1].in_files.as_ref().unwrap()["name"], "two");
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
async fn pruning_archives_what_needs_one_another() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    let all = folder("one");
    let write = |path: &str, record: &Value| {
        std::fs::write(all.path().join(path), record.to_string()).unwrap();
    };
    let mut flow = records("one")[0].1.clone();
    flow["id"] = json!("g");
    let question =
        json!({"id": "q", "key": "order", "style": "dynamic_request", "body": "?", "bindingModel": "d"});
    flow["states"][0]["elements"] = json!([
        {"id": "e", "type": "question", "question": question},
        {"id": "n", "type": "submit", "body": "Go"},
    ]);
    write("flows/g.json", &flow);
    let connector = json!({"id": "d", "url": "https://a.example/", "data": {"x": "/x"}, "flows": ["g"]});
    write("connectors/d.json", &connector);
    import(&store, &all).await;
    let prune = ImportOptions {
        prune: true,
        ..ImportOptions::default()
    };
    let pruned = import_with(&store, &folder("one"), prune).await.unwrap().pruned;
    assert_eq!(
        (pruned.flows, pruned.connectors),
        (vec!["g".to_owned()], vec!["d".to_owned()])
    );
    assert!(pruned.needed.is_empty());
}

#[tokio::test]
async fn pruning_archives_what_the_console_has_changed_only_if_it_is_to() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    put(&store, RecordKind::Widget, "ann").await.unwrap();
    let less = folder("one");
    std::fs::remove_file(less.path().join("widgets/w.json")).unwrap();
    std::fs::remove_file(less.path().join("connectors/c.json")).unwrap();
    let prune = |changed_elsewhere| ImportOptions {
        prune: true,
        changed_elsewhere,
        ..ImportOptions::default()
    };

    let refused = import_with(&store, &less, prune(ChangedElsewhere::Refuse)).await;
    let Err(ImportError::ChangedElsewhere(differences)) = refused else {
        panic!("it is refused");
    };
    assert_eq!(differences.len(), 1, "{differences:?}");
    assert_eq!(
        (differences[0].kind, differences[0].id.as_str()),
        (RecordKind::Widget, "PSN-TEST001")
    );
    assert_eq!(differences[0].author, "Ann");
    assert!(differences[0].stored.is_some() && differences[0].in_files.is_none());
    let others = import_with(&store, &less, ImportOptions::default())
        .await
        .unwrap();
    assert_eq!(others.pruned.widgets, [""; 0], "nothing is taken away");

    let kept = import_with(&store, &less, prune(ChangedElsewhere::Keep))
        .await
        .unwrap();
    assert_eq!((kept.kept.len(), kept.pruned.widgets.len()), (1, 0));
    assert_eq!(kept.pruned.connectors, ["c"]);
    assert!(store.widget("PSN-TEST001").await.unwrap().is_some());

    let taken_over = import_with(&store, &less, prune(ChangedElsewhere::TakeOver))
        .await
        .unwrap();
    assert_eq!(taken_over.pruned.widgets, ["PSN-TEST001"]);
    assert!(store.widget("PSN-TEST001").await.unwrap().is_none());
    import_with(&store, &less, prune(ChangedElsewhere::Refuse))
        .await
        .unwrap();
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

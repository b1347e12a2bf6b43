//! What refers to a record must fit its changes.

use super::*;

#[tokio::test]
async fn what_refers_to_a_record_must_fit_its_change() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    let put = async |kind, record: &Value| {
        store
            .put_record(change(kind, record, ExpectedRevision::Any))
            .await
    };
    let mut flow = records("one")[0].1.clone();
    flow["languages"] = json!([{"id": "l", "code": "en"}, {"id": "turkish", "code": "tr"}]);
    put(RecordKind::Flow, &flow).await.unwrap();
    let node = json!({"id": "n", "flow_id": "f", "default_language_id": "turkish"});
    put(RecordKind::Node, &node).await.unwrap();
    let widget = json!({"code": "PSN-TEST002", "node_id": "n", "default_language_code": "tr"});
    put(RecordKind::Widget, &widget).await.unwrap();

    // A flow: its nodes, and their widgets.
    let english = records("one")[0].1.clone();
    let broken = |outcome| match refusal(outcome) {
        RecordRefusal::Findings(findings) => findings
            .into_iter()
            .map(|found| found.message)
            .collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let expected = [
        "the node `n` would not fit: /default_language_id: the flow `f` has no language with the id `turkish`",
        "the widget `PSN-TEST002` would not fit: /default_language_code: the flow `f` of its node has no language `tr`",
    ];
    assert_eq!(broken(put(RecordKind::Flow, &english).await), expected);
    let checked = RecordSet::of_text(RecordKind::Flow, "flow.json", english.to_string());
    let found = store
        .check_references(&checked, &NodeScope::All, true)
        .await
        .unwrap();
    assert_eq!(
        found.iter().map(|one| one.message.as_str()).collect::<Vec<_>>(),
        expected
    );
    assert_eq!(
        (found[0].file.as_str(), found[0].pointer.as_str()),
        ("flow.json", "")
    );
    let restored = RecordChange {
        restores: Some(1),
        ..change(RecordKind::Flow, &english, ExpectedRevision::Any)
    };
    assert_eq!(broken(store.put_record(restored).await), expected);
    let only_flow = folder("two");
    for other in ["nodes", "widgets", "connectors"] {
        std::fs::remove_dir_all(only_flow.path().join(other)).unwrap();
    }
    let take_over = ImportOptions {
        changed_elsewhere: ChangedElsewhere::TakeOver,
        ..ImportOptions::default()
    };
    let Err(ImportError::References(found)) = import_with(&store, &only_flow, take_over).await else {
        panic!("it is refused");
    };
    assert_eq!(found.len(), 2);
    assert_eq!(
        text(&store, RecordKind::Flow, "f", None).await["name"],
        "one",
        "nothing was stored"
    );

    // A node: its widgets.
    let mut other = english.clone();
    other["id"] = json!("g");
    put(RecordKind::Flow, &other).await.unwrap();
    let node = json!({"id": "n", "flow_id": "g"});
    assert_eq!(
        broken(put(RecordKind::Node, &node).await),
        [
            "the widget `PSN-TEST002` would not fit: /default_language_code: the flow `g` of its node has no language `tr`"
        ]
    );
    let after_hours = json!({"id": "n", "flow_id": "f", "non_operating_hours_flow_id": "g"});
    put(RecordKind::Node, &after_hours).await.unwrap();
    let bubble = json!({"code": "PSN-TEST003", "node_id": "n", "popover_question": true});
    assert!(broken(put(RecordKind::Widget, &bubble).await)[0].contains("another flow outside"));

    // What is stored can be pulled and imported.
    import_with(&store, &pulled(&store).await, ImportOptions::default())
        .await
        .unwrap();
}

#[tokio::test]
async fn connectors_and_flows_fit_one_another() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await;
    import(&store, &folder("one")).await;
    let put = async |kind, record: &Value| {
        store
            .put_record(change(kind, record, ExpectedRevision::Any))
            .await
    };
    let connector = |fields: Value| {
        let mut connector = json!({"id": "orders", "url": "https://a.example/", "data": {"x": "/x"}});
        connector
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        connector
    };
    let flow = |key: &str| {
        let mut flow = records("one")[0].1.clone();
        let question =
            json!({"id": "q", "key": key, "style": "dynamic_request", "body": "?", "bindingModel": "orders"});
        flow["states"][0]["elements"] = json!([
            {"id": "e", "type": "question", "question": question},
            {"id": "n", "type": "submit", "body": "Go"},
        ]);
        flow
    };
    put(
        RecordKind::Connector,
        &connector(json!({"questions": {"order": "/o"}})),
    )
    .await
    .unwrap();
    put(RecordKind::Flow, &flow("order")).await.unwrap();
    for (kind, record) in [
        (RecordKind::Flow, flow("other")),
        (
            RecordKind::Connector,
            connector(json!({"questions": {"other": "/o"}})),
        ),
        (RecordKind::Connector, connector(json!({"flows": ["nothing"]}))),
    ] {
        assert!(
            matches!(refusal(put(kind, &record).await), RecordRefusal::Findings(_)),
            "{record}"
        );
    }
    let mut other = flow("order");
    other["id"] = json!("g");
    put(RecordKind::Flow, &other).await.unwrap();
    let refused = refusal(put(RecordKind::Connector, &connector(json!({"flows": ["g"]}))).await);
    let RecordRefusal::Findings(found) = refused else {
        panic!()
    };
    assert!(
        found[0]
            .message
            .starts_with("the flow `f` would not fit: /states/0/elements/0/"),
        "{found:?}"
    );
    put(RecordKind::Flow, &records("one")[0].1).await.unwrap();
    put(RecordKind::Connector, &connector(json!({"flows": ["g"]})))
        .await
        .unwrap();
}

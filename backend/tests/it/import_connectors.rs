//! Connectors in `pulsen import` and `pulsen check`.

use crate::import::{import_into, records, refused};
use serde_json::{Value, json};

fn flow(style: &str, connector: &str) -> String {
    let question = json!({"id": "q", "key": "order", "style": style, "body": "?", "bindingModel": connector});
    json!({"id": "f", "languages": [{"id": "l1", "code": "en"}], "states": [{"id": "s", "isInitialState": true,
        "elements": [{"id": "e", "type": "question", "question": question}, {"id": "n", "type": "submit", "body": "Go"}]}]})
    .to_string()
}

fn connector(changes: Value) -> String {
    let mut connector =
        json!({"id": "orders", "url": "https://a.example/", "questions": {"order": "/order"}});
    connector
        .as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    connector.to_string()
}

#[test]
fn a_connector_is_imported_and_stays_known() {
    let data = tempfile::tempdir().unwrap();
    let folder = records(&[
        ("flows/f.json", &flow("dynamic_request", "orders")),
        ("nodes/n.json", r#"{"id": "n", "flow_id": "f"}"#),
        (
            "connectors/orders.json",
            &connector(json!({"nodes": ["n"], "flows": ["f"]})),
        ),
    ]);
    let (code, output, errors) = import_into(folder.path(), data.path());
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(
        output.ends_with("imported 1 flow (0 unchanged), 1 node, 0 widgets, 1 connector\n"),
        "{output}"
    );
    // Now flows may name it, and it may name nodes and flows, without all of them being imported again.
    let folder = records(&[("flows/f.json", &flow("text", "orders"))]);
    assert_eq!(import_into(folder.path(), data.path()).0, 0);
    let folder = records(&[(
        "connectors/orders.json",
        &connector(json!({"nodes": ["n"], "flows": ["f"]})),
    )]);
    assert_eq!(import_into(folder.path(), data.path()).0, 0);
}

#[test]
fn references_that_lead_nowhere_are_refused() {
    let folder = records(&[
        ("flows/f.json", &flow("text", "nowhere")),
        (
            "connectors/orders.json",
            &connector(json!({"nodes": ["n"], "flows": ["g", "f"]})),
        ),
    ]);
    assert_eq!(
        refused(&folder),
        [
            "flows/f.json: /states/0/elements/0/question/bindingModel: there is no connector `nowhere`",
            "connectors/orders.json: /flows/0: there is no flow `g`",
            "connectors/orders.json: /nodes/0: there is no node `n`",
        ]
    );
    let other =
        json!({"id": "g", "states": [{"id": "s", "elements": [{"id": "e", "type": "submit"}]}]}).to_string();
    let folder = records(&[
        ("flows/f.json", &flow("text", "orders")),
        ("flows/g.json", &other),
        (
            "connectors/orders.json",
            &connector(json!({"flows": ["g"], "questions": {"order": "", "a/b": ""}})),
        ),
    ]);
    let errors: Vec<_> = refused(&folder)
        .into_iter()
        .filter(|line| !line.contains(": warning: "))
        .collect();
    assert_eq!(
        errors,
        [
            "flows/f.json: /states/0/elements/0/question/bindingModel: the connector `orders` is not for this flow: add \
             it to `flows` of the connector",
            "connectors/orders.json: /questions/a~1b: no flow that uses this connector has a question with the id or key \
             `a/b`",
        ]
    );
}

#[test]
fn a_dynamic_request_without_a_connector_is_refused() {
    let folder = records(&[("flows/f.json", &flow("dynamic_request", ""))]);
    assert_eq!(
        refused(&folder),
        [
            "flows/f.json: /states/0/elements/0/question/bindingModel: a `dynamic_request` needs the id of the connector \
             that looks up its answer"
        ]
    );
}

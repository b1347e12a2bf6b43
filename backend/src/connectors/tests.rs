use super::*;
use axum::Json;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::{Router, routing::any};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tokio::net::TcpListener;

/// Starts a target that returns what it was sent, and returns its address.
async fn start_echo() -> String {
    let echo = |uri: Uri, headers: HeaderMap, body: Bytes| async move {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let sent: Value = serde_json::from_slice(&body).unwrap_or_default();
        Json(json!({
            "uri": uri.to_string(), "key": text("x-key"), "accept": text("accept"), "body": sent,
            "text": body.len(),
        }))
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let routes = Router::new()
        .route("/missing", any(|| async { StatusCode::NOT_FOUND }))
        .route("/broken", any(|| async { StatusCode::INTERNAL_SERVER_ERROR }))
        .route("/html", any(|| async { "<html>" }))
        .route("/empty", any(|| async { " " }))
        .route("/deep", any(|| async { "[".repeat(1_000) }))
        .route(
            "/large",
            any(|| async { Json(json!({"data": "x".repeat(17_000)})) }),
        )
        .fallback(any(echo));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    format!("http://{address}")
}

fn connectors(are_private_allowed: bool) -> Connectors {
    // As the program does when it begins. Fails if another test has done it, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Connectors::new(are_private_allowed)
}

fn connector(record: Value) -> Connector {
    base::json::read(record).unwrap()
}

async fn look_up(record: Value, answer: &str) -> Result<LookedUp, LookUpFailure> {
    let answers = BTreeMap::from([("city".to_owned(), "\"},{\"a\":\"{{answer}}".to_owned())]);
    let values = TemplateValues {
        answer,
        answers: &answers,
        flow_id: "f",
        question_id: "q",
        node_id: "n",
    };
    connectors(true).look_up(&connector(record), &values).await
}

fn answer(found: &LookedUp, name: &str) -> Option<String> {
    let mut answers = found.answers.iter();
    answers
        .find(|(known, _)| known == name)
        .map(|(_, text)| text.clone())
}

#[tokio::test]
async fn hostile_answers_stay_texts() {
    let target = start_echo().await;
    let hostile = "a\"b\\c\n{{flow_id}}/../?x=1#y&z";
    let record = json!({
        "id": "c", "url": format!("{target}/o/{{{{answer}}}}?q={{{{answer}}}}&f={{{{flow_id}}}}"),
        "body": {"order": "{{answer}}", "mixed": "<{{answer}}|{{answers.city}}>", "none": "{{answers.none}}", "n": 1},
        "questions": {"uri": "/uri", "accept": "/accept"},
        "data": {"body": "/body"},
    });
    let found = look_up(record, hostile).await.unwrap();
    let encoded = "a%22b%5Cc%0A%7B%7Bflow_id%7D%7D%2F..%2F%3Fx%3D1%23y%26z";
    assert_eq!(
        answer(&found, "uri").unwrap(),
        format!("/o/{encoded}?q={encoded}&f=f")
    );
    assert_eq!(answer(&found, "accept").unwrap(), "application/json");
    assert_eq!(
        found.data.unwrap()["body"],
        json!({"order": hostile, "mixed": format!("<{hostile}|\"}},{{\"a\":\"{{{{answer}}}}>"), "none": null, "n": 1})
    );
}

#[tokio::test]
async fn values_become_texts_by_their_pointers() {
    let target = start_echo().await;
    let record = json!({
        "id": "c", "url": format!("{target}/"),
        "body": {"text": " x ", "number": 7.5, "yes": true, "list": ["a", 2, false], "nested": [["a"]], "object": {"a": 1},
                 "long": "x".repeat(10_001), "empty": "", "~/": "slash"},
        "questions": {"text": "/body/text", "number": "/body/number", "yes": "/body/yes", "list": "/body/list",
                      "nested": "/body/nested", "object": "/body/object", "long": "/body/long", "empty": "/body/empty",
                      "slash": "/body/~0~1", "missing": "/body/none/0"},
    });
    let found = look_up(record, "x").await.unwrap();
    let texts: Vec<_> = found
        .answers
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    assert_eq!(
        texts,
        [
            ("list", "a,2,false"),
            ("number", "7.5"),
            ("slash", "slash"),
            ("text", "x"),
            ("yes", "true")
        ]
    );
    assert_eq!(found.data, None);
}

#[tokio::test]
async fn responses_without_a_result_are_told_from_failures() {
    let target = start_echo().await;
    let at = |path: &str| json!({"id": "c", "url": format!("{target}{path}"), "data": {"data": "/data"}});
    for path in ["/missing", "/empty"] {
        assert_eq!(
            look_up(at(path), "x").await.unwrap(),
            LookedUp::default(),
            "{path}"
        );
    }
    let failure = async |path: &str| look_up(at(path), "x").await.unwrap_err();
    assert!(matches!(failure("/broken").await, LookUpFailure::Status(500)));
    for path in ["/html", "/deep"] {
        assert!(matches!(failure(path).await, LookUpFailure::Json(_)), "{path}");
    }
    assert!(matches!(failure("/large").await, LookUpFailure::Data(_)));
}

#[tokio::test]
async fn a_secret_that_is_not_set_is_named_and_others_cannot_be_read() {
    let record = |name: &str| json!({"id": "c", "url": "http://127.0.0.1:1/", "data": {"a": "/a"}, "headers": {"X-Key": {"env": name}}});
    for name in ["PULSEN_CONNECTOR_NOT_SET", "PATH"] {
        let failure = look_up(record(name), "x").await.unwrap_err();
        assert!(failure.to_string().contains(name), "{failure}");
        assert!(matches!(failure, LookUpFailure::Environment(_)));
    }
}

#[tokio::test]
async fn private_addresses_need_the_permission_of_the_operator() {
    let target = start_echo().await;
    let answers = BTreeMap::new();
    let values = TemplateValues {
        answer: "x",
        answers: &answers,
        flow_id: "f",
        question_id: "q",
        node_id: "n",
    };
    for url in [
        target.as_str(),
        "https://127.0.0.1/",
        "https://localhost/",
        "https://[::1]/",
    ] {
        let record = connector(json!({"id": "c", "url": url, "data": {"a": "/a"}}));
        let failure = connectors(false).look_up(&record, &values).await.unwrap_err();
        assert!(
            matches!(
                failure,
                LookUpFailure::Call(crate::outgoing::CallFailure::NotAllowed(_))
            ),
            "{url}: {failure}"
        );
    }
}

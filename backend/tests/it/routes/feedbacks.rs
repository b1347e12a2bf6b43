//! `POST /v1/feedbacks`: accepted submissions.

use crate::client::RequestBuilder;
use crate::server::{TestServer, import};
use crate::submission::{happy, unhappy, with};
use reqwest::StatusCode;
use serde_json::{Value, json};

/// Sends a request that must fail; returns the status and the problem document.
pub(super) async fn refused(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["status"], status);
    assert!(problem["title"].is_string() && problem["type"].is_string());
    (status, problem)
}

/// Sends a request that must succeed; returns the response.
pub(super) async fn accepted(request: RequestBuilder) -> Value {
    let response = request.send().await.unwrap();
    let status = response.status();
    let answer = response.json().await.unwrap();
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

#[tokio::test]
async fn a_complete_feedback_is_stored_as_sent() {
    let server = TestServer::start().await;
    let mut submission = with(
        happy("d"),
        "origin_url",
        "https://ann@shop.example/a?mail=ann%40x.org&sdi=1&sci=2#top",
    );
    submission["customer"] = json!({"name": "Ann", "custom_attributes": {"plan": "gold"}});
    submission["unknown"] = json!({"field": 1});
    submission["user_id"] = Value::Null;
    let request = server
        .submit(&submission)
        .header("X-EDI", "e")
        .header("X-ECI", "c");
    let answer = accepted(request).await;
    assert_eq!(
        answer.as_object().unwrap().len(),
        1,
        "no token without a chat: {answer}"
    );

    let stored = &server.feedbacks().await[0];
    assert_eq!(stored["id"], answer["id"]);
    assert_eq!(
        stored["id"].as_str().unwrap().len(),
        44,
        "the time and 128 random bits"
    );
    assert_eq!(stored["status"], "complete");
    assert_eq!(stored["origin_url"], "https://shop.example/a?sdi=1&sci=2");
    assert_eq!(stored["created_at"], "2026-11-21T10:20:30.456Z");
    assert_eq!(stored["flow_revision"], 1);
    assert_eq!(stored["user_id"], Value::Null);
    assert_eq!(stored["customer"], submission["customer"]);
    assert_eq!(stored["tracking"], json!({"edi": "e", "eci": "c"}));
    assert_eq!(stored["responses"], submission["responses"]);
    assert!(stored["received_at"].as_str().unwrap().ends_with('Z'));
}

#[tokio::test]
async fn tracking_values_are_percent_decoded() {
    let server = TestServer::start().await;
    let request = server.submit(&happy("d")).header("X-LDI", "%C5%9Eube%2520");
    accepted(request.header("X-LCI", "1")).await;
    let stored = &server.feedbacks().await[0];
    assert_eq!(stored["tracking"], json!({"ldi": "Şube%20", "lci": "1"}));
}

#[tokio::test]
async fn a_feedback_that_opens_a_chat_returns_its_token() {
    let server = TestServer::start().await;
    let answer = accepted(server.submit(&unhappy("d"))).await;
    assert_eq!(
        answer["chat_token_string"].as_str().unwrap().len(),
        43,
        "256 bits"
    );
    let partial = accepted(server.submit(&unhappy("d")).header("X-COMPLETED", "true")).await;
    assert_eq!(partial.get("chat_token_string"), None, "a partial save gets none");
}

#[tokio::test]
async fn a_submission_is_checked_against_the_revision_that_it_names() {
    let server = TestServer::start().await;
    let flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    assert_eq!(flow["revision"], 1);

    // The new revision lacks the question `recommend`.
    let mut changed = flow.clone();
    changed["states"][1]["elements"].as_array_mut().unwrap().remove(1);
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("flows")).unwrap();
    std::fs::write(folder.path().join("flows/visit.json"), changed.to_string()).unwrap();
    import(folder.path(), server.data.path());
    let newest: Value = server.get("/v1/nodes/door/flow").await.json().await.unwrap();
    assert_eq!(newest["revision"], 2, "a running server uses the import at once");

    accepted(server.submit(&happy("d"))).await;
    let (_, problem) = refused(server.submit(&with(happy("d"), "flow_revision", 2))).await;
    assert_eq!(problem["code"], "unknown_question");
    let mut newest = happy("d");
    newest.as_object_mut().unwrap().remove("flow_revision");
    let (_, problem) = refused(server.submit(&newest)).await;
    assert_eq!(
        problem["code"], "unknown_question",
        "a submission without a revision means the newest"
    );
}

#[tokio::test]
async fn a_node_still_accepts_the_flow_that_it_had_before_an_import() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("nodes")).unwrap();
    std::fs::write(
        folder.path().join("nodes/door.json"),
        r#"{"id": "door", "flow_id": "short"}"#,
    )
    .unwrap();
    import(folder.path(), server.data.path());
    accepted(server.submit(&happy("d"))).await;
}

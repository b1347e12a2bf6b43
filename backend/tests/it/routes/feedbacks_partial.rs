//! `POST /v1/feedbacks` with `X-COMPLETED: true` and `X-FID`: partial saves and their completion.

use super::feedbacks::{accepted, refused};
use crate::server::TestServer;
use crate::submission::{happy, with, with_responses};
use serde_json::json;

#[tokio::test]
async fn a_partial_save_may_lack_required_answers() {
    let server = TestServer::start().await;
    let partial = |responses| {
        server
            .submit(&with_responses(happy("d"), responses))
            .header("X-COMPLETED", "true")
    };
    accepted(partial(json!([]))).await;
    let (status, problem) = refused(partial(json!([{"question_id": "mail", "body": "a@b"}]))).await;
    assert_eq!((status, &problem["code"]), (422, &json!("invalid_email")));
}

#[tokio::test]
async fn a_partial_feedback_is_continued_and_completed() {
    let server = TestServer::start().await;
    let partial = || {
        server
            .submit(&with_responses(happy("d"), json!([])))
            .header("X-COMPLETED", "true")
    };
    let id = accepted(partial()).await["id"].as_str().unwrap().to_owned();
    assert_eq!(server.feedbacks().await[0]["status"], "partial");
    let again = accepted(partial().header("X-FID", &id)).await;
    let complete = accepted(server.submit(&happy("d")).header("X-FID", &id)).await;
    assert_eq!((&again["id"], &complete["id"]), (&json!(id), &json!(id)));

    let all = server.feedbacks().await;
    assert_eq!(all.len(), 1);
    assert_eq!(
        (&all[0]["status"], &all[0]["responses"]),
        (&json!("complete"), &happy("d")["responses"])
    );
    assert!(all[0]["completed_at"].is_string());

    let (status, problem) = refused(server.submit(&happy("d")).header("X-FID", &id)).await;
    assert_eq!(
        (status, &problem["code"]),
        (422, &json!("foreign_feedback")),
        "it is complete"
    );
}

#[tokio::test]
async fn a_partial_feedback_is_continued_only_by_its_device_node_and_flow() {
    let server = TestServer::start().await;
    let partial = with_responses(happy("d"), json!([]));
    let id = accepted(server.submit(&partial).header("X-COMPLETED", "true")).await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let other_device = happy("another device");
    let other_node = with(happy("d"), "node_id", "once");
    let other_flow = with_responses(
        with(with(happy("d"), "node_id", "short"), "flow_id", "short"),
        json!([{"question_id": "text", "body": "x"}]),
    );
    for body in [other_device, other_node, other_flow] {
        let (status, problem) = refused(server.submit(&body).header("X-FID", &id)).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("foreign_feedback")),
            "{body}"
        );
    }
    let (_, problem) = refused(server.submit(&happy("d")).header("X-FID", "invented")).await;
    assert_eq!(problem["code"], "foreign_feedback");
    assert_eq!(server.feedbacks().await[0]["responses"], json!([]));
}

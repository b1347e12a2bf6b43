//! `POST /v1/feedbacks` for a node that accepts one feedback of a device within a period (code 13045).

use super::feedbacks::{accepted, refused};
use crate::database::execute;
use crate::server::TestServer;
use crate::submission::{happy, with};
use serde_json::json;

#[tokio::test]
async fn a_second_complete_feedback_is_refused() {
    let server = TestServer::start().await;
    let once = |device| with(happy(device), "node_id", "once");
    // A partial save never counts, so it can be completed itself.
    let partial = accepted(server.submit(&once("d")).header("X-COMPLETED", "true")).await;
    accepted(
        server
            .submit(&once("d"))
            .header("X-FID", partial["id"].as_str().unwrap()),
    )
    .await;
    let (status, problem) = refused(server.submit(&once("d"))).await;
    assert_eq!((status, &problem["code"]), (400, &json!(13045)));
    accepted(server.submit(&once("d")).header("X-COMPLETED", "true")).await;
    accepted(server.submit(&once("e"))).await;
    accepted(server.submit(&happy("d"))).await;
}

#[tokio::test]
async fn of_simultaneous_feedback_one_is_accepted() {
    let server = TestServer::start().await;
    let once = with(happy("d"), "node_id", "once");
    let sent = (0..10).map(|_| tokio::spawn(server.submit(&once).send()));
    let mut statuses = Vec::new();
    for request in sent.collect::<Vec<_>>() {
        statuses.push(request.await.unwrap().unwrap().status().as_u16());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400, 400, 400, 400, 400, 400, 400, 400, 400]);
}

#[tokio::test]
async fn another_feedback_is_accepted_after_the_period() {
    let server = TestServer::start().await;
    let once = with(happy("d"), "node_id", "once");
    accepted(server.submit(&once)).await;
    // The period of the node is a week. The feedback is made a little younger, then a little older.
    let age = async |milliseconds: i64| {
        let update = format!("UPDATE feedbacks SET completed_at = received_at - {milliseconds}");
        execute(server.data.path(), update).await;
    };
    let week = 7 * 24 * 60 * 60 * 1000;
    age(week - 60_000).await;
    assert_eq!(refused(server.submit(&once)).await.0, 400);
    age(week + 60_000).await;
    accepted(server.submit(&once)).await;
}

#[tokio::test]
async fn a_visit_tells_when_the_one_feedback_was_given() {
    let server = TestServer::start().await;
    let visit = async |node: &str, device: Option<&str>| {
        let path = format!("/v2/web_widgets/{node}/customers/visit");
        accepted(server.post(&path).json(&json!({"device_id": device}))).await
    };
    let once = |device| with(happy(device), "node_id", "once");
    accepted(server.submit(&once("partial")).header("X-COMPLETED", "true")).await;
    accepted(server.submit(&once("d"))).await;
    accepted(server.submit(&happy("d"))).await;
    let given = visit("once", Some("d")).await;
    assert!(
        given["feedback_given_at"].as_str().unwrap().ends_with('Z'),
        "{given}"
    );
    for (node, device) in [
        ("once", Some("partial")),
        ("once", Some("e")),
        ("once", None),
        ("door", Some("d")),
    ] {
        let visit = visit(node, device).await;
        assert_eq!(visit.get("feedback_given_at"), None, "{node} {device:?}");
    }
    execute(server.data.path(), "UPDATE feedbacks SET completed_at = 0").await;
    assert_eq!(
        visit("once", Some("d")).await.get("feedback_given_at"),
        None,
        "after the period"
    );
}

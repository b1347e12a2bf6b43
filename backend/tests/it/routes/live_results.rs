//! `GET /v1/feedbacks/{id}/live_results` (docs/api.md#live-results).

use super::feedbacks::accepted;
use super::staff_results::indexed;
use crate::import::records;
use crate::server::{TestServer, import};
use crate::submission::{happy, with, with_responses};
use serde_json::{Value, json};

/// Starts a server whose flow shows on its thank-you page how many agree about the mood and the score.
async fn start() -> TestServer {
    let server = TestServer::start().await;
    let mut flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    flow.as_object_mut().unwrap().remove("revision");
    for (state, key) in [(2, "mood"), (2, "recommend")] {
        let elements = flow["states"][state]["elements"].as_array_mut().unwrap();
        elements.push(json!({"id": format!("agree-{key}"), "type": "live_result", "questionKey": key}));
    }
    import(
        records(&[("flows/visit.json", &flow.to_string())]).path(),
        server.data.path(),
    );
    server
}

/// Sends a feedback; returns its id.
async fn send(server: &TestServer, at: u32, mood: &str, score: u32) -> String {
    let answers = json!([{"question_id": "mood", "option_id": mood},
                         {"question_id": "recommend", "body": score.to_string()}]);
    let feedback = with(
        with_responses(happy(&format!("d{at}")), answers),
        "flow_revision",
        2,
    );
    accepted(server.submit(&feedback)).await["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn results(server: &TestServer, id: &str) -> Value {
    let response = server.get(&format!("/v1/feedbacks/{id}/live_results")).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json().await.unwrap()
}

#[tokio::test]
async fn a_visitor_gets_the_share_of_their_own_answers_only() {
    let server = start().await;
    let mut ids = Vec::new();
    for at in 0..25 {
        // 22 of 25 score 9.
        ids.push(send(&server, at, "good", if at < 22 { 9 } else { 3 }).await);
    }
    indexed(&server).await;
    let agree = |mood: u32, score: u32| {
        json!({"items": [{"element_id": "agree-mood", "agree": mood},
                         {"element_id": "agree-recommend", "agree": score}]})
    };
    assert_eq!(results(&server, &ids[0]).await, agree(100, 88));
    assert_eq!(results(&server, &ids[24]).await, agree(100, 12));
}

#[tokio::test]
async fn fewer_than_20_answers_have_no_result() {
    let server = start().await;
    let mut last = String::new();
    for at in 0..19 {
        last = send(&server, at, "good", 9).await;
    }
    // Partial feedback does not count.
    let partial = with(happy("partial"), "flow_revision", 2);
    accepted(server.submit(&partial).header("X-COMPLETED", "true")).await;
    indexed(&server).await;
    assert_eq!(results(&server, &last).await, json!({"items": []}));
}

#[tokio::test]
async fn other_flows_and_unfinished_feedback_have_no_result() {
    let server = TestServer::start().await;
    let mut id = Value::Null;
    for at in 0..20 {
        id = accepted(server.submit(&happy(&format!("d{at}")))).await["id"].clone();
    }
    indexed(&server).await;
    assert_eq!(results(&server, id.as_str().unwrap()).await, json!({"items": []}));

    let partial = accepted(server.submit(&happy("partial")).header("X-COMPLETED", "true")).await;
    let partial = partial["id"].as_str().unwrap();
    for unknown in [partial, "00"] {
        let response = server.get(&format!("/v1/feedbacks/{unknown}/live_results")).await;
        assert_eq!(response.status(), 404);
    }
}

//! Scores of feedback (docs/flows.md#scores): what a submission says of them is checked, and readers get the server's sums.

use super::feedbacks::{accepted, refused};
use super::staff_exports::{export, row_of_csv, server_with};
use super::staff_results::{get, indexed};
use crate::server::TestServer;
use crate::submission::{happy, with, with_responses};
use serde_json::{Value, json};

/// A flow with two scores, of an option and of a number.
fn quiz() -> Value {
    let question = |id: &str, more: Value| {
        let mut question = json!({"id": id, "key": id, "body": {"en": "?"}});
        question
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        json!({"id": format!("e-{id}"), "type": "question", "question": question})
    };
    json!({
        "id": "quiz", "languages": [{"id": "en", "code": "en"}], "scores": [{"key": "fit"}, {"key": "risk"}],
        "states": [{"id": "s", "isInitialState": true, "nextStateId": "end", "elements": [
            question("use", json!({"style": "radio", "options": [
                {"id": "home", "key": "home", "body": {"en": "Home"}, "scores": {"fit": 0.1}},
                {"id": "work", "key": "work", "body": {"en": "Work"}, "scores": {"fit": 8, "risk": -2}},
            ]})),
            question("stars", json!({"style": "star", "scores": {"fit": 0.1}})),
            {"id": "go", "type": "submit", "body": {"en": "Send"}},
        ]}, {"id": "end", "style": "thank_you", "elements": []}],
    })
}

fn answered(device_id: &str, option_id: &str, stars: u32) -> Value {
    let answers = json!([{"question_id": "use", "option_id": option_id}, {"question_id": "stars", "body": stars.to_string()}]);
    let submission = with(with(happy(device_id), "flow_id", "quiz"), "node_id", "desk");
    with_responses(submission, answers)
}

async fn summary(server: &TestServer) -> Value {
    get(server, "/v1/staff/flows/quiz/summary").await["scores"].clone()
}

#[tokio::test]
async fn the_server_adds_up_scores_itself() {
    let server = server_with(quiz()).await;
    let first = with(
        answered("d1", "home", 2),
        "scores",
        json!({"fit": 0.3, "risk": 0}),
    );
    let id = accepted(server.submit(&first)).await["id"].clone();
    // Who does not name them has them all the same.
    accepted(server.submit(&answered("d2", "work", 5))).await;
    indexed(&server).await;

    let stored = get(&server, &format!("/v1/staff/feedbacks/{}", id.as_str().unwrap())).await;
    assert_eq!(stored["scores"], json!({"fit": 0.3, "risk": 0.0}));
    let row = row_of_csv(&export(&server, "format=csv&flow_id=quiz&question_id=use&option_id=home").await);
    let cells = [&*row["score/fit"], &*row["score/risk"]];
    assert_eq!(cells, ["0.3", "0"]);
    let found = summary(&server).await;
    assert_eq!(
        (&found[0]["key"], &found[1]["key"]),
        (&json!("fit"), &json!("risk"))
    );
    let (fit, risk) = (&found[0]["numbers"], &found[1]["numbers"]);
    assert_eq!(
        (&fit["count"], &fit["min"], &fit["max"]),
        (&json!(2), &json!(0.3), &json!(8.5))
    );
    assert_eq!(
        risk["values"],
        json!([{"value": -2.0, "count": 1}, {"value": 0.0, "count": 1}])
    );
}

#[tokio::test]
async fn scores_that_answers_do_not_add_up_to_are_refused() {
    let server = server_with(quiz()).await;
    for (scores, pointer, key) in [
        (json!({"fit": 0.4}), "/scores/fit", "wrong_score"),
        (json!({"luck": 0}), "/scores/luck", "unknown_score"),
        (json!({"fit": "0.3"}), "/scores/fit", "wrong_type"),
        (json!([]), "/scores", "wrong_type"),
    ] {
        for completed in ["true", "false"] {
            let submission = with(answered("d", "home", 2), "scores", scores.clone());
            let (status, problem) =
                refused(server.submit(&submission).header("X-COMPLETED", completed)).await;
            let found = (
                status,
                &problem["errors"][0]["pointer"],
                &problem["errors"][0]["key"],
            );
            assert_eq!(found, (422, &json!(pointer), &json!(key)), "{problem}");
        }
    }
}

#[tokio::test]
async fn a_later_save_replaces_the_scores_of_an_earlier_one() {
    let server = server_with(quiz()).await;
    let save = with_responses(
        answered("d", "home", 1),
        json!([{"question_id": "use", "option_id": "home"}]),
    );
    let save = with(save, "scores", json!({"fit": 0.1, "risk": null}));
    let id = accepted(server.submit(&save).header("X-COMPLETED", "true")).await["id"].clone();
    let id = id.as_str().unwrap();
    indexed(&server).await;
    let path = format!("/v1/staff/feedbacks/{id}");
    assert_eq!(
        get(&server, &path).await["scores"],
        json!({"fit": 0.1, "risk": 0.0})
    );
    assert_eq!(
        summary(&server).await[0]["numbers"],
        Value::Null,
        "of complete feedback only"
    );
    accepted(server.submit(&answered("d", "work", 1)).header("X-FID", id)).await;
    indexed(&server).await;
    assert_eq!(
        get(&server, &path).await["scores"],
        json!({"fit": 8.1, "risk": -2.0})
    );
    assert_eq!(summary(&server).await[0]["numbers"]["mean"], json!(8.1));
}

#[tokio::test]
async fn a_flow_without_scores_takes_none() {
    let server = TestServer::start().await;
    let (status, problem) = refused(server.submit(&with(happy("d"), "scores", json!({"fit": 1})))).await;
    assert_eq!(
        (status, &problem["errors"][0]["key"]),
        (422, &json!("unknown_score"))
    );
    accepted(server.submit(&happy("d"))).await;
    let stored = get(&server, "/v1/staff/feedbacks").await["items"][0].clone();
    assert_eq!(stored["scores"], Value::Null);
}

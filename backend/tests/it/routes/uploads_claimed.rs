//! Feedback with uploads (docs/api.md#uploads-of-a-feedback).

use super::feedbacks::{accepted, refused};
use super::uploads::{server, visitor};
use crate::client::RequestBuilder;
use crate::database::{execute, texts};
use crate::server::TestServer;
use crate::upload::{Visitor, png};
use serde_json::{Value, json};
use tokio::task::JoinSet;

async fn assert_unknown(request: RequestBuilder, pointers: &[&str]) {
    let (status, problem) = refused(request).await;
    assert_eq!((status, &problem["code"]), (422, &json!("unknown_upload")));
    let found: Vec<&str> = problem["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["pointer"].as_str().unwrap())
        .collect();
    assert_eq!(found, pointers);
}

async fn feedback_count(server: &TestServer) -> usize {
    server.feedbacks().await.len()
}

fn keyed(request: RequestBuilder, number: u32) -> RequestBuilder {
    request.header("Idempotency-Key", format!("00000000-0000-4000-8000-{number:012}"))
}

fn partial(request: RequestBuilder) -> RequestBuilder {
    request.header("X-COMPLETED", "true")
}

#[tokio::test]
async fn a_feedback_takes_only_uploads_that_are_its_own() {
    let server = server().await;
    let (owner, other) = (visitor(&server, "d"), visitor(&server, "other"));
    let id = owner.uploaded().await;
    assert_unknown(other.submit(&[&id]), &["/responses/0"]).await;
    assert_unknown(owner.submit(&[&id, "unknown"]), &["/responses/1"]).await;
    assert_unknown(owner.submit(&[&id, &id]), &["/responses/1"]).await;
    let many: Vec<String> = (0..102).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_unknown(owner.submit(&many), &["/responses/100", "/responses/101"]).await;
    let items = json!([{"question_id": "screen", "active_storage_blob_id": id}]);
    assert_unknown(owner.submit_items(items, &[]), &["/responses/0"]).await;
    let items = json!([{"question_id": "receipt", "active_storage_blob_id": id}]);
    assert_unknown(
        owner.submit_items(items, &[&id, "unnamed"]),
        &["/attachment_ids/1"],
    )
    .await;
    let elsewhere = owner.upload_to(
        "/v1/attachments?node_id=other&question_id=receipt",
        "a.png",
        png(),
    );
    let elsewhere = accepted(elsewhere).await["id"].as_str().unwrap().to_owned();
    assert_unknown(owner.submit(&[&id, &elsewhere]), &["/responses/1"]).await;
    assert_unknown(partial(other.submit(&[&id])), &["/responses/0"]).await;
    assert_eq!(feedback_count(&server).await, 0);
    accepted(owner.submit(&[&id])).await;
}

#[tokio::test]
async fn an_upload_is_taken_once_and_a_repeat_gets_the_first_response() {
    let server = server().await;
    let owner = visitor(&server, "d");
    let id = owner.uploaded().await;
    let first = accepted(keyed(owner.submit(&[&id]), 1)).await;
    assert_eq!(accepted(keyed(owner.submit(&[&id]), 1)).await, first);
    assert_unknown(keyed(owner.submit(&[&id]), 2), &["/responses/0"]).await;
    assert_unknown(owner.submit(&[&id]), &["/responses/0"]).await;
    assert_eq!(feedback_count(&server).await, 1);
}

#[tokio::test]
async fn expired_or_unknown_uploads_cannot_be_claimed() {
    let server = server().await;
    let owner = visitor(&server, "d");
    for change in ["expires_at = 1", "stored_at = NULL"] {
        let id = owner.uploaded().await;
        execute(
            server.data.path(),
            format!("UPDATE uploads SET {change} WHERE id = '{id}'"),
        )
        .await;
        assert_unknown(owner.submit(&[&id]), &["/responses/0"]).await;
    }
    // What a feedback has does not expire.
    let id = owner.uploaded().await;
    let feedback = accepted(partial(owner.submit(&[&id]))).await;
    execute(server.data.path(), "UPDATE uploads SET expires_at = 1").await;
    let complete = owner
        .submit(&[&id])
        .header("X-FID", feedback["id"].as_str().unwrap());
    assert_eq!(accepted(complete).await["id"], feedback["id"]);
}

#[tokio::test]
async fn a_device_asks_which_of_its_uploads_it_can_name() {
    let server = server().await;
    let (owner, other) = (visitor(&server, "d"), visitor(&server, "other"));
    let [free, saved, complete] = [
        owner.uploaded().await,
        owner.uploaded().await,
        owner.uploaded().await,
    ];
    accepted(partial(owner.submit(&[&saved]))).await;
    accepted(owner.submit(&[&complete])).await;
    let response = owner.find(&free).send().await.unwrap();
    assert_eq!(response.status(), 204);
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert_eq!(refused(other.find(&free)).await.0, 404, "another device");
    assert_eq!(
        refused(owner.find(&complete)).await.0,
        404,
        "a feedback is complete"
    );
    assert_eq!(refused(owner.find("unknown")).await.0, 404);
    execute(server.data.path(), "UPDATE uploads SET expires_at = 1").await;
    assert_eq!(refused(owner.find(&free)).await.0, 404, "expired");
    assert_eq!(owner.find(&saved).send().await.unwrap().status(), 204);
}

#[tokio::test]
async fn partial_saves_keep_named_uploads_and_release_others() {
    let server = server().await;
    let owner = visitor(&server, "d");
    let [kept, dropped] = [owner.uploaded().await, owner.uploaded().await];
    let feedback = accepted(partial(owner.submit(&[&kept, &dropped]))).await;
    let continued = |request: RequestBuilder| request.header("X-FID", feedback["id"].as_str().unwrap());
    assert_unknown(owner.submit(&[&kept]), &["/responses/0"]).await;
    assert_eq!(refused(owner.remove(&kept)).await.0, 404, "the feedback has it");

    accepted(partial(continued(owner.submit(&[&kept])))).await;
    let claimed = "SELECT id FROM uploads WHERE feedback_id IS NOT NULL";
    assert_eq!(
        texts(server.data.path(), claimed).await,
        std::slice::from_ref(&kept)
    );
    // The visitor goes back, and comes again.
    accepted(partial(continued(owner.submit(&[])))).await;
    assert_eq!(texts(server.data.path(), claimed).await, [] as [String; 0]);
    accepted(partial(continued(owner.submit(&[&dropped])))).await;
    accepted(continued(owner.submit(&[&dropped, &kept]))).await;
    let stored = &server.feedbacks().await[0];
    let names: Vec<&Value> = stored["responses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["file"]["name"])
        .collect();
    assert_eq!(
        (&stored["status"], names),
        (&json!("complete"), vec![&json!("a.png"); 2])
    );
}

#[tokio::test]
async fn a_foreign_partial_feedback_gets_nothing() {
    let server = server().await;
    let (owner, other) = (visitor(&server, "d"), visitor(&server, "other"));
    let theirs = other.uploaded().await;
    let foreign = accepted(partial(other.submit(&[&theirs]))).await;
    let foreign = foreign["id"].as_str().unwrap();
    let id = owner.uploaded().await;
    let (_, problem) = refused(owner.submit(&[&id]).header("X-FID", foreign)).await;
    assert_eq!(problem["code"], "foreign_feedback");
    assert_unknown(
        owner.submit(&[&theirs]).header("X-FID", foreign),
        &["/responses/0"],
    )
    .await;
    accepted(owner.submit(&[&id])).await;
    accepted(other.submit(&[&theirs]).header("X-FID", foreign)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_feedbacks_at_the_same_time_one_takes_an_upload() {
    let server = server().await;
    let owner = visitor(&server, "d");
    for round in 0..5 {
        let id = owner.uploaded().await;
        let mut requests = JoinSet::new();
        for number in 0..8 {
            let request = keyed(owner.submit(&[&id]), round * 100 + number);
            requests.spawn(async move { request.send().await.unwrap().status().as_u16() });
        }
        let mut statuses = requests.join_all().await;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422, 422, 422, 422, 422, 422, 422]);
    }
    assert_eq!(feedback_count(&server).await, 5);
}

#[tokio::test]
async fn a_feedback_without_files_needs_no_upload() {
    let server = server().await;
    let owner: Visitor = visitor(&server, "d");
    accepted(owner.submit(&[])).await;
    let items = json!([{"question_id": "why", "body": "text", "active_storage_blob_id": "x"}]);
    let (status, problem) = refused(owner.submit_items(items, &[])).await;
    assert_eq!((status, &problem["code"]), (422, &json!("invalid_answer")));
}

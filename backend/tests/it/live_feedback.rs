//! Live events of new and changed feedback for staff.

use crate::database::execute;
use crate::deadline::within_limit;
use crate::server::TestServer;
use crate::socket::Socket;
use crate::submission::happy;
use serde_json::{Value, json};
use std::collections::BTreeSet;

async fn follower(server: &TestServer, options: &[&str], node_id: Option<&str>) -> Socket {
    let token = server.staff_token(options).await;
    let mut socket = Socket::connect(server).await;
    socket.follow_feedback(&token, node_id).await;
    socket
}

async fn submit(server: &TestServer, body: &Value) -> String {
    let answer = server.submit(body).send().await.unwrap();
    let answer: Value = answer.json().await.unwrap();
    answer["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn staff_get_each_feedback_that_is_new_or_changes() {
    let server = TestServer::start().await;
    let mut all = follower(&server, &["all"], None).await;
    let mut door = follower(&server, &["door", "--nodes", "door,once"], Some("door")).await;
    let mut elsewhere = follower(&server, &["elsewhere", "--nodes", "once"], None).await;
    let token = server.staff_token(&["inbox"]).await;
    let mut inbox = Socket::connect(&server).await;
    assert_eq!(inbox.subscribe_as_staff(&token, None).await, json!({"ok": true}));
    let id = submit(&server, &happy("d")).await;
    let list = server.get_as_staff("/v1/staff/feedbacks?texts=true").await;
    let list: Value = list.json().await.unwrap();
    for staff in [&mut all, &mut door] {
        assert_eq!(staff.event("feedback").await, list["items"][0]);
    }
    let review = server
        .post_as_staff(&format!("/v1/staff/feedbacks/{id}/review"))
        .json(&json!({"review": "done"}));
    assert_eq!(review.send().await.unwrap().status(), 200);
    for staff in [&mut all, &mut door] {
        let event = staff.event("feedback").await;
        assert_eq!((&event["id"], &event["review"]), (&json!(id), &json!("done")));
    }
    for nobody in [&mut elsewhere, &mut inbox] {
        assert_eq!(nobody.events_so_far().await, Vec::<Value>::new());
    }
    let left = all.emit("unsubscribe", json!({"room": "staff"})).await;
    assert_eq!(left, json!({"ok": true}));
    submit(&server, &happy("e")).await;
    door.event("feedback").await;
    assert_eq!(all.events_so_far().await, Vec::<Value>::new());
}

/// Takes the next event, and adds the ids of what it says to those that are known.
async fn learn(server: &TestServer, staff: &mut Socket, known: &mut BTreeSet<String>) {
    let (name, data) = staff.any_event().await;
    let items = match name.as_str() {
        "feedback" => vec![data],
        "feedbacks_missed" => {
            let path = format!(
                "/v1/staff/feedbacks?limit=200&updated_since={}",
                data["updated_since"]
            );
            let list: Value = server.get_as_staff(&path).await.json().await.unwrap();
            list["items"].as_array().unwrap().clone()
        }
        _ => panic!("{name}"),
    };
    known.extend(items.iter().map(|item| item["id"].as_str().unwrap().to_owned()));
}

#[tokio::test]
async fn a_burst_is_fetched_where_it_is_not_sent() {
    let server = TestServer::start().await;
    let mut staff = follower(&server, &["ann"], None).await;
    let bodies: Vec<Value> = (0..150).map(|number| happy(&number.to_string())).collect();
    let submitted = futures_util::future::join_all(bodies.iter().map(|body| submit(&server, body))).await;
    let mut known = BTreeSet::new();
    let all = async {
        while known.len() < submitted.len() {
            learn(&server, &mut staff, &mut known).await;
        }
    };
    within_limit("all feedback", all).await;
    assert_eq!(known, submitted.into_iter().collect());
}

#[tokio::test]
async fn long_feedback_is_fetched() {
    let server = TestServer::start().await;
    let mut staff = follower(&server, &["ann"], None).await;
    let id = submit(&server, &happy("d")).await;
    staff.event("feedback").await;
    let long = format!(
        "UPDATE feedbacks SET origin_url = '{}', updated_at = updated_at + 1",
        "a".repeat(40_000)
    );
    execute(server.data.path(), long).await;
    submit(&server, &happy("e")).await;
    let missed = staff.event("feedbacks_missed").await;
    let path = format!("/v1/staff/feedbacks?updated_since={}", missed["updated_since"]);
    let list: Value = server.get_as_staff(&path).await.json().await.unwrap();
    assert_eq!(list["items"][0]["id"], json!(id));
}

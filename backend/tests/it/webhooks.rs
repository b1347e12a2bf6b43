//! Webhooks: what other systems are told, and how they know by whom.

use crate::chat::{Chat, configure};
use crate::database::{execute, execute_alone, texts};
use crate::deadline::until;
use crate::server::TestServer;
use crate::submission::{happy, unhappy, with, with_responses};
use crate::webhook_receiver::{Behavior, Receiver};
use backend::{Settings, WebhookSetting};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

pub(crate) const HOUR: i64 = 60 * 60 * 1000;
pub(crate) const DAY: i64 = 24 * HOUR;

/// Starts a server that calls webhooks on this machine, at once.
pub(crate) async fn webhook_server() -> TestServer {
    TestServer::with_settings(|settings| settings.webhooks = at_once()).await
}

/// Starts it with the webhook `w`, which is notified of completed feedback, and with its receiver.
pub(crate) async fn server_and_receiver(behavior: Behavior) -> (TestServer, Receiver) {
    let server = webhook_server().await;
    let receiver = Receiver::start().await;
    receiver.behave(behavior);
    add(&server, "w", &receiver.address, completed()).await;
    (server, receiver)
}

pub(crate) fn completed() -> Value {
    json!(["feedback.completed"])
}

/// Returns what staff see of the webhook `w`, or with the rest of a path of something that it has.
pub(crate) async fn shown(server: &TestServer, rest: &str) -> Value {
    let path = format!("/v1/staff/webhooks/w{rest}");
    server.get_as_staff(&path).await.json().await.unwrap()
}

pub(crate) fn at_once() -> WebhookSetting {
    WebhookSetting {
        allow_private: true,
        interval: Duration::from_millis(20),
        // So that all the time of `stop_at_once` is left for a machine that is busy.
        stop_limit: Duration::from_millis(200),
        ..WebhookSetting::default()
    }
}

/// Stores a webhook.
pub(crate) async fn put(server: &TestServer, id: &str, url: &str, events: Value) -> Value {
    put_with(server, id, json!({"url": url, "events": events})).await
}

pub(crate) async fn put_with(server: &TestServer, id: &str, body: Value) -> Value {
    let request = server
        .put_as_staff(&format!("/v1/staff/webhooks/{id}"))
        .json(&body);
    let response = request.send().await.unwrap();
    let status = response.status();
    let answer: Value = response.json().await.unwrap();
    assert_eq!(status, 200, "{answer}");
    answer
}

/// Stores a new webhook; returns its secret.
pub(crate) async fn add(server: &TestServer, id: &str, url: &str, events: Value) -> String {
    let webhook = put(server, id, url, events).await;
    webhook["secret"].as_str().unwrap().to_owned()
}

/// Sends a feedback; returns its id.
pub(crate) async fn submit(server: &TestServer, submission: &Value) -> String {
    let response = server.submit(submission).send().await.unwrap();
    let answer: Value = response.json().await.unwrap();
    answer["id"].as_str().unwrap().to_owned()
}

/// Waits until nothing is being sent.
pub(crate) async fn nothing_is_sent(data: &Path) {
    const SENT: &str =
        "SELECT feedback_id FROM webhook_deliveries WHERE leased_until > 0 AND state = 'waiting'";
    until("nothing is being sent", async || {
        texts(data, SENT).await.is_empty()
    })
    .await;
}

/// Waits until no delivery waits any more.
pub(crate) async fn nothing_waits(server: &TestServer) {
    const WAITING: &str = "SELECT feedback_id FROM webhook_deliveries WHERE state = 'waiting'";
    let data = server.data.path();
    until("no delivery waits", async || {
        texts(data, WAITING).await.is_empty()
    })
    .await;
}

/// Lets an hour pass for what waits, once nothing is being sent.
pub(crate) async fn later(server: &TestServer) {
    nothing_is_sent(server.data.path()).await;
    pass(server.data.path(), HOUR).await;
}

/// Lets time pass for webhooks.
pub(crate) async fn pass(data: &Path, millis: i64) {
    execute_alone(
        data,
        &format!(
            "UPDATE webhook_deliveries SET next_at = next_at - {millis}, started_at = started_at - {millis},
                 finished_at = finished_at - {millis};
             UPDATE webhooks SET not_before = not_before - {millis}, old_secret_until = old_secret_until - {millis}"
        ),
    )
    .await;
}

#[tokio::test]
async fn a_completed_feedback_is_delivered_signed_and_as_staff_see_it() {
    let server = webhook_server().await;
    let receiver = Receiver::start().await;
    let url = format!("{}/hook?key=1", receiver.address);
    let secret = add(&server, "w", &url, json!(["feedback.completed"])).await;
    let id = submit(&server, &happy("d")).await;
    let call = receiver.wait_for(1).await;
    let told = call.json();
    assert_eq!(told["type"], "feedback.completed");
    let seen = server.get_as_staff(&format!("/v1/staff/feedbacks/{id}")).await;
    let mut seen = seen.json::<Value>().await.unwrap();
    // For staff only.
    seen.as_object_mut().unwrap().remove("notes");
    assert_eq!(told["data"], seen);
    assert_eq!(told["data"]["answers"][0]["answer"], "Good");
    assert_eq!(told["data"]["id"], id);
    assert_ne!(told["data"]["device_id"], "d");
    assert_eq!(told["timestamp"], told["data"]["updated_at"]);
    assert_eq!(call.path, "/hook");
    assert_eq!(call.header("content-type"), "application/json");
    assert!(call.id().starts_with("msg_") && !call.id().contains('.'));
    assert!(call.is_signed_by(&secret), "{call:?}");
    assert!(!call.is_signed_by(&add(&server, "other", &url, json!(["chat.rated"])).await));
    nothing_waits(&server).await;
    assert_eq!(receiver.calls().len(), 1);
}

#[tokio::test]
async fn all_events_of_a_feedback_are_delivered_in_order() {
    let server = webhook_server().await;
    configure(
        &server,
        json!({"chat": {"rating_enabled": true, "queue_capacity": 0}}),
    );
    let receiver = Receiver::start().await;
    let all = json!([
        "feedback.partial",
        "feedback.completed",
        "chat.message",
        "chat.status_changed",
        "chat.rated"
    ]);
    add(&server, "w", &receiver.address, all).await;
    // Nothing arrives until the end.
    receiver.behave(Behavior::Answers(503));
    let partial = server
        .submit(&with_responses(happy("d"), json!([])))
        .header("X-COMPLETED", "true");
    let partial: Value = partial.send().await.unwrap().json().await.unwrap();
    let id = partial["id"].as_str().unwrap();
    let complete = server.submit(&unhappy("d")).header("X-FID", id);
    let complete: Value = complete.send().await.unwrap().json().await.unwrap();
    let chat = Chat::open(&server).await.of(&complete);
    let staff = async |call: &str, body: Value| {
        let response = server
            .post_as_staff(&chat.staff_path(call))
            .json(&body)
            .send()
            .await;
        assert_eq!(response.unwrap().status(), 200, "{call}");
    };
    staff("/notes", json!({"body": "SECRET"})).await;
    staff("/messages", json!({"body": "Good morning"})).await;
    chat.say("Hello").await;
    staff("/close", json!({})).await;
    assert_eq!(chat.rate(100).send().await.unwrap().status(), 200);
    receiver.wait_for(1).await;
    receiver.behave(Behavior::Answers(200));
    later(&server).await;
    nothing_waits(&server).await;
    let told: Vec<Value> = receiver.taken().iter().map(|call| call.json()).collect();
    let of_chat = |told: &&Value| told["data"]["id"] == id || told["data"]["feedback_id"] == id;
    let lines: Vec<String> = told
        .iter()
        .filter(of_chat)
        .map(|told| {
            let data = &told["data"];
            let body = data.pointer("/timeline_item/detail/comment/body");
            let what = body.or(data.get("rating")).unwrap_or(&data["status"]);
            format!("{} {what}", told["type"].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        lines,
        [
            // Contents are read when they are sent.
            r#"feedback.partial "complete""#,
            r#"feedback.completed "complete""#,
            r#"chat.status_changed "queued""#,
            r#"chat.status_changed "open""#,
            r#"chat.message "Good morning""#,
            r#"chat.message "Hello""#,
            r#"chat.status_changed "closed""#,
            "chat.rated 100",
        ]
    );
    assert!(!receiver.calls().iter().any(|call| call.body.contains("SECRET")));
}

#[tokio::test]
async fn an_enabled_webhook_receives_its_nodes_and_events() {
    let server = webhook_server().await;
    let receiver = Receiver::start().await;
    let url = |path: &str| format!("{}/{path}", receiver.address);
    let completed = json!(["feedback.completed"]);
    for (id, nodes, enabled) in [
        ("door", json!(["door"]), true),
        ("once", json!(["once"]), true),
        ("off", Value::Null, false),
        ("all", Value::Null, true),
    ] {
        let body = json!({"url": url(id), "events": completed, "nodes": nodes, "enabled": enabled});
        put_with(&server, id, body).await;
    }
    add(&server, "rated", &url("rated"), json!(["chat.rated"])).await;
    submit(&server, &happy("d")).await;
    receiver.wait_for(2).await;
    nothing_waits(&server).await;
    let mut paths: Vec<String> = receiver.calls().into_iter().map(|call| call.path).collect();
    paths.sort();
    assert_eq!(paths, ["/all", "/door"]);
    let ids: Vec<String> = receiver.calls().iter().map(|call| call.id()).collect();
    assert_eq!(ids[0], ids[1], "it is the same event");
    const ROWS: &str = "SELECT feedback_id FROM webhook_deliveries";
    assert_eq!(texts(server.data.path(), ROWS).await.len(), 2);
}

#[tokio::test]
async fn a_pending_partial_save_is_delivered_once() {
    let server = webhook_server().await;
    let receiver = Receiver::start().await;
    add(&server, "w", &receiver.address, json!(["feedback.partial"])).await;
    execute(
        server.data.path(),
        "UPDATE webhooks SET not_before = 9000000000000",
    )
    .await;
    let partial = || {
        server
            .submit(&with(
                with_responses(happy("d"), json!([])),
                "language_id",
                "l-en",
            ))
            .header("X-COMPLETED", "true")
    };
    let first: Value = partial().send().await.unwrap().json().await.unwrap();
    let id = first["id"].as_str().unwrap();
    for _ in 0..3 {
        assert_eq!(partial().header("X-FID", id).send().await.unwrap().status(), 200);
    }
    execute(server.data.path(), "UPDATE webhooks SET not_before = 0").await;
    let call = receiver.wait_for(1).await;
    assert_eq!(
        call.json()["data"]["updated_at"],
        server.feedbacks().await[0]["updated_at"]
    );
    nothing_waits(&server).await;
    partial().header("X-FID", id).send().await.unwrap();
    receiver.wait_for(2).await;
    nothing_waits(&server).await;
    assert_eq!(receiver.calls().len(), 2);
}

#[tokio::test]
async fn a_new_secret_and_the_one_before_both_sign_for_a_day() {
    let server = webhook_server().await;
    let receiver = Receiver::start().await;
    let first = add(&server, "w", &receiver.address, json!(["feedback.completed"])).await;
    let rotate = server
        .post_as_staff("/v1/staff/webhooks/w/rotate_secret")
        .json(&json!({}));
    let rotated: Value = rotate.send().await.unwrap().json().await.unwrap();
    let second = rotated["secret"].as_str().unwrap();
    assert_ne!(first, second);
    assert!(rotated["old_secret_until"].is_string(), "{rotated}");
    submit(&server, &happy("d")).await;
    let call = receiver.wait_for(1).await;
    assert!(call.is_signed_by(&first) && call.is_signed_by(second), "{call:?}");
    nothing_waits(&server).await;
    pass(server.data.path(), 24 * HOUR).await;
    submit(&server, &happy("e")).await;
    let call = receiver.wait_for(2).await;
    assert!(
        !call.is_signed_by(&first) && call.is_signed_by(second),
        "{call:?}"
    );
}

#[tokio::test]
async fn deliveries_of_erased_data_are_never_sent() {
    let server = webhook_server().await;
    let receiver = Receiver::start().await;
    let events = json!(["chat.message", "chat.rated", "chat.status_changed"]);
    add(&server, "w", &receiver.address, events).await;
    execute(
        server.data.path(),
        "UPDATE webhooks SET not_before = 9000000000000",
    )
    .await;
    let chat = Chat::open(&server).await;
    chat.say("SECRET").await;
    let erase = "DELETE FROM chat_messages; UPDATE webhooks SET not_before = 0";
    execute(server.data.path(), erase).await;
    nothing_waits(&server).await;
    let told: Vec<String> = receiver.calls().iter().map(|call| call.event()).collect();
    assert_eq!(told, ["chat.status_changed"]);
}

/// Staff of that node may have it now, and give it another address.
#[tokio::test]
async fn removing_a_node_cancels_its_pending_deliveries() {
    let server = webhook_server().await;
    let receiver = Receiver::start().await;
    receiver.behave(Behavior::Answers(500));
    add(&server, "w", &receiver.address, json!(["feedback.completed"])).await;
    submit(&server, &happy("d")).await;
    receiver.wait_for(1).await;
    nothing_is_sent(server.data.path()).await;
    receiver.behave(Behavior::Answers(200));
    let body = json!({"url": receiver.address, "events": ["feedback.completed"], "nodes": ["once"]});
    put_with(&server, "w", body).await;
    let list = server.get_as_staff("/v1/staff/webhooks/w/deliveries").await;
    assert_eq!(list.json::<Value>().await.unwrap()["items"], json!([]));
    later(&server).await;
    nothing_waits(&server).await;
    assert_eq!(receiver.calls().len(), 1);
}

#[tokio::test]
async fn addresses_that_are_not_public_are_called_only_where_the_operator_allows_it() {
    let server = TestServer::with_settings(|settings: &mut Settings| {
        settings.webhooks = WebhookSetting {
            allow_private: false,
            ..at_once()
        };
    })
    .await;
    let receiver = Receiver::start().await;
    let https = receiver.address.replace("http://127.0.0.1", "https://localhost");
    // What only the call finds out.
    add(&server, "w", &https, json!(["feedback.completed"])).await;
    let test = server.post_as_staff("/v1/staff/webhooks/w/test").json(&json!({}));
    let tested: Value = test.send().await.unwrap().json().await.unwrap();
    assert_eq!(tested["delivered"], false);
    let error = tested["error"].as_str().unwrap();
    assert!(error.contains("localhost is not a public address"), "{error}");
    assert!(receiver.calls().is_empty());
}

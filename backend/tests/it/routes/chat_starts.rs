//! `POST /v1/feedbacks/{id}/chat`: chats that the end of a flow offers (docs/api.md#beginning-a-chat).

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use super::staff_erasures::erase;
use crate::chat::{Chat, configure, never_open};
use crate::client::RequestBuilder;
use crate::database::execute;
use crate::import::records;
use crate::server::{TestServer, import, unlimited};
use crate::submission::{happy, with};
use backend::{Bounds, Rates};
use serde_json::{Value, json};

/// Adds a card that opens a chat to the thank-you page of the flow.
async fn offer_chats(server: &TestServer) {
    let mut flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    flow.as_object_mut().unwrap().remove("revision");
    let elements = flow["states"][2]["elements"].as_array_mut().unwrap();
    elements.push(
        json!({"id": "talk", "type": "card", "opensChat": true, "body": "Tell us more.", "button": "Talk to us"}),
    );
    let folder = records(&[("flows/visit.json", &flow.to_string())]);
    import(folder.path(), server.data.path());
}

async fn start_server() -> TestServer {
    let server = TestServer::start().await;
    offer_chats(&server).await;
    server
}

fn feedback() -> Value {
    with(happy("d"), "flow_revision", 2)
}

/// Sends a feedback whose end offers a chat, and returns the response.
async fn offered(server: &TestServer) -> Value {
    let answer = accepted(server.submit(&feedback())).await;
    assert_eq!(answer.get("chat_token_string"), None);
    answer
}

/// Prepares the request that begins a chat.
fn start(server: &TestServer, answer: &Value) -> RequestBuilder {
    let url = format!(
        "{}/v1/feedbacks/{}/chat",
        server.address,
        answer["id"].as_str().unwrap()
    );
    let token = &answer["chat_start_token"];
    server.client.post(url).json(&json!({ "token": token }))
}

fn chat_of(server: &TestServer, answer: &Value) -> Chat {
    Chat::named_in(answer, &server.address, &server.client)
}

async fn assert_over(request: RequestBuilder) {
    let (status, problem) = refused(request).await;
    assert_eq!((status, &problem["code"]), (401, &json!("invalid_token")));
}

#[tokio::test]
async fn a_card_begins_the_chat_of_its_feedback_once() {
    let server = start_server().await;
    let answer = offered(&server).await;
    let id = answer["id"].as_str().unwrap();
    assert_eq!(
        server
            .get(&format!("/v1/feedbacks/{id}/chat?token=x"))
            .await
            .status(),
        401
    );
    let ann = Member::join(&server, &["ann"]).await;
    let inbox = async || ann.get("/v1/staff/chats").await["items"].clone();
    assert_eq!(inbox().await, json!([]));

    let begun = accepted(start(&server, &answer)).await;
    assert_eq!(begun["id"], answer["id"]);
    assert_eq!(accepted(start(&server, &answer)).await, begun);
    let chat = chat_of(&server, &begun);
    assert_eq!(chat.whole().await["status"], "open");
    chat.say("Hello").await;
    let chats = inbox().await;
    assert_eq!(chats.as_array().unwrap().len(), 1);
    assert_eq!(chats[0]["feedback_id"], answer["id"]);
    // Also after its end, which the chat then shows.
    accepted(chat.archive()).await;
    assert_eq!(accepted(start(&server, &answer)).await, begun);
}

#[tokio::test]
async fn tabs_that_begin_a_chat_at_the_same_moment_share_it() {
    let server = start_server().await;
    let answer = offered(&server).await;
    let (one, other) = tokio::join!(
        accepted(start(&server, &answer)),
        accepted(start(&server, &answer))
    );
    assert_eq!(one, other);
}

#[tokio::test]
async fn only_an_end_that_shows_the_card_offers_a_chat() {
    let server = start_server().await;
    let partial = accepted(server.submit(&feedback()).header("X-COMPLETED", "true")).await;
    assert_eq!(partial.get("chat_start_token"), None);
    let id = partial["id"].as_str().unwrap();
    let complete = accepted(server.submit(&feedback()).header("X-FID", id)).await;
    assert!(complete["chat_start_token"].is_string());
    let earlier = accepted(server.submit(&with(happy("d"), "flow_revision", 1))).await;
    assert_eq!(earlier.get("chat_start_token"), None);
}

#[tokio::test]
async fn a_repeated_submission_gets_the_same_offer() {
    let server = start_server().await;
    let key = "3f6f2f8e-2a57-4c1e-8a0e-0d5c1f0f5a11";
    let send = async || accepted(server.submit(&feedback()).header("Idempotency-Key", key)).await;
    assert_eq!(send().await, send().await);
}

#[tokio::test]
async fn nobody_begins_a_chat_without_the_token_of_its_feedback() {
    let server = start_server().await;
    let (mine, other) = (offered(&server).await, offered(&server).await);
    let mut wrong = vec![
        json!("x"),
        json!(7),
        Value::Null,
        other["chat_start_token"].clone(),
    ];
    wrong.push(accepted(start(&server, &other)).await["chat_token_string"].clone());
    for token in wrong {
        let mut answer = mine.clone();
        answer["chat_start_token"] = token;
        assert_over(start(&server, &answer)).await;
    }
    // It opens nothing itself.
    let (id, token) = (
        mine["id"].as_str().unwrap(),
        mine["chat_start_token"].as_str().unwrap(),
    );
    let path = format!("/v1/feedbacks/{id}/chat?token={token}");
    accepted(start(&server, &mine)).await;
    assert_eq!(server.get(&path).await.status(), 401);
}

#[tokio::test]
async fn a_chat_can_be_begun_for_a_day() {
    let server = start_server().await;
    let answer = offered(&server).await;
    let age = |hours: i64| {
        format!(
            "UPDATE feedbacks SET completed_at = completed_at - {}",
            hours * 3_600_000
        )
    };
    execute(server.data.path(), age(23)).await;
    accepted(start(&server, &answer)).await;
    execute(server.data.path(), age(2)).await;
    assert_over(start(&server, &answer)).await;
}

#[tokio::test]
async fn what_is_erased_or_revoked_begins_no_chat() {
    let server = start_server().await;
    let ann = Member::join(&server, &["ann"]).await;
    let (before, after) = (offered(&server).await, offered(&server).await);
    erase(&ann, &json!({"feedback_id": before["id"]})).await;
    assert_over(start(&server, &before)).await;
    accepted(start(&server, &after)).await;
    erase(&ann, &json!({"feedback_id": after["id"]})).await;
    assert_over(start(&server, &after)).await;

    let revoked = offered(&server).await;
    let chat = chat_of(&server, &accepted(start(&server, &revoked)).await);
    accepted(ann.act(&chat, "revoke_token", &json!({"token_epoch": 0}))).await;
    assert_over(start(&server, &revoked)).await;
}

#[tokio::test]
async fn a_blocked_device_begins_no_chat() {
    let server = start_server().await;
    let ann = Member::join(&server, &["ann"]).await;
    let (first, second) = (offered(&server).await, offered(&server).await);
    let chat = chat_of(&server, &accepted(start(&server, &first)).await);
    accepted(ann.act(&chat, "block_device", &json!({}))).await;
    let (status, problem) = refused(start(&server, &second)).await;
    assert_eq!((status, &problem["code"]), (403, &json!("device_blocked")));
}

#[tokio::test]
async fn a_chat_waits_in_the_queue_as_one_that_a_page_opens() {
    let server = start_server().await;
    let status = async || {
        let answer = offered(&server).await;
        let begun = accepted(start(&server, &answer)).await;
        chat_of(&server, &begun).whole().await["status"].clone()
    };
    configure(&server, json!({"chat": {"queue_capacity": 1}}));
    assert_eq!((status().await, status().await), (json!("open"), json!("queued")));
    let closed = json!({"chat": {"queue_outside_hours": true}, "operating_hours": never_open()});
    configure(&server, closed);
    assert_eq!(status().await, "queued");
}

#[tokio::test]
async fn the_rate_of_new_chats_counts() {
    let server = TestServer::with_settings(|settings| {
        settings.bounds = Bounds {
            rates: Rates {
                new_chat: "1".parse().ok(),
                node_new_chat: "1".parse().ok(),
                ..Rates::off()
            },
            ..unlimited()
        };
    })
    .await;
    offer_chats(&server).await;
    let (first, second) = (offered(&server).await, offered(&server).await);
    accepted(start(&server, &first)).await;
    let (status, _) = refused(start(&server, &second)).await;
    assert_eq!(status, 429);
}

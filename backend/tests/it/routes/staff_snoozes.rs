//! Chats that staff put off, their tags, and how many chats the views have.

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use crate::chat::Chat;
use crate::database::execute;
use crate::deadline::until;
use crate::server::TestServer;
use serde_json::{Value, json};

const LATER: &str = "2099-01-02T03:04:05.000Z";

/// A time within the next year.
fn tomorrow() -> String {
    let tomorrow = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24);
    format!("{tomorrow:.3}")
}

async fn listed(ann: &Member<'_>, query: &str) -> Vec<Value> {
    let list = ann.get(&format!("/v1/staff/chats?total=true&{query}")).await;
    let items = list["items"].as_array().unwrap().clone();
    assert_eq!(list["total"]["count"], items.len(), "{query}");
    items
}

#[tokio::test]
async fn a_snoozed_chat_comes_back_when_its_time_has_come() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    chat.say("Hello?").await;
    let time = tomorrow();
    for _ in 0..2 {
        let state = accepted(ann.act(&chat, "snooze", &json!({ "until": time }))).await;
        assert_eq!(state["snoozed_until"], time);
    }
    for query in ["unanswered=true", "order=waiting"] {
        assert_eq!(listed(&ann, query).await, [Value::Null; 0], "{query}");
    }
    let snoozed = listed(&ann, "snoozed=true").await;
    assert_eq!(listed(&ann, "snoozed=false").await, [Value::Null; 0]);
    assert_eq!((snoozed.len(), &snoozed[0]["snoozed_until"]), (1, &json!(time)));
    assert_eq!(ann.get(&chat.staff_path("")).await["snoozed_until"], time);
    let audit = ann.get("/v1/staff/audit?act=snooze").await;
    assert_eq!(audit["items"].as_array().unwrap().len(), 1, "a repeat is no act");
    assert_eq!(audit["items"][0]["subject"], time);

    // Its time passes, and those who follow the inbox get it as a change.
    let cursor = ann.get("/v1/staff/chats?limit=1").await["changes_cursor"].clone();
    let news = format!("/v1/staff/chats?since={}&wait=25", cursor.as_str().unwrap());
    execute(server.data.path(), "UPDATE chats SET snoozed_until = 1").await;
    until("the chat comes back", async || {
        let news = ann.get(&news).await;
        let items = news["items"].as_array().unwrap();
        items.iter().any(|item| item["snoozed_until"].is_null())
    })
    .await;
    assert_eq!(listed(&ann, "unanswered=true").await.len(), 1);
}

#[tokio::test]
async fn a_message_of_the_customer_ends_a_snooze() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    chat.say("Hello?").await;
    accepted(ann.act(&chat, "snooze", &json!({"until": tomorrow()}))).await;
    accepted(ann.act(&chat, "notes", &json!({"body": "waits for parts"}))).await;
    assert_eq!(listed(&ann, "unanswered=true").await.len(), 0);
    chat.say("Anybody?").await;
    let back = listed(&ann, "unanswered=true").await;
    assert_eq!((back.len(), &back[0]["snoozed_until"]), (1, &Value::Null));

    accepted(ann.act(&chat, "snooze", &json!({"until": tomorrow()}))).await;
    let state = accepted(ann.act(&chat, "snooze", &json!({"until": null}))).await;
    assert_eq!(state["snoozed_until"], Value::Null);
    accepted(ann.act(&chat, "snooze", &json!({"until": tomorrow()}))).await;
    let state = accepted(ann.act(&chat, "close", &json!({}))).await;
    assert_eq!(state["snoozed_until"], Value::Null);
    let (status, problem) = refused(ann.act(&chat, "snooze", &json!({"until": tomorrow()}))).await;
    assert_eq!((status, &problem["code"]), (409, &json!("chat_not_open")));
    for wrong in ["2026-01-01T00:00:00Z", LATER, "tomorrow"] {
        let (status, problem) = refused(ann.act(&chat, "snooze", &json!({ "until": wrong }))).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("invalid_time")),
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn a_chat_has_the_tags_of_its_feedback() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    let cursor = ann.get("/v1/staff/chats").await["changes_cursor"].clone();
    let tag = format!("/v1/staff/feedbacks/{}/tag", chat.id);
    accepted(ann.post(&tag).json(&json!({"add": ["Refund"]}))).await;
    let changed = ann
        .get(&format!("/v1/staff/chats?since={}", cursor.as_str().unwrap()))
        .await;
    assert_eq!(changed["items"].as_array().unwrap().len(), 1);
    assert_eq!(changed["items"][0]["tags"], json!(["refund"]));
    let tagged = listed(&ann, "tag=refund").await;
    assert_eq!((tagged.len(), &tagged[0]["feedback_id"]), (1, &json!(chat.id)));
    assert_eq!(ann.get(&chat.staff_path("")).await["tags"], json!(["refund"]));
    assert_eq!(ann.get(&other.staff_path("")).await["tags"], json!([]));
    assert_eq!(refused(ann.prepare_get("/v1/staff/chats?tag=%20")).await.0, 400);
}

#[tokio::test]
async fn counts_are_those_of_the_views() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let elsewhere = Member::join(&server, &["elsewhere", "--nodes", "once"]).await;
    let chats = [
        Chat::open(&server).await,
        Chat::open(&server).await,
        Chat::open(&server).await,
        Chat::open(&server).await,
    ];
    for chat in &chats[..3] {
        chat.say("Hello?").await;
    }
    accepted(ann.act(&chats[0], "claim", &json!({}))).await;
    accepted(ann.act(&chats[3], "claim", &json!({}))).await;
    accepted(ann.act(&chats[2], "snooze", &json!({"until": tomorrow()}))).await;
    let counts = json!({
        "mine": {"count": 2, "unanswered": 1},
        "nobody": {"count": 2, "unanswered": 1},
        "all": {"count": 4, "unanswered": 2},
    });
    for query in ["", "?node_id=door"] {
        assert_eq!(ann.get(&format!("/v1/staff/chats/counts{query}")).await, counts);
    }
    accepted(ann.act(&chats[0], "close", &json!({}))).await;
    let counts = ann.get("/v1/staff/chats/counts").await;
    assert_eq!(counts["mine"], json!({"count": 1, "unanswered": 0}));
    let none = json!({"count": 0, "unanswered": 0});
    let counts = elsewhere.get("/v1/staff/chats/counts").await;
    assert_eq!(counts, json!({"mine": none, "nobody": none, "all": none}));
    assert_eq!(
        refused(elsewhere.prepare_get("/v1/staff/chats/counts?node_id=door"))
            .await
            .0,
        403
    );
}

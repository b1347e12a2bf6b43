//! One act in many chats: `/v1/staff/chats/bulk`.

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use crate::chat::Chat;
use crate::server::{TestServer, unlimited};
use backend::{Bounds, Rates};
use serde_json::{Value, json};
use std::num::NonZeroU32;

const PATH: &str = "/v1/staff/chats/bulk";

async fn act(member: &Member<'_>, ids: &[&str], act: Value) -> Vec<Value> {
    let request = member.post(PATH).json(&json!({"feedback_ids": ids, "act": act}));
    let items = accepted(request).await["items"].clone();
    let items = items.as_array().unwrap();
    let answered: Vec<&str> = items
        .iter()
        .map(|item| item["feedback_id"].as_str().unwrap())
        .collect();
    assert_eq!(answered, ids, "in the order of the request");
    items.clone()
}

#[tokio::test]
async fn each_chat_has_its_own_result() {
    let server = TestServer::start().await;
    let (ann, bob) = (
        Member::join(&server, &["ann"]).await,
        Member::join(&server, &["bob"]).await,
    );
    let (one, two) = (Chat::open(&server).await, Chat::open(&server).await);
    accepted(bob.act(&two, "claim", &json!({}))).await;
    let ids = [&*one.id, &two.id, "gone"];
    for _ in 0..2 {
        let items = act(&ann, &ids, json!({"kind": "claim"})).await;
        assert_eq!(items[0]["chat"]["assigned_to"], "ann");
        assert_eq!(
            (&items[1]["problem"]["status"], &items[1]["problem"]["code"]),
            (&json!(409), &json!("assigned"))
        );
        assert_eq!(items[2]["problem"]["code"], "not_found");
    }
    let items = act(&ann, &ids[..2], json!({"kind": "assign", "name": "bob"})).await;
    assert!(
        items.iter().all(|item| item["chat"]["assigned_to"] == "bob"),
        "{items:?}"
    );
    let items = act(&ann, &ids[..2], json!({"kind": "assign"})).await;
    assert!(
        items.iter().all(|item| item["chat"]["assigned_to"].is_null()),
        "{items:?}"
    );

    one.say("Hello?").await;
    let items = act(&ann, &ids[..2], json!({"kind": "read"})).await;
    let position = items[0]["chat"]["read_position"].clone();
    assert_eq!(position, 1);
    let acts = ann.get("/v1/staff/audit?act=read").await;
    assert_eq!(acts["items"][0]["subject"], "1");
    act(&ann, &ids[..2], json!({"kind": "tag", "add": ["Late"]})).await;
    let tagged = ann.get("/v1/staff/chats?tag=late").await;
    assert_eq!(tagged["items"].as_array().unwrap().len(), 2);
    let until = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(1);
    let items = act(
        &ann,
        &ids[..1],
        json!({"kind": "snooze", "until": until.to_string()}),
    )
    .await;
    assert!(items[0]["chat"]["snoozed_until"].is_string(), "{items:?}");
    let items = act(&ann, &ids[..2], json!({"kind": "close"})).await;
    assert!(
        items.iter().all(|item| item["chat"]["status"] == "closed"),
        "{items:?}"
    );
    let items = act(
        &ann,
        &ids[..1],
        json!({"kind": "snooze", "until": until.to_string()}),
    )
    .await;
    assert_eq!(items[0]["problem"]["code"], "chat_not_open");
}

#[tokio::test]
async fn ten_chats_are_one_change_for_the_rate_limit() {
    let rates = Rates {
        staff: NonZeroU32::new(40),
        ..Rates::off()
    };
    let server = TestServer::with_bounds(Bounds { rates, ..unlimited() }).await;
    let ann = Member::join(&server, &["ann"]).await;
    let ids = vec!["gone"; 200];
    let body = json!({"feedback_ids": ids, "act": {"kind": "close"}});
    for _ in 0..2 {
        accepted(ann.post(PATH).json(&body)).await;
    }
    assert_eq!(refused(ann.post(PATH).json(&body)).await.0, 429);
}

#[tokio::test]
async fn each_chat_needs_the_right_at_its_node() {
    let server = TestServer::start().await;
    let elsewhere = Member::join(&server, &["elsewhere", "--nodes", "once"]).await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    let items = act(&elsewhere, &[&chat.id], json!({"kind": "close"})).await;
    assert_eq!(
        (&items[0]["problem"]["status"], &items[0]["problem"]["code"]),
        (&json!(403), &json!("not_in_scope"))
    );
    let items = act(&ann, &[&chat.id], json!({"kind": "assign", "name": "elsewhere"})).await;
    assert_eq!(items[0]["problem"]["code"], "unknown_staff");
    assert_eq!(ann.get(&chat.staff_path("")).await["status"], "open");
}

#[tokio::test]
async fn an_invalid_act_is_refused_as_a_whole() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    let many = vec!["x"; 201];
    let ids = [&*chat.id];
    for (body, code) in [
        (
            json!({"feedback_ids": [], "act": {"kind": "close"}}),
            "length_between",
        ),
        (
            json!({"feedback_ids": many, "act": {"kind": "close"}}),
            "length_between",
        ),
        (
            json!({"feedback_ids": ids, "act": {"kind": "erase"}}),
            "wrong_type",
        ),
        (
            json!({"feedback_ids": ids, "act": {"kind": "close", "name": "ann"}}),
            "wrong_type",
        ),
        (
            json!({"feedback_ids": ids, "act": {"kind": "tag", "add": [" "]}}),
            "invalid_tag",
        ),
        (
            json!({"feedback_ids": ids, "act": {"kind": "snooze", "until": "then"}}),
            "invalid_time",
        ),
        (
            json!({"feedback_ids": ids, "act": {"kind": "assign", "name": "gone"}}),
            "unknown_staff",
        ),
        (json!({"feedback_ids": ids}), "wrong_type"),
    ] {
        let (status, problem) = refused(ann.post(PATH).json(&body)).await;
        assert_eq!((status, &problem["code"]), (422, &json!(code)), "{body}");
    }
}

//! What one address may send: rates, its part of a quota and of a queue, and that staff can block it.

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use crate::chat::{Chat, configure};
use crate::client::RequestBuilder;
use crate::database::execute;
use crate::import::records;
use crate::server::{TestServer, import, unlimited};
use crate::submission::{happy, unhappy, with};
use backend::{Assets, Bounds, ConnectionLimits, Rates, TrustedProxies};
use serde_json::{Value, json};

/// Starts a server that believes the proxy of the tests.
pub(super) async fn server(rates: Rates) -> TestServer {
    let index = "<!doctype html><html lang=\"en\"><head></head><body></body></html>";
    let assets = Assets::from_files([("index.html".to_owned(), index)]);
    let bounds = unlimited();
    let connections = ConnectionLimits {
        trusted_proxies: TrustedProxies::new(["127.0.0.0/8".parse().unwrap()]),
        ..bounds.connections
    };
    TestServer::with_settings(|settings| {
        settings.assets = assets;
        settings.bounds = Bounds {
            rates,
            connections,
            ..unlimited()
        };
    })
    .await
}

/// Submits a feedback from the nth address.
fn from(server: &TestServer, address: u32, body: &Value) -> RequestBuilder {
    server
        .submit(body)
        .header("X-Forwarded-For", format!("203.0.113.{address}"))
}

async fn is_limited(request: RequestBuilder) {
    let response = request.send().await.unwrap();
    assert!(response.headers().contains_key("retry-after"));
    assert_eq!(response.status(), 429);
}

#[tokio::test]
async fn complete_feedback_is_limited_by_address_and_by_node() {
    let rates = Rates {
        feedback: "2".parse().ok(),
        node_feedback: "3".parse().ok(),
        ..Rates::off()
    };
    let server = server(rates).await;
    for device in ["a", "b"] {
        accepted(from(&server, 1, &happy(device))).await;
    }
    is_limited(from(&server, 1, &happy("c"))).await;
    // Partial saves do not count.
    accepted(from(&server, 1, &happy("c")).header("X-COMPLETED", "true")).await;
    accepted(from(&server, 2, &happy("c"))).await;
    is_limited(from(&server, 2, &happy("d"))).await;
    accepted(from(&server, 3, &with(happy("d"), "node_id", "once"))).await;
}

#[tokio::test]
async fn new_chats_are_limited_by_address_and_by_node() {
    let rates = Rates {
        new_chat: "2".parse().ok(),
        node_new_chat: "3".parse().ok(),
        ..Rates::off()
    };
    let server = server(rates).await;
    for device in ["a", "b"] {
        accepted(from(&server, 1, &unhappy(device))).await;
    }
    is_limited(from(&server, 1, &unhappy("c"))).await;
    accepted(from(&server, 1, &happy("c"))).await;
    accepted(from(&server, 2, &unhappy("c"))).await;
    is_limited(from(&server, 2, &unhappy("d"))).await;
}

fn set_quota(server: &TestServer, quota: &Value) {
    let node = json!({"id": "few", "flow_id": "visit", "channel_quota": quota}).to_string();
    import(records(&[("nodes/few.json", &node)]).path(), server.data.path());
}

#[tokio::test]
async fn one_address_cannot_use_up_a_quota() {
    let server = server(Rates::off()).await;
    set_quota(
        &server,
        &json!({"active": true, "action_kind": "submit", "limit": 4}),
    );
    let few = |device: &str| with(happy(device), "node_id", "few");
    let key = ("Idempotency-Key", "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11");
    let first = accepted(from(&server, 1, &few("a")).header(key.0, key.1)).await;
    // What is refused counts for nothing.
    for _ in 0..3 {
        let foreign = from(&server, 1, &few("b")).header("X-FID", "foreign");
        assert_eq!(refused(foreign).await.1["code"], "foreign_feedback");
    }
    accepted(from(&server, 1, &few("b"))).await;
    let (status, problem) = refused(from(&server, 1, &few("c"))).await;
    assert_eq!((status, &problem["code"]), (400, &json!("quota_used_up")));
    assert_eq!(
        accepted(from(&server, 1, &few("a")).header(key.0, key.1)).await,
        first
    );
    let page = async |address: u32| {
        let request = server
            .client
            .get(format!("{}/feedback?node_id=few", server.address));
        let request = request.header("X-Forwarded-For", format!("203.0.113.{address}"));
        request
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
            .contains("quota_used_up")
    };
    assert!(page(1).await && !page(2).await);
    for device in ["c", "d"] {
        accepted(from(&server, 2, &few(device))).await;
    }
    assert_eq!(refused(from(&server, 3, &few("e"))).await.0, 400);
    // A higher part makes room, and what was refused for the whole counts for nobody.
    let quota = json!({"active": true, "action_kind": "submit", "limit": 8, "per_address": 4});
    set_quota(&server, &quota);
    for device in ["c", "d"] {
        accepted(from(&server, 1, &few(device))).await;
    }
    assert_eq!(refused(from(&server, 1, &few("e"))).await.0, 400);
}

#[tokio::test]
async fn the_chats_of_one_address_do_not_keep_others_waiting() {
    let server = server(Rates::off()).await;
    configure(&server, json!({"chat": {"queue_capacity": 5}}));
    let anybody = Chat::open(&server).await;
    let mut statuses = Vec::new();
    for (address, device) in [(1, "a"), (1, "b"), (1, "c"), (1, "d"), (1, "e"), (2, "f")] {
        let chat = anybody.of(&accepted(from(&server, address, &unhappy(device))).await);
        statuses.push(chat.whole().await["status"].as_str().unwrap().to_owned());
    }
    assert_eq!(statuses, ["open", "open", "open", "queued", "queued", "open"]);
    // Without the first one there is room for another address, not for this one.
    accepted(anybody.archive()).await;
    for (address, status) in [(1, "queued"), (3, "open")] {
        let chat = anybody.of(&accepted(from(&server, address, &unhappy("g"))).await);
        assert_eq!(chat.whole().await["status"], status, "{address}");
    }
}

#[tokio::test]
async fn staff_end_a_chat_and_block_its_sender_in_one_act() {
    let server = server(Rates::off()).await;
    let ann = Member::join(&server, &["ann"]).await;
    let anybody = Chat::open(&server).await;
    let open = async |address: u32, device: &str| {
        anybody.of(&accepted(from(&server, address, &unhappy(device))).await)
    };
    let (chat, beside, other) = (open(1, "a").await, open(1, "b").await, open(2, "c").await);
    for _ in 0..2 {
        let desk = accepted(ann.act(&chat, "block_sender", &json!({}))).await;
        assert_eq!(
            (&desk["status"], &desk["closed_by"]),
            (&json!("closed"), &json!("ann"))
        );
        assert_eq!(
            (&desk["is_device_blocked"], &desk["is_address_blocked"]),
            (&json!(true), &json!(true))
        );
    }
    let shown = ann.get(&chat.staff_path("")).await;
    assert_eq!(
        (&shown["is_device_blocked"], &shown["is_address_blocked"]),
        (&json!(true), &json!(true))
    );
    let hash = shown["address_id"].as_str().unwrap().to_owned();
    assert!(!hash.contains("203.0.113") && hash.len() == 22, "{hash}");
    let blocked =
        |problem: (u16, Value)| assert_eq!((problem.0, &problem.1["code"]), (403, &json!("device_blocked")));
    blocked(refused(from(&server, 1, &happy("new"))).await);
    blocked(refused(from(&server, 1, &happy("new")).header("X-COMPLETED", "true")).await);
    blocked(refused(from(&server, 3, &happy("a"))).await);
    blocked(refused(beside.send("still here")).await);
    other.say("hello").await;
    accepted(from(&server, 2, &happy("new"))).await;
    accepted(from(&server, 1, &with(happy("new"), "node_id", "once"))).await;

    let acts = ann.get("/v1/staff/audit?staff=ann").await;
    let acts: Vec<_> = acts["items"].as_array().unwrap().iter().rev().collect();
    let names: Vec<_> = acts.iter().map(|act| act["act"].as_str().unwrap()).collect();
    assert_eq!(names, ["block_device", "block_address", "close"]);
    assert!(acts.iter().all(|act| act["feedback_id"] == json!(chat.id)));
    assert_eq!(acts[1]["subject"], json!(hash));

    let list = ann
        .get(&format!("/v1/staff/blocked_addresses?address_id={hash}"))
        .await;
    let item = &list["items"][0];
    assert_eq!(
        (&item["node_id"], &item["address_id"], &item["blocked_by"]),
        (&json!("door"), &json!(hash), &json!("ann"))
    );
    for _ in 0..2 {
        let path = format!("/v1/staff/blocked_addresses/door/{hash}");
        assert_eq!(ann.delete(&path).send().await.unwrap().status(), 204);
    }
    let no_hash = ann.delete("/v1/staff/blocked_addresses/door/203.0.113.1");
    assert_eq!(refused(no_hash).await.0, 422);
    accepted(from(&server, 1, &happy("new"))).await;
    beside.say("thanks").await;
    blocked(refused(chat.send("by its device")).await);
}

#[tokio::test]
async fn a_block_of_an_address_ends() {
    let server = server(Rates::off()).await;
    let ann = Member::join(&server, &["ann"]).await;
    let anybody = Chat::open(&server).await;
    let chat = anybody.of(&accepted(from(&server, 1, &unhappy("a"))).await);
    accepted(chat.archive()).await;
    let desk = accepted(ann.act(&chat, "block_sender", &json!({}))).await;
    assert_eq!(desk["status"], "archived", "it is over already");
    assert_eq!(refused(from(&server, 1, &happy("b"))).await.0, 403);
    execute(server.data.path(), "UPDATE blocked_addresses SET ends_at = 0").await;
    accepted(from(&server, 1, &happy("b"))).await;
    let list = ann.get("/v1/staff/blocked_addresses").await;
    assert_eq!(list["items"], json!([]));
    let shown = ann.get(&chat.staff_path("")).await;
    assert_eq!(shown["is_address_blocked"], false);
    // It can be blocked again.
    accepted(ann.act(&chat, "block_sender", &json!({}))).await;
    assert_eq!(refused(from(&server, 1, &happy("c"))).await.0, 403);
}

#[tokio::test]
async fn without_an_address_the_device_is_blocked() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    let desk = accepted(ann.act(&chat, "block_sender", &json!({}))).await;
    assert_eq!(
        (&desk["status"], &desk["is_address_blocked"]),
        (&json!("closed"), &json!(false))
    );
    assert_eq!(ann.get(&chat.staff_path("")).await["address_id"], Value::Null);
    assert_eq!(refused(server.submit(&happy("d"))).await.0, 403);
    accepted(server.submit(&happy("e"))).await;
}

//! `/v1/staff/webhooks`. What is sent is in `webhooks.rs` and `webhooks_faults.rs`.

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use crate::server::TestServer;
use crate::webhooks::webhook_server;
use serde_json::{Value, json};

const PATH: &str = "/v1/staff/webhooks/crm";

fn body() -> Value {
    json!({"url": "https://crm.example/hook", "events": ["feedback.completed", "chat.message"]})
}

fn ids(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap();
    items.iter().map(|item| item["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn webhooks_are_stored_changed_and_deleted_and_their_secrets_are_shown_once() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let first = accepted(ann.put(PATH, &body())).await;
    let secret = first["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
    assert_eq!(
        first,
        json!({"id": "crm", "url": "https://crm.example/hook", "description": null,
            "events": ["feedback.completed", "chat.message"], "nodes": null, "enabled": true, "gone_at": null,
            "failures": 0, "paused_until": null, "old_secret_until": null, "updated_by": "ann",
            "updated_at": first["updated_at"], "secret": secret})
    );
    let repeated = accepted(ann.put(PATH, &body())).await;
    assert_eq!(repeated.get("secret"), None);
    assert_eq!(repeated["updated_at"], first["updated_at"]);
    let changed = json!({"url": "https://crm.example/other", "events": ["chat.rated"], "nodes": ["door"],
        "enabled": false, "description": "CRM"});
    let changed = accepted(ann.put(PATH, &changed)).await;
    assert_eq!(changed.get("secret"), None);
    assert_eq!(ann.get("/v1/staff/webhooks").await["items"], json!([changed]));
    assert_eq!(ann.get(PATH).await, changed);
    let rotated = accepted(ann.post(&format!("{PATH}/rotate_secret")).json(&json!({}))).await;
    assert_ne!(rotated["secret"], first["secret"]);
    for _ in 0..2 {
        assert_eq!(ann.delete(PATH).send().await.unwrap().status(), 204);
    }
    assert_eq!(ids(&ann.get("/v1/staff/webhooks").await), Vec::<&str>::new());
    // The id may be used again; the secret is another one.
    let again = accepted(ann.put(PATH, &body())).await;
    assert_ne!(again["secret"], first["secret"]);
    let acts = ann.get("/v1/staff/audit?staff=ann").await;
    let acts: Vec<_> = acts["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["act"])
        .collect();
    assert_eq!(
        acts,
        [
            "put_webhook",
            "delete_webhook",
            "rotate_webhook_secret",
            "put_webhook",
            "put_webhook"
        ]
    );
}

#[tokio::test]
async fn a_token_for_some_nodes_has_the_webhooks_of_those_alone() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let door = Member::join(&server, &["door", "--nodes", "door"]).await;
    let reader = Member::join(&server, &["reader", "--rights", "read"]).await;
    let of = |nodes: Value| {
        let mut body = body();
        body["nodes"] = nodes;
        body
    };
    let path = |id: &str| format!("/v1/staff/webhooks/{id}");
    accepted(ann.put(&path("all"), &of(Value::Null))).await;
    accepted(ann.put(&path("both"), &of(json!(["door", "once"])))).await;
    accepted(door.put(&path("own"), &of(json!(["door"])))).await;
    assert_eq!(ids(&door.get("/v1/staff/webhooks").await), ["own"]);
    assert_eq!(ids(&ann.get("/v1/staff/webhooks").await), ["all", "both", "own"]);
    for request in [
        door.put(&path("new"), &of(Value::Null)),
        door.put(&path("new"), &of(json!(["door", "once"]))),
        door.put(&path("own"), &of(json!(["once"]))),
        door.put(&path("both"), &of(json!(["door"]))),
        door.delete(&path("all")),
        door.post(&path("both/test")).json(&json!({})),
        door.post(&path("both/rotate_secret")).json(&json!({})),
        door.post(&path("all/replay_dead"))
            .json(&json!({"since": "2020-01-01T00:00:00Z"})),
    ] {
        assert_eq!(refused(request).await.1["code"], "not_in_scope");
    }
    let (status, problem) = refused(reader.put(&path("new"), &body())).await;
    assert_eq!((status, &problem["code"]), (403, &json!("right_missing")));
    // The path of such an address is often all that protects it.
    for (member, url) in [
        (&ann, "https://crm.example/hook"),
        (&reader, "https://crm.example"),
    ] {
        assert_eq!(member.get(&path("own")).await["url"], url);
        assert_eq!(member.get("/v1/staff/webhooks").await["items"][2]["url"], url);
    }
    assert_eq!(
        ids(&reader.get("/v1/staff/webhooks").await),
        ["all", "both", "own"]
    );
}

#[tokio::test]
async fn invalid_webhooks_are_refused() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    for (field, value, pointer, code) in [
        ("url", json!("crm"), "/url", "invalid_url"),
        ("url", json!("http://crm.example/"), "/url", "invalid_url"),
        ("url", json!("https://10.0.0.1/"), "/url", "invalid_url"),
        ("url", json!("https://[::1]/"), "/url", "invalid_url"),
        ("url", json!("https://a:b@crm.example/"), "/url", "invalid_url"),
        (
            "url",
            json!(format!("https://crm.example/{}", "a".repeat(2_048))),
            "/url",
            "invalid_url",
        ),
        ("events", json!([]), "/events", "required"),
        ("events", json!(["feedback.deleted"]), "/events/0", "wrong_type"),
        ("nodes", json!([]), "/nodes", "required"),
        ("nodes", json!(["nowhere"]), "/nodes", "unknown_node"),
        (
            "description",
            json!("a".repeat(201)),
            "/description",
            "length_max",
        ),
    ] {
        let mut body = body();
        body[field] = value;
        let (status, problem) = refused(ann.put(PATH, &body)).await;
        let error = &problem["errors"][0];
        assert_eq!(
            (status, &error["pointer"], &error["key"]),
            (422, &json!(pointer), &json!(code)),
            "{problem}"
        );
    }
    assert_eq!(refused(ann.put("/v1/staff/webhooks/a.b", &body())).await.0, 422);
    for request in [
        ann.post(&format!("{PATH}/test")).json(&json!({})),
        ann.post(&format!("{PATH}/rotate_secret")).json(&json!({})),
        ann.post(&format!("{PATH}/deliveries/1/replay")).json(&json!({})),
        ann.post(&format!("{PATH}/replay_dead"))
            .json(&json!({"since": "2020-01-01T00:00:00Z"})),
    ] {
        assert_eq!(refused(request).await.0, 404);
    }
    accepted(ann.put(PATH, &body())).await;
    let replay = |id: &str| {
        ann.post(&format!("{PATH}/deliveries/{id}/replay"))
            .json(&json!({}))
    };
    for id in ["1", "x"] {
        assert_eq!(refused(replay(id)).await.0, 404);
    }
    let since = ann
        .post(&format!("{PATH}/replay_dead"))
        .json(&json!({"since": "today"}));
    assert_eq!(refused(since).await.1["code"], "invalid_time");
    let long = ann
        .post(&format!("{PATH}/rotate_secret"))
        .json(&json!({"keep_old_seconds": 604_801}));
    assert_eq!(refused(long).await.1["code"], "value_max");
}

#[tokio::test]
async fn there_are_at_most_fifty() {
    let server = webhook_server().await;
    let ann = Member::join(&server, &["ann"]).await;
    let put = |id: &str| ann.put(&format!("/v1/staff/webhooks/{id}"), &body());
    for number in 0..50 {
        accepted(put(&format!("w{number}"))).await;
    }
    assert_eq!(refused(put("more")).await.1["code"], "too_many_webhooks");
    assert_eq!(put("w1").send().await.unwrap().status(), 200);
    assert_eq!(
        ann.delete("/v1/staff/webhooks/w1").send().await.unwrap().status(),
        204
    );
    accepted(put("more")).await;
}

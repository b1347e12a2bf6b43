//! `POST /v1/feedbacks/arrivals`.

use super::feedbacks::{accepted, refused};
use crate::server::TestServer;
use crate::submission::happy;
use serde_json::{Value, json};

const KEYS: [&str; 2] = [
    "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11",
    "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b22",
];

async fn arrived(server: &TestServer, device_id: &str, keys: &[&str]) -> Value {
    let request = server.post("/v1/feedbacks/arrivals");
    let request = request.json(&json!({"device_id": device_id, "keys": keys}));
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json().await.unwrap()
}

#[tokio::test]
async fn a_device_learns_which_of_its_feedbacks_have_arrived() {
    let server = TestServer::start().await;
    let stored = accepted(server.submit(&happy("mine")).header("Idempotency-Key", KEYS[0])).await;
    assert_eq!(
        arrived(&server, "mine", &[KEYS[1], &KEYS[0].to_uppercase()]).await,
        json!({"items": [{"key": KEYS[0], "id": stored["id"]}]})
    );
    assert_eq!(arrived(&server, "mine", &[]).await, json!({"items": []}));
    // A key alone proves nothing about another device.
    assert_eq!(arrived(&server, "other", &KEYS).await, json!({"items": []}));
}

#[tokio::test]
async fn the_body_is_bounded() {
    let server = TestServer::start().await;
    for (body, pointer, code) in [
        (json!({"device_id": "", "keys": []}), "/device_id", "required"),
        (
            json!({"device_id": "x".repeat(1_000), "keys": []}),
            "/device_id",
            "invalid_device_id",
        ),
        (
            json!({"device_id": "d", "keys": [KEYS[0], "7"]}),
            "/keys/1",
            "invalid_answer",
        ),
        (
            json!({"device_id": "d", "keys": vec![KEYS[0]; 501]}),
            "/keys",
            "too_long",
        ),
    ] {
        let (status, problem) = refused(server.post("/v1/feedbacks/arrivals").json(&body)).await;
        assert_eq!((status, &problem["code"]), (422, &json!(code)), "{problem}");
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
    let many = arrived(&server, "d", &[KEYS[0]; 500]).await;
    assert_eq!(many, json!({"items": []}));
}

//! `/v1/nodes`.

use crate::server::TestServer;
use serde_json::{Value, json};

#[tokio::test]
async fn a_node_shows_its_public_fields() {
    let server = TestServer::start().await;
    let response = server.get("/v1/nodes/door?signature=s&responses=r").await;
    assert_eq!(response.status(), 200);
    let node: Value = response.json().await.unwrap();
    assert_eq!(
        node,
        json!({
            "id": "door", "name": "At the door", "flow_id": "visit", "default_language_id": "l-en",
            "css_url_react": "https://cdn.example/door.css", "time_zone": "Europe/Istanbul",
            "operating": true, "utc_offset_minutes": 180,
        })
    );
}

#[tokio::test]
async fn a_node_has_a_flow() {
    let server = TestServer::start().await;
    let flow: Value = server.get("/v1/nodes/door/flow").await.json().await.unwrap();
    assert_eq!((&flow["id"], &flow["revision"]), (&json!("visit"), &json!(1)));
}

#[tokio::test]
async fn an_unknown_node_is_not_found() {
    let server = TestServer::start().await;
    for path in ["/v1/nodes/gone", "/v1/nodes/gone/flow", "/v1/nodes/%F0%9F%A6%80"] {
        let response = server.get(path).await;
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(response.json::<Value>().await.unwrap()["code"], "not_found");
    }
}

//! Nodes that take no feedback, or another flow at another time (docs/widget.md#activation).

use super::feedbacks::{accepted, refused};
use crate::import::records;
use crate::pages::{boot, json_script};
use crate::server::{TestServer, import};
use crate::submission::{happy, with};
use backend::Assets;
use serde_json::{Value, json};

/// A node that was active in 2020.
const PAST: &str = r#"{"id": "past", "flow_id": "visit", "activation_start_date": "2020-01-01",
    "activation_end_date": "2020-12-31", "activation_expired_message": {"en": "Over.", "ar": "انتهى"}}"#;
const FUTURE: &str =
    r#"{"id": "future", "flow_id": "visit", "activation_start_date": "2999-01-01T09:00:00+03:00"}"#;
const INACTIVE: &str = r#"{"id": "inactive", "flow_id": "visit", "status": "inactive"}"#;
/// A node that never operates.
const NIGHT: &str = r#"{"id": "night", "flow_id": "visit", "non_operating_hours_flow_id": "short",
    "country_code": "TR", "time_zone": "Europe/Istanbul", "operating_hours": [
    {"period": "weekdays", "start_hour": 0, "end_hour": 0}, {"period": "saturday", "start_hour": 0, "end_hour": 0},
    {"period": "sunday", "start_hour": 0, "end_hour": 0}]}"#;
const WIDGET: &str = r#"{"code": "PSN-CLOSED1", "node_id": "inactive"}"#;

async fn server() -> TestServer {
    let index = "<!doctype html><html lang=\"en\"><head></head><body></body></html>";
    let server = TestServer::with_assets(Assets::from_files([
        ("index.html".to_owned(), index),
        ("loader/loader.js".to_owned(), "start(__PSN_CONFIG__)"),
    ]))
    .await;
    let files = [
        ("nodes/past.json", PAST),
        ("nodes/future.json", FUTURE),
        ("nodes/inactive.json", INACTIVE),
        ("nodes/night.json", NIGHT),
        ("widgets/closed.json", WIDGET),
    ];
    import(records(&files).path(), server.data.path());
    server
}

#[tokio::test]
async fn a_node_that_is_not_active_refuses_feedback() {
    let server = server().await;
    for (node, code) in [
        ("past", "node_expired"),
        ("future", "node_not_open_yet"),
        ("inactive", "node_closed"),
    ] {
        let body = with(happy("d"), "node_id", node);
        let (status, problem) = refused(server.submit(&body)).await;
        assert_eq!((status, &problem["code"]), (403, &json!(code)));
        let (status, _) = refused(server.submit(&body).header("X-COMPLETED", "true")).await;
        assert_eq!(status, 403, "a partial save of {node}");
    }
    assert_eq!(server.feedbacks().await, [] as [Value; 0]);
}

#[tokio::test]
async fn feedback_answered_offline_in_time_is_accepted() {
    let server = server().await;
    let offline = |node: &str, created_at: &str| {
        let body = with(with(happy("d"), "node_id", node), "created_at", created_at);
        with(body, "created_offline", true)
    };
    accepted(server.submit(&offline("past", "2020-06-01T12:00:00Z"))).await;
    for (node, created_at) in [
        ("past", "2021-01-01T12:00:00Z"),
        ("past", "2019-12-31T12:00:00Z"),
        ("future", "2999-06-01T12:00:00Z"),
        ("inactive", "2020-06-01T12:00:00Z"),
    ] {
        assert_eq!(
            refused(server.submit(&offline(node, created_at))).await.0,
            403,
            "{node} {created_at}"
        );
    }
    let online = with(offline("past", "2020-06-01T12:00:00Z"), "created_offline", false);
    assert_eq!(refused(server.submit(&online)).await.0, 403);
}

#[tokio::test]
async fn a_repeat_gets_its_receipt_after_the_end() {
    let server = server().await;
    let body = with(happy("d"), "node_id", "door");
    let key = ("Idempotency-Key", "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11");
    let first = accepted(server.submit(&body).header(key.0, key.1)).await;
    let closed = r#"{"id": "door", "flow_id": "visit", "status": "inactive"}"#;
    import(records(&[("nodes/door.json", closed)]).path(), server.data.path());
    assert_eq!(refused(server.submit(&body)).await.0, 403);
    assert_eq!(accepted(server.submit(&body).header(key.0, key.1)).await, first);
}

#[tokio::test]
async fn the_page_says_why_there_is_no_flow() {
    let server = server().await;
    for (node, language, unavailable) in [
        ("past", "ar", json!({"reason": "expired", "message": "انتهى"})),
        ("past", "en", json!({"reason": "expired", "message": "Over."})),
        (
            "future",
            "en",
            json!({"reason": "not_open_yet", "opens_at": "2999-01-01T06:00:00.000Z"}),
        ),
        ("inactive", "en", json!({"reason": "closed"})),
    ] {
        let response = server
            .get(&format!("/feedback?node_id={node}&lang={language}"))
            .await;
        assert_eq!(response.status(), 200);
        let html = response.text().await.unwrap();
        assert!(!html.contains("How was"), "the flow is not sent");
        assert_eq!(json_script(&html, "flow"), None);
        let boot = boot(&html);
        assert_eq!(boot["unavailable"], unavailable);
        assert_eq!(
            (&boot["flow"], &boot["language"]),
            (&Value::Null, &json!(language))
        );
        assert_eq!(boot["node"]["id"], node);
    }
}

#[tokio::test]
async fn the_widget_of_a_closed_node_is_not_available() {
    let server = server().await;
    let script = server.get("/loader/PSN-CLOSED1.js").await.text().await.unwrap();
    assert!(script.contains(r#""unavailable":true"#), "{script}");
    let script = server.get("/loader/PSN-TEST001.js").await.text().await.unwrap();
    assert!(!script.contains("unavailable"), "{script}");
    let frame = server
        .get("/widget?code=PSN-CLOSED1&frame=1")
        .await
        .text()
        .await
        .unwrap();
    assert_eq!(boot(&frame)["unavailable"], json!({"reason": "closed"}));
}

#[tokio::test]
async fn outside_operating_hours_another_flow_is_shown_and_both_are_accepted() {
    let server = server().await;
    let html = server.get("/feedback?node_id=night").await.text().await.unwrap();
    assert_eq!(boot(&html)["flow"]["id"], "short");
    let flow: Value = server.get("/v1/nodes/night/flow").await.json().await.unwrap();
    assert_eq!(flow["id"], "short");

    accepted(server.submit(&with(happy("d"), "node_id", "night"))).await;
    accepted(server.submit(&json!({
        "node_id": "night", "flow_id": "short", "device_id": "d",
        "responses": [{"question_id": "text", "body": "Hello"}],
    })))
    .await;
    let elsewhere = json!({"node_id": "door", "flow_id": "short", "device_id": "d", "responses": []});
    assert_eq!(refused(server.submit(&elsewhere)).await.1["code"], "unknown_flow");
}

#[tokio::test]
async fn a_node_tells_whether_it_operates_and_how_its_numbers_are_dialed() {
    let server = server().await;
    let node: Value = server.get("/v1/nodes/night").await.json().await.unwrap();
    assert_eq!(node["operating"], false);
    assert_eq!(node["utc_offset_minutes"], 180);
    assert_eq!(
        node["phone_country"],
        json!({"country": "TR", "calling_code": "90", "national_prefix": "0"})
    );
}

//! `POST /v1/feedbacks` for a node with a quota.

use super::feedbacks::{accepted, refused};
use crate::database::execute;
use crate::import::records;
use crate::pages::{boot, json_script};
use crate::server::{TestServer, import};
use crate::submission::{happy, with};
use backend::Assets;
use serde_json::{Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Starts a server with the node `few`, which takes this many feedbacks.
async fn server(limit: u32) -> TestServer {
    let index = "<!doctype html><html lang=\"en\"><head></head><body></body></html>";
    let files = [
        ("index.html".to_owned(), index),
        ("loader/loader.js".to_owned(), "start(__PSN_CONFIG__)"),
    ];
    let server = TestServer::with_assets(Assets::from_files(files)).await;
    set_quota(&server, limit, "total");
    server
}

fn set_quota(server: &TestServer, limit: u32, period: &str) {
    let quota = json!({"active": true, "action_kind": "submit", "limit": limit, "period": period});
    let node = json!({"id": "few", "flow_id": "visit", "channel_quota": quota}).to_string();
    let widget = r#"{"code": "PSN-FEW0001", "node_id": "few"}"#;
    let files = records(&[("nodes/few.json", &node), ("widgets/few.json", widget)]);
    import(files.path(), server.data.path());
}

fn few(device_id: &str) -> Value {
    with(happy(device_id), "node_id", "few")
}

#[tokio::test]
async fn complete_feedback_beyond_the_quota_is_refused() {
    let server = server(2).await;
    let key = ("Idempotency-Key", "0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11");
    let first = accepted(server.submit(&few("a")).header(key.0, key.1)).await;
    // Neither a partial save nor a repeat counts.
    let partial = accepted(server.submit(&few("b")).header("X-COMPLETED", "true")).await;
    accepted(server.submit(&few("a")).header(key.0, key.1)).await;
    let partial_id = partial["id"].as_str().unwrap();
    accepted(server.submit(&few("b")).header("X-FID", partial_id)).await;

    let (status, problem) = refused(server.submit(&few("c"))).await;
    assert_eq!((status, &problem["code"]), (400, &json!("quota_used_up")));
    accepted(server.submit(&few("c")).header("X-COMPLETED", "true")).await;
    assert_eq!(
        accepted(server.submit(&few("a")).header(key.0, key.1)).await,
        first
    );
    accepted(server.submit(&happy("c"))).await;
}

#[tokio::test]
async fn of_simultaneous_feedback_as_many_as_the_quota_allows_are_accepted() {
    let server = server(3).await;
    let sent = (0..12).map(|device| tokio::spawn(server.submit(&few(&device.to_string())).send()));
    let mut statuses = Vec::new();
    for request in sent.collect::<Vec<_>>() {
        statuses.push(request.await.unwrap().unwrap().status().as_u16());
    }
    statuses.sort_unstable();
    assert_eq!(
        statuses,
        [200, 200, 200, 400, 400, 400, 400, 400, 400, 400, 400, 400]
    );
}

#[tokio::test]
async fn a_refused_completion_does_not_count() {
    let server = server(1).await;
    for _ in 0..3 {
        let (_, problem) = refused(server.submit(&few("a")).header("X-FID", "foreign")).await;
        assert_eq!(problem["code"], "foreign_feedback");
    }
    accepted(server.submit(&few("a"))).await;
    assert_eq!(refused(server.submit(&few("a"))).await.1["code"], "quota_used_up");
}

/// Waits for the next day if this one has only a minute left.
async fn not_around_midnight() {
    const DAY: u64 = 24 * 60 * 60;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let left = Duration::from_secs(DAY) - Duration::from_secs(now.as_secs() % DAY);
    if left < Duration::from_mins(1) {
        tokio::time::sleep(left).await;
    }
}

#[tokio::test]
async fn the_quota_restarts_with_its_period() {
    let server = server(1).await;
    set_quota(&server, 1, "day");
    not_around_midnight().await;
    accepted(server.submit(&few("a"))).await;
    assert_eq!(refused(server.submit(&few("b"))).await.0, 400);
    // As if it had been counted yesterday.
    for sql in [
        "UPDATE quota_counts SET starts_at = starts_at - 86400000",
        "UPDATE feedbacks SET completed_at = completed_at - 86400000",
    ] {
        execute(server.data.path(), sql).await;
    }
    accepted(server.submit(&few("b"))).await;
    assert_eq!(refused(server.submit(&few("c"))).await.0, 400);
}

#[tokio::test]
async fn existing_feedback_counts_and_a_higher_limit_makes_room() {
    let server = server(5).await;
    let without = r#"{"id": "few", "flow_id": "visit"}"#;
    import(records(&[("nodes/few.json", without)]).path(), server.data.path());
    accepted(server.submit(&few("a"))).await;
    accepted(server.submit(&few("b"))).await;
    set_quota(&server, 2, "total");
    assert_eq!(refused(server.submit(&few("c"))).await.0, 400);
    set_quota(&server, 3, "total");
    accepted(server.submit(&few("c"))).await;
    assert_eq!(refused(server.submit(&few("d"))).await.0, 400);
}

#[tokio::test]
async fn the_page_says_that_the_quota_is_used_up() {
    let server = server(1).await;
    let page = async || server.get("/feedback?node_id=few").await.text().await.unwrap();
    let html = page().await;
    assert_eq!(boot(&html).get("unavailable"), None);
    assert_eq!(
        boot(&html)["node"]["channel_quota"],
        json!({"active": true, "action_kind": "submit"})
    );
    let script = server.get("/loader/PSN-FEW0001.js").await.text().await.unwrap();
    assert!(!script.contains("unavailable"), "{script}");

    accepted(server.submit(&few("a"))).await;
    let html = page().await;
    assert_eq!(boot(&html)["unavailable"], json!({"reason": "quota_used_up"}));
    assert_eq!(json_script(&html, "flow"), None);
    let frame = server
        .get("/widget?code=PSN-FEW0001&frame=1")
        .await
        .text()
        .await
        .unwrap();
    assert_eq!(boot(&frame)["unavailable"]["reason"], "quota_used_up");
    let script = server.get("/loader/PSN-FEW0001.js").await.text().await.unwrap();
    assert!(script.contains(r#""unavailable":true"#), "{script}");
}

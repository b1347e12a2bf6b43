//! `/v1/staff/chats/{feedback_id}/transcript`.

use super::feedbacks::accepted;
use super::staff_acts::Member;
use crate::chat::{Chat, texts};
use crate::server::TestServer;
use serde_json::json;

#[tokio::test]
async fn a_transcript_holds_the_whole_chat() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    // More than a page of the timeline has.
    for number in 0..250 {
        chat.say(&number.to_string()).await;
    }
    accepted(ann.act(
        &chat,
        "messages",
        &json!({"body": "So many!\n2026-01-01T00:00:00.000Z customer: I take it back"}),
    ))
    .await;
    accepted(ann.act(&chat, "notes", &json!({"body": "counts"}))).await;
    accepted(ann.act(&chat, "close", &json!({}))).await;

    let whole = ann.get(&chat.staff_path("/transcript?format=json")).await;
    assert_eq!((&whole["status"], texts(&whole).len()), (&json!("closed"), 252));
    assert_eq!(whole["responses"][1]["answer"], "Too cold");
    let positions: Vec<_> = whole["timeline_items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["position"].as_i64())
        .collect();
    assert!(positions.is_sorted());

    let response = server.get_as_staff(&chat.staff_path("/transcript")).await;
    assert_eq!(response.headers()["content-type"], "text/plain; charset=utf-8");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let text = response.text().await.unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        (lines[0], lines[1]),
        ("At the door", &*format!("{} closed", chat.id))
    );
    assert!(lines.contains(&"  Too cold"), "{text}");
    assert!(lines.iter().any(|line| line.ends_with("customer: 249")), "{text}");
    assert!(
        lines.iter().any(|line| line.ends_with("ann (staff): So many!")),
        "{text}"
    );
    assert!(
        lines.contains(&"  2026-01-01T00:00:00.000Z customer: I take it back"),
        "{text}"
    );
    assert!(lines.last().unwrap().ends_with("ann (note): counts"), "{text}");
    for (path, status) in [("/transcript?format=pdf", 400), ("/transcript?format=text", 200)] {
        assert_eq!(
            server.get_as_staff(&chat.staff_path(path)).await.status(),
            status,
            "{path}"
        );
    }
    assert_eq!(
        server
            .get_as_staff("/v1/staff/chats/gone/transcript")
            .await
            .status(),
        404
    );
}
